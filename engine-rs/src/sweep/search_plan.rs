//! A plan: numbered candidates. Candidate `i` is a pure function of the plan and `i`, so any range
//! can run anywhere.

use super::axis::{Axis, Set, Target};
use super::draws::{directions, random, sobol};
use crate::execution::PROFILE;
use crate::market::Timeframe;
use crate::simulation::{Plan, PlannedComponent};
use crate::strategy::expression::Given;
use crate::strategy::{CatalogueEntry, ParamValues, catalogue};

/// Sum of the weights of all components, basis points.
const WEIGHT_BPS_TOTAL: u64 = 10_000;

/// Maps numbers of candidates to positions on the axes.
#[derive(Debug, Clone, PartialEq)]
pub enum Method {
    /// Every combination of levels: number 0 has the first level of each axis, and the last axis
    /// varies fastest.
    Grid,
    /// Independent random positions.
    Random {
        /// Number of candidates.
        count: u64,
        /// The seed.
        seed: u64,
    },
    /// Points of the Sobol sequence, shifted by the seed.
    Sobol {
        /// Number of candidates.
        count: u64,
        /// The seed.
        seed: u64,
    },
    /// Candidates given by the caller: one number per axis, from its range or a position in its
    /// list.
    List(Vec<f64>),
}

/// A plan that has been checked.
#[derive(Debug, Clone)]
pub struct SearchPlan {
    /// The market of the base candidate.
    pub market_id: u32,
    /// The timeframe of all candidates.
    pub timeframe: Timeframe,
    /// The capital of all candidates.
    pub capital: f64,
    /// The components of the base candidate.
    pub components: Vec<Drawn>,
    /// The axes, in the order in which they are drawn.
    pub axes: Vec<Axis>,
    /// The method.
    pub method: Method,
}

/// A component of a candidate.
#[derive(Debug, Clone)]
pub struct Drawn {
    /// Its strategy.
    pub entry: &'static CatalogueEntry,
    /// Its parameters.
    pub params: ParamValues,
    /// Its share relative to the sum of all shares; for a drawn candidate, basis points.
    pub weight: u64,
}

/// A candidate of a plan.
#[derive(Debug, Clone)]
pub struct DrawnCandidate {
    /// Its market.
    pub market_id: u32,
    /// Its components.
    pub components: Vec<Drawn>,
}

/// Outcome of a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// It ran.
    Ran,
    /// A parameter is out of the range of its strategy.
    OutOfRange,
    /// A relation between two parameters is violated.
    Relation,
    /// A weight is 0 after scaling all to a sum of 10,000.
    Weights,
    /// The market lacks a feature that a strategy needs.
    MissingFeature,
    /// Fewer than two bars are scored.
    TooFewBars,
}

impl Status {
    /// The names, in the order of the codes.
    pub const NAMES: [&'static str; 6] =
        ["ran", "out_of_range", "relation", "weights", "missing_feature", "too_few_bars"];
}

impl SearchPlan {
    /// Returns the number of candidates; `None` if it is undefined, for a grid without steps or
    /// with more than 2^53.
    pub fn count(&self) -> Option<u64> {
        match &self.method {
            Method::Random { count, .. } | Method::Sobol { count, .. } => Some(*count),
            Method::List(rows) => Some((rows.len() / self.axes.len().max(1)) as u64),
            Method::Grid => self.axes.iter().try_fold(1_u64, |count, axis| {
                count.checked_mul(axis.count()? as u64).filter(|count| *count <= 1 << 53)
            }),
        }
    }

    /// Returns the positions on every axis, candidate after candidate from number `from`.
    pub fn places(&self, from: u64) -> impl Iterator<Item = Vec<Set>> {
        let sobol_axes =
            if matches!(self.method, Method::Sobol { .. }) { self.axes.len() } else { 0 };
        let tables: Vec<[u64; 64]> = (0..sobol_axes).map(directions).collect();
        (from..).map(move |candidate| self.places_of(candidate, &tables))
    }

    #[inline(never)]
    #[allow(clippy::cast_possible_truncation, reason = "a place in a list")]
    fn places_of(&self, candidate: u64, tables: &[[u64; 64]]) -> Vec<Set> {
        let (count, mut left) = (self.axes.len(), candidate);
        let mut places = Vec::with_capacity(count);
        for (at, axis) in self.axes.iter().enumerate().rev() {
            let axis_number = at as u64;
            places.push(match &self.method {
                Method::Random { seed, .. } => {
                    axis.at_draw(random(*seed, candidate, (axis_number, count as u64)))
                }
                Method::Sobol { seed, .. } => {
                    axis.at_draw(sobol(&tables[at], *seed, candidate, axis_number))
                }
                Method::List(rows) => axis.at_row(rows[candidate as usize * count + at]),
                Method::Grid => {
                    let levels = axis.count().unwrap_or(1) as u64;
                    let level = left % levels;
                    left /= levels;
                    axis.at_level(level as usize)
                }
            });
        }
        places.reverse();
        places
    }

