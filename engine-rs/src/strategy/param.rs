//! Parameters: one definition from which values are checked, documented and published.

use crate::json::{Emit, Json, Shown, Sink};
use crate::market::Timeframe;
use crate::num::whole;

/// What values a parameter takes.
#[derive(Debug, Clone, Copy)]
pub enum ParamKind {
    /// A length of time in days, whole in bars.
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
    /// One of several texts, the first being the default.
    Choice(&'static [&'static str]),
}

/// The definition of a parameter.
#[derive(Debug, Clone, Copy)]
pub struct ParamSpec {
    /// Public name.
    pub name: &'static str,
    /// What it does.
    pub description: &'static str,
    /// Unit of the value; empty for a choice.
    pub unit: &'static str,
    /// What values it takes.
    pub kind: ParamKind,
}

impl ParamSpec {
    /// Returns a window of `default` days, at least `bars_min` bars, at most `days_max` days.
    pub const fn window(
        name: &'static str,
        default: f64,
        bars_min: u32,
        days_max: u32,
        description: &'static str,
    ) -> Self {
        Self {
            name,
            description,
            unit: "days",
            kind: ParamKind::Window { default, bars_min, days_max },
        }
    }

    /// Returns a whole number in `range`.
    pub const fn integer(
        name: &'static str,
        default: i32,
        range: (i32, i32),
        unit: &'static str,
        description: &'static str,
    ) -> Self {
        Self {
            name,
            description,
            unit,
            kind: ParamKind::Integer { default, min: range.0, max: range.1 },
        }
    }

    /// Returns a number in `range`.
    pub const fn number(
        name: &'static str,
        default: f64,
        range: (f64, f64),
        unit: &'static str,
        description: &'static str,
    ) -> Self {
        Self {
            name,
            description,
            unit,
            kind: ParamKind::Number { default, min: range.0, max: range.1 },
        }
    }

