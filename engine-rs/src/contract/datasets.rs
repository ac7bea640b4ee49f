//! The loaded datasets, with everything that operations share: constants, scenarios, the hash of
//! the catalogue.

use super::candidate::Candidate;
use super::constants::Constants;
use super::evidence::fingerprint;
use super::published::strategy_catalogue;
use crate::error::{EngineError, ErrorCode, Operand, Result};
use crate::evaluation::{Real, ScenarioSet};
use crate::json::Json;
use crate::market::{Dataset, FeatureSet, Timeframe};
use crate::simulation::Plan;

/// Datasets by market and timeframe.
#[derive(Debug)]
pub(super) struct Datasets {
    /// In the order of their keys.
    loaded: Vec<Dataset>,
    /// Real maturities that are no market of their own, in the order in which they came.
    reals: Vec<Dataset>,
    /// In the order of the datasets.
    constants: Vec<Constants>,
    catalogue_hash: String,
}

impl Datasets {
    /// Returns an empty collection.
    pub(super) fn new() -> Self {
        let catalogue_hash = fingerprint(&[&strategy_catalogue()]);
        Self { loaded: Vec::new(), reals: Vec::new(), constants: Vec::new(), catalogue_hash }
    }

    /// Adds a dataset, replacing one of the same market and timeframe.
    pub(super) fn add(&mut self, dataset: Dataset) {
        if !dataset.is_served {
            return self.reals.push(dataset);
        }
        let constants = Constants::of(&dataset);
        match self.loaded.binary_search_by_key(&key(&dataset), key) {
            Ok(at) => (self.loaded[at], self.constants[at]) = (dataset, constants),
            Err(at) => {
                self.loaded.insert(at, dataset);
                self.constants.insert(at, constants);
            }
        }
    }

    /// Returns the fingerprint of the catalogue.
    pub(super) fn catalogue_hash(&self) -> &str {
        &self.catalogue_hash
    }

    /// Returns the constants of a loaded dataset.
    pub(super) fn constants(&self, dataset: &Dataset) -> Option<&Constants> {
        let at = self.loaded.binary_search_by_key(&key(dataset), key).ok()?;
        self.constants.get(at)
    }

    /// Returns the fingerprints that the evidence of a loaded dataset repeats: those of the
    /// catalogue and of the provenance.
    pub(super) fn fingerprints(&self, dataset: &Dataset) -> (&str, &str) {
        let constants = self.constants(dataset);
        (&self.catalogue_hash, constants.map_or("", |constants| &constants.provenance_hash))
    }

    /// Returns the scenarios of a loaded dataset.
    #[inline(never)]
    pub(super) fn scenario_set(&self, dataset: &Dataset) -> Option<&ScenarioSet> {
        self.constants(dataset).map(|constants| constants.scenario_set(dataset))
    }

    /// Runs a plan on the real maturities of a market.
    ///
    /// # Errors
    /// The reason why there is nothing to tell.
    pub(super) fn real<'d>(
        &'d self,
        dataset: &'d Dataset,
        plan: &Plan,
    ) -> core::result::Result<Real<'d>, &'static str> {
        if dataset.asset.is_some() {
            return Err("own");
        }
        let mut panel = Vec::new();
        for all in [&self.reals, &self.loaded] {
            panel.extend(all.iter().filter(|one| one.asset.as_ref() == Some(&dataset.market_key)));
        }
        Real::of(dataset, &panel, plan)
    }

    /// Returns every loaded dataset.
    pub(super) fn all(&self) -> &[Dataset] {
        &self.loaded
    }

    /// Checks a candidate and finds its dataset.
    pub(super) fn candidate(&self, body: &Json<'_>) -> Result<(Candidate, &Dataset)> {
        resolve(&self.loaded, body)
    }

    /// Returns the dataset of a market and timeframe.
    pub(super) fn dataset(&self, market_id: u32, timeframe: Timeframe) -> Result<&Dataset> {
        find(&self.loaded, market_id, timeframe)
    }
}

/// Checks a candidate and finds its dataset among the given ones.
///
/// # Errors
/// `REQUEST_VALIDATION_FAILED` with every wrong field, `DATA_DATASET_NOT_FOUND`, or
/// `STRATEGY_MISSING_REQUIRED_FEATURE`.
pub(crate) fn resolve<'d>(
    datasets: &'d [Dataset],
    body: &Json<'_>,
) -> Result<(Candidate, &'d Dataset)> {
    let known: Vec<(u32, Timeframe)> = datasets.iter().map(key).collect();
    let candidate = Candidate::read(body, &known)?;
    let dataset = dataset_of(datasets, &candidate)?;
    Ok((candidate, dataset))
}

/// Finds the dataset of a candidate and checks that it has everything that the strategies need.
///
/// # Errors
/// `DATA_DATASET_NOT_FOUND` or `STRATEGY_MISSING_REQUIRED_FEATURE`.
pub(crate) fn dataset_of<'d>(
    datasets: &'d [Dataset],
    candidate: &Candidate,
) -> Result<&'d Dataset> {
    let dataset = find(datasets, candidate.market_id, candidate.timeframe)?;
    check_features(datasets, candidate, dataset)?;
    Ok(dataset)
}

/// Returns the dataset of a market and timeframe.
fn find(datasets: &[Dataset], market_id: u32, timeframe: Timeframe) -> Result<&Dataset> {
    let wanted = |dataset: &&Dataset| {
        dataset.market_id == market_id && dataset.series.clock.timeframe == timeframe
    };
    datasets.iter().find(wanted).ok_or_else(|| {
        let detail = format!(
            "Cannot simulate: no {} dataset of market {market_id} is loaded",
            timeframe.name()
        );
        EngineError::new(ErrorCode::DataDatasetNotFound, detail)
    })
}

fn check_features(datasets: &[Dataset], candidate: &Candidate, dataset: &Dataset) -> Result<()> {
    let offered = dataset.series.features();
    for component in &candidate.components {
        let spec = &component.entry.spec;
        let needed = component.entry.features(&component.params);
        let Some(feature) = needed.first_missing(offered) else {
            continue;
        };
        let markets = markets_with(datasets, needed, candidate.timeframe);
        let list: Vec<String> = markets.iter().map(ToString::to_string).collect();
        let detail = format!(
            "Cannot simulate \"{}\": market {} has no {}, markets that have it: {}",
            spec.id,
            candidate.market_id,
            feature.name(),
            if list.is_empty() { "none".into() } else { list.join(", ") },
        );
        return Err(EngineError::new(ErrorCode::StrategyMissingRequiredFeature, detail)
            .with("feature", Operand::Text(feature.name().into()))
            .with("marketId", Operand::Number(f64::from(candidate.market_id)))
            .with("marketIds", Operand::Numbers(markets.into_iter().map(f64::from).collect()))
            .with("strategyId", Operand::Text(spec.id.into())));
    }
    Ok(())
}

fn markets_with(datasets: &[Dataset], needed: FeatureSet, timeframe: Timeframe) -> Vec<u32> {
    let fits = |dataset: &&Dataset| {
        dataset.series.clock.timeframe == timeframe
            && needed.first_missing(dataset.series.features()).is_none()
    };
    datasets.iter().filter(fits).map(|dataset| dataset.market_id).collect()
}

/// Returns the key of a dataset; datasets are sorted by it.
fn key(dataset: &Dataset) -> (u32, Timeframe) {
    (dataset.market_id, dataset.series.clock.timeframe)
}
