//! Published values of the indicators. The file itself lists its sources and omissions.

use crate::support::{at, golden_folder, number, text};
use arena_engine::internals::indicator::{
    change, deviation, ema, highest, kama, lagged, lowest, mean, place_in, rsi, wilder, zscore,
};
use arena_engine::internals::json::{Json, parse};
use arena_engine::internals::num::{max, whole};
use std::fs;

/// One value per bar, `None` before the indicator exists.
type Output = Vec<Option<f64>>;
/// An indicator of one length.
type Indicator = fn(&[f64], usize) -> Vec<f64>;

#[test]
fn every_published_value_comes_out() {
    let bytes = fs::read(golden_folder().join("indicators.json")).expect("indicators.json");
    let file = parse(&bytes).expect("JSON");
    let mut compared = 0;
    for vector in at(&file, "vectors").items().expect("vectors") {
        let case =
            Case { vector, series: at(&file, &format!("series/{}", text(at(vector, "data")))) };
        let (id, tolerance) = (text(at(vector, "id")), number(at(vector, "tolerance_abs")));
        for (output, expected) in at(vector, "expected").members().expect("expected") {
            let found = case.output(output);
            for (bar, expected) in expected.members().expect("values") {
                let found = found[bar.parse::<usize>().expect("bar")];
                let agrees = match (found, expected.number()) {
                    (Some(found), Some(expected)) => (found - expected).abs() <= tolerance,
                    (found, expected) => found.is_none() && expected.is_none(),
                };
                assert!(agrees, "{id} {output} at bar {bar}: {found:?}, expected {expected:?}");
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 517, "as many values as the file has");
}

/// A published vector and its series.
struct Case<'v, 'a> {
    vector: &'v Json<'a>,
    series: &'v Json<'a>,
}

impl Case<'_, '_> {
    fn output(&self, name: &str) -> Output {
        match text(at(self.vector, "indicator")) {
            "RSI" => over(&self.close(), |values| rsi(&change(values, 1), self.length("period"))),
            "SMA" => self.windows(mean),
            "EMA" => self.windows(ema),
            "WILDERS" => self.smoothed(&self.close()),
            "ATR" if name == "tr" => self.true_ranges(),
            "ATR" => self.smoothed(&self.true_ranges()),
            "STDDEV" => self.of_population(self.windows(deviation)),
            "ROLLING_ZSCORE" => {
                let share = self.share_of_population();
                each(self.windows(zscore), |score| score / share)
            }
            "BollingerBands" | "BBANDS" => self.bollinger(name),
            "KAMA" => {
                let [period, fast, slow] = ["period", "fast", "slow"].map(|name| self.length(name));
                over(&self.close(), |values| kama(values, [period, fast, slow]))
            }
            "STOCH_FAST" if name == "k" => self.stochastic(&["k"]),
            "STOCH_FAST" => self.stochastic(&["k", "d"]),
            "STOCH_SLOW" if name == "slowK" => self.stochastic(&["fastK", "slowK"]),
            "STOCH_SLOW" => self.stochastic(&["fastK", "slowK", "slowD"]),
            "STOCH" if name == "k" => self.stochastic(&["args/0", "args/1"]),
            "STOCH" => self.stochastic(&["args/0", "args/1", "args/2"]),
            "MAX" => self.highest(&self.close()),
            "MIN" => self.lowest(&self.close()),
            "DONCHIAN_UPPER(input=open)" => self.highest(&self.column("open")),
            "DONCHIAN_LOWER(input=open)" => self.lowest(&self.column("open")),
            "DONCHIAN" => {
                let highs = self.highest(&self.column("high"));
                let lows = self.lowest(&self.column("low"));
                match name {
                    "upper" => highs,
                    "lower" => lows,
                    _ => pairs(&highs, &lows, |high, low| 0.5 * (high + low)),
                }
            }
            other => panic!("{other} is no indicator of ours"),
        }
    }

    /// A length of the vector; some sources write it as text.
    fn length(&self, name: &str) -> usize {
        let value = at(at(self.vector, "params"), name);
        let value = value.number().or_else(|| value.text()?.parse().ok());
        usize::try_from(whole(value.expect(name)).expect("whole")).expect("positive")
    }

    /// A column, with `None` where the source leaves it blank. Tulip numbers its columns: high,
    /// low, close, or a single one.
    fn column(&self, name: &str) -> Output {
        let numbered = match name {
            "low" => "in1",
            "close" if self.series.get("in2").is_some() => "in2",
            _ => "in0",
        };
        let column = self.series.get(name).or_else(|| self.series.get(numbered)).expect(name);
        column.items().expect("column").iter().map(Json::number).collect()
    }

    fn close(&self) -> Output {
        self.column("close")
    }

    fn windows(&self, indicator: Indicator) -> Output {
        over(&self.close(), |values| indicator(values, self.length("period")))
    }

    /// The engine's deviation divides by `n - 1`, that of the source by `n`.
    fn of_population(&self, deviations: Output) -> Output {
        let share = self.share_of_population();
        each(deviations, |deviation| deviation * share)
    }

    fn share_of_population(&self) -> f64 {
        let count = self.length("period") as f64;
        ((count - 1.0) / count).sqrt()
    }

    fn bollinger(&self, name: &str) -> Output {
        let width = number(at(self.vector, "params/k"));
        let (means, deviations) = (self.windows(mean), self.of_population(self.windows(deviation)));
        let off = |width: f64| pairs(&means, &deviations, |mean, sd| mean + width * sd);
        match name {
            "std" => deviations,
            "upper" => off(width),
            "lower" => off(-width),
            _ => means,
        }
    }

    fn smoothed(&self, values: &Output) -> Output {
        over(values, |values| wilder(values, self.length("period")))
    }

    /// The range of a bar and the previous close. The first bar has only its own range, or no value
    /// where the source skips it.
    fn true_ranges(&self) -> Output {
        let skips = at(self.vector, "params/first_tr").text() == Some("skipped");
        let (high, low) = (self.column("high"), self.column("low"));
        let before = over(&self.close(), |values| lagged(values, 1).to_vec());
        let own = pairs(&high, &low, |high, low| high - low);
        let from_close =
            |extremes: &Output| pairs(extremes, &before, |one, close| (one - close).abs());
        let jumps = pairs(&from_close(&high), &from_close(&low), max);
        own.iter()
            .zip(jumps)
            .map(|(own, jump)| match jump {
                Some(jump) => own.map(|own| max(own, jump)),
                None => own.filter(|_| !skips),
            })
            .collect()
    }

    /// `%K` over the first length, smoothed over each of the others.
    fn stochastic(&self, lengths: &[&str]) -> Output {
        let (window, smooth) = lengths.split_first().expect("a length");
        let window = self.length(window);
        let low = over(&self.column("low"), |values| lowest(values, window));
        let high = over(&self.column("high"), |values| highest(values, window));
        let ranges = low.iter().zip(&high).map(|(low, high)| low.zip(*high));
        let mut output: Output = ranges
            .zip(self.close())
            .map(|(range, close)| range.zip(close).map(|(range, close)| place_in(close, range)))
            .collect();
        for length in smooth {
            output = over(&output, |values| mean(values, self.length(length)));
        }
        output
    }

    fn highest(&self, values: &Output) -> Output {
        over(values, |values| highest(values, self.length("period")))
    }

    fn lowest(&self, values: &Output) -> Output {
        over(values, |values| lowest(values, self.length("period")))
    }
}

/// Pads a column at its beginning to one value per bar.
fn over(values: &Output, indicator: impl FnOnce(&[f64]) -> Vec<f64>) -> Output {
    let column: Vec<f64> = values.iter().copied().skip_while(Option::is_none).flatten().collect();
    let numbers = indicator(&column);
    let mut output = vec![None; values.len() - numbers.len()];
    output.extend(numbers.into_iter().map(Some));
    output
}

fn each(values: Output, of: impl Fn(f64) -> f64) -> Output {
    values.into_iter().map(|value| value.map(&of)).collect()
}

fn pairs(left: &Output, right: &Output, of: impl Fn(f64, f64) -> f64) -> Output {
    left.iter().zip(right).map(|(left, right)| left.zip(*right).map(|(l, r)| of(l, r))).collect()
}
