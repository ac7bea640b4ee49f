//! The summary of a range of a plan.

use super::super::datasets::Datasets;
use super::super::field_errors::FieldErrors;
use super::reader::ReadPlan;
use super::whole_number::whole_in;
use crate::error::Result;
use crate::json::Json;
use crate::summary::{Bounds, Candidates, Judge, Limits, Summary};
use crate::sweep::{Point, Status};

/// Candidates whose columns are in memory together.
const TOGETHER: usize = 4096;

/// Returns the summary of the candidates of a plan from `before` and of `{"plan", "from", "count",
/// "markets", "aim", "constraints", "space", "topMax", "passes"}`, packed. A list has its candidates
/// from number `first` on.
///
/// `points` gets the columns of [`plan_columns`](super::plan_columns), or is empty.
///
/// # Errors
/// Those of [`plan_columns`](super::plan_columns).
pub(in super::super) fn summarise(
    datasets: &Datasets,
    request: &Json<'_>,
    before: &[u8],
    points: &mut [f64],
) -> Result<Vec<u8>> {
    let mut errors = FieldErrors::default();
    let markets = Markets::read(datasets, request)?;
    let plan = &markets.plans[0];
    let (from, count) = plan.range(request, u64::MAX)?;
    let axes = &plan.plan.axes;
    let mut whole = |name, max| whole_in(&mut errors, ("", name), request.get(name), (0, max));
    let (first, space) = (whole("first", 1 << 53), whole("space", u64::from(u32::MAX)));
    let (top, passes) = (whole("topMax", 1 << 20), whole("passes", 1 << 20));
    let judge = judge(&mut errors, request, space);
    let (Some(first), Some(top), Some(passes), Some(judge), true) =
        (first, top, passes, judge, errors.is_empty())
    else {
        return Err(errors.into_error("search"));
    };
    let place = |number| usize::try_from(number).unwrap_or(usize::MAX);
    let limits = Limits { top: place(top), passes: place(passes) };
    let mut summary = Summary::unpack(before).unwrap_or_else(|| Summary::new(axes, limits));
    for at in (0..count).step_by(TOGETHER) {
        let rows = TOGETHER.min(count - at);
        let numbers = markets.columns((from + at as u64, rows));
        let found =
            Candidates { from: first + at as u64, rows, axes: axes.len(), numbers: &numbers };
        summary.add(&found, axes, &judge);
        for (column, wanted) in numbers.chunks(rows).zip(points.chunks_mut(count)) {
            wanted[at..at + rows].copy_from_slice(column);
        }
    }
    Ok(summary.pack())
}

/// Reads how candidates are judged.
fn judge(errors: &mut FieldErrors, request: &Json<'_>, space: Option<u64>) -> Option<Judge> {
    let place_of = |given: Option<&Json<'_>>| {
        let name = given.and_then(Json::text)?;
        Point::NAMES.iter().position(|known| *known == name)
    };
    let mut bounds = Vec::new();
    let aim = place_of(request.get("aim"));
    let constraints = request.get("constraints").and_then(Json::items).unwrap_or_default();
    for constraint in constraints {
        let end = |name, none: f64| constraint.get(name).and_then(Json::number).unwrap_or(none);
        bounds.push(Bounds {
            figure: place_of(constraint.get("figure"))?,
            min: end("min", f64::NEG_INFINITY),
            max: end("max", f64::INFINITY),
        });
    }
    if aim.is_none() {
        let wanted = format_args!("the name of a figure");
        errors.add_wrong_type(format_args!("/aim"), request.get("aim"), wanted);
    }
    let space = u32::try_from(space?).ok()?;
    Some(Judge { aim: aim?, bounds, space })
}

/// A plan on each of its markets.
pub(super) struct Markets<'d> {
    pub(super) plans: Vec<ReadPlan<'d>>,
    /// Whether a figure is that of the market where it is worst, and not the mean.
    is_worst: bool,
}

impl<'d> Markets<'d> {
    pub(super) fn read(datasets: &Datasets, request: &'d Json<'_>) -> Result<Self> {
        let given = request.get("markets");
        let ids = given.and_then(|given| given.get("ids")).and_then(Json::items);
        let by = given.and_then(|given| given.get("by")).and_then(Json::text);
        let plans = match ids.unwrap_or_default() {
            [] => vec![ReadPlan::of(datasets, request, None)?],
            ids => {
                let each = ids.iter().map(|id| ReadPlan::of(datasets, request, id.number()));
                each.collect::<Result<_>>()?
            }
        };
        Ok(Self { plans, is_worst: by == Some("worst") })
    }

    /// Returns the columns of a range. Coordinates are those of the first market; a candidate that does
    /// not run on one market has the status of the first such, and no figures.
    #[inline(never)]
    pub(super) fn columns(&self, range: (u64, usize)) -> Vec<f64> {
        let axes = self.plans[0].plan.axes.len();
        let mut parts = self.plans.iter().map(|plan| plan.columns(range));
        let mut joined = parts.next().unwrap_or_default();
        if self.plans.len() == 1 {
            return joined;
        }
        let (figures, statuses) = (axes * range.1, (axes + Point::NAMES.len()) * range.1);
        for part in parts {
            for (at, (number, own)) in joined.iter_mut().zip(part).enumerate().skip(figures) {
                let sign = Point::SIGNS.get(at / range.1 - axes);
                *number = match sign {
                    None if *number == f64::from(Status::Ran as u8) => own,
                    None => *number,
                    Some(_) if own.is_nan() || number.is_nan() => f64::NAN,
                    Some(sign) if self.is_worst => {
                        sign * crate::num::min(sign * *number, sign * own)
                    }
                    Some(_) => *number + own,
                };
            }
        }
        for number in joined[figures..statuses].iter_mut().filter(|_| !self.is_worst) {
            *number /= self.plans.len() as f64;
        }
        joined
    }
}
