//! Reads the levels of an axis: a list of values, or a range of numbers.

use super::super::field_errors::Listed;
use super::super::nearest::Nearest;
use super::axes::Reader;
use super::whole_number::whole_in;
use crate::json::{Excerpt, Json};
use crate::market::Timeframe;
use crate::num::whole;
use crate::strategy::expression::Expression;
use crate::strategy::{ParamKind, ParamSpec, ParamValue, catalogue};
use crate::sweep::{Level, Levels, Range, Target};

/// The allowed values of a weight, in words.
const SHARE: &str = "a whole number from 1 to 10000";
/// Most levels of an axis.
const LEVELS_MAX: usize = 65_536;

impl Reader<'_> {
    /// Reads the levels of an axis.
    #[inline(never)]
    pub(super) fn levels(&mut self, at: usize, item: &Json<'_>, target: &Target) -> Option<Levels> {
        let specs = self.specs(at, target)?;
        let Some(values) = item.get("values") else {
            return self.range(at, item, (target, &specs)).map(Levels::Range);
        };
        let path = format!("/plan/axes/{at}/values");
        let items = values.items().unwrap_or_default();
        if !(1..=LEVELS_MAX).contains(&items.len()) || item.get("min").is_some() {
            let wanted =
                format_args!("an array of 1 to {LEVELS_MAX} values, without a range beside it");
            self.errors.add_wrong_type(format_args!("{path}"), Some(values), wanted);
            return None;
        }
        let mut levels = Vec::with_capacity(items.len());
        for (place, value) in items.iter().enumerate() {
            match self.level(value, target, &specs) {
                Ok(level) => levels.push(level),
                Err((code, wanted)) => {
                    let place = format_args!("{path}/{place}");
                    self.errors.add(place, code, format_args!("{wanted}"));
                }
            }
        }
        (levels.len() == items.len()).then_some(Levels::Listed(levels))
    }

    /// Returns the definitions of a parameter in the strategies that declare it; empty for other
    /// targets.
    #[inline(never)]
    fn specs(&mut self, at: usize, target: &Target) -> Option<Vec<&'static ParamSpec>> {
        let Target::Parameter(component, name) = target else { return Some(Vec::new()) };
        let all = || self.strategies[*component].iter().flat_map(|entry| entry.spec.params);
        let specs: Vec<&ParamSpec> = all().filter(|spec| spec.name == *name).collect();
        if specs.is_empty() && self.own(*component, name).is_none() {
            self.no_parameter(at, *component, name);
            return None;
        }
        Some(specs)
    }

    /// Reports an axis over a parameter that no strategy of its component has.
    #[cold]
    #[inline(never)]
    pub(super) fn no_parameter(&mut self, at: usize, component: usize, name: &str) {
        let mut names: Vec<&str> = Vec::new();
        for spec in self.strategies[component].iter().flat_map(|entry| entry.spec.params) {
            if !names.contains(&spec.name) {
                names.push(spec.name);
            }
        }
        let own = self.expression(component).map_or(&[][..], Expression::members);
        names.extend(own.iter().map(|(name, _)| name.as_str()));
        let nearest = Nearest::of(name, &names);
        let names = Listed(&names);
        let path = format_args!("/plan/axes/{at}/path");
        let message =
            format_args!("names no parameter of component {component}, must be {names}{nearest}");
        self.errors.add(path, "unknown_property", message);
    }

    /// Reads a value of a list. It is valid if one strategy accepts it; the others refuse it
    /// candidate by candidate.
    #[inline(never)]
    fn level(
        &mut self,
        value: &Json<'_>,
        target: &Target,
        specs: &[&ParamSpec],
    ) -> Result<Level, (&'static str, String)> {
        let shown = Excerpt(value);
        let refused = |wanted: &str| ("not_allowed", format!("is {shown}, must be {wanted}"));
        match target {
            Target::Market => {
                let found = value.number().and_then(whole);
                let id = found.and_then(|id| u32::try_from(id).ok());
                let id = id.filter(|id| self.datasets.dataset(*id, self.base.timeframe).is_ok());
                let id = id.ok_or_else(|| refused("the id of a market with a dataset"))?;
                if !self.markets.contains(&id) {
                    self.markets.push(id);
                }
                Ok(Level::Number(f64::from(id)))
            }
            Target::Strategy(component) => {
                let text = value.text().unwrap_or_default();
                let entry = catalogue::get(text).ok_or_else(|| {
                    refused(&format!("the id of a strategy{}", Nearest::strategy(text)))
                })?;
                if entry.spec.id == catalogue::EXPRESSION.spec.id
                    && self.expression(*component).is_none()
                {
                    return Err(refused("a strategy whose parameters the base component has"));
                }
                Ok(Level::Text(entry.spec.id.into()))
            }
            Target::Weight(_) => {
                let share = value.number().filter(|share| is_share(*share));
                share.map(Level::Number).ok_or_else(|| refused(SHARE))
            }
            Target::Parameter(component, name) => {
                let mut refusal = None;
                match self.own_level(*component, name, value) {
                    Some(Ok(level)) => return Ok(level),
                    Some(Err(message)) => refusal = Some(("expression", message)),
                    None => {}
                }
                for spec in specs {
                    match spec.check(value, self.base.timeframe) {
                        Ok(ParamValue::Choice(text)) => return Ok(Level::Text(text.into())),
                        Ok(
                            ParamValue::Window { days: number, .. } | ParamValue::Number(number),
                        ) => {
                            return Ok(Level::Number(number));
                        }
                        Err(error) => refusal = Some((error.code, error.message)),
                    }
                }
                Err(refusal.unwrap_or_else(|| refused("allowed")))
            }
        }
    }

    /// Reads a range; some strategy must accept both of its ends.
    #[inline(never)]
    fn range(
        &mut self,
        at: usize,
        item: &Json<'_>,
        (target, specs): (&Target, &[&ParamSpec]),
    ) -> Option<Range> {
        let parent = format!("/plan/axes/{at}");
        let parts = match target {
            Target::Weight(_) => Some(1.0),
            Target::Parameter(component, name)
                if let Some(parts) = match specs.first() {
                    Some(spec) => parts_of(spec, self.base.timeframe),
                    None => self.own_parts(*component, name),
                } =>
            {
                parts
            }
            _ => {
                let path = format_args!("{parent}/values");
                self.errors.add_wrong_type(
                    path,
                    None,
                    format_args!("a list: this part of the candidate has no range"),
                );
                return None;
            }
        };
        let scale = item.get("scale").map_or(Some("linear"), Json::text);
        let scale = scale.filter(|scale| ["linear", "log"].contains(scale));
        if scale.is_none() {
            let path = format_args!("{parent}/scale");
            self.errors.add_wrong_type(path, item.get("scale"), format_args!("linear or log"));
        }
        let steps = item.get("steps").map(|given| {
            whole_in(self.errors, (&parent, "steps"), Some(given), (1, LEVELS_MAX as u64))
        });
        let is_log = scale? == "log";
        let mut end = |name| {
            let place = (&*parent, name);
            self.end(place, item.get(name), (target, specs), (parts, is_log))
        };
        let (min, max) = (end("min"), end("max"));
        let (min, max) = (min?, max?);
        if min > max {
            let message = format_args!("is above max, must be at most it");
            self.errors.add(format_args!("{parent}/min"), "out_of_range", message);
            return None;
        }
        let steps = match steps {
            None => None,
            Some(steps) => Some(usize::try_from(steps?).unwrap_or(LEVELS_MAX)),
        };
        Some(Range { min, max, steps, is_log, parts })
    }

    /// Reads an end of a range.
    fn end(
        &mut self,
        (parent, name): (&str, &str),
        given: Option<&Json<'_>>,
        (target, specs): (&Target, &[&ParamSpec]),
        (parts, is_log): (Option<f64>, bool),
    ) -> Option<f64> {
        let timeframe = self.base.timeframe;
        let is_taken = |number: f64| {
            let number = parts.map_or(number, |parts: f64| (number * parts).round() / parts);
            let by_some = specs.iter().any(|spec| spec.of_number(number, timeframe).is_some());
            let is_taken = match target {
                Target::Parameter(component, name) => {
                    let given = Json::Number(number);
                    by_some || matches!(self.own_level(*component, name, &given), Some(Ok(_)))
                }
                _ => is_share(number),
            };
            is_taken && (!is_log || number > 0.0)
        };
        let number = given.and_then(Json::number).filter(|number| is_taken(*number));
        if number.is_some() {
            return number;
        }
        let path = format_args!("{parent}/{name}");
        let refusal = specs.first().zip(given).and_then(|(spec, given)| {
            spec.check(given, timeframe).err().filter(|error| error.code != "not_whole_bars")
        });
        match refusal {
            Some(error) => self.errors.add(path, error.code, format_args!("{}", error.message)),
            None if is_log && given.is_some() => {
                let wanted = format_args!("above 0 on a log scale");
                self.errors.add_wrong_type(path, given, wanted);
            }
            None => {
                let wanted = if specs.is_empty() { SHARE } else { "a number" };
                self.errors.add_wrong_type(path, given, format_args!("{wanted}"));
            }
        }
        None
    }
}

fn is_share(share: f64) -> bool {
    share.trunc() == share && (1.0..=10_000.0).contains(&share)
}

/// Returns the step that values of a parameter are rounded to, as parts of 1; the outer `None`
/// stands for a choice.
#[allow(clippy::option_option, reason = "a choice has no range, a plain number no parts")]
fn parts_of(spec: &ParamSpec, timeframe: Timeframe) -> Option<Option<f64>> {
    match spec.kind {
        ParamKind::Window { .. } => Some(Some(timeframe.bars_per_day() as f64)),
        ParamKind::Integer { .. } => Some(Some(1.0)),
        ParamKind::Number { .. } => Some(None),
        ParamKind::Choice(_) => None,
    }
}
