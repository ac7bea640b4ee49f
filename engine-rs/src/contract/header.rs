//! The header of a dataset: the facts of the manifest and the scored window.

use super::evidence::bytes_of;
use super::field_errors::Listed;
use super::header_fault::wrong;
use super::header_provenance::provenance;
use crate::error::Result;
use crate::json::{EcmaNumber, Excerpt, Json, parse};
use crate::market::{ABSENT, Columns, Dataset, ESTIMATED, MarketTerms, Series, Timeframe, Unknown};
use crate::num::whole;
use crate::time;

/// Reads a dataset from its header and its columns, one after the other in the order of the header.
///
/// # Errors
/// `DATASET_INVALID` names the violated rule.
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
        py_index: match header.get("pyIndex") {
            None | Some(Json::Null) => None,
            Some(_) => Some(header.number("pyIndex")?),
        },
    };
    let unknown = header.unknown()?;
    let columns = header.columns(values, &unknown)?;
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
        asset: header.get("asset").and_then(Json::text).map(Into::into),
        is_served: header.get("served") != Some(&Json::Boolean(false)),
        provenance: provenance(header.get("provenance").unwrap_or(&Json::Null))?,
        unknown,
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

    #[inline(never)]
    fn text(&self, name: &'static str) -> Result<&str> {
        self.get(name).and_then(Json::text).ok_or_else(|| wrong(name, "must be a string"))
    }

    fn fingerprint(&self, name: &'static str) -> Result<&str> {
        let text = self.text(name)?;
        let wanted = "must be 64 hexadecimal digits in lower case";
        bytes_of(text).map(|_| text).ok_or_else(|| wrong(name, wanted))
    }

    #[inline(never)]
    fn number(&self, name: &'static str) -> Result<f64> {
        self.get(name).and_then(Json::number).ok_or_else(|| wrong(name, "must be a number"))
    }

    fn index(&self, name: &'static str) -> Result<usize> {
        let value = self.number(name)?;
        whole(value).and_then(|value| usize::try_from(value).ok()).ok_or_else(|| {
            wrong(name, format!("is {}, must be a whole number from 0 on", EcmaNumber(value)))
        })
    }

    #[inline(never)]
    fn instant(&self, name: &'static str) -> Result<i64> {
        time::parse_iso(self.text(name)?).ok_or_else(|| {
            wrong(name, "must be an ISO 8601 instant in UTC such as 2026-06-25T00:00:00Z")
        })
    }

    fn timeframe(&self) -> Result<Timeframe> {
        Timeframe::from_name(self.text("timeframe")?)
            .ok_or_else(|| wrong("timeframe", "must be hourly or daily"))
    }

    fn unknown(&self) -> Result<Unknown> {
        let unknown = Unknown {
            absent: self.names("absent", &ABSENT)?,
            estimated: self.names("estimated", &ESTIMATED)?,
        };
        match unknown.estimated.iter().find(|name| unknown.absent.contains(name)) {
            Some(name) => Err(wrong("estimated", format_args!("names {name}, which is absent"))),
            None => Ok(unknown),
        }
    }

    /// Returns the names in an optional list.
    #[inline(never)]
    fn names(&self, name: &'static str, known: &[&'static str]) -> Result<Vec<&'static str>> {
        let given = match self.get(name) {
            None | Some(Json::Null) => &[],
            Some(list) => list.items().ok_or_else(|| wrong(name, "must be a list of names"))?,
        };
        let find = |one: &Json<'_>| {
            let found = known.iter().find(|known| one.text() == Some(known)).copied();
            found.ok_or_else(|| {
                wrong(name, format_args!("names {}, must be {}", Excerpt(one), Listed(known)))
            })
        };
        given.iter().map(find).collect()
    }

    fn columns(&self, values: &[f64], unknown: &Unknown) -> Result<Columns> {
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
        for name in &unknown.absent {
            if column(name).is_some() {
                return Err(wrong(name, "is there, and named in absent"));
            }
        }
        let required = |name| column(name).ok_or_else(|| wrong(name, "is missing"));
        let volume = if unknown.absent.contains(&"volume") {
            None
        } else {
            let advice = "is missing, must be given or named in absent";
            Some(column("volume").ok_or_else(|| wrong("volume", advice))?)
        };
        let mut columns = Columns {
            timestamp: timestamps(&required("timestamp")?)?,
            far_implied_apy: column("farImpliedApy"),
            volume,
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
        ] {
            *place = required(name)?;
        }
        Ok(columns)
    }
}

