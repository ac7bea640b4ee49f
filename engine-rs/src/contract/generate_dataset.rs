//! The generator's face: a market, a timeframe and a seed in, the content of a dataset file out.

use super::answer::answer;
use super::document::read;
use super::evidence::fingerprint;
use super::field_errors::FieldErrors;
use crate::error::Result;
use crate::generator::{MarketSpec, WARMUP_DAYS, generate};
use crate::json::{EcmaNumber, Json, Printer, Sink};
use crate::market::{Columns, Dataset, MarketTerms, Provenance, Series, Timeframe};
use crate::num::whole;
use crate::time;
use crate::version::GENERATOR_VERSION;

/// Answers `{"marketKey", "seed", "timeframe"}` with a generated dataset: `csv` is the file to the
/// byte, the rest are the members of its manifest entry.
pub fn generate_dataset(request: &[u8]) -> Vec<u8> {
    answer(|printer| {
        let document = read(request)?;
        let order = Order::read(&document)?;
        let (terms, columns) = generate(order.spec, order.seed, order.timeframe);
        print(&order, &terms, &columns, printer);
        Ok(())
    })
}

/// Generates a dataset whose first thirty days are warmup, as those of the official datasets are.
///
/// # Errors
/// `REQUEST_VALIDATION_FAILED` of a market that the generator does not know.
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
        provenance: Provenance::Synthetic { seed, passive_gap: spec.passive_gap(timeframe) },
        sha256: fingerprint(&[csv(&columns).as_bytes()]),
        trade_start_index: WARMUP_DAYS * timeframe.bars_per_day(),
        series: Series::new(&terms, columns)?,
    })
}

fn market_keys() -> String {
    MarketSpec::ALL.map(|spec| spec.market_key).join(" or ")
}

/// What to generate.
struct Order {
    spec: &'static MarketSpec,
    timeframe: Timeframe,
    seed: u64,
}

impl Order {
    fn read(document: &Json<'_>) -> Result<Self> {
        let text = |name| document.get(name).and_then(Json::text);
        let seed = document.get("seed").and_then(Json::number).and_then(whole);
        let spec = text("marketKey").and_then(MarketSpec::of_key);
        let timeframe = text("timeframe").and_then(Timeframe::from_name);
        match (spec, timeframe, seed.and_then(|seed| u64::try_from(seed).ok())) {
            (Some(spec), Some(timeframe), Some(seed)) => Ok(Self { spec, timeframe, seed }),
            (spec, timeframe, seed) => {
                let mut errors = FieldErrors::default();
                let mut must_be = |is_right: bool, path: &str, allowed: &str| {
                    if !is_right {
                        let message = format_args!("must be {allowed}");
                        errors.add(format_args!("{path}"), "not_allowed", message);
                    }
                };
                must_be(spec.is_some(), "/marketKey", &market_keys());
                must_be(seed.is_some(), "/seed", "a whole number from 0 to 2^53 - 1");
                must_be(timeframe.is_some(), "/timeframe", "hourly or daily");
                Err(errors.into_error("generate a dataset"))
            }
        }
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
    sink.member("seed", order.seed as f64);
    sink.member("timeframe", terms.timeframe);
    sink.end_object();
}

/// Returns a file: a row of names, then one of each bar. Numbers are in the shortest form that
/// reads back as the same double, as ECMAScript prints it; every line ends in a line feed.
fn csv(columns: &Columns) -> String {
    let mut named: Vec<(&str, &[f64])> = vec![
        ("impliedApy", &columns.implied_apy),
        ("underlyingApy", &columns.underlying_apy),
        ("ptPrice", &columns.pt_price),
        ("totalPt", &columns.total_pt),
        ("totalSy", &columns.total_sy),
        ("syIndex", &columns.sy_index),
        ("tvl", &columns.tvl),
        ("volume", &columns.volume),
    ];
    named.extend(columns.far_implied_apy.as_deref().map(|far| ("farImpliedApy", far)));
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

    /// Reads a file back, timestamps apart.
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
                assert_eq!(row[7], columns.volume[at]);
                assert_eq!(
                    row.get(8).copied(),
                    columns.far_implied_apy.as_ref().map(|far| far[at])
                );
            }
        }
    }

    #[test]
    fn the_same_request_gives_the_same_bytes() {
        let request = r#"{"marketKey":"susde","seed":7,"timeframe":"daily"}"#;
        let answer = answered(request);
        assert_eq!(answer, answered(request));
        assert!(answer.starts_with(r#"{"ok":{"bars":182,"csv":"timestamp,"#));
        assert!(answer.ends_with(
            r#""lastTimestamp":"2026-06-24T00:00:00Z","marketId":1,"marketKey":"susde","passiveGap":0.009582185457425342,"scalarRoot":22,"seed":7,"timeframe":"daily"}}"#
        ));
        assert_ne!(answer, answered(&request.replace(":7", ":8")));
    }

    #[test]
    fn wrong_fields_are_named_all_at_once() {
        let answer = answered(r#"{"marketKey":"usde","seed":-1}"#);
        for path in ["/marketKey", "/seed", "/timeframe"] {
            assert!(answer.contains(&format!(r#""path":"{path}""#)), "{answer}");
        }
        assert!(answer.contains("must be susde or susdf or ghousd"));
        assert!(answered("{").contains("MALFORMED_JSON"));
    }
}
