"""Large pages for memory that code in C takes and gives back over and over (0044)."""

import ctypes
import mmap

_LARGE = 2 * 1024 * 1024
"""Bytes of a large page; where they are larger still, the kernel rounds by itself."""


def lie_in_large_pages(size: int) -> None:
    """Have the next piece of `size` bytes that this thread takes from the C library lie in them.

    What a thread gives back the library hands out to it again. So a piece is taken, the kernel is
    asked for large pages there before anything is written, and it is given back. All of it twice,
    for the first one the library may have mapped by itself, and have given back to the kernel.
    Where the library does otherwise, or the kernel has no large pages, small ones do as well.
    """
    advice = getattr(mmap, "MADV_HUGEPAGE", None)  # Linux alone has it
    if advice is None:
        return
    library = ctypes.CDLL(None)
    library.malloc.restype = ctypes.c_void_p
    for _ in range(2):
        start = ctypes.c_void_p(library.malloc(ctypes.c_size_t(size)))
        if start.value is not None:
            first = -(-start.value // _LARGE) * _LARGE
            whole = (start.value + size - first) // _LARGE * _LARGE
            library.madvise(ctypes.c_void_p(first), ctypes.c_size_t(whole), advice)
        library.free(start)
