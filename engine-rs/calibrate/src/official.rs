//! The official datasets, made anew from the manifest's seeds.

use arena_engine::internals::json::{Json, parse};
use arena_engine::{Dataset, Timeframe};
use std::fs;
use std::path::Path;

/// Returns the folder of the repository.
pub fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Returns an official dataset.
///
/// # Errors
/// A sentence when the manifest cannot be read or lacks it, or when the generator makes other bytes.
pub fn official(market_key: &str, timeframe: Timeframe) -> Result<Dataset, String> {
    let path = repository().join("datasets/manifest.json");
    let manifest = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let manifest = parse(&manifest)?;
    let entries = manifest.get("datasets").and_then(Json::items).unwrap_or_default();
    let text = |entry: &Json<'_>, name| entry.get(name).and_then(Json::text).map(str::to_owned);
    let is_wanted = |entry: &&Json<'_>| {
        text(entry, "marketKey").as_deref() == Some(market_key)
            && text(entry, "timeframe").as_deref() == Some(timeframe.name())
    };
    let name = format!("{market_key} {}", timeframe.name());
    let entry = entries.iter().find(is_wanted).ok_or(format!("{name} is not in the manifest"))?;
    let seed = entry.get("seed").and_then(Json::number).ok_or(format!("{name} has no seed"))?;
    let dataset = Dataset::generate(market_key, timeframe, crate::draw::to_index(seed) as u64)
        .map_err(|error| error.detail)?;
    if text(entry, "sha256").as_ref() != Some(&dataset.sha256) {
        return Err(format!("{name} is not what the generator makes: deno task datasets:generate"));
    }
    Ok(dataset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_official_dataset_is_made_anew() {
        for key in ["susde", "susdf", "ghousd"] {
            let dataset = official(key, Timeframe::Daily).unwrap();
            assert_eq!((dataset.market_key.as_str(), dataset.trade_start_index), (key, 30));
        }
        let error = official("usde", Timeframe::Daily).unwrap_err();
        assert_eq!(error, "usde daily is not in the manifest");
    }
}
