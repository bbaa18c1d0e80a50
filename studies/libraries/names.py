"""The packages that a file of implementations/libraries/ uses."""

from __future__ import annotations

from importlib import metadata

PACKAGES: dict[str, tuple[str, ...]] = {
    "autograd_numpy": ("autograd",),
    "dask_array": ("dask",),
    "einops_attention": ("einops",),
    "flax_modules": ("flax", "jax"),
    "jax_nn": ("jax",),
    "keras_jax": ("keras", "jax"),
    "keras_numpy": ("keras", "numpy"),
    "keras_tensorflow": ("keras", "tensorflow"),
    "keras_torch": ("keras", "torch"),
    "mlx_fast": ("mlx",),
    "numba_loops": ("numba",),
    "numexpr_softmax": ("numexpr",),
    "numpy_batched": ("numpy",),
    "numpy_einsum": ("numpy",),
    "onnx_reference": ("onnx",),
    "onnxruntime_nodes": ("onnxruntime",),
    "openvino_opset": ("openvino",),
    "opt_einsum_contract": ("opt_einsum",),
    "scipy_special": ("scipy",),
    "tensorflow_nn": ("tensorflow",),
    "tinygrad_tensor": ("tinygrad",),
    "torch_compiled": ("torch",),
    "torch_cuda": ("torch",),
    "torch_einsum": ("torch",),
    "torch_flex_attention": ("torch",),
    "torch_functional": ("torch",),
    "torch_multihead_attention": ("torch",),
    "torch_nested": ("torch",),
    "torch_online_softmax": ("torch",),
    "torch_sdpa": ("torch",),
    "transformers_llama": ("transformers", "torch"),
    "x_transformers_attend": ("x-transformers", "torch"),
}
ALSO = {"tensorflow": ("tensorflow-cpu",)}
"""Packages that provide the same module under another name."""


def packages_of(implementation: str) -> tuple[str, ...]:
    """The packages of an implementation, by its name: that of its file, and a variant."""
    files = [file for file in PACKAGES if implementation == file or implementation.startswith(f"{file}_")]
    return PACKAGES[max(files, key=len)]


def version(package: str) -> str:
    """The installed version; empty if it is not installed."""
    for name in (package, *ALSO.get(package, ())):
        try:
            return metadata.version(name).partition("+")[0]
        except metadata.PackageNotFoundError:
            continue
    return ""
