//! Positions on the axes of a plan.

use crate::json::Json;
use crate::num::transcend::{ln, pow};
use crate::num::{clamp, rounded};
use crate::summary::{Pair, sort, total_order};

/// An axis as its plan writes it.
pub(super) struct Scale<'p> {
    pub(super) path: &'p str,
    /// The values of a list; `NaN` for a text.
    values: Option<Vec<f64>>,
    pub(super) min: f64,
    pub(super) max: f64,
    steps: Option<usize>,
    is_log: bool,
    /// Whether coordinates are places in a list of texts, which have no order.
    pub(super) is_textual: bool,
}

impl<'p> Scale<'p> {
    pub(super) fn read(axis: &'p Json<'p>) -> Self {
        let number = |name| axis.get(name).and_then(Json::number);
        let text = |name| axis.get(name).and_then(Json::text).unwrap_or_default();
        let values = axis.get("values").and_then(Json::items).map(|items| {
            items.iter().map(|item| item.number().unwrap_or(f64::NAN)).collect::<Vec<f64>>()
        });
        let numbers = || values.iter().flatten().copied();
        let min = numbers().fold(f64::INFINITY, crate::num::min);
        let max = numbers().fold(f64::NEG_INFINITY, crate::num::max);
        Self {
            path: text("path"),
            min: number("min").unwrap_or(min),
            max: number("max").unwrap_or(max),
            steps: number("steps").map(crate::num::place),
            is_log: text("scale") == "log",
            is_textual: numbers().any(f64::is_nan),
            values,
        }
    }

    /// Returns the number of levels; `None` for a range without steps.
    pub(super) fn levels(&self) -> Option<usize> {
        self.values.as_ref().map(Vec::len).or(self.steps)
    }

    pub(super) fn is_listed(&self) -> bool {
        self.values.is_some()
    }

    /// Returns the place of a coordinate in a list: that of the nearest value.
    #[inline(never)]
    fn place(&self, values: &[f64], coordinate: f64) -> f64 {
        if self.is_textual {
            return crate::num::place(coordinate).min(values.len() - 1) as f64;
        }
        let mut best = 0;
        for (at, value) in values.iter().enumerate() {
            if (value - coordinate).abs() < (values[best] - coordinate).abs() {
                best = at;
            }
        }
        best as f64
    }

    /// Returns a coordinate as a number of a row of a list draw.
    pub(super) fn row(&self, coordinate: f64) -> f64 {
        match &self.values {
            Some(values) => self.place(values, coordinate),
            None => clamp(coordinate, self.min, self.max),
        }
    }

    /// Returns a number of a row, held within its axis.
    pub(super) fn held(&self, number: f64) -> f64 {
        match &self.values {
            Some(values) => crate::num::place(number).min(values.len() - 1) as f64,
            None => clamp(number, self.min, self.max),
        }
    }

    /// Returns the position of a coordinate on its axis, from 0 to 1.
    #[inline(never)]
    pub(super) fn share(&self, coordinate: f64) -> f64 {
        match &self.values {
            Some(values) if values.len() < 2 => 0.0,
            Some(values) => self.place(values, coordinate) / (values.len() - 1) as f64,
            None if self.max == self.min => 0.0,
            None if self.is_log => ln(coordinate / self.min) / ln(self.max / self.min),
            None => (coordinate - self.min) / (self.max - self.min),
        }
    }

    /// Returns the coordinate at a position, rounded to a level where the axis has levels.
    #[inline(never)]
    pub(super) fn at(&self, share: f64) -> f64 {
        let held = clamp(share, 0.0, 1.0);
        let way = match self.levels() {
            None | Some(0 | 1) => held,
            Some(levels) => rounded(held * (levels - 1) as f64) / (levels - 1) as f64,
        };
        if let Some(values) = &self.values {
            let place = rounded(way * (values.len() - 1) as f64);
            let value = values[crate::num::place(place)];
            return if value.is_nan() { place } else { value };
        }
        if self.steps == Some(1) {
            return self.min;
        }
        let found = if self.is_log {
            self.min * pow(self.max / self.min, way)
        } else {
            self.min + way * (self.max - self.min)
        };
        clamp(found, self.min, self.max)
    }

    /// Returns the value a number of steps beyond an end.
    pub(super) fn beyond(&self, from: f64, sign: f64, step: f64) -> f64 {
        if self.is_log {
            from * pow(self.max / self.min, sign * step)
        } else {
            from + sign * step * (self.max - self.min)
        }
    }
}

/// Returns the places of numbers from the largest on, of equal ones the first first.
#[inline(never)]
pub(super) fn descending(numbers: &[f64]) -> Vec<usize> {
    let mut order: Vec<Pair> =
        numbers.iter().enumerate().map(|(at, number)| (!total_order(*number), at as u64)).collect();
    sort(&mut order, &|one, other| one.cmp(&other));
    order.into_iter().map(|(_, at)| crate::num::place(at as f64)).collect()
}

/// Returns whole numbers, ascending and distinct.
pub(super) fn distinct(numbers: impl Iterator<Item = u64>) -> Vec<u64> {
    let mut order: Vec<Pair> = numbers.map(|number| (number, 0)).collect();
    sort(&mut order, &|one, other| one.cmp(&other));
    order.dedup();
    order.into_iter().map(|(number, _)| number).collect()
}

/// Draws numbers in (0, 1): `SplitMix64`, mapped to the middle of one of 2^53 equal cells.
pub(super) struct Lots {
    seed: u64,
    at: u64,
}

impl Lots {
    pub(super) fn new(seed: u64) -> Self {
        Self { seed, at: 0 }
    }

    #[inline(never)]
    pub(super) fn draw(&mut self) -> f64 {
        let word = crate::random::word_of(self.seed, self.at);
        self.at += 1;
        ((word >> 11) as f64 + 0.5) / 9_007_199_254_740_992.0
    }

    /// Draws a word of 32 bits.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below 2^32")]
    pub(super) fn below_word(&mut self) -> u32 {
        (self.draw() * 4_294_967_296.0) as u32
    }

    /// Draws a whole number below a count.
    pub(super) fn below(&mut self, count: usize) -> usize {
        crate::num::place(self.draw() * count as f64)
    }
}
