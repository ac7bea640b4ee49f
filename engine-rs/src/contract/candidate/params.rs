//! Reads the parameters of a component: its own, those for all components, and the defaults.

use super::faults::{Faults, Members};
use crate::json::Shown;
use crate::market::Timeframe;
use crate::strategy::{ParamSpec, ParamValue, ParamValues, Relation, StrategySpec};

/// Where the parameters of a component come from.
pub(super) struct ParamReader<'d, 'a> {
    /// Those of the component itself.
    pub own: Members<'d, 'a>,
    /// JSON Pointer of the component's own parameters.
    pub own_path: &'d str,
    /// Those for all components.
    pub shared: Members<'d, 'a>,
    /// Length of a bar: windows are whole in bars.
    pub timeframe: Timeframe,
}

impl ParamReader<'_, '_> {
    /// Returns a value for every parameter, or `None` when one is wrong.
    pub(super) fn read(&self, faults: &mut Faults, spec: &StrategySpec) -> Option<ParamValues> {
        let names: Vec<&str> = spec.params.iter().map(|param| param.name).collect();
        faults.refuse_unknown(self.own_path, self.own, &names);
        let found: Vec<_> = spec.params.iter().map(|param| self.param(faults, param)).collect();
        let mut holds = true;
        for relation in spec.relations {
            let find =
                |name| names.iter().position(|known| *known == name).and_then(|at| found.get(at));
            if let Some(((Some(left), left_path), (Some(right), right_path))) = find(relation.left)
                .zip(find(relation.right))
                .map(|(l, r)| ((l.0, &l.1), (r.0, &r.1)))
                && !relation.holds(left.comparable(), right.comparable())
            {
                let message = self.breach(relation, left, right);
                faults.add(left_path, "relation", &message);
                faults.add(right_path, "relation", message);
                holds = false;
            }
        }
        let values: Option<Vec<ParamValue>> = found.into_iter().map(|(value, _)| value).collect();
        values.filter(|_| holds).map(|values| ParamValues::new(spec.params, values))
    }

    /// Returns the value of a parameter, when it is right, and where it is given.
    fn param(&self, faults: &mut Faults, spec: &ParamSpec) -> (Option<ParamValue>, String) {
        let own_path = format!("{}/{}", self.own_path, spec.name);
        let find =
            |members: Members<'_, '_>| members.iter().position(|(name, _)| name == spec.name);
        let (given, path) = match (find(self.own), find(self.shared)) {
            (Some(at), _) => (&self.own[at].1, own_path),
            (None, Some(at)) => (&self.shared[at].1, format!("/strategyParams/{}", spec.name)),
            (None, None) => return (Some(spec.default_value(self.timeframe)), own_path),
        };
        match spec.check(given, self.timeframe) {
            Ok(value) => (Some(value), path),
            Err(fault) => {
                faults.add(&path, fault.code, fault.message);
                (None, path)
            }
        }
    }

    fn breach(&self, relation: &Relation, left: ParamValue, right: ParamValue) -> String {
        let unit = match left {
            ParamValue::Window { .. } => format!(" {} bars", self.timeframe.name()),
            _ => String::new(),
        };
        format!(
            "{} {} {} must hold, but they are {} and {}{unit}",
            relation.left,
            relation.sign(),
            relation.right,
            Shown(left.comparable()),
            Shown(right.comparable()),
        )
    }
}
