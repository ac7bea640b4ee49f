//! Entry point of the generator: a market, a timeframe and a seed in, the content of a dataset file
//! out.

use super::answer::answer;
use super::document::read;
use super::evidence::fingerprint;
use super::field_errors::FieldErrors;
use crate::error::Result;
use crate::generator::path_seeds::{SCENARIO_SEED, reference_seeds, sister_seeds};
use crate::generator::{MarketSpec, WARMUP_DAYS, generate};
use crate::json::{EcmaNumber, Json, Printer, Sink};
use crate::market::{Columns, Dataset, MarketTerms, Provenance, Series, Timeframe, Unknown};
use crate::num::whole;
use crate::time;
use crate::version::GENERATOR_VERSION;

/// Answers `{"marketKey", "seed", "timeframe"}` with a generated dataset: `csv` is the file to the
/// byte, the rest are the members of its manifest entry. Instead of `seed`, `sister` takes the
/// number of one of the 64 sister paths, or `reference` that of one of the 65,536 reference paths,
/// counted from 1; their seeds do not fit a JSON number. The seed of a season's path does not,
/// either: `seed` takes its digits, too.
pub fn generate_dataset(request: &[u8]) -> Vec<u8> {
    answer(|printer| {
        let document = read(request)?;
        let order = Order::read(&document)?;
        let (terms, columns) = generate(order.spec, order.seed, order.timeframe);
        print(&order, &terms, &columns, printer);
        Ok(())
    })
}

/// Generates the dataset of a request to [`generate_dataset`]. Returns the columns of its file one
/// after the other, timestamps first; empty for a refused request.
pub fn generate_columns(request: &[u8]) -> Vec<f64> {
    let document = read(request);
    let order = document.and_then(|document| Order::read(&document));
    let made = order.map(|order| {
        let (_, columns) = generate(order.spec, order.seed, order.timeframe);
        let closes = columns.timestamp.iter().map(|close| *close as f64);
        closes.chain(named(&columns).into_iter().flat_map(|(_, values)| values).copied()).collect()
    });
    made.unwrap_or_default()
}

/// Generates a dataset whose first thirty days are warmup, like the official datasets.
///
/// # Errors
/// `REQUEST_VALIDATION_FAILED` for a market that the generator does not know.
pub(crate) fn generated(market_key: &str, timeframe: Timeframe, seed: u64) -> Result<Dataset> {
    let spec = MarketSpec::of_key(market_key).ok_or_else(|| {
        let mut errors = FieldErrors::default();
        let wanted = format_args!("must be {}", market_keys());
        errors.add(format_args!("/marketKey"), "not_allowed", wanted);
        errors.into_error("generate a dataset")
    })?;
    let (terms, columns) = generate(spec, seed, timeframe);
    Ok(Dataset {
        market_id: spec.market_id,
        market_key: spec.market_key.into(),
        asset: None,
        is_served: true,
        provenance: Provenance::Synthetic { seed, passive_gap: spec.passive_gap(timeframe) },
        unknown: Unknown::default(),
        sha256: fingerprint(&[csv(&columns).as_bytes()]),
        trade_start_index: WARMUP_DAYS * timeframe.bars_per_day(),
        series: Series::new(&terms, columns)?,
    })
}

fn market_keys() -> String {
    MarketSpec::ALL.map(|spec| spec.market_key).join(" or ")
}

/// A request for a dataset.
struct Order {
    spec: &'static MarketSpec,
    timeframe: Timeframe,
    seed: u64,
}

impl Order {
    fn read(document: &Json<'_>) -> Result<Self> {
        let text = |name| document.get(name).and_then(Json::text);
        let spec = text("marketKey").and_then(MarketSpec::of_key);
        let timeframe = text("timeframe").and_then(Timeframe::from_name);
        let (named, allowed, seed) = seed_of(document);
        match (spec, timeframe, seed) {
            (Some(spec), Some(timeframe), Some(seed)) => Ok(Self { spec, timeframe, seed }),
            (spec, timeframe, seed) => {
                let mut errors = FieldErrors::default();
                let mut must_be = |is_right: bool, name: &str, allowed: &str| {
                    if !is_right {
                        let message = format_args!("must be {allowed}");
                        errors.add(format_args!("/{name}"), "not_allowed", message);
                    }
                };
                must_be(spec.is_some(), "marketKey", &market_keys());
                must_be(seed.is_some(), named, allowed);
                must_be(timeframe.is_some(), "timeframe", "hourly or daily");
                Err(errors.into_error("generate a dataset"))
            }
        }
    }
}

