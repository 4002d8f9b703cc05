"""Even subsamples of a walk: A's strip of up to six frames, with the first and the last (section 3.2)."""

STRIP_FRAMES = 6


def evenly_spaced(n_frames: int, n_kept: int = STRIP_FRAMES) -> tuple[int, ...]:
    """Up to `n_kept` indices below `n_frames`, evenly spaced, first and last among them; halves go up.

    In whole numbers, so that every processor picks the same frames. A single one is the last.
    """
    if n_frames < 1 or n_kept < 1:
        raise ValueError(f"cannot take {n_kept} of {n_frames} frames; both must be at least 1.")
    if n_frames <= n_kept:
        return tuple(range(n_frames))
    if n_kept == 1:
        return (n_frames - 1,)
    gaps = n_kept - 1
    return tuple((2 * index * (n_frames - 1) + gaps) // (2 * gaps) for index in range(n_kept))
