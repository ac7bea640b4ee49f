//! Candidates that any caller can send: one to three strategies of the catalogue that the market
//! supports, with each parameter at its default in one case of three, otherwise anywhere within its
//! bounds.

use crate::draw::{Draw, to_index};
use arena_engine::internals::market::{Dataset, Timeframe};
use arena_engine::internals::simulation::PlannedComponent;
use arena_engine::internals::strategy::{
    CatalogueEntry, ParamKind, ParamSpec, ParamValue, ParamValues, catalogue,
};

const COMPONENTS_MAX: usize = 3;
/// Attempts to draw parameters that satisfy a strategy's relations, before using its defaults.
const ATTEMPTS: usize = 100;

/// Returns the components of a random candidate.
pub(super) fn components(dataset: &Dataset, draw: &mut Draw) -> Vec<PlannedComponent> {
    let offered = dataset.series.features();
    let served = catalogue::all()
        .filter(|entry| entry.spec.features.first_missing(offered).is_none())
        .collect::<Vec<_>>();
    let mut left = 10_000.0;
    let count = 1 + draw.index(COMPONENTS_MAX);
    let mut components = Vec::with_capacity(count);
    for after in (0..count).rev() {
        // leave at least a hundredth for each of the other components
        let most = left - 100.0 * after as f64;
        let weight = if after == 0 { left } else { draw.between(100.0, most).floor() };
        left -= weight;
        let entry = draw.one_of(&served);
        let params = params(entry, dataset.timeframe(), draw);
        components.push(PlannedComponent { entry, params, weight: weight / 1e4 });
    }
    components
}

fn params(entry: &'static CatalogueEntry, timeframe: Timeframe, draw: &mut Draw) -> ParamValues {
    let specs = entry.spec.params;
    for _ in 0..ATTEMPTS {
        let drawn = specs.iter().map(|spec| value(spec, timeframe, draw)).collect();
        let values = ParamValues::new(specs, drawn);
        let number = |name| values.get(name).map_or(f64::NAN, |value| value.comparable());
        let relations = entry.spec.relations.iter();
        if relations.clone().all(|one| one.holds(number(one.left), number(one.right))) {
            return values;
        }
    }
    ParamValues::defaults(specs, timeframe)
}

fn value(spec: &ParamSpec, timeframe: Timeframe, draw: &mut Draw) -> ParamValue {
    if draw.happens(1.0 / 3.0) {
        return spec.default_value(timeframe);
    }
    match spec.kind {
        ParamKind::Window { bars_min, days_max, .. } => {
            let per_day = timeframe.bars_per_day() as f64;
            let (low, high) = (f64::from(bars_min), f64::from(days_max) * per_day);
            let bars = draw.log_between(low, high).round();
            ParamValue::Window { days: bars / per_day, bars: to_index(bars) }
        }
        ParamKind::Integer { min, max, .. } => {
            let (low, high) = (f64::from(min), f64::from(max));
            ParamValue::Number(draw.between(low, high + 1.0).floor())
        }
        ParamKind::Number { min, max, .. } => ParamValue::Number(draw.between(min, max)),
        ParamKind::Choice(choices) => ParamValue::Choice(draw.one_of(choices)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_market_without_a_next_maturity_gets_no_strategy_that_needs_it() {
        let dataset = Dataset::generate("ghousd", Timeframe::Hourly, 5).unwrap();
        let mut seen = Vec::new();
        for number in 0..300 {
            let components = components(&dataset, &mut Draw::of(3, 3, number));
            let weight: f64 = components.iter().map(|one| one.weight).sum();
            assert!((weight - 1.0).abs() < 1e-12 && components.iter().all(|one| one.weight > 0.0));
            seen.extend(components.iter().map(|one| one.entry.spec.id));
        }
        seen.sort_unstable();
        seen.dedup();
        let offered = dataset.series.features();
        let served =
            catalogue::all().filter(|one| one.spec.features.first_missing(offered).is_none());
        assert_eq!(seen.len(), served.count());
        assert!(!seen.contains(&"term-slope"));
    }
}
