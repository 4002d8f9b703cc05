"""Names for the array types that kernels take and give."""

import numpy as np
from numpy.typing import NDArray

F64 = NDArray[np.float64]
F32 = NDArray[np.float32]
I32 = NDArray[np.int32]
U32 = NDArray[np.uint32]
Flags = NDArray[np.bool_]
