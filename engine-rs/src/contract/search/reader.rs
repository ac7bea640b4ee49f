//! Reads a plan, all fields at once.

use super::super::candidate::{Candidate, Component};
use super::super::datasets::Datasets;
use super::super::field_errors::{FieldErrors, Listed};
use super::axes::Axes;
use super::whole_number::whole_in;
use crate::error::{EngineError, Result};
use crate::json::Json;
use crate::market::Series;
use crate::num::whole;
use crate::sweep::{Drawn, Ground, Method, SearchPlan, columns};

/// Numbers of candidates must be exact as doubles.
const COUNT_MAX: u64 = 1 << 53;
/// Most candidates that an answer shows.
const SHOWN_MAX: usize = 1024;
/// Largest seed.
const SEED_MAX: u64 = COUNT_MAX - 1;
const FIELDS: [&str; 7] = ["base", "axes", "method", "seed", "count", "rows", "window"];

/// A plan with everything that its request needs.
pub(super) struct ReadPlan<'d> {
    pub(super) plan: SearchPlan,
    /// The base candidate.
    pub(super) base: Candidate,
    /// The path of each axis, as written.
    pub(super) paths: Vec<&'d str>,
    /// Number of candidates.
    pub(super) count: u64,
    /// The markets of the plan: id, bars up to the last scored one, and the first scored bar.
    pub(super) grounds: Vec<(u32, Series, usize)>,
}

impl<'d> ReadPlan<'d> {
    /// Reads the plan of a request, on another market than that of its base candidate if one is given.
    #[inline(never)]
    pub(super) fn of(
        datasets: &Datasets,
        request: &'d Json<'_>,
        market: Option<f64>,
    ) -> Result<Self> {
        let mut errors = FieldErrors::default();
        let document = request.get("plan").unwrap_or(&Json::Null);
        let Some(members) = errors.object(format_args!("/plan"), document) else {
            return Err(errors.into_error("search"));
        };
        errors.reject_unknown(format_args!("/plan"), members, &FIELDS);
        let base = document.get("base").unwrap_or(&Json::Null);
        let (mut base, _) = datasets.candidate(base).map_err(under_base)?;
        if let Some(id) = market.and_then(whole).and_then(|id| u32::try_from(id).ok()) {
            base.market_id = id;
        }
        let axes = Axes::read(&mut errors, document.get("axes"), (datasets, &base));
        let method = axes.as_ref().and_then(|axes| method(&mut errors, document, axes));
        let mut markets = axes.as_ref().map(|axes| axes.markets.clone()).unwrap_or_default();
        if markets.is_empty() {
            markets.push(base.market_id);
        }
        let mut grounds = Vec::with_capacity(markets.len());
        for market_id in markets {
            let dataset = datasets.dataset(market_id, base.timeframe)?;
            let (series, start) = (&dataset.series, dataset.trade_start_index);
            grounds.extend(window(&mut errors, document.get("window"), (series, start)).map(
                |(start, end)| {
                    let is_whole = end == series.bars();
                    let series = if is_whole { series.shared() } else { series.first(end) };
                    (market_id, series, start)
                },
            ));
        }
        let (Some(Axes { all: axes, paths, .. }), Some(method), true) =
            (axes, method, errors.is_empty())
        else {
            return Err(errors.into_error("search"));
        };
        let component = |one: &Component| Drawn {
            entry: one.entry,
            params: one.params.clone(),
            weight: u64::from(one.weight_bps),
        };
        let plan = SearchPlan {
            market_id: base.market_id,
            timeframe: base.timeframe,
            capital: base.capital,
            components: base.components.iter().map(component).collect(),
            axes,
            method,
        };
        let Some(count) = plan.count() else {
            let wanted = format_args!("have more than 2^53 combinations");
            errors.add(format_args!("/plan/axes"), "out_of_range", wanted);
            return Err(errors.into_error("search"));
        };
        Ok(Self { plan, base, paths, count, grounds })
    }

    /// Returns the markets of the plan.
    pub(super) fn markets(&self) -> Vec<u32> {
        self.grounds.iter().map(|(market_id, ..)| *market_id).collect()
    }

    /// Sets the bars that are traded and scored: the first, and the one after the last.
    pub(super) fn set_window(&mut self, datasets: &Datasets, window: Option<(usize, usize)>) {
        for (market_id, series, start) in &mut self.grounds {
            let Ok(dataset) = datasets.dataset(*market_id, self.base.timeframe) else { continue };
            let (from, to) = window.unwrap_or((dataset.trade_start_index, dataset.series.bars()));
            if (*start, series.bars()) != (from, to) {
                (*series, *start) = (dataset.series.first(to), from);
            }
        }
    }

