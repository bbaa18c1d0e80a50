"""Operations on one word in every lane, instruction by instruction (MT19937: Matsumoto and Nishimura 1998)."""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from lastdigit.seeds.compiled import UNIT, WORD, constant, instructions


@instructions(WORD, WORD, WORD)
def product_step(builder: Any, word: Any, factor: Any) -> Any:
    """(word ⊕ word ≫ 30) · factor modulo 2³²."""
    return builder.mul(builder.xor(word, builder.lshr(word, constant(30))), factor)


@instructions(WORD, WORD, WORD)
def sum_modulo(builder: Any, left: Any, right: Any) -> Any:
    """Left + right modulo 2³²."""
    return builder.add(left, right)


@instructions(WORD, WORD, WORD, WORD)
def twisted(builder: Any, first: Any, second: Any, middle: Any) -> Any:
    """The state 624 on from ``first``: its upper bit joins the lower ones of ``second``."""
    joined = builder.or_(
        builder.and_(first, constant(0x80000000)),
        builder.and_(second, constant(0x7FFFFFFF)),
    )
    odd = builder.sub(constant(0), builder.and_(joined, constant(1)))
    shifted = builder.xor(builder.lshr(joined, constant(1)), builder.and_(odd, constant(0x9908B0DF)))
    return builder.xor(middle, shifted)


def _temper(builder: Any, state: Any) -> Any:
    word = builder.xor(state, builder.lshr(state, constant(11)))
    word = builder.xor(word, builder.and_(builder.shl(word, constant(7)), constant(0x9D2C5680)))
    word = builder.xor(word, builder.and_(builder.shl(word, constant(15)), constant(0xEFC60000)))
    return builder.xor(word, builder.lshr(word, constant(18)))


@instructions(WORD, WORD)
def tempered_word(builder: Any, state: Any) -> Any:
    """The output word of a state."""
    return _temper(builder, state)


@instructions(UNIT, WORD, WORD, WORD)
def tempered_unit(builder: Any, state: Any, shift: Any, mask: Any) -> Any:
    """(word ≫ shift) & mask as float32, of the output word of a state. With 24 bits at most it is exact."""
    word = _temper(builder, state)
    return builder.sitofp(builder.and_(builder.lshr(word, shift), mask), ir.FloatType())


@instructions(WORD, WORD, UNIT, UNIT, UNIT)
def count_within(builder: Any, count: Any, value: Any, low: Any, high: Any) -> Any:
    """Increment the count if low ≤ value ≤ high."""
    held = builder.and_(builder.fcmp_ordered(">=", value, low), builder.fcmp_ordered("<=", value, high))
    return builder.add(count, builder.zext(held, ir.IntType(32)))


@instructions(WORD, WORD, WORD)
def rotated(builder: Any, word: Any, by: Any) -> Any:
    """A word rotated to the left by 1 to 31 bits."""
    return builder.or_(builder.shl(word, by), builder.lshr(word, builder.sub(constant(32), by)))


@instructions(UNIT, WORD)
def upper_unit(builder: Any, word: Any) -> Any:
    """The upper 23 bits of a word as float32."""
    return builder.sitofp(builder.lshr(word, constant(9)), ir.FloatType())
