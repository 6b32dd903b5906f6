"""The generators against published answers: Threefry4x64-13 (Random123, kat_vectors) and SplitMix64."""

from __future__ import annotations

import random

import numba
import numpy as np
import pytest
from numba import uint64

from simspades.engine.rng import mix, threefry

WORD = (1 << 64) - 1

#: Rotations of round r, modulo 8, of the words (0, 1) and (2, 3), or in odd rounds (0, 3) and (2, 1).
ROTATIONS = [(14, 16), (52, 57), (23, 40), (5, 37), (25, 33), (46, 12), (58, 22), (32, 32)]

#: Counter, key and answer of "threefry4x64 13" in Random123's kat_vectors.
KNOWN_ANSWERS = [
    ([0] * 4, [0] * 4, [0x4071FABEE1DC8E05, 0x02ED3113695C9C62, 0x397311B5B89F9D49, 0xE21292C3258024BC]),
    ([WORD] * 4, [WORD] * 4, [0x7EAED935479722B5, 0x90994358C429F31C, 0x496381083E07A75B, 0x627ED0D746821121]),
    (
        [0x243F6A8885A308D3, 0x13198A2E03707344, 0xA4093822299F31D0, 0x082EFA98EC4E6C89],
        [0x452821E638D01377, 0xBE5466CF34E90C6C, 0xC0AC29B7C97C50DD, 0x3F84D5B5B5470917],
        [0x4361288EF9C1900C, 0x8717291521782833, 0x0D19DB18C20CF47E, 0xA0B41D63AC8581E5],
    ),
]

#: The first outputs of SplitMix64 from the state 1234567.
SPLITMIX64 = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]


def plain_threefry(counter: list[int], key: list[int]) -> list[int]:
    """Threefry4x64-13 with a full counter, word by word as in the paper."""
    keys = [*key, 0x1BD11BDAA9FC1A22 ^ key[0] ^ key[1] ^ key[2] ^ key[3]]
    x = [(c + k) & WORD for c, k in zip(counter, key, strict=True)]
    for number in range(13):
        pairs = ((0, 1), (2, 3)) if number % 2 == 0 else ((0, 3), (2, 1))
        for (a, b), rotation in zip(pairs, ROTATIONS[number % 8], strict=True):
            x[a] = (x[a] + x[b]) & WORD
            x[b] = ((x[b] << rotation | x[b] >> (64 - rotation)) & WORD) ^ x[a]
        if number % 4 == 3:
            turn = number // 4 + 1
            x = [(word + keys[(turn + i) % 5]) & WORD for i, word in enumerate(x)]
            x[3] = (x[3] + turn) & WORD
    return x


@numba.njit
def engine_threefry(key, counter):
    return threefry(key[0], key[1], key[2], key[3], counter)


@numba.njit
def engine_mix(salt, index):
    return mix(salt, index)


@pytest.mark.parametrize(("counter", "key", "answer"), KNOWN_ANSWERS)
def test_the_plain_generator_gives_the_published_answers(counter: list[int], key: list[int], answer: list[int]) -> None:
    assert plain_threefry(counter, key) == answer


def test_the_engine_gives_the_published_answer_for_the_zero_key() -> None:
    assert list(engine_threefry(np.zeros(4, dtype=np.uint64), np.uint64(0))) == KNOWN_ANSWERS[0][2]


def test_the_engine_agrees_with_the_plain_generator() -> None:
    """For any key and any block: the other words of the engine's counter are 0."""
    rng = random.Random(1)
    edges = [0, 1, WORD, 1 << 63]
    for _ in range(300):
        key = [rng.choice([rng.getrandbits(64), *edges]) for _ in range(4)]
        block = rng.choice([rng.getrandbits(64), *edges])
        got = engine_threefry(np.array(key, dtype=np.uint64), np.uint64(block))
        assert list(got) == plain_threefry([block, 0, 0, 0], key)


def test_every_word_of_the_key_counts() -> None:
    blocks = {engine_threefry(np.array(key, dtype=np.uint64), uint64(0)) for key in np.eye(4, dtype=np.uint64)}
    assert len(blocks) == 4


def test_decisions_draw_the_published_splitmix64_stream() -> None:
    """The engine keeps the upper 63 bits of each output."""
    assert [engine_mix(1234567, index) for index in range(5)] == [word >> 1 for word in SPLITMIX64]


def test_the_stream_of_decisions_takes_any_start() -> None:
    gamma = 0x9E3779B97F4A7C15
    for salt in (0, -1, -(1 << 63), (1 << 63) - 1):
        # position k of the stream from s is position 0 of the stream that starts k steps later
        later = (salt + 3 * gamma) & WORD
        later = later - (1 << 64) if later >> 63 else later
        assert engine_mix(salt, 3) == engine_mix(later, 0)
        assert engine_mix(salt, 3) >= 0
