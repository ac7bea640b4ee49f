//! The components that were compiled last. A client mostly repeats a component or changes another one,
//! and reading texts takes as long as running a short rule.

use super::compiled::Expression;
use super::given::{Given, Wrong};
use crate::market::Timeframe;
use std::sync::{Arc, Mutex};

/// Most components that are kept.
const KEPT: usize = 8;

/// The newest is the last. A thread that finds them locked compiles its component.
static RECENT: Mutex<Vec<Arc<Expression>>> = Mutex::new(Vec::new());

/// Compiles the parameters of a component like [`Expression::compile`], but reads nothing if a recent
/// component has the same parameters, its texts in their one spelling.
///
/// # Errors
/// Everything that is wrong.
pub fn compiled(
    own: &[(&str, Given<'_>)],
    shared: &[(&str, Given<'_>)],
    timeframe: Timeframe,
) -> Result<Arc<Expression>, Vec<Wrong>> {
    if let Ok(recent) = RECENT.try_lock()
        && let Some(known) = recent.iter().find(|known| known.is_of(own, timeframe))
    {
        return Ok(Arc::clone(known));
    }
    let expression = Arc::new(Expression::compile(own, shared, timeframe)?);
    if let Ok(mut recent) = RECENT.try_lock() {
        if recent.len() == KEPT {
            recent.remove(0);
        }
        recent.push(Arc::clone(&expression));
    }
    Ok(expression)
}

impl Expression {
    /// Returns whether these are all of its parameters.
    fn is_of(&self, own: &[(&str, Given<'_>)], timeframe: Timeframe) -> bool {
        let is_own = |(name, given): &(&str, Given<'_>)| {
            self.members().iter().any(|(known, member)| known == name && member.given() == *given)
        };
        own.len() == self.members().len() && timeframe == self.timeframe() && own.iter().all(is_own)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::expression::Member;

    fn of(k: f64, text: &str) -> Result<Arc<Expression>, Vec<Wrong>> {
        let own = [("k", Given::Number(k)), ("target", Given::Text(text))];
        compiled(&own, &[], Timeframe::Daily)
    }

    #[test]
    fn a_component_is_compiled_once() {
        let text = "mean(logYield, 7d) > k * 3";
        // another test may have the lock, or fill the list
        assert!((0..100).any(|_| Arc::ptr_eq(&of(0.5, text).unwrap(), &of(0.5, text).unwrap())));
        assert_eq!(of(3.0, text).unwrap().members()[0].1, Member::Number(3.0, false));
    }

    #[test]
    fn other_texts_names_and_timeframes_are_compiled() {
        let text = "mean(logYield, k) > 3";
        assert_eq!(of(8.0, text).unwrap().members()[1].1.given(), Given::Text(text));
        assert!(of(8.5, text).is_err(), "a window has whole bars");
        let own = [("k", Given::Number(8.5)), ("target", Given::Text(text))];
        assert!(compiled(&own, &[], Timeframe::Hourly).is_ok());
        assert!(of(8.0, "mean(logYield, k)>4").is_ok());
        let other = [("n", Given::Number(8.0)), ("target", Given::Text(text))];
        assert!(compiled(&other, &[], Timeframe::Daily).is_err());
        assert!(compiled(&own[1..], &own[..1], Timeframe::Hourly).is_ok());
        assert!(compiled(&own[1..], &[], Timeframe::Hourly).is_err());
    }

    #[test]
    fn few_components_are_kept() {
        for length in 2..40 {
            let text = format!("mean(logYield, {length}d) > k");
            assert!(of(1.0, &text).is_ok());
        }
        assert!(RECENT.lock().unwrap().len() <= KEPT);
    }
}
