//! A search as its plan and its host order it.

use super::super::super::candidate::Candidate;
use super::super::super::datasets::Datasets;
use super::super::reader::ReadPlan;
use super::super::summarise::Markets;
use super::echo::{engine_part, space};
use super::folds::{Fold, check, folds};
use super::scale::Scale;
use super::stage::{Draw, Window};
use crate::error::{EngineError, ErrorCode, Result};
use crate::json::Json;
use crate::market::Dataset;
use crate::num::place;
use crate::summary::{Bounds, Judge};
use crate::sweep::{Method, Point, Status};

/// Bars that only feed signals, before trading and scoring begin: 30 days.
const WARMUP_DAYS: usize = 30;
/// The figure that ranks where only evaluations have the aim.
const RANKING: &str = "score";

/// A search: what its plan says, and how its candidates run.
pub(super) struct Search<'d> {
    pub(super) datasets: &'d Datasets,
    pub(super) request: &'d Json<'d>,
    pub(super) plan: &'d Json<'d>,
    pub(super) axes: Vec<Scale<'d>>,
    /// The aim, and whether every candidate has it.
    pub(super) aim: (&'d str, bool),
    pub(super) judge: Judge,
    /// Bounds of figures that only an evaluation has.
    pub(super) later: Vec<(&'d str, f64, f64)>,
    /// The datasets of the plan, in the order of their markets.
    pub(super) used: Vec<&'d Dataset>,
    /// Ids of the markets that are one aim; empty for a plan of one market, or with an axis of markets.
    pub(super) ids: Vec<u32>,
    pub(super) is_worst: bool,
    pub(super) top: usize,
    pub(super) evaluate: usize,
    pub(super) grid: u64,
    pub(super) components: usize,
    own: ReadPlan<'d>,
    markets: Markets<'d>,
}

impl<'d> Search<'d> {
    /// Reads `{"plan", "topMax", "enqueued", "datasets", "before"}`; `part` is the part of it that
    /// [`engine_part`] returns.
    pub(super) fn read(
        datasets: &'d Datasets,
        request: &'d Json<'d>,
        part: &'d Json<'d>,
    ) -> Result<Self> {
        let plan = request.get("plan").unwrap_or(&Json::Null);
        let number = |name| plan.get(name).and_then(Json::number);
        let own = ReadPlan::of(datasets, part, None)?;
        let markets = Markets::read(datasets, part)?;
        let given = plan.get("markets");
        let ids = given.and_then(|given| given.get("ids")).and_then(Json::items);
        let ids: Vec<u32> =
            ids.unwrap_or_default().iter().filter_map(Json::number).map(id_of).collect();
        let all = if ids.is_empty() { own.markets() } else { ids.clone() };
        let timeframe = own.base.timeframe;
        let used: Vec<&Dataset> = datasets
            .all()
            .iter()
            .filter(|one| one.series.clock.timeframe == timeframe && all.contains(&one.market_id))
            .collect();
        let axes = plan.get("axes").and_then(Json::items).unwrap_or_default();
        if used.is_empty() || axes.is_empty() {
            let detail = "Cannot search: no market of the plan has a dataset of this timeframe";
            return Err(EngineError::new(ErrorCode::DataDatasetNotFound, detail));
        }
        let aim = plan.get("aim").and_then(Json::text).unwrap_or(RANKING);
        let place_of = |name: &str| Point::NAMES.iter().position(|known| *known == name);
        let (mut bounds, mut later) = (Vec::new(), Vec::new());
        for one in plan.get("constraints").and_then(Json::items).unwrap_or_default() {
            let end = |name, none: f64| one.get(name).and_then(Json::number).unwrap_or(none);
            let (min, max) = (end("min", f64::NEG_INFINITY), end("max", f64::INFINITY));
            let name = one.get("figure").and_then(Json::text).unwrap_or_default();
            match place_of(name) {
                Some(figure) => bounds.push(Bounds { figure, min, max }),
                None => later.push((name, min, max)),
            }
        }
        let judge = Judge {
            aim: place_of(aim).or(place_of(RANKING)).unwrap_or(0),
            bounds,
            space: space(plan),
        };
        Ok(Self {
            grid: own
                .plan
                .axes
                .iter()
                .fold(1_u64, |count, axis| count.saturating_mul(axis.count().unwrap_or(1) as u64)),
            components: own.base.components.len(),
            datasets,
            request,
            plan,
            axes: axes.iter().map(Scale::read).collect(),
            aim: (aim, place_of(aim).is_some()),
            judge,
            later,
            used,
            ids,
            is_worst: given.and_then(|given| given.get("by")).and_then(Json::text) == Some("worst"),
            top: request.get("topMax").and_then(Json::number).map_or(0, place),
            evaluate: number("evaluate").map_or(0, place),
            own,
            markets,
        })
    }

    /// Returns a member of the plan's method.
    #[inline(never)]
    pub(super) fn method(&self, name: &str) -> Option<&'d Json<'d>> {
        self.plan.get("method")?.get(name)
    }

    /// Returns a number of the plan's method; 0 without one.
    pub(super) fn method_number(&self, name: &str) -> f64 {
        self.method(name).and_then(Json::number).unwrap_or(0.0)
    }

    pub(super) fn method_kind(&self) -> &'d str {
        self.method("kind").and_then(Json::text).unwrap_or("grid")
    }

    /// Returns the bars that all datasets of the plan may score, and the bars of a day.
    pub(super) fn scored(&self) -> (Window, usize) {
        let bars_per_day = self.own.base.timeframe.bars_per_day();
        let to = self.used.iter().map(|one| one.series.bars()).min().unwrap_or(0);
        let warmup = WARMUP_DAYS * bars_per_day;
        ((if to > warmup { warmup } else { 0 }, to), bars_per_day)
    }

    /// Returns the folds of the plan.
    ///
    /// # Errors
    /// A window has too few bars.
    pub(super) fn folds(&self) -> Result<Vec<Fold>> {
        let (scored, bars_per_day) = self.scored();
        let folds = folds(self.plan.get("windows"), scored);
        check(&folds, scored, bars_per_day)?;
        Ok(folds)
    }

    /// Returns whether the plan aims at, or bounds, a figure that only an evaluation has.
    pub(super) fn is_decided_later(&self) -> bool {
        !self.aim.1 || !self.later.is_empty()
    }

    /// Returns how many of the best are kept: enough to show, and for evaluations to rank.
    pub(super) fn kept(&self) -> usize {
        if self.is_decided_later() { self.top.max(self.evaluate) } else { self.top }
    }

    /// Returns the rows of the plan's own candidates, one after the other.
    pub(super) fn enqueued(&self) -> Vec<f64> {
        let rows = self.request.get("enqueued").and_then(Json::items).unwrap_or_default();
        let rows =
            rows.iter().filter(|row| row.items().is_some_and(|row| row.len() == self.axes.len()));
        let numbers = rows
            .flat_map(|row| row.items().unwrap_or_default())
            .map(|number| number.number().unwrap_or(0.0));
        numbers.zip(self.axes.iter().cycle()).map(|(number, axis)| axis.held(number)).collect()
    }

    /// Returns coordinates as rows of a list draw, one after the other.
    #[inline(never)]
    pub(super) fn rows(&self, all: &mut dyn Iterator<Item = &[f64]>) -> Vec<f64> {
        let mut rows = Vec::new();
        for coordinates in all {
            let axes = self.axes.iter().zip(coordinates);
            rows.extend(axes.map(|(axis, coordinate)| axis.row(*coordinate)));
        }
        rows
    }

    /// Sets the draw and the window of the candidates that follow; returns the number of the first.
    #[inline(never)]
    pub(super) fn draw(&mut self, draw: &Draw, window: Option<Window>) -> u64 {
        let (method, first) = draw.method();
        for plan in self.markets.plans.iter_mut().chain([&mut self.own]) {
            plan.plan.method = method.clone();
            plan.set_window(self.datasets, window);
        }
        first
    }

    /// Returns a candidate of the draw on the market of the base candidate.
    ///
    /// # Errors
    /// The reason why it does not exist.
    #[inline(never)]
    pub(super) fn candidate(&self, number: u64) -> core::result::Result<Candidate, Status> {
        let places = self.own.plan.places(number).next().unwrap_or_default();
        Ok(self.own.candidate(self.own.plan.candidate(&places)?))
    }

    /// Returns the candidates of rows; for one that does not exist, the base.
    #[inline(never)]
    pub(super) fn candidates(&mut self, rows: Vec<f64>, window: Option<Window>) -> Vec<Candidate> {
        let count = rows.len() / self.axes.len();
        self.draw(&Draw::List(rows), window);
        let each = (0..count as u64).map(|at| self.candidate(at));
        each.map(|found| found.unwrap_or_else(|_| self.own.base.clone())).collect()
    }

    /// Returns the columns of a candidate of the draw on its market.
    #[inline(never)]
    pub(super) fn own_columns(&self, number: u64) -> Vec<f64> {
        self.own.columns((number, 1))
    }

    /// Returns the figures of rows over all markets, column by column; `NaN` where one is undefined.
    #[inline(never)]
    pub(super) fn figures(&mut self, rows: Vec<f64>, window: Option<Window>) -> Vec<Vec<f64>> {
        let (axes, count) = (self.axes.len(), rows.len() / self.axes.len());
        if count == 0 {
            return vec![Vec::new(); Point::NAMES.len()];
        }
        self.draw(&Draw::List(rows), window);
        let columns = self.markets.columns((0, count));
        columns.chunks(count).skip(axes).take(Point::NAMES.len()).map(<[f64]>::to_vec).collect()
    }

    /// Returns whether the engine takes a candidate with another value on one axis.
    pub(super) fn exists(&self, centre: &[f64], (at, value): (usize, f64)) -> bool {
        let mut part = engine_part(self.request);
        let Json::Object(members) = &mut part else { return false };
        let Json::Object(plan) = &mut members[0].1 else { return false };
        let Json::Array(axes) = &mut plan[1].1 else { return false };
        axes[at] = Json::Object(vec![
            ("path".into(), Json::String(self.axes[at].path.into())),
            ("values".into(), Json::Array(vec![Json::Number(value)])),
        ]);
        let mut row = self.rows(&mut [centre].into_iter());
        row[at] = 0.0;
        let Ok(mut read) = ReadPlan::of(self.datasets, &part, None) else { return false };
        read.plan.method = Method::List(row);
        let places = read.plan.places(0).next().unwrap_or_default();
        read.plan.candidate(&places).is_ok()
    }

    /// Returns the base candidate.
    pub(super) fn base(&self) -> &Candidate {
        &self.own.base
    }

    /// Returns a candidate on each market of a plan that has several; else as it is.
    #[inline(never)]
    pub(super) fn on_markets(&self, candidate: &Candidate) -> Vec<Candidate> {
        if self.ids.is_empty() {
            return vec![candidate.clone()];
        }
        let on = |id: &u32| Candidate { market_id: *id, ..candidate.clone() };
        self.ids.iter().map(on).collect()
    }

    /// Returns the dataset of a market.
    #[inline(never)]
    pub(super) fn dataset(&self, market_id: u32) -> Option<&'d Dataset> {
        self.datasets.dataset(market_id, self.own.base.timeframe).ok()
    }

    /// Returns the mean or the worst of a figure over markets.
    #[inline(never)]
    pub(super) fn joined(&self, sign: f64, values: &[f64]) -> f64 {
        if self.is_worst {
            let worst =
                |one: f64, other: &f64| if *other < one || other.is_nan() { *other } else { one };
            return sign
                * values.iter().map(|value| sign * value).fold(f64::INFINITY, |one, other| {
                    if one.is_nan() { one } else { worst(one, &other) }
                });
        }
        values.iter().sum::<f64>() / values.len() as f64
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "read with the plan")]
fn id_of(number: f64) -> u32 {
    number as u32
}