/// Returns the seed of an order, with the member that gives it and the allowed values.
fn seed_of(document: &Json<'_>) -> (&'static str, &'static str, Option<u64>) {
    let number = |name| {
        let number = document.get(name).and_then(Json::number).and_then(whole)?;
        u64::try_from(number).ok()
    };
    let place = |name| usize::try_from(number(name)?.checked_sub(1)?).ok();
    if document.get("sister").is_some() {
        let path_seed = match document.get("pathSeed") {
            None => Some(SCENARIO_SEED),
            Some(given) => given.text().and_then(|text| text.parse().ok()),
        };
        let seeds = path_seed.map(sister_seeds);
        let seed = place("sister").and_then(|at| seeds?.get(at).copied());
        ("sister", "a whole number from 1 to 64, pathSeed the one of a verdict", seed)
    } else if document.get("reference").is_some() {
        let seed = place("reference").and_then(|at| reference_seeds().nth(at));
        ("reference", "a whole number from 1 to 65536", seed)
    } else {
        let digits = || document.get("seed")?.text()?.parse().ok();
        let allowed = "a whole number from 0 to 2^53 - 1, or the digits of one to 2^64 - 1";
        ("seed", allowed, number("seed").or_else(digits))
    }
}

fn print(order: &Order, terms: &MarketTerms, columns: &Columns, printer: &mut Printer) {
    let close = |timestamp: Option<&i64>| timestamp.map(|timestamp| time::iso(*timestamp));
    let sink: &mut dyn Sink = printer;
    sink.begin_object();
    sink.member("bars", columns.timestamp.len());
    sink.member("csv", csv(columns));
    sink.member("expiry", time::iso(terms.expiry));
    sink.member("farExpiry", terms.far_expiry.map(time::iso));
    sink.member("firstTimestamp", close(columns.timestamp.first()));
    sink.member("generatorVersion", GENERATOR_VERSION);
    sink.member("lastTimestamp", close(columns.timestamp.last()));
    sink.member("marketId", order.spec.market_id);
    sink.member("marketKey", order.spec.market_key);
    sink.member("passiveGap", order.spec.passive_gap(order.timeframe));
    sink.member("scalarRoot", terms.scalar_root);
    // The seed of a path does not fit a JSON number and follows from the path's number.
    sink.member("seed", (order.seed < 1 << 53).then_some(order.seed as f64));
    sink.member("timeframe", terms.timeframe);
    sink.end_object();
}

/// Returns the columns of the file by their names, without the timestamps.
fn named(columns: &Columns) -> Vec<(&'static str, &[f64])> {
    let mut named: Vec<(&'static str, &[f64])> = vec![
        ("impliedApy", &columns.implied_apy),
        ("underlyingApy", &columns.underlying_apy),
        ("ptPrice", &columns.pt_price),
        ("totalPt", &columns.total_pt),
        ("totalSy", &columns.total_sy),
        ("syIndex", &columns.sy_index),
        ("tvl", &columns.tvl),
        ("volume", columns.volume.as_deref().unwrap_or_default()),
    ];
    named.extend(columns.far_implied_apy.as_deref().map(|far| ("farImpliedApy", far)));
    named
}

