//! Windows: lengths of time that are whole numbers of bars.

use super::token::Unit;
use crate::json::EcmaNumber;
use crate::market::Timeframe;
use crate::num::whole;

/// Longest window, days.
pub const DAYS_MAX: u32 = 400;

/// The error of a window with a sign.
pub(super) const NEGATIVE: &str = "a window is not negative: a text reads no later bar";

/// Returns the bars of an amount of a unit, not rounded.
fn exact_bars(amount: f64, unit: Unit, timeframe: Timeframe) -> f64 {
    let per_day = timeframe.bars_per_day() as f64;
    match unit {
        Unit::Days => amount * per_day,
        Unit::Hours => amount * per_day / 24.0,
        Unit::Bars => amount,
    }
}

/// Returns the spelling of a window that is a whole number of bars.
pub(super) fn spelled(amount: f64, unit: Unit, timeframe: Timeframe) -> String {
    match unit {
        Unit::Bars => format!("{}b", EcmaNumber(amount)),
        _ => spelled_bars(exact_bars(amount, unit, timeframe).round(), unit, timeframe),
    }
}

fn spelled_bars(bars: f64, unit: Unit, timeframe: Timeframe) -> String {
    if unit == Unit::Bars {
        return format!("{}b", EcmaNumber(bars));
    }
    let hours = bars * 24.0 / timeframe.bars_per_day() as f64;
    let days = hours / 24.0;
    if days.trunc() * 24.0 == hours {
        format!("{}d", EcmaNumber(days))
    } else {
        format!("{}h", EcmaNumber(hours))
    }
}

/// Returns the bars of a window that are at least `least`.
///
/// # Errors
/// A message with the error and the allowed lengths.
pub(super) fn whole_bars(
    amount: f64,
    unit: Unit,
    least: u32,
    timeframe: Timeframe,
) -> Result<u32, String> {
    if amount < 0.0 {
        return Err(NEGATIVE.into());
    }
    let exact = exact_bars(amount, unit, timeframe);
    let (bars, name) = (exact.round(), timeframe.name());
    let most = f64::from(DAYS_MAX) * timeframe.bars_per_day() as f64;
    let is_whole = (exact - bars).abs() <= 1e-9;
    let is_in = |bars: f64| bars >= f64::from(least) && bars <= most;
    if (is_whole && is_in(bars)) || (!is_whole && is_in(exact)) {
        let bars = whole(bars).filter(|_| is_whole).and_then(|bars| u32::try_from(bars).ok());
        return bars.ok_or_else(|| {
            let [low, high] =
                [exact.floor(), exact.ceil()].map(|bars| spelled_bars(bars, unit, timeframe));
            format!("is {} {name} bars, must be whole: {low} or {high}", EcmaNumber(exact))
        });
    }
    let unit = match (unit, timeframe) {
        (Unit::Bars, _) => 'b',
        (_, Timeframe::Hourly) => 'h',
        (_, Timeframe::Daily) => 'd',
    };
    let exact = EcmaNumber(exact);
    let low = if least == 0 { "0d".into() } else { format!("{least}{unit}") };
    Err(format!("is {exact} {name} bars, must be from {low} to {DAYS_MAX}d"))
}
