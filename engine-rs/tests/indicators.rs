//! Published values of the indicators. The file itself lists its sources, and what it leaves out.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test may fail by panic"
)]

mod support;

use arena_engine::internals::indicator::{
    Change, Ema, Kama, Lag, Rolling, RollingMax, RollingMin, Rsi, WilderAverage, Window, percent_k,
};
use arena_engine::internals::json::{Json, parse};
use arena_engine::internals::num::{max, whole};
use std::fs;
use support::{at, golden_folder, number, text};

/// One value per bar, none before the indicator exists.
type Output = Vec<Option<f64>>;

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

/// A published vector and the series it is of.
struct Case<'v, 'a> {
    vector: &'v Json<'a>,
    series: &'v Json<'a>,
}

impl Case<'_, '_> {
    fn output(&self, name: &str) -> Output {
        match text(at(self.vector, "indicator")) {
            "RSI" => {
                let (mut change, mut rsi) = (Change::new(), Rsi::new(self.length("period")));
                over(&self.close(), |v| change.push(v).and_then(|change| rsi.push(change)))
            }
            "SMA" => self.windows(|window| window.mean()),
            "EMA" => {
                let mut ema = Ema::new(self.length("period"));
                over(&self.close(), |v| ema.push(v))
            }
            "WILDERS" => self.smoothed(&self.close()),
            "ATR" if name == "tr" => self.true_ranges(),
            "ATR" => self.smoothed(&self.true_ranges()),
            "STDDEV" => self.windows(|window| self.of_population(window.deviation())),
            "ROLLING_ZSCORE" => {
                self.windows(|window| window.zscore().unwrap() / self.of_population(1.0))
            }
            "BollingerBands" | "BBANDS" => self.bollinger(name),
            "KAMA" => {
                let [period, fast, slow] = ["period", "fast", "slow"].map(|name| self.length(name));
                let mut kama = Kama::new(period, fast, slow);
                over(&self.close(), |v| kama.push(v))
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
                    _ => pairs(highs, lows).map(|pair| pair.map(|(h, l)| 0.5 * (h + l))).collect(),
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

    /// A column, `None` where the source leaves it blank. Tulip numbers them: high, low, close or
    /// the only one.
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

    fn windows(&self, read: impl Fn(Window) -> f64) -> Output {
        let mut rolling = Rolling::new(self.length("period"));
        over(&self.close(), |v| rolling.push(v).map(&read))
    }

    /// Our deviation divides by `n - 1`, that of the source by `n`.
    fn of_population(&self, deviation: f64) -> f64 {
        let count = self.length("period") as f64;
        deviation * ((count - 1.0) / count).sqrt()
    }

    fn bollinger(&self, name: &str) -> Output {
        let width = number(at(self.vector, "params/k"));
        self.windows(|window| {
            let deviation = self.of_population(window.deviation());
            match name {
                "std" => deviation,
                "upper" => window.mean() + width * deviation,
                "lower" => window.mean() - width * deviation,
                _ => window.mean(),
            }
        })
    }

    fn smoothed(&self, values: &Output) -> Output {
        let mut average = WilderAverage::new(self.length("period"));
        over(values, |v| average.push(v))
    }

    /// The range of a bar and the close before it; of the first bar its own range, or none where the
    /// source skips it.
    fn true_ranges(&self) -> Output {
        let skips = at(self.vector, "params/first_tr").text() == Some("skipped");
        let mut before = Lag::new(1);
        let closes = over(&self.close(), |v| before.push(v));
        let ranges = pairs(self.column("high"), self.column("low")).zip(closes);
        ranges
            .map(|(pair, close)| {
                let (high, low) = pair?;
                match close {
                    Some(close) => {
                        Some(max(high - low, max((high - close).abs(), (low - close).abs())))
                    }
                    None => (!skips).then_some(high - low),
                }
            })
            .collect()
    }

    /// `%K` over the first length, smoothed over each of the others.
    fn stochastic(&self, lengths: &[&str]) -> Output {
        let (window, smooth) = lengths.split_first().expect("a length");
        let window = self.length(window);
        let mut lows = RollingMin::new(window);
        let mut highs = RollingMax::new(window);
        let low = over(&self.column("low"), |v| lows.push(v));
        let high = over(&self.column("high"), |v| highs.push(v));
        let mut output: Output = pairs(low, high)
            .zip(self.close())
            .map(|(range, close)| {
                range.zip(close).map(|((low, high), close)| percent_k(close, low, high))
            })
            .collect();
        for length in smooth {
            let mut rolling = Rolling::new(self.length(length));
            output = over(&output, |v| rolling.push(v).map(|window| window.mean()));
        }
        output
    }

    fn highest(&self, values: &Output) -> Output {
        let mut rolling = RollingMax::new(self.length("period"));
        over(values, |v| rolling.push(v))
    }

    fn lowest(&self, values: &Output) -> Output {
        let mut rolling = RollingMin::new(self.length("period"));
        over(values, |v| rolling.push(v))
    }
}

/// Feeds an indicator with the values that exist.
fn over(values: &Output, mut push: impl FnMut(f64) -> Option<f64>) -> Output {
    values.iter().map(|value| value.and_then(&mut push)).collect()
}

fn pairs(left: Output, right: Output) -> impl Iterator<Item = Option<(f64, f64)>> {
    left.into_iter().zip(right).map(|(left, right)| left.zip(right))
}