/// Returns the file: a row of names, then a row per bar. Numbers are in the shortest form that
/// reads back as the same double, as in ECMAScript; every line ends in a line feed.
fn csv(columns: &Columns) -> String {
    let named = named(columns);
    let mut text = String::from("timestamp");
    for (name, _) in &named {
        text.extend([",", name]);
    }
    text.push('\n');
    for (at, timestamp) in columns.timestamp.iter().enumerate() {
        text.push_str(&time::iso(*timestamp));
        for (_, values) in &named {
            text.push(',');
            text.push_str(&EcmaNumber(values[at]).to_string());
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(request: &str) -> String {
        String::from_utf8(generate_dataset(request.as_bytes())).unwrap()
    }

    /// Reads a file back, except the timestamps.
    fn values(csv: &str) -> Vec<Vec<f64>> {
        let rows = csv.lines().skip(1);
        rows.map(|row| row.split(',').skip(1).map(|field| field.parse().unwrap()).collect())
            .collect()
    }

    #[test]
    fn the_file_reads_back_as_the_columns() {
        for spec in &MarketSpec::ALL {
            let (_, columns) = generate(spec, 5, Timeframe::Daily);
            let text = csv(&columns);
            assert!(text.starts_with(
                "timestamp,impliedApy,underlyingApy,ptPrice,totalPt,totalSy,syIndex,tvl,volume"
            ));
            assert!(text.ends_with('\n'));
            let rows = values(&text);
            assert_eq!(rows.len(), columns.timestamp.len());
            for (at, row) in rows.iter().enumerate() {
                assert_eq!(row[0], columns.implied_apy[at]);
                assert_eq!(row[7], columns.volume.as_ref().unwrap()[at]);
                assert_eq!(
                    row.get(8).copied(),
                    columns.far_implied_apy.as_ref().map(|far| far[at])
                );
            }
        }
    }

    #[test]
    fn the_columns_are_those_of_the_file() {
        for spec in &MarketSpec::ALL {
            let key = spec.market_key;
            let request = format!(r#"{{"marketKey":"{key}","seed":5,"timeframe":"daily"}}"#);
            let (_, columns) = generate(spec, 5, Timeframe::Daily);
            let rows = values(&csv(&columns));
            let made = generate_columns(request.as_bytes());
            let bars = columns.timestamp.len();
            assert_eq!(made.len(), (1 + rows[0].len()) * bars);
            for (at, row) in rows.iter().enumerate() {
                assert_eq!(made[at], columns.timestamp[at] as f64);
                let read: Vec<f64> = (1..=row.len()).map(|name| made[name * bars + at]).collect();
                assert_eq!(&read, row);
            }
        }
        assert_eq!(generate_columns(b"{}"), []);
    }

    #[test]
    fn the_same_request_gives_the_same_bytes() {
        let request = r#"{"marketKey":"susde","seed":7,"timeframe":"daily"}"#;
        let answer = answered(request);
        assert_eq!(answer, answered(request));
        assert!(answer.starts_with(r#"{"ok":{"bars":182,"csv":"timestamp,"#));
        assert!(answer.ends_with(
            r#""lastTimestamp":"2026-06-24T00:00:00Z","marketId":1,"marketKey":"susde","passiveGap":0.013342920307198284,"scalarRoot":22,"seed":7,"timeframe":"daily"}}"#
        ));
        assert_ne!(answer, answered(&request.replace(":7", ":8")));
    }

    #[test]
    fn a_numbered_path_has_the_bytes_of_its_seed() {
        for (name, seed) in [
            ("sister", sister_seeds(SCENARIO_SEED)[16]),
            ("reference", reference_seeds().nth(16).unwrap()),
        ] {
            let path =
                answered(&format!(r#"{{"marketKey":"susde","timeframe":"daily","{name}":17}}"#));
            let (_, columns) = generate(&MarketSpec::ALL[0], seed, Timeframe::Daily);
            assert!(path.contains(&csv(&columns).replace('\n', "\\n")), "{name}");
            for wrong in ["0", "65537", "1.5", "\"1\""] {
                let request =
                    format!(r#"{{"marketKey":"susde","timeframe":"daily","{name}":{wrong}}}"#);
                assert!(answered(&request).contains(&format!(r#""path":"/{name}""#)), "{request}");
            }
        }
        assert!(
            answered(r#"{"marketKey":"susde","timeframe":"daily","sister":65}"#)
                .contains("must be a whole number from 1 to 64")
        );
    }

    #[test]
    fn the_digits_of_a_seed_give_the_bytes_of_its_number() {
        let order =
            |seed: &str| format!(r#"{{"marketKey":"susde","seed":{seed},"timeframe":"daily"}}"#);
        assert_eq!(answered(&order("7")), answered(&order("\"7\"")));
        let (_, columns) = generate(&MarketSpec::ALL[0], u64::MAX, Timeframe::Daily);
        let path = answered(&order("\"18446744073709551615\""));
        assert!(path.contains(&csv(&columns).replace('\n', "\\n")));
        for wrong in ["\"18446744073709551616\"", "\"-1\"", "\"1.5\"", "\"\"", "1e19"] {
            assert!(answered(&order(wrong)).contains(r#""path":"/seed""#), "{wrong}");
        }
    }

    #[test]
    fn all_wrong_fields_are_reported_at_once() {
        let answer = answered(r#"{"marketKey":"usde","seed":-1}"#);
        for path in ["/marketKey", "/seed", "/timeframe"] {
            assert!(answer.contains(&format!(r#""path":"{path}""#)), "{answer}");
        }
        assert!(answer.contains("must be susde or susdf or ghousd"));
        assert!(answered("{").contains("MALFORMED_JSON"));
    }
}