    /// Returns the candidate at the given positions.
    ///
    /// # Errors
    /// The reason why it does not exist.
    #[inline(never)]
    pub fn candidate(&self, places: &[Set]) -> Result<DrawnCandidate, Status> {
        let mut drawn =
            DrawnCandidate { market_id: self.market_id, components: self.components.clone() };
        let mut has_weights = false;
        for (axis, place) in self.axes.iter().zip(places) {
            match (&axis.target, place) {
                (Target::Market, Set::Number(id)) => drawn.market_id = whole_of(*id),
                (Target::Strategy(at), Set::Text(_, id)) => {
                    drawn.components[*at].become_strategy(id, self.timeframe);
                }
                (Target::Weight(at), Set::Number(share)) => {
                    drawn.components[*at].weight = u64::from(whole_of(*share));
                    has_weights = true;
                }
                _ => {}
            }
        }
        for (axis, place) in self.axes.iter().zip(places) {
            if let Target::Parameter(at, name) = &axis.target {
                drawn.components[*at].set(name, place, self.timeframe)?;
            }
        }
        for (at, component) in drawn.components.iter_mut().enumerate() {
            component.set_own(&self.changes(at, places), self.timeframe)?;
        }
        if !drawn.components.iter().all(Drawn::keeps_relations) {
            return Err(Status::Relation);
        }
        if has_weights {
            share_out(&mut drawn.components)?;
        }
        Ok(drawn)
    }
}

impl SearchPlan {
    /// Returns the parameters of a component that axes set.
    fn changes<'p>(&'p self, component: usize, places: &'p [Set]) -> Vec<(&'p str, Given<'p>)> {
        let axes = self.axes.iter().zip(places);
        let changes = axes.filter_map(|(axis, place)| match &axis.target {
            Target::Parameter(at, name) if *at == component => Some((
                name.as_ref(),
                match place {
                    Set::Number(number) => Given::Number(*number),
                    Set::Text(_, text) => Given::Text(text),
                },
            )),
            _ => None,
        });
        changes.collect()
    }
}

impl Drawn {
    /// Compiles the texts of an expression again, with other values.
    fn set_own(&mut self, changes: &[(&str, Given<'_>)], time: Timeframe) -> Result<(), Status> {
        if let Some(own) = self.params.expression().filter(|_| !changes.is_empty()) {
            let new = own.with(changes, time).map_err(|_| Status::OutOfRange)?;
            self.params = ParamValues::of_expression(new);
        }
        Ok(())
    }

    /// Switches to another strategy. Parameters that both have keep their values where possible.
    fn become_strategy(&mut self, id: &str, timeframe: Timeframe) {
        if let Some(entry) = catalogue::get(id).filter(|entry| entry.spec.id != self.entry.spec.id)
        {
            let mut params = ParamValues::defaults(entry.spec.params, timeframe);
            params.adopt(&self.params, timeframe);
            (self.entry, self.params) = (entry, params);
        }
    }

    fn keeps_relations(&self) -> bool {
        let comparable = |name| self.params.get(name).map_or(f64::NAN, |value| value.comparable());
        let mut relations = self.entry.spec.relations.iter();
        relations
            .all(|relation| relation.holds(comparable(relation.left), comparable(relation.right)))
    }

    fn set(&mut self, name: &str, place: &Set, timeframe: Timeframe) -> Result<(), Status> {
        let Some(spec) = self.entry.spec.params.iter().find(|spec| spec.name == name) else {
            return Ok(());
        };
        let value = match place {
            Set::Number(number) => spec.of_number(*number, timeframe),
            Set::Text(_, text) => spec.of_text(text),
        };
        self.params.set(name, value.ok_or(Status::OutOfRange)?);
        Ok(())
    }
}

impl DrawnCandidate {
    /// Returns the plan of a simulation from bar `start`, under the official policy.
    pub fn plan(self, capital: f64, start: usize) -> Plan {
        let planned = |Drawn { entry, params, weight }| PlannedComponent {
            entry,
            params,
            weight: weight as f64 / WEIGHT_BPS_TOTAL as f64,
        };
        let components = self.components.into_iter().map(planned).collect();
        Plan { profile: PROFILE, capital, components, start }
    }
}

/// Converts shares to basis points: each is scaled to a sum of 10,000 and rounded down, and the
/// first component gets the remainder, as with omitted weights.
fn share_out(components: &mut [Drawn]) -> Result<(), Status> {
    let sum: u64 = components.iter().map(|component| component.weight).sum();
    let mut left = WEIGHT_BPS_TOTAL;
    for component in components.iter_mut() {
        component.weight = component.weight * WEIGHT_BPS_TOTAL / sum;
        left -= component.weight;
    }
    components[0].weight += left;
    let is_complete = components.iter().all(|component| component.weight > 0);
    if is_complete { Ok(()) } else { Err(Status::Weights) }
}

/// Converts a whole number that the reader has checked.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked by the reader")]
fn whole_of(number: f64) -> u32 {
    number as u32
}
