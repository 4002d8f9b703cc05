"""Sines that are the same on every machine.

The C library's `sin` may differ in the last bit between versions, and one bit moves a pixel. The agent turns in
multiples of 15 degrees, whose sines are written out here; other angles (furniture may stand at any yaw) are a
remainder of at most 7.5 degrees away from one of those, for which a short polynomial in + - * is exact to the last bits.
"""

_STEP = 15.0
_RADIANS = 0.017453292519943295
_SIN_15 = 0.25881904510252074
_SIN_30 = 0.5
_SIN_45 = 0.7071067811865476
_SIN_60 = 0.8660254037844386
_SIN_75 = 0.9659258262890683
_QUARTER = (0.0, _SIN_15, _SIN_30, _SIN_45, _SIN_60, _SIN_75, 1.0)


def sin_cos(degrees: float) -> tuple[float, float]:
    """Sine and cosine of an angle in degrees; exact signs and symmetries at multiples of 15."""
    turned = degrees % 360.0
    steps = int(turned / _STEP + 0.5)
    sin_base, cos_base = _sin_of_step(steps), _sin_of_step(steps + 6)
    rest = turned - steps * _STEP
    if rest == 0.0:
        return sin_base, cos_base
    sin_rest, cos_rest = _small(rest * _RADIANS)
    return sin_base * cos_rest + cos_base * sin_rest, cos_base * cos_rest - sin_base * sin_rest


def normal_yaw(degrees: float) -> float:
    """The same direction as an angle from 0 up to, not including, 360."""
    turned = degrees % 360.0
    return 0.0 if turned == 360.0 else turned  # a tiny negative angle rounds up to 360.0


def _sin_of_step(step: int) -> float:
    quadrant, within = divmod(step % 24, 6)
    value = _QUARTER[within] if quadrant % 2 == 0 else _QUARTER[6 - within]
    return value if quadrant < 2 else 0.0 - value


def _small(x: float) -> tuple[float, float]:
    """Taylor series, enough for |x| <= 0.131 (7.5 degrees): the next term is below 1e-17."""
    q = x * x
    sine = x * (1.0 - q / 6.0 * (1.0 - q / 20.0 * (1.0 - q / 42.0 * (1.0 - q / 72.0 * (1.0 - q / 110.0)))))
    cosine = 1.0 - q / 2.0 * (1.0 - q / 12.0 * (1.0 - q / 30.0 * (1.0 - q / 56.0 * (1.0 - q / 90.0))))
    return sine, cosine
