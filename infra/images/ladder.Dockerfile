# The wheel in an environment with the project's own pins. Build from the root of the project:
#   docker build -f infra/images/ladder.Dockerfile -t evidence-ladder:0.1.0 .
FROM python:3.11.13-slim-bookworm AS wheel
WORKDIR /source
COPY . .
RUN pip install --no-cache-dir build==1.3.0 && python -m build --wheel --outdir /wheels

FROM python:3.11.13-slim-bookworm
COPY --from=wheel /wheels /wheels
COPY constraints.txt /wheels/constraints.txt
RUN set -- /wheels/*.whl && \
    pip install --no-cache-dir -c /wheels/constraints.txt "$1[s3,openai,dask,ray]" && \
    rm -r /wheels && \
    useradd --create-home --uid 1000 ladder
# One worker, one core: the work is shared out by shards.
ENV POLARS_MAX_THREADS=1 \
    NUMBA_NUM_THREADS=1 \
    OMP_NUM_THREADS=1 \
    OPENBLAS_NUM_THREADS=1 \
    MKL_NUM_THREADS=1 \
    DO_NOT_TRACK=1
USER 1000
WORKDIR /home/ladder
CMD ["ladder", "--help"]
