//! The definition of a parameter.

use super::ParamValue;
use super::value::whole_bars;
use crate::json::{Emit, Sink};
use crate::market::Timeframe;

/// Allowed values of a parameter.
#[derive(Debug, Clone, Copy)]
pub enum ParamKind {
    /// A length of time in days that is a whole number of bars.
    Window {
        /// Default, days.
        default: f64,
        /// Smallest length, bars.
        bars_min: u32,
        /// Largest length, days.
        days_max: u32,
    },
    /// A whole number.
    Integer {
        /// Default.
        default: i32,
        /// Smallest value.
        min: i32,
        /// Largest value.
        max: i32,
    },
    /// A number.
    Number {
        /// Default.
        default: f64,
        /// Smallest value.
        min: f64,
        /// Largest value.
        max: f64,
    },
    /// One of several texts; the first is the default.
    Choice(&'static [&'static str]),
}

/// The definition of a parameter.
#[derive(Debug, Clone, Copy)]
pub struct ParamSpec {
    /// Public name, as plans and the API write it.
    pub name: &'static str,
    /// Name for people.
    pub title: &'static str,
    /// Its effect.
    pub description: &'static str,
    /// Unit of the value; empty for a choice.
    pub unit: &'static str,
    /// Its allowed values.
    pub kind: ParamKind,
}

impl ParamSpec {
    /// Returns a window of `default` days, at least `bars_min` bars and at most `days_max` days.
    pub const fn window(
        (name, title): (&'static str, &'static str),
        default: f64,
        bars_min: u32,
        days_max: u32,
        description: &'static str,
    ) -> Self {
        Self {
            name,
            title,
            description,
            unit: "days",
            kind: ParamKind::Window { default, bars_min, days_max },
        }
    }

    /// Returns a whole number in `range`.
    pub const fn integer(
        (name, title): (&'static str, &'static str),
        default: i32,
        range: (i32, i32),
        unit: &'static str,
        description: &'static str,
    ) -> Self {
        Self {
            name,
            title,
            description,
            unit,
            kind: ParamKind::Integer { default, min: range.0, max: range.1 },
        }
    }

    /// Returns a number in `range`.
    pub const fn number(
        (name, title): (&'static str, &'static str),
        default: f64,
        range: (f64, f64),
        unit: &'static str,
        description: &'static str,
    ) -> Self {
        Self {
            name,
            title,
            description,
            unit,
            kind: ParamKind::Number { default, min: range.0, max: range.1 },
        }
    }

    /// Returns the `field` parameter of the technical strategies.
    pub const fn field() -> Self {
        Self {
            name: "field",
            title: "Read the yield as",
            description: "series x that the rule reads: ln(1 + yield), or the yield itself",
            unit: "",
            kind: ParamKind::Choice(&["logYield", "impliedApy"]),
        }
    }

    /// Returns the default value.
    pub fn default_value(&self, timeframe: Timeframe) -> ParamValue {
        match self.kind {
            ParamKind::Window { default, .. } => {
                let bars = (default * timeframe.bars_per_day() as f64).round();
                ParamValue::Window { days: default, bars: whole_bars(bars) }
            }
            ParamKind::Integer { default, .. } => ParamValue::Number(f64::from(default)),
            ParamKind::Number { default, .. } => ParamValue::Number(default),
            ParamKind::Choice(choices) => ParamValue::Choice(choices[0]),
        }
    }
}

impl Emit for ParamSpec {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.begin_object();
        sink.key("constraints");
        sink.begin_object();
        let kind = match self.kind {
            ParamKind::Window { bars_min, days_max, .. } => {
                sink.member("maximum", days_max);
                sink.member("minimumBars", bars_min);
                "window"
            }
            ParamKind::Integer { min, max, .. } => {
                sink.member("maximum", f64::from(max));
                sink.member("minimum", f64::from(min));
                "integer"
            }
            ParamKind::Number { min, max, .. } => {
                sink.member("maximum", max);
                sink.member("minimum", min);
                "number"
            }
            ParamKind::Choice(choices) => {
                sink.member("enum", choices);
                "string"
            }
        };
        sink.end_object();
        sink.member("defaultValue", self.default_value(Timeframe::Daily));
        sink.member("description", self.description);
        sink.member("name", self.name);
        sink.member("title", self.title);
        sink.member("type", kind);
        sink.member("unit", if self.unit.is_empty() { None } else { Some(self.unit) });
        sink.end_object();
    }
}