    /// Reads the range of a request: `{"from", "count"}`.
    pub(super) fn range(&self, request: &Json<'_>, most: u64) -> Result<(u64, usize)> {
        let mut errors = FieldErrors::default();
        let given = request.get("from");
        let from = whole_in(&mut errors, ("", "from"), given, (0, self.count - 1));
        let left = self.count.saturating_sub(from.unwrap_or(0)).min(most);
        let count = whole_in(&mut errors, ("", "count"), request.get("count"), (1, left));
        match (from, count.and_then(|count| usize::try_from(count).ok())) {
            (Some(from), Some(count)) => Ok((from, count)),
            _ => Err(errors.into_error("search")),
        }
    }

    /// Runs the candidates of a range; returns their columns.
    #[inline(never)]
    pub(super) fn columns(&self, range: (u64, usize)) -> Vec<f64> {
        let grounds: Vec<Ground<'_>> = self
            .grounds
            .iter()
            .map(|(market_id, series, start)| Ground {
                market_id: *market_id,
                series,
                start: *start,
            })
            .collect();
        columns(&self.plan, &grounds, range)
    }

    /// Reads the numbers of the candidates to show.
    pub(super) fn numbers(&self, request: &Json<'_>) -> Result<Vec<u64>> {
        let mut errors = FieldErrors::default();
        let given = request.get("numbers");
        let items = given.and_then(Json::items).unwrap_or_default();
        if given.is_some_and(|given| given.items().is_none()) || items.len() > SHOWN_MAX {
            let wanted = format_args!("an array of at most {SHOWN_MAX} numbers of candidates");
            errors.add_wrong_type(format_args!("/numbers"), given, wanted);
        }
        let range = (0, self.count - 1);
        let numbers: Vec<Option<u64>> = items
            .iter()
            .take(SHOWN_MAX)
            .enumerate()
            .map(|(at, item)| {
                whole_in(&mut errors, ("/numbers", &at.to_string()), Some(item), range)
            })
            .collect();
        let numbers: Option<Vec<u64>> = numbers.into_iter().collect();
        numbers.filter(|_| errors.is_empty()).ok_or_else(|| errors.into_error("search"))
    }
}

/// Prefixes the errors of the base candidate with its place in the request.
#[cold]
fn under_base(mut error: EngineError) -> EngineError {
    for field in &mut error.field_errors {
        field.path.insert_str(0, "/plan/base");
    }
    error
}

#[inline(never)]
fn method(errors: &mut FieldErrors, plan: &Json<'_>, axes: &Axes<'_>) -> Option<Method> {
    const METHODS: [&str; 4] = ["grid", "random", "sobol", "list"];
    let given = plan.get("method");
    let name = given.map_or(Some("grid"), Json::text).filter(|name| METHODS.contains(name));
    let Some(name) = name else {
        let wanted = format_args!("{}", Listed(&METHODS)).to_string();
        errors.add_wrong_type(format_args!("/plan/method"), given, format_args!("{wanted}"));
        return None;
    };
    match name {
        "grid" => {
            axes.check_steps(errors);
            Some(Method::Grid)
        }
        "list" => axes.rows(errors, plan.get("rows")).map(Method::List),
        _ => {
            let count = whole_in(errors, ("/plan", "count"), plan.get("count"), (1, COUNT_MAX));
            let seed = plan.get("seed").unwrap_or(&Json::Number(0.0));
            let seed = whole_in(errors, ("/plan", "seed"), Some(seed), (0, SEED_MAX));
            let (count, seed) = (count?, seed?);
            let is_random = name == "random";
            Some(if is_random {
                Method::Random { count, seed }
            } else {
                Method::Sobol { count, seed }
            })
        }
    }
}

/// Returns the first scored bar and the bar after the last one; by default those of the dataset.
#[inline(never)]
fn window(
    errors: &mut FieldErrors,
    given: Option<&Json<'_>>,
    (series, start): (&Series, usize),
) -> Option<(usize, usize)> {
    let bars = series.bars();
    let Some(given) = given else { return Some((start, bars)) };
    let members = errors.object(format_args!("/plan/window"), given)?;
    errors.reject_unknown(format_args!("/plan/window"), members, &["from", "to"]);
    let mut bar = |name, range: (u64, u64)| {
        let found = whole_in(errors, ("/plan/window", name), given.get(name), range);
        found.and_then(|bar| usize::try_from(bar).ok())
    };
    let from = bar("from", (0, (bars as u64).saturating_sub(2)))?;
    Some((from, bar("to", (from as u64 + 2, bars as u64))?))
}