    /// Returns the `field` parameter of the technical strategies.
    pub const fn field() -> Self {
        Self {
            name: "field",
            description: "series x that the rule reads",
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

    /// Checks a given value.
    ///
    /// # Errors
    /// A [`ParamFault`] says what is wrong and what is allowed.
    pub fn check(&self, given: &Json<'_>, timeframe: Timeframe) -> Result<ParamValue, ParamFault> {
        match self.kind {
            ParamKind::Choice(choices) => {
                let chosen = given.text().and_then(|text| choices.iter().find(|c| **c == text));
                chosen.map(|choice| ParamValue::Choice(choice)).ok_or_else(|| {
                    ParamFault::new("not_allowed", format!("must be one of {}", choices.join(", ")))
                })
            }
            ParamKind::Window { bars_min, days_max, .. } => {
                let days = number_of(given, "a number of days")?;
                check_window(days, (bars_min, days_max), timeframe)
            }
            ParamKind::Integer { min, max, .. } => {
                let value = number_of(given, "an integer")?;
                if value.trunc() != value {
                    return Err(ParamFault::new(
                        "wrong_type",
                        format!("is {}, must be an integer", Shown(value)),
                    ));
                }
                check_range(value, f64::from(min), f64::from(max))
            }
            ParamKind::Number { min, max, .. } => {
                check_range(number_of(given, "a number")?, min, max)
            }
        }
    }
}

/// A checked value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ParamValue {
    /// A length of time.
    Window {
        /// Length in days, as given.
        days: f64,
        /// Length in bars.
        bars: usize,
    },
    /// A number, whole where the definition says so.
    Number(f64),
    /// A text.
    Choice(&'static str),
}

impl ParamValue {
    /// Returns what a relation compares: bars of a window, else the number.
    pub fn comparable(&self) -> f64 {
        match self {
            Self::Window { bars, .. } => *bars as f64,
            Self::Number(value) => *value,
            Self::Choice(_) => f64::NAN,
        }
    }
}

impl Emit for ParamValue {
    fn emit(&self, sink: &mut dyn Sink) {
        match self {
            Self::Window { days, .. } => sink.number(*days),
            Self::Number(value) => sink.number(*value),
            Self::Choice(text) => sink.string(text),
        }
    }
}

/// Why a given value is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParamFault {
    /// What kind of fault, for programs.
    pub code: &'static str,
    /// What is wrong and what is allowed.
    pub message: String,
}

impl ParamFault {
    fn new(code: &'static str, message: String) -> Self {
        Self { code, message }
    }
}

fn number_of(given: &Json<'_>, wanted: &str) -> Result<f64, ParamFault> {
    given.number().ok_or_else(|| {
        ParamFault::new("wrong_type", format!("is a {}, must be {wanted}", given.kind()))
    })
}

fn check_range(value: f64, min: f64, max: f64) -> Result<ParamValue, ParamFault> {
    if value >= min && value <= max {
        return Ok(ParamValue::Number(value));
    }
    Err(ParamFault::new(
        "out_of_range",
        format!("is {}, must be from {} to {}", Shown(value), Shown(min), Shown(max)),
    ))
}

/// A window is whole in bars to 1e-9, at least `bounds.0` bars and at most `bounds.1` days.
fn check_window(
    days: f64,
    bounds: (u32, u32),
    timeframe: Timeframe,
) -> Result<ParamValue, ParamFault> {
    let per_day = timeframe.bars_per_day();
    let (low, high) = (f64::from(bounds.0), f64::from(bounds.1) * per_day as f64);
    let exact = days * per_day as f64;
    let bars = exact.round();
    if !(bars >= low && bars <= high) {
        let (name, bounds) = (timeframe.name(), format!("{} bars to {} days", bounds.0, bounds.1));
        let message = format!(
            "is {} days ({} {name} bars), must be from {bounds}",
            Shown(days),
            Shown(exact)
        );
        return Err(ParamFault::new("out_of_range", message));
    }
    if (exact - bars).abs() > 1e-9 {
        let near = |bars: f64| Shown(bars / per_day as f64);
        let message = format!(
            "is {} days, {} {} bars, must be a whole number of bars; the nearest windows are {} and {} days",
            Shown(days),
            Shown(exact),
            timeframe.name(),
            near(exact.floor()),
            near(exact.ceil()),
        );
        return Err(ParamFault::new("not_whole_bars", message));
    }
    Ok(ParamValue::Window { days, bars: whole_bars(bars) })
}

/// Returns a rounded number of bars, which is far below 2^53.
fn whole_bars(rounded: f64) -> usize {
    whole(rounded).and_then(|bars| usize::try_from(bars).ok()).unwrap_or(0)
}

/// The checked values of a strategy, one per definition and in the same order.
#[derive(Debug, Clone)]
pub struct ParamValues {
    specs: &'static [ParamSpec],
    values: Vec<ParamValue>,
}

impl ParamValues {
    /// Returns the values of the given definitions.
    pub fn new(specs: &'static [ParamSpec], values: Vec<ParamValue>) -> Self {
        Self { specs, values }
    }

    /// Returns every default.
    pub fn defaults(specs: &'static [ParamSpec], timeframe: Timeframe) -> Self {
        Self::new(specs, specs.iter().map(|spec| spec.default_value(timeframe)).collect())
    }

    /// Returns the value of a name.
    pub fn get(&self, name: &str) -> Option<ParamValue> {
        let at = self.specs.iter().position(|spec| spec.name == name)?;
        self.values.get(at).copied()
    }

    /// Returns the length of a window in bars.
    pub fn bars(&self, name: &'static str) -> usize {
        match self.get(name) {
            Some(ParamValue::Window { bars, .. }) => bars,
            _ => unreachable!("{name} is no window of this strategy"),
        }
    }

    /// Returns a number.
    pub fn number(&self, name: &'static str) -> f64 {
        match self.get(name) {
            Some(ParamValue::Number(value)) => value,
            _ => unreachable!("{name} is no number of this strategy"),
        }
    }

    /// Returns whether the choice `name` is `choice`.
    pub fn chose(&self, name: &'static str, choice: &str) -> bool {
        matches!(self.get(name), Some(ParamValue::Choice(chosen)) if chosen == choice)
    }
}

impl Emit for ParamValues {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.begin_object();
        let mut last = "";
        let after = |last: &str| {
            let left = self.specs.iter().zip(&self.values).filter(|(spec, _)| spec.name > last);
            left.min_by_key(|(spec, _)| spec.name)
        };
        while let Some((spec, value)) = after(last) {
            sink.member(spec.name, *value);
            last = spec.name;
        }
        sink.end_object();
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
        sink.member("type", kind);
        sink.member("unit", if self.unit.is_empty() { None } else { Some(self.unit) });
        sink.end_object();
    }
}
