//! What comes with the columns of a dataset: the manifest's facts and the scoring window.

use super::evidence::bytes_of;
use crate::error::{EngineError, ErrorCode, Operand, Result};
use crate::json::{EcmaNumber, Json, parse};
use crate::market::{Columns, Dataset, MarketTerms, Provenance, Series, Timeframe};
use crate::num::whole;
use crate::time;
use crate::version::GENERATOR_VERSION;
use core::fmt::Display;

/// What to do with a synthetic dataset that this engine cannot use.
const MAKE_ANEW: &str =
    "take the official datasets of this version, or give the dataset a provenance of its own";

/// Reads a dataset from its header and its columns, one after the other in the header's order.
///
/// # Errors
/// `DATASET_INVALID` names what is wrong.
pub fn read_dataset(header: &[u8], values: &[f64]) -> Result<Dataset> {
    let document = parse(header).map_err(|sentence| wrong("header", sentence))?;
    let header = Header(&document);
    let terms = MarketTerms {
        timeframe: header.timeframe()?,
        expiry: header.instant("expiry")?,
        scalar_root: header.number("scalarRoot")?,
        far_expiry: match header.get("farExpiry") {
            None | Some(Json::Null) => None,
            Some(_) => Some(header.instant("farExpiry")?),
        },
    };
    let columns = header.columns(values)?;
    let bars = columns.timestamp.len();
    let trade_start_index = header.index("tradeStartIndex")?;
    if trade_start_index >= bars {
        let detail = format!("is {trade_start_index}, must be under the {bars} bars");
        return Err(wrong("tradeStartIndex", detail));
    }
    Ok(Dataset {
        market_id: u32::try_from(header.index("marketId")?)
            .map_err(|_| wrong("marketId", "too large"))?,
        market_key: header.text("marketKey")?.into(),
        provenance: header.provenance()?,
        sha256: header.fingerprint("sha256")?.into(),
        trade_start_index,
        series: Series::new(&terms, columns)?,
    })
}

struct Header<'d, 'a>(&'d Json<'a>);

impl Header<'_, '_> {
    fn get(&self, name: &str) -> Option<&Json<'_>> {
        self.0.get(name)
    }

    fn text(&self, name: &'static str) -> Result<&str> {
        self.get(name).and_then(Json::text).ok_or_else(|| wrong(name, "must be a string"))
    }

    fn fingerprint(&self, name: &'static str) -> Result<&str> {
        let text = self.text(name)?;
        let wanted = "must be 64 hexadecimal digits in lower case";
        bytes_of(text).map(|_| text).ok_or_else(|| wrong(name, wanted))
    }

    fn number(&self, name: &'static str) -> Result<f64> {
        self.get(name).and_then(Json::number).ok_or_else(|| wrong(name, "must be a number"))
    }

    fn index(&self, name: &'static str) -> Result<usize> {
        let value = self.number(name)?;
        whole(value).and_then(|value| usize::try_from(value).ok()).ok_or_else(|| {
            wrong(name, format!("is {}, must be a whole number from 0 on", EcmaNumber(value)))
        })
    }

    fn instant(&self, name: &'static str) -> Result<i64> {
        time::parse_iso(self.text(name)?).ok_or_else(|| {
            wrong(name, "must be an ISO 8601 instant in UTC such as 2026-06-25T00:00:00Z")
        })
    }

    fn timeframe(&self) -> Result<Timeframe> {
        Timeframe::from_name(self.text("timeframe")?)
            .ok_or_else(|| wrong("timeframe", "must be hourly or daily"))
    }

    fn provenance(&self) -> Result<Provenance> {
        match self.text("provenance")? {
            "synthetic" => {
                self.check_generator()?;
                let passive_gap = self.number("passiveGap").map_err(|_| {
                    wrong("passiveGap", format_args!("is missing, must be given: {MAKE_ANEW}"))
                })?;
                Ok(Provenance::Synthetic { seed: self.index("seed")? as u64, passive_gap })
            }
            source => Ok(Provenance::Imported(source.into())),
        }
    }

    /// Refuses what another generator made: sister paths would be of another world.
    fn check_generator(&self) -> Result<()> {
        let given = self.get("generatorVersion").and_then(Json::number);
        if given == Some(f64::from(GENERATOR_VERSION)) {
            return Ok(());
        }
        let found =
            given.map_or_else(|| "missing".to_owned(), |given| EcmaNumber(given).to_string());
        let detail = format_args!("is {found}, must be {GENERATOR_VERSION}: {MAKE_ANEW}");
        Err(wrong("generatorVersion", detail))
    }

    fn columns(&self, values: &[f64]) -> Result<Columns> {
        let names = self.get("columns").and_then(Json::items).unwrap_or_default();
        if names.is_empty() || !values.len().is_multiple_of(names.len()) {
            let detail =
                format!("name {} columns, {} values do not fill them", names.len(), values.len());
            return Err(wrong("columns", detail));
        }
        let bars = values.len() / names.len();
        let column = |name: &'static str| {
            let at = names.iter().position(|given| given.text() == Some(name));
            at.map(|at| values[at * bars..(at + 1) * bars].to_vec())
        };
        let required = |name| column(name).ok_or_else(|| wrong(name, "is missing"));
        let mut columns = Columns {
            timestamp: timestamps(&required("timestamp")?)?,
            far_implied_apy: column("farImpliedApy"),
            ..Columns::default()
        };
        for (name, place) in [
            ("impliedApy", &mut columns.implied_apy),
            ("underlyingApy", &mut columns.underlying_apy),
            ("ptPrice", &mut columns.pt_price),
            ("totalPt", &mut columns.total_pt),
            ("totalSy", &mut columns.total_sy),
            ("syIndex", &mut columns.sy_index),
            ("tvl", &mut columns.tvl),
            ("volume", &mut columns.volume),
        ] {
            *place = required(name)?;
        }
        Ok(columns)
    }
}