/// Timestamps cross the boundary as doubles: whole milliseconds below 2^53.
fn timestamps(values: &[f64]) -> Result<Vec<i64>> {
    let exact = values.iter().map(|value| whole(*value)).collect::<Option<Vec<i64>>>();
    exact.ok_or_else(|| wrong("timestamp", "must be whole milliseconds in every bar"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::market::Feature;

    #[test]
    fn a_fingerprint_has_64_lower_case_digits() {
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

    /// Returns the summary of a dataset of three bars, or the error.
    fn read(names: &[&str], more: &str) -> core::result::Result<Dataset, String> {
        let value = |name: &str, bar: usize| match name {
            "timestamp" => bar as f64 * 86_400_000.0,
            "totalPt" | "totalSy" => 1e6,
            "ptPrice" | "syIndex" => 1.0,
            "tvl" => 2e6,
            _ => 0.0,
        };
        let values: Vec<f64> =
            names.iter().flat_map(|name| (0..3).map(|bar| value(name, bar))).collect();
        let header = format!(
            r#"{{"marketId":1000,"marketKey":"m","timeframe":"daily","expiry":"1970-02-01T00:00:00Z","scalarRoot":20,"provenance":{{"kind":"import","source":"s","importer":"i","filled":0,"dropped":0,"sourceSha256":"{0}"}},"sha256":"{0}","tradeStartIndex":0,"columns":{names:?}{more}}}"#,
            "0".repeat(64)
        );
        read_dataset(header.as_bytes(), &values)
            .map_err(|error| error.detail.replace("Cannot load dataset: ", ""))
    }

    const ALL: [&str; 9] = [
        "timestamp",
        "impliedApy",
        "underlyingApy",
        "ptPrice",
        "totalPt",
        "totalSy",
        "syIndex",
        "tvl",
        "volume",
    ];

    #[test]
    fn an_absent_column_is_neither_a_feature_nor_zero() {
        let (without, absent) = (&ALL[..8], r#","absent":["volume"]"#);
        let dataset = read(without, absent).unwrap();
        let features = dataset.series.features();
        assert!(dataset.series.volume.is_none() && !features.has(Feature::Volume));
        assert!(read(&ALL, "").unwrap().series.features().has(Feature::Volume));
        let refused = |detail: &str| Some(detail.to_owned());
        let missing = "volume is missing, must be given or named in absent";
        assert_eq!(read(without, "").err(), refused(missing));
        assert_eq!(read(&ALL, absent).err(), refused("volume is there, and named in absent"));
    }

    #[test]
    fn unknown_inputs_have_the_names_of_columns() {
        let more = r#","estimated":["syIndex","scalarRoot"],"pyIndex":1,"absent":null"#;
        let dataset = read(&ALL, more).unwrap();
        assert_eq!(dataset.unknown.estimated, ["syIndex", "scalarRoot"]);
        assert_eq!((dataset.unknown.absent.len(), dataset.series.py_index), (0, 1.0));
        for (more, detail) in [
            (
                r#","absent":["ptPrice"]"#,
                r#"absent names "ptPrice", must be one of farImpliedApy, volume"#,
            ),
            (r#","estimated":"volume""#, "estimated must be a list of names"),
            (
                r#","absent":["farImpliedApy"],"estimated":["farImpliedApy"]"#,
                "estimated names farImpliedApy, which is absent",
            ),
            (r#","pyIndex":"1""#, "pyIndex must be a number"),
            (r#","pyIndex":0"#, "pyIndex at bar 0 is 0, must be above 0"),
        ] {
            assert_eq!(read(&ALL, more).err(), Some(detail.to_owned()), "{more}");
        }
    }
}
