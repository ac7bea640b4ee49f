//! Checks given values of parameters.

use super::value::whole_bars;
use super::{ParamKind, ParamSpec, ParamValue};
use crate::json::{EcmaNumber, Excerpt, Json};
use crate::market::Timeframe;

impl ParamSpec {
    /// Checks a given value.
    ///
    /// # Errors
    /// A [`ParamError`] with the given and the allowed value.
    pub fn check(&self, given: &Json<'_>, timeframe: Timeframe) -> Result<ParamValue, ParamError> {
        match self.kind {
            ParamKind::Choice(choices) => {
                let chosen = given.text().and_then(|text| choices.iter().find(|c| **c == text));
                chosen.map(|choice| ParamValue::Choice(choice)).ok_or_else(|| {
                    let code = if given.text().is_some() { "not_allowed" } else { "wrong_type" };
                    let (given, list) = (Excerpt(given), choices.join(", "));
                    ParamError::new(code, format!("is {given}, must be one of {list}"))
                })
            }
            ParamKind::Window { bars_min, days_max, .. } => {
                let days = number_of(given, "a number of days")?;
                check_window(days, (bars_min, days_max), timeframe)
            }
            ParamKind::Integer { min, max, .. } => {
                let value = number_of(given, "an integer")?;
                if value.trunc() != value {
                    return Err(ParamError::new(
                        "wrong_type",
                        format!("is {}, must be an integer", EcmaNumber(value)),
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

impl ParamSpec {
    /// Returns the value of a number that [`check`](Self::check) allows. The number of a window is in
    /// days.
    pub fn of_number(&self, number: f64, timeframe: Timeframe) -> Option<ParamValue> {
        let is_in = |min: f64, max: f64| number >= min && number <= max;
        let is_allowed = match self.kind {
            ParamKind::Choice(_) => false,
            ParamKind::Window { bars_min, days_max, .. } => {
                return check_window(number, (bars_min, days_max), timeframe).ok();
            }
            ParamKind::Integer { min, max, .. } => {
                number.trunc() == number && is_in(f64::from(min), f64::from(max))
            }
            ParamKind::Number { min, max, .. } => is_in(min, max),
        };
        is_allowed.then_some(ParamValue::Number(number))
    }

    /// Returns the choice of an allowed text.
    pub fn of_text(&self, text: &str) -> Option<ParamValue> {
        let ParamKind::Choice(choices) = self.kind else { return None };
        choices.iter().find(|choice| **choice == text).map(|choice| ParamValue::Choice(choice))
    }
}

/// The reason why a given value is rejected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParamError {
    /// The kind of error, for programs.
    pub code: &'static str,
    /// The given and the allowed value.
    pub message: String,
}

impl ParamError {
    #[cold]
    #[inline(never)]
    fn new(code: &'static str, message: String) -> Self {
        Self { code, message }
    }
}

fn number_of(given: &Json<'_>, wanted: &str) -> Result<f64, ParamError> {
    given.number().ok_or_else(|| {
        ParamError::new("wrong_type", format!("is {}, must be {wanted}", Excerpt(given)))
    })
}

fn check_range(value: f64, min: f64, max: f64) -> Result<ParamValue, ParamError> {
    if value >= min && value <= max {
        return Ok(ParamValue::Number(value));
    }
    Err(ParamError::new(
        "out_of_range",
        format!(
            "is {}, must be from {} to {}",
            EcmaNumber(value),
            EcmaNumber(min),
            EcmaNumber(max)
        ),
    ))
}

/// A window is a whole number of bars to 1e-9, at least `bounds.0` bars and at most `bounds.1`
/// days.
fn check_window(
    days: f64,
    bounds: (u32, u32),
    timeframe: Timeframe,
) -> Result<ParamValue, ParamError> {
    let per_day = timeframe.bars_per_day();
    let (low, high) = (f64::from(bounds.0), f64::from(bounds.1) * per_day as f64);
    let exact = days * per_day as f64;
    let bars = exact.round();
    if !(bars >= low && bars <= high) {
        let (name, bounds) = (timeframe.name(), format!("{} bars to {} days", bounds.0, bounds.1));
        let message = format!(
            "is {} days ({} {name} bars), must be from {bounds}",
            EcmaNumber(days),
            EcmaNumber(exact)
        );
        return Err(ParamError::new("out_of_range", message));
    }
    if (exact - bars).abs() > 1e-9 {
        let near = |bars: f64| EcmaNumber(bars / per_day as f64);
        let message = format!(
            "is {} days, {} {} bars, must be a whole number of bars; the nearest windows are {} and {} days",
            EcmaNumber(days),
            EcmaNumber(exact),
            timeframe.name(),
            near(exact.floor()),
            near(exact.ceil()),
        );
        return Err(ParamError::new("not_whole_bars", message));
    }
    Ok(ParamValue::Window { days, bars: whole_bars(bars) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_number_and_check_allow_the_same_numbers() {
        let window = ParamSpec::window(("window", "Window"), 5.0, 2, 30, "");
        for (timeframe, days, is_allowed) in [
            (Timeframe::Daily, 3.0, true),
            (Timeframe::Daily, 3.75, false),
            (Timeframe::Hourly, 3.75, true),
            (Timeframe::Hourly, 1.0 / 3.0, true),
            (Timeframe::Hourly, 0.3, false),
            (Timeframe::Daily, 31.0, false),
        ] {
            assert_eq!(window.of_number(days, timeframe).is_some(), is_allowed, "{days}");
            assert_eq!(window.check(&Json::Number(days), timeframe).is_ok(), is_allowed, "{days}");
        }
    }
}
