//! Finds the known name that a wrong one was probably meant to be.

use crate::strategy::catalogue;
use crate::words::{LENGTH_MAX, distance};
use core::fmt;

/// The end of a sentence about a wrong name: "; the nearest is NAME", or empty if no known name
/// resembles it.
pub(super) struct Nearest<'n>(Option<&'n str>);

impl<'n> Nearest<'n> {
    /// Finds the known name with the smallest edit distance, at most a third of its length, rounded up.
    #[cold]
    #[inline(never)]
    pub(super) fn of(wrong: &str, known: &[&'n str]) -> Self {
        let mut found = Self(None);
        let mut least = LENGTH_MAX;
        for name in known.iter().copied() {
            let distance = distance(wrong, name);
            if distance < least && 3 * distance <= name.len() + 2 {
                (least, found.0) = (distance, Some(name));
            }
        }
        found
    }
}

impl Nearest<'static> {
    /// Finds the strategy with the nearest id.
    #[cold]
    #[inline(never)]
    pub(super) fn strategy(wrong: &str) -> Self {
        Self::of(wrong, &catalogue::all().map(|entry| entry.spec.id).collect::<Vec<_>>())
    }
}

impl fmt::Display for Nearest<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(name) => write!(formatter, "; the nearest is {name}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_differs_in_few_letters() {
        let names = ["yield-rsi", "yield-macd", "period"];
        for (wrong, nearest) in [
            ("yield-rsy", "; the nearest is yield-rsi"),
            ("preiod", "; the nearest is period"),
            ("perod", "; the nearest is period"),
            ("eriod", "; the nearest is period"),
            ("yieldmac", "; the nearest is yield-macd"),
            ("momentum", ""),
            ("", ""),
            ("\u{1f600}", ""),
        ] {
            let found = Nearest::of(wrong, &names).to_string();
            assert_eq!(found, nearest, "{wrong}");
        }
    }
}
