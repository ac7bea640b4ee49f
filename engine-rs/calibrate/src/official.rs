//! The official datasets, regenerated from the manifest's seeds.

use crate::draw::to_index;
use arena_engine::internals::json::{Json, parse};
use arena_engine::{Dataset, Timeframe, engine_info};
use std::fs;
use std::path::Path;

/// Returns the folder of the repository.
pub fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Returns the versions that determine the numbers besides seed and sizes: of the generator of the
/// official datasets, and of the formula.
///
/// # Errors
/// A sentence if the manifest cannot be read or has no version.
pub fn versions() -> Result<[(&'static str, u64); 2], String> {
    let version = |document: &Json<'_>, name: &'static str| {
        let number = document.get(name).and_then(Json::number);
        let number = number.ok_or_else(|| format!("{name} is not published"))?;
        Ok::<_, String>((name, to_index(number) as u64))
    };
    let (manifest, info) = (manifest()?, engine_info());
    let manifest = parse(&manifest)?;
    let first = manifest.get("datasets").and_then(Json::items).and_then(|items| items.first());
    let provenance = first.and_then(|entry| entry.get("provenance"));
    let generator = version(provenance.unwrap_or(&Json::Null), "generatorVersion")?;
    let info = parse(&info)?;
    Ok([generator, version(info.get("ok").unwrap_or(&info), "formulaVersion")?])
}

fn manifest() -> Result<Vec<u8>, String> {
    let path = repository().join("datasets/manifest.json");
    fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Returns an official dataset.
///
/// # Errors
/// A sentence if the manifest cannot be read or lacks the dataset, or if the generator makes other
/// bytes.
pub fn official(market_key: &str, timeframe: Timeframe) -> Result<Dataset, String> {
    let manifest = manifest()?;
    let manifest = parse(&manifest)?;
    let items = |name| manifest.get(name).and_then(Json::items).unwrap_or_default();
    let text = |entry: &Json<'_>, name| entry.get(name).and_then(Json::text).map(str::to_owned);
    let is_market = |market: &&Json<'_>| text(market, "marketKey").as_deref() == Some(market_key);
    let market_id = items("markets").iter().find(is_market).and_then(|one| one.get("marketId"));
    let is_wanted = |entry: &&Json<'_>| {
        market_id.is_some_and(|id| entry.get("marketId") == Some(id))
            && text(entry, "timeframe").as_deref() == Some(timeframe.name())
    };
    let name = format!("{market_key} {}", timeframe.name());
    let missing = || format!("{name} is not in the manifest");
    let entry = items("datasets").iter().find(is_wanted).ok_or_else(missing)?;
    let seed = entry.get("provenance").and_then(|provenance| provenance.get("seed"));
    let seed = seed.and_then(Json::number).ok_or_else(|| format!("{name} has no seed"))?;
    let dataset = Dataset::generate(market_key, timeframe, to_index(seed) as u64)
        .map_err(|error| error.detail)?;
    if text(entry, "sha256").as_ref() != Some(&dataset.sha256) {
        return Err(format!(
            "{name} is not what the generator makes: deno task datasets:official generate"
        ));
    }
    Ok(dataset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generator_and_formula_have_a_version() {
        let [generator, formula] = versions().unwrap();
        assert_eq!((generator.0, formula.0), ("generatorVersion", "formulaVersion"));
        assert!(generator.1 >= 2 && formula.1 >= 1);
    }

    #[test]
    fn every_official_dataset_can_be_regenerated() {
        for key in ["susde", "susdf", "ghousd"] {
            let dataset = official(key, Timeframe::Daily).unwrap();
            assert_eq!((dataset.market_key.as_str(), dataset.trade_start_index), (key, 30));
        }
        let error = official("usde", Timeframe::Daily).unwrap_err();
        assert_eq!(error, "usde daily is not in the manifest");
    }
}
