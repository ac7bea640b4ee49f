//! Markets on which candidates are judged.

use crate::support::plans::{dataset, plan};
use arena_engine::internals::evaluation::scenario::SCENARIO_SEED;
use arena_engine::internals::evaluation::verdict::{LINE_CAPITAL, SisterSet, Verdict};
use arena_engine::internals::evaluation::{Assessment, Official, ScenarioSet, Trials};
use arena_engine::internals::generator::MarketSpec;
use arena_engine::internals::market::{Dataset, Provenance, Timeframe};
use arena_engine::internals::simulation::{Plan, ScoredRun, run_totals};
use arena_engine::internals::strategy::{CatalogueEntry, ParamValue, ParamValues, catalogue};
use std::sync::OnceLock;

/// A market with the shared inputs of its evaluations.
pub(crate) struct Arena {
    pub(crate) dataset: Dataset,
    pub(crate) scenarios: ScenarioSet,
    pub(crate) sisters: Option<SisterSet>,
}

impl Arena {
    pub(crate) fn of(dataset: Dataset) -> Self {
        let scenarios = ScenarioSet::of(&dataset, SCENARIO_SEED);
        let sisters = SisterSet::of(&dataset);
        Self { dataset, scenarios, sisters }
    }

    pub(crate) fn plan(&self, ids: &[(&str, u32)], capital: f64) -> Plan {
        let chosen: Vec<(&'static CatalogueEntry, u32)> = ids
            .iter()
            .map(|(id, share)| (catalogue::get(id).expect("a strategy"), *share))
            .collect();
        plan(&chosen, &self.dataset, capital)
    }

    pub(crate) fn assessed(&self, plan: &Plan, trials: Trials) -> Assessment {
        let series = &self.dataset.series;
        let record = run_totals(plan, series);
        let run = ScoredRun::of(&record, series).expect("a scored run");
        let official = Official { dataset: &self.dataset, plan, run: &run };
        let paths = self.sisters.as_ref().map(|sisters| sisters.run(plan).expect("scored bars"));
        Assessment::of(&official, trials, &self.scenarios, paths).expect("an assessment")
    }

    pub(crate) fn verdict(&self, plan: &Plan) -> Verdict {
        self.assessed(plan, Trials::UNCOUNTED).verdict
    }
}

/// Every market, daily.
pub(crate) fn arenas() -> &'static [Arena] {
    static ARENAS: OnceLock<Vec<Arena>> = OnceLock::new();
    ARENAS.get_or_init(|| {
        let daily = |spec: &MarketSpec| Arena::of(dataset(spec, Timeframe::Daily, 7));
        MarketSpec::ALL.iter().map(daily).collect()
    })
}

/// Returns a dataset of the same bars without a generator.
pub(crate) fn imported(dataset: &Dataset) -> Dataset {
    Dataset { provenance: Provenance::Imported(Vec::new()), ..dataset.clone() }
}

/// Returns a plan of pull-to-par-hold with a minimum yield: 0 always holds, 0.5 never does.
pub(crate) fn holding_from(arena: &Arena, min_yield: f64) -> Plan {
    let mut plan = arena.plan(&[("pull-to-par-hold", 1)], LINE_CAPITAL);
    let specs = plan.components[0].entry.spec.params;
    let values = specs.iter().map(|spec| match spec.name {
        "minYield" => ParamValue::Number(min_yield),
        _ => spec.default_value(arena.dataset.series.clock.timeframe),
    });
    plan.components[0].params = ParamValues::new(specs, values.collect());
    plan
}
