//! Operations that read one bar only, on blocks of bars.
//!
//! Numbers are finite or `NaN`, conditions 1, 0 or `NaN`. `x + 0*x` is `x` for a finite number and
//! `NaN` for any other, so no operation needs a branch.

use super::op::Op;
use crate::num::transcend::{exp, exp_m1, ln, ln_1p};

/// Bars of a block.
pub(super) const BLOCK: usize = 128;

/// The numbers of a block.
pub(super) type Block = [f64; BLOCK];

/// Returns the number if it is finite, else `NaN`.
#[inline(always)]
pub(super) fn finite(number: f64) -> f64 {
    number + 0.0 * number
}

#[inline(always)]
fn each(a: &Block, out: &mut Block, of: impl Fn(f64) -> f64) {
    for (out, a) in out.iter_mut().zip(a) {
        *out = of(*a);
    }
}

#[inline(always)]
fn both(a: &Block, b: &Block, out: &mut Block, of: impl Fn(f64, f64) -> f64) {
    for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
        *out = of(*a, *b);
    }
}

#[inline(always)]
fn all(a: &Block, (b, c): (&Block, &Block), out: &mut Block, of: impl Fn(f64, f64, f64) -> f64) {
    for (((out, a), b), c) in out.iter_mut().zip(a).zip(b).zip(c) {
        *out = of(*a, *b, *c);
    }
}

/// Returns the answer of a comparison, unless one of the numbers is missing.
#[inline(always)]
fn answer(holds: bool, a: f64, b: f64) -> f64 {
    (if holds { 1.0 } else { 0.0 }) + (0.0 * a + 0.0 * b)
}

#[inline(always)]
fn least(a: f64, b: f64) -> f64 {
    (if b < a { b } else { a }) + 0.0 * b
}

#[inline(always)]
fn largest(a: f64, b: f64) -> f64 {
    (if a < b { b } else { a }) + 0.0 * b
}

/// Applies an operation to the blocks of its operands. One that it has not is not read.
#[inline(never)]
#[allow(clippy::many_single_char_names, reason = "the operands have no other names")]
pub(super) fn apply(op: Op, [a, b, c]: [&Block; 3], out: &mut Block) {
    match op {
        Op::Add => both(a, b, out, |a, b| finite(a + b)),
        Op::Subtract => both(a, b, out, |a, b| finite(a - b)),
        Op::Multiply => both(a, b, out, |a, b| finite(a * b)),
        Op::Divide => both(a, b, out, |a, b| finite(a / b)),
        Op::Below => both(a, b, out, |a, b| answer(a < b, a, b)),
        Op::AtMost => both(a, b, out, |a, b| answer(a <= b, a, b)),
        Op::Above => both(a, b, out, |a, b| answer(a > b, a, b)),
        Op::AtLeast => both(a, b, out, |a, b| answer(a >= b, a, b)),
        Op::And => both(a, b, out, |a, b| if a == 0.0 || b == 0.0 { 0.0 } else { a * b }),
        Op::Or => both(a, b, out, |a, b| if a == 1.0 || b == 1.0 { 1.0 } else { a + b }),
        Op::Min => both(a, b, out, least),
        Op::Max => both(a, b, out, largest),
        Op::Fill => both(a, b, out, |a, b| if a.is_nan() { b } else { a }),
        Op::Switch => both(a, b, out, |enter, exit| {
            let out = if exit == 1.0 { 0.0 } else { f64::NAN };
            (if enter == 1.0 { 1.0 } else { out }) + (0.0 * enter + 0.0 * exit)
        }),
        Op::Minus => each(a, out, |a| -a),
        Op::Not => each(a, out, |a| 1.0 - a),
        Op::Abs => each(a, out, f64::abs),
        Op::Sqrt => each(a, out, f64::sqrt),
        Op::Exp => each(a, out, |a| finite(exp(a))),
        Op::Expm1 => each(a, out, |a| finite(exp_m1(a))),
        Op::Log => each(a, out, |a| finite(ln(a))),
        Op::Log1p => each(a, out, |a| finite(ln_1p(a))),
        Op::Clip => all(a, (b, c), out, |a, low, high| least(largest(a, low), high)),
        Op::If => all(a, (b, c), out, |condition, yes, no| {
            let no = if condition == 0.0 { no } else { f64::NAN };
            if condition == 1.0 { yes } else { no }
        }),
        _ => out.fill(f64::NAN),
    }
}

/// Returns the number of an operation on numbers: a bar of its own.
pub(super) fn fold(op: Op, numbers: [f64; 3]) -> f64 {
    let [a, b, c] = numbers.map(|number| [number; BLOCK]);
    let mut out = [f64::NAN; BLOCK];
    apply(op, [&a, &b, &c], &mut out);
    out[0]
}
