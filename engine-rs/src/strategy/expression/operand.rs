//! The operands of an operation, read block by block.

use super::kernel::Block;
use crate::strategy::Line;

/// An operand of an operation.
#[derive(Clone, Copy)]
pub(super) enum Operand<'s> {
    Nothing,
    Register(usize),
    Fixed(usize),
    Line(Line<'s>),
}

impl Operand<'_> {
    /// Returns the numbers of a block, which a line may have to copy.
    #[inline(always)]
    pub(super) fn block<'b>(
        &'b self,
        from: usize,
        bars: usize,
        (registers, fixed): (&'b [Block], &'b [Block]),
        loaded: &'b mut Block,
    ) -> &'b Block {
        match self {
            Self::Nothing => loaded,
            Self::Register(at) => &registers[*at],
            Self::Fixed(at) => &fixed[*at],
            Self::Line(line) => {
                let missing = bars - line.len();
                let there = from.checked_sub(missing).and_then(|at| line.get(at..)?.first_chunk());
                there.unwrap_or_else(|| {
                    for (slot, at) in loaded.iter_mut().zip(from..) {
                        let number = at.checked_sub(missing).and_then(|at| line.get(at));
                        *slot = number.copied().unwrap_or(f64::NAN);
                    }
                    loaded
                })
            }
        }
    }
}
