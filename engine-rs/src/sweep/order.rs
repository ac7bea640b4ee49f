//! The order in which candidates run: those that read the same columns follow each other.

use crate::num::sort::ascending_by;
use crate::simulation::Plan;
use crate::strategy::ParamValue;
use crate::strategy::expression::Member;

/// Returns the indices of plans in an order in which equal strategies, windows and choices are
/// neighbours.
#[inline(never)]
pub(super) fn neighbours_first(plans: &[(usize, Plan)]) -> Vec<usize> {
    let mut places: Vec<(f64, usize)> = Vec::with_capacity(plans.len());
    for (place, (_, plan)) in plans.iter().enumerate() {
        places.push((columns_key(plan), place));
    }
    ascending_by(&mut places, |(key, _)| *key);
    places.iter().map(|(_, place)| *place).collect()
}

/// Returns a key that is equal for plans that read the same columns, and rarely for others.
fn columns_key(plan: &Plan) -> f64 {
    let mut key = 0_u64;
    let mut add =
        |part: u64| key = (key ^ part).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(31);
    for component in &plan.components {
        component.entry.spec.id.bytes().for_each(|byte| add(u64::from(byte)));
        let own = component.params.expression().map_or(&[][..], |own| own.members());
        for (_, member) in own {
            match member {
                Member::Number(days, true) => add(days.to_bits()),
                Member::Number(..) => {}
                Member::Text(text) => text.bytes().for_each(|byte| add(u64::from(byte))),
            }
        }
        for value in component.params.iter() {
            match value {
                ParamValue::Window { bars, .. } => add(*bars as u64),
                ParamValue::Choice(text) => add(text.len() as u64),
                ParamValue::Number(_) => {}
            }
        }
    }
    (key >> 11) as f64
}
