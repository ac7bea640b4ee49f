//! The columns of one series and the columns made of them, each made once.
//!
//! They live as long as one call: a run, an evaluation of one path, a sweep. Between two components
//! they are dropped if there are many, so that memory does not grow with the number of components.

use super::extremes::Extremes;
use super::line::{FIRST_MADE, Line, UNNAMED};
use super::observable::{Mark, Observable, Observed, Scale};
use crate::market::{Series, Timeframe};
use core::cell::{Cell, RefCell};
use std::sync::OnceLock;

/// Number of columns above which the made ones are dropped before the next component of a run.
const MANY: usize = 16;
/// The same before the next candidate of a sweep: a map of two windows needs this many.
const MANY_OF_SWEEP: usize = 20;
/// Functions whose values have the scale of their first column.
const AVERAGES: [&str; 5] = ["ema", "highest", "kama", "lowest", "mean"];

/// The columns of a series, and the columns made of them in this call.
#[derive(Debug)]
pub struct Columns<'s> {
    pub(super) series: &'s Series,
    /// Number of columns above which the made ones are dropped.
    many: usize,
    made: OnceLock<Box<Made>>,
    /// Observed lines of each component, if the call records them.
    observed: Option<RefCell<Vec<Vec<Observed>>>>,
    /// Keys of the made columns that are known by bytes.
    keys: RefCell<Vec<Vec<u8>>>,
    /// Whether the component asked for its capital.
    pub(super) reads_capital: Cell<bool>,
}

/// A made column, and the next one.
#[derive(Debug)]
struct Made {
    recipe: Recipe,
    numbers: Vec<f64>,
    /// Made for the first band over the column in a sweep.
    extremes: OnceLock<Extremes>,
    next: OnceLock<Box<Made>>,
}

/// Key of a made column: a function, the columns that it reads, and its windows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Recipe {
    function: &'static str,
    of: [usize; 3],
    windows: [usize; 3],
}

impl Recipe {
    /// Returns the key of a function of up to three lines and three windows.
    #[inline(never)]
    pub(super) fn new(function: &'static str, of: &[&Line<'_>], windows: &[usize]) -> Self {
        let name = |at: usize| of.get(at).map_or(usize::MAX, |line| line.name);
        let window = |at: usize| windows.get(at).copied().unwrap_or(usize::MAX);
        Self { function, of: [0, 1, 2].map(name), windows: [0, 1, 2].map(window) }
    }
}

impl<'s> Columns<'s> {
    /// Returns the columns of a series, without made columns.
    pub fn of(series: &'s Series) -> Self {
        Self {
            series,
            many: MANY,
            made: OnceLock::new(),
            observed: None,
            keys: RefCell::default(),
            reads_capital: Cell::new(false),
        }
    }

    /// Returns the columns of a series for the candidates of a sweep, which share them.
    pub fn of_sweep(series: &'s Series) -> Self {
        Self { many: MANY_OF_SWEEP, ..Self::of(series) }
    }

    /// Returns the columns of a series for a call that records the observed lines.
    pub fn of_observer(series: &'s Series) -> Self {
        Self { observed: Some(RefCell::default()), ..Self::of(series) }
    }

    /// Returns whether the component asked for its capital.
    pub fn reads_capital(&self) -> bool {
        self.reads_capital.get()
    }

    /// Returns whether observed lines are recorded.
    pub(super) fn is_observed(&self) -> bool {
        self.observed.is_some()
    }

    /// Records an observed line, if the call records them.
    pub(super) fn observe(&self, what: &'static Observable, line: &Line<'_>, marks: &[&[f64]]) {
        if self.is_observed() {
            let marks = marks.iter().map(|mark| mark.to_vec()).collect();
            let stand = |Mark(role, compare, name): &Mark| (*role, *compare, (*name).into());
            self.record(Observed {
                name: what.name.into(),
                unit: what.unit,
                stands: what.marks.iter().map(stand).collect(),
                scale: self.scale_of(line.name),
                is_yield: line.is_yield(),
                line: line.to_vec(),
                marks,
            });
        }
    }

    /// Records a line of a caller's text, if the call records lines.
    pub(super) fn record(&self, line: Observed) {
        if let Some(observed) = &self.observed
            && let Some(lines) = observed.borrow_mut().last_mut()
        {
            lines.push(line);
        }
    }

    /// Returns the recorded lines of each component.
    pub fn into_observed(self) -> Vec<Vec<Observed>> {
        self.observed.map(RefCell::into_inner).unwrap_or_default()
    }

