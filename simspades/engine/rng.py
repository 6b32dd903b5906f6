"""Counter-based randomness: Threefry4x64 with 13 rounds, keyed by (seed, game, hand, use).

Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3" (SC 2011). Thirteen rounds pass BigCrush
with a margin of one round and have published known answers, which the tests hold this code to. The four words of the
key are the four things that name a hand's randomness, so no two hands can share a stream, whatever the seed, and
nothing depends on threads, blocks, lanes or the order of play.

Unsigned words live in this module only: the engine stores them as the int64 of the same bits.
"""

from numba import int64, uint64

from simspades.engine.jit import inline

#: The uses of randomness within one hand: the fourth word of the key.
USE_DEAL = 0
USE_STRATEGY = 1
USE_CUT = 2
USE_CANCEL_CARD = 3

_PARITY = uint64(0x1BD11BDAA9FC1A22)
_GAMMA = uint64(0x9E3779B97F4A7C15)


@inline
def _rotate(x, n):
    return (x << uint64(n)) | (x >> uint64(64 - n))


@inline
def _two_rounds(a, b, c, d, r0, r1, r2, r3):
    """Two rounds of the mix: pairs (a, b) and (c, d), then (a, d) and (c, b)."""
    a += b
    b = _rotate(b, r0) ^ a
    c += d
    d = _rotate(d, r1) ^ c
    a += d
    d = _rotate(d, r2) ^ a
    c += b
    b = _rotate(b, r3) ^ c
    return a, b, c, d


@inline
def threefry(k0, k1, k2, k3, c0):
    """The 256-bit block number ``c0`` (other counter words 0) of the stream with this key: four uint64."""
    k4 = _PARITY ^ k0 ^ k1 ^ k2 ^ k3
    a, b, c, d = c0 + k0, k1, k2, k3
    a, b, c, d = _two_rounds(a, b, c, d, 14, 16, 52, 57)
    a, b, c, d = _two_rounds(a, b, c, d, 23, 40, 5, 37)
    a, b, c, d = a + k1, b + k2, c + k3, d + k4 + uint64(1)
    a, b, c, d = _two_rounds(a, b, c, d, 25, 33, 46, 12)
    a, b, c, d = _two_rounds(a, b, c, d, 58, 22, 32, 32)
    a, b, c, d = a + k2, b + k3, c + k4, d + k0 + uint64(2)
    a, b, c, d = _two_rounds(a, b, c, d, 14, 16, 52, 57)
    a, b, c, d = _two_rounds(a, b, c, d, 23, 40, 5, 37)
    a, b, c, d = a + k3, b + k4, c + k0, d + k1 + uint64(3)
    a += b
    b = _rotate(b, 25) ^ a
    c += d
    d = _rotate(d, 33) ^ c
    return a, b, c, d


@inline
def mix(salt, index):
    """A random number of 63 bits for decision ``index`` of the hand whose strategy stream starts at ``salt``.

    The SplitMix64 output function (Steele, Lea and Flood, OOPSLA 2014) over a stream that starts at a Threefry word.
    """
    z = uint64(salt) + _GAMMA * uint64(index + 1)
    z = (z ^ (z >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> uint64(27))) * uint64(0x94D049BB133111EB)
    return int64((z ^ (z >> uint64(31))) >> uint64(1))