/// Timestamps cross the boundary as doubles: whole milliseconds under 2^53.
fn timestamps(values: &[f64]) -> Result<Vec<i64>> {
    let exact = values.iter().map(|value| whole(*value)).collect::<Option<Vec<i64>>>();
    exact.ok_or_else(|| wrong("timestamp", "must be whole milliseconds in every bar"))
}

#[cold]
#[inline(never)]
fn wrong(name: &'static str, detail: impl Display) -> EngineError {
    let detail = format!("Cannot load dataset: {name} {detail}");
    EngineError::new(ErrorCode::DatasetInvalid, detail).with("column", Operand::Text(name.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a header says of where its dataset comes from.
    fn provenance(members: &str) -> core::result::Result<Provenance, String> {
        let document = format!("{{{members}}}");
        Header(&parse(document.as_bytes()).unwrap()).provenance().map_err(|error| error.detail)
    }

    #[test]
    fn a_dataset_of_this_generator_has_its_seed_and_its_passive_gap() {
        let members =
            r#""provenance":"synthetic","generatorVersion":2,"seed":7,"passiveGap":0.0125"#;
        let synthetic = Provenance::Synthetic { seed: 7, passive_gap: 0.0125 };
        assert_eq!(provenance(members), Ok(synthetic));
        let imported = r#""provenance":"chain","generatorVersion":null,"passiveGap":null"#;
        assert_eq!(provenance(imported), Ok(Provenance::Imported("chain".into())));
    }

    #[test]
    fn one_of_another_generator_is_refused_and_told_what_to_do() {
        let remedy = "take the official datasets of this version, or give the dataset a provenance \
                      of its own";
        for (members, fault) in [
            (
                r#""generatorVersion":1,"seed":7,"passiveGap":0.1"#,
                "generatorVersion is 1, must be 2",
            ),
            (r#""seed":7,"passiveGap":0.1"#, "generatorVersion is missing, must be 2"),
            (r#""generatorVersion":2,"seed":7"#, "passiveGap is missing, must be given"),
            (
                r#""generatorVersion":2,"seed":7,"passiveGap":null"#,
                "passiveGap is missing, must be given",
            ),
        ] {
            let found = provenance(&format!(r#""provenance":"synthetic",{members}"#));
            assert_eq!(found, Err(format!("Cannot load dataset: {fault}: {remedy}")));
        }
    }

    #[test]
    fn a_fingerprint_is_64_digits_in_lower_case() {
        let fingerprint = |text: &str| {
            let document = format!(r#"{{"sha256":"{text}"}}"#);
            let document = parse(document.as_bytes()).unwrap();
            Header(&document).fingerprint("sha256").map(str::to_owned).map_err(|error| error.detail)
        };
        let right = "0123456789abcdef".repeat(4);
        assert_eq!(fingerprint(&right), Ok(right.clone()));
        let detail = "Cannot load dataset: sha256 must be 64 hexadecimal digits in lower case";
        let (short, long) = (&right[1..], format!("{right}0"));
        for wrong in ["", "00", short, &long, &right.to_uppercase(), &right.replace('0', "g")] {
            assert_eq!(fingerprint(wrong), Err(detail.to_owned()), "{wrong}");
        }
    }
}