    /// Returns the scale of a column: the yield and its averages have that of the yield.
    fn scale_of(&self, name: usize) -> Scale {
        match name {
            0 => Scale::LogYield,
            1 => Scale::ImpliedApy,
            UNNAMED => Scale::Own,
            _ => {
                let made = name.checked_sub(FIRST_MADE).and_then(|at| self.iter().nth(at));
                made.filter(|made| AVERAGES.contains(&made.recipe.function))
                    .map_or(Scale::Own, |made| self.scale_of(made.recipe.of[0]))
            }
        }
    }

    /// Returns the length of a bar.
    pub fn timeframe(&self) -> Timeframe {
        self.series.clock.timeframe
    }

    /// Begins a component of a run: makes room for its columns, and records its lines apart.
    pub fn begin_component(&mut self) {
        self.make_room();
        self.reads_capital.set(false);
        if let Some(observed) = &mut self.observed {
            observed.get_mut().push(Vec::new());
        }
    }

    /// Drops the made columns if there are many. It runs before every component, so that memory
    /// stays bounded.
    pub fn make_room(&mut self) {
        if self.iter().count() > self.many {
            self.made = OnceLock::new();
            self.keys.get_mut().clear();
        }
    }

    /// Returns a number for a key, the same for equal bytes as long as the made columns are kept.
    pub(super) fn key(&self, key: &[u8]) -> usize {
        let mut keys = self.keys.borrow_mut();
        let known = keys.iter().position(|known| known == key);
        known.unwrap_or_else(|| {
            keys.push(key.to_vec());
            keys.len() - 1
        })
    }

    fn iter(&self) -> impl Iterator<Item = &Made> {
        core::iter::successors(self.made.get(), |made| made.next.get()).map(|made| &**made)
    }

    /// Returns the column of a key, if it was made.
    #[inline(never)]
    pub(super) fn find(&self, recipe: &Recipe) -> Option<Line<'_>> {
        let (at, made) = self.iter().enumerate().find(|(_, made)| made.recipe == *recipe)?;
        Some(Line { name: FIRST_MADE + at, numbers: &made.numbers })
    }

    /// Returns the extremes of a made column in a sweep, where other bands over it may follow.
    pub(super) fn extremes(&self, line: &Line<'_>) -> Option<&Extremes> {
        let place = line.name.checked_sub(FIRST_MADE).filter(|_| self.many > MANY)?;
        let made = self.iter().nth(place)?;
        Some(made.extremes.get_or_init(|| Extremes::of(&made.numbers)))
    }

    /// Stores the column of a key.
    #[inline(never)]
    pub(super) fn keep(&self, recipe: Recipe, numbers: Vec<f64>) -> Line<'_> {
        let mut new =
            Box::new(Made { recipe, numbers, extremes: OnceLock::new(), next: OnceLock::new() });
        let (mut name, mut place) = (FIRST_MADE, &self.made);
        loop {
            // If the slot is taken, the new column is returned.
            match place.set(new) {
                Ok(()) => break,
                Err(back) => new = back,
            }
            if let Some(taken) = place.get() {
                (name, place) = (name + 1, &taken.next);
            }
        }
        Line { name, numbers: place.get().map_or(&[], |made| &made.numbers) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::testing::Bars;

    fn recipe(function: &'static str, of: &[&Line<'_>], window: usize) -> Recipe {
        Recipe::new(function, of, &[window])
    }

    #[test]
    fn a_column_is_found_by_its_whole_key() {
        let series = Bars::of_log_yields(&[0.05, 0.06]).0;
        let columns = Columns::of(&series);
        let yields = Line::of_series(0, &series.log_yield);
        assert!(columns.find(&recipe("ema", &[&yields], 2)).is_none());
        let kept = columns.keep(recipe("ema", &[&yields], 2), vec![0.5]);
        let found = columns.find(&recipe("ema", &[&yields], 2)).unwrap();
        assert_eq!((found.name, &*found), (kept.name, &[0.5][..]));
        let of_it = recipe("ema", &[&kept], 2);
        for other in [recipe("ema", &[&yields], 3), recipe("sum", &[&yields], 2), of_it] {
            assert!(columns.find(&other).is_none());
        }
        let second = columns.keep(of_it, vec![0.25]);
        assert_ne!(second.name, kept.name);
        assert_eq!(columns.find(&of_it).unwrap()[0], 0.25);
    }

    #[test]
    fn memory_is_bounded_for_any_number_of_components() {
        let series = Bars::of_log_yields(&[0.05]).0;
        let mut columns = Columns::of(&series);
        for component in 0..100 {
            columns.make_room();
            for window in 0..9 {
                let recipe = recipe("sum", &[], 9 * component + window);
                columns.keep(recipe, vec![0.0]);
                assert!(columns.find(&recipe).is_some());
            }
            assert!(columns.iter().count() <= MANY + 9);
        }
    }
}
