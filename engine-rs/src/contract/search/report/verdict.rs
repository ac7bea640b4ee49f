//! The verdict on the best candidate of a search, in sentences.

use super::reasons::{
    PROBABILITY_MIN, evaluation_reason, luck_reason, neighbours_reason, out_of_sample_reason,
    overfitting_reason, push_candidates, trips_reason,
};
use super::tested::OutOfSample;
use super::text::push_whole;
use super::trips::Trips;
use crate::evaluation::overfitting::Overfitting;
use crate::json::{Emit, Json, Sink};
use crate::num::significant;

/// The figures that decide; `None` where one is undefined.
pub(super) struct Figures<'f> {
    pub(super) tried: f64,
    pub(super) deflated: Option<f64>,
    pub(super) trips: Option<&'f Trips>,
    pub(super) overfitting: Option<&'f Overfitting>,
    /// Share of neighbours above the passive line.
    pub(super) neighbours: Option<f64>,
    pub(super) out_of_sample: Option<&'f OutOfSample>,
    /// The evaluation of the best: its method, and the gates that failed.
    pub(super) evaluation: Option<(&'f str, Vec<&'f str>)>,
}

/// A verdict.
pub(super) struct Verdict {
    level: &'static str,
    sentence: String,
    reasons: Vec<String>,
    notes: Vec<String>,
}

impl Emit for Verdict {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.begin_object();
        sink.own_key("isFlagged");
        sink.boolean(self.level != "holds");
        for (name, text) in [("level", self.level), ("sentence", &self.sentence)] {
            sink.own_key(name);
            sink.string(text);
        }
        for (name, texts) in [("reasons", &self.reasons), ("notes", &self.notes)] {
            sink.own_key(name);
            texts.emit(sink);
        }
        sink.end_object();
    }
}

/// Says that an axis ends at the best candidate.
pub(super) fn border_note(axis: &str, is_largest: bool, value: f64) -> String {
    let mut text = String::from("The best is at the end of an axis, ");
    text.push_str(axis);
    text.push(' ');
    push_whole(&mut text, significant(value, 1e6));
    text.push_str(" is the ");
    text.push_str(if is_largest { "largest" } else { "smallest" });
    text.push_str(" value: widen it, better candidates may lie beyond.");
    text
}

/// Says which data of the datasets are estimated.
#[inline(never)]
pub(super) fn estimated_notes(datasets: &[Json<'_>]) -> Vec<String> {
    let notes = datasets.iter().filter_map(|dataset| {
        let names = dataset.get("estimated").and_then(Json::items)?;
        let names: Vec<&str> = names.iter().filter_map(Json::text).collect();
        let mut text = String::from("The data of ");
        text.push_str(dataset.get("marketName").and_then(Json::text).unwrap_or_default());
        text.push_str(" are estimated, not known, in ");
        text.push_str(&names.join(", "));
        text.push_str(": every figure depends on them.");
        (!names.is_empty()).then_some(text)
    });
    notes.collect()
}

impl Verdict {
    /// Returns the verdict without any candidate to judge.
    pub(super) fn of_nothing(notes: Vec<String>) -> Self {
        let sentence = "No candidate ran within the constraints, so there is nothing to judge.";
        Self { level: "none", sentence: sentence.into(), reasons: Vec::new(), notes }
    }

    /// Returns the verdict on figures.
    pub(super) fn of(figures: &Figures<'_>, mut notes: Vec<String>) -> Self {
        if figures.evaluation.as_ref().is_some_and(|(method, _)| *method == "rotation") {
            let note = "The market has one history, which gives no verdict: no candidate on it is eligible.";
            notes.push(note.into());
        }
        let deflated = figures.deflated.unwrap_or(0.0);
        let is_luck = deflated < PROBABILITY_MIN;
        let reasons = [
            is_luck.then(|| luck_reason(figures.tried, deflated)),
            figures.trips.and_then(trips_reason),
            figures.overfitting.and_then(overfitting_reason),
            figures.neighbours.and_then(neighbours_reason),
            figures.out_of_sample.and_then(out_of_sample_reason),
            figures.evaluation.as_ref().and_then(evaluation_reason),
        ];
        let reasons: Vec<String> = reasons.into_iter().flatten().collect();
        let (level, before, after) = match reasons.len() {
            0 => (
                "holds",
                "The best candidate is further above the passive line than the luck of ",
                " explains, and so are candidates around it.",
            ),
            1 if !is_luck => {
                ("doubtful", "The best candidate is doubtful: one figure speaks against it.", "")
            }
            _ => (
                "luck",
                "Do not trust the best candidate: trying ",
                " can give as much by luck alone.",
            ),
        };
        let mut sentence = String::from(before);
        if !after.is_empty() {
            push_candidates(&mut sentence, figures.tried);
        }
        sentence.push_str(after);
        if reasons.is_empty() && figures.out_of_sample.is_none() {
            sentence.push_str(" It has not been tested on bars that it was not chosen on.");
        }
        Self { level, sentence, reasons, notes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::parse;

    const GOOD: Figures<'_> = Figures {
        tried: 1_200.0,
        deflated: Some(0.97),
        trips: None,
        overfitting: None,
        neighbours: Some(0.5),
        out_of_sample: None,
        evaluation: None,
    };

    fn judged(figures: &Figures<'_>) -> (&'static str, String) {
        let Verdict { level, sentence, reasons, .. } = Verdict::of(figures, Vec::new());
        (level, reasons.first().cloned().unwrap_or(sentence))
    }

    #[test]
    fn one_reason_makes_doubt_and_two_or_luck_make_luck() {
        let holds = "The best candidate is further above the passive line than the luck of 1,200 distinct candidates explains, and so are candidates around it. It has not been tested on bars that it was not chosen on.";
        assert_eq!(judged(&GOOD), ("holds", holds.into()));
        let neighbours = Figures { neighbours: Some(0.0625), ..GOOD };
        let reason = "Only 6.3 % of its neighbours are above the passive line.";
        assert_eq!(judged(&neighbours), ("doubtful", reason.into()));
        let luck = Figures { tried: 1.0, deflated: Some(0.946), ..GOOD };
        let reason = "With 1 distinct candidate tried, the probability that it truly earns more than the passive line is 94.6 %; 95 % is wanted.";
        assert_eq!(judged(&luck), ("luck", reason.into()));
        assert_eq!(judged(&Figures { deflated: None, ..GOOD }).0, "luck");
        let overfitting = Overfitting { probability: 0.2, loss_share: 0.5, splits: 6, parts: 4 };
        let overfitted = Figures { overfitting: Some(&overfitting), ..GOOD };
        let reason = "The best of one half of the days is in the lower half on the others in 20 % of all splits, and below the passive line in 50 %.";
        assert_eq!(judged(&overfitted), ("doubtful", reason.into()));
        assert_eq!(judged(&Figures { neighbours: Some(0.4), ..overfitted }).0, "luck");
    }

    #[test]
    fn failed_gates_count_on_fresh_paths_and_one_history_is_a_note() {
        let failed =
            |method| Figures { evaluation: Some((method, vec!["EDGE", "MIN_FILLS"])), ..GOOD };
        let reason = "On fresh paths of the same market it has not passed: no edge on new data, never trades.";
        assert_eq!(judged(&failed("sister_paths")), ("doubtful", reason.into()));
        let Verdict { level, notes, .. } = Verdict::of(&failed("rotation"), Vec::new());
        assert_eq!((level, notes.len()), ("holds", 1));
    }

    #[test]
    fn few_trades_and_many_that_cancel_are_told_apart() {
        let said =
            |count, largest_share, by_lot| trips_reason(&Trips { count, largest_share, by_lot });
        let few = "Its excess hangs on few trades: 2 round trips, the largest with 60 % of the gains. With random signs, such trips give as much in 25 % of cases; at most 5 % is wanted.";
        assert_eq!(said(2, Some(0.6), 0.25).as_deref(), Some(few));
        let alike = "Its trades gain and lose alike: 60 round trips, the largest with 10 % of the gains. With random signs, such trips give as much in 40 % of cases; at most 5 % is wanted.";
        assert_eq!(said(60, Some(0.1), 0.4).as_deref(), Some(alike));
        let one = "Its excess hangs on few trades: 1 round trip. With random signs, such trips give as much in 50 % of cases; at most 5 % is wanted.";
        assert_eq!(said(1, Some(1.0), 0.5).as_deref(), Some(one));
        assert_eq!(said(1, Some(1.0), 0.05), None);
    }

    #[test]
    fn a_note_names_the_axis_to_widen_or_the_estimated_data() {
        let border = "The best is at the end of an axis, Entry (k) 3 is the smallest value: widen it, better candidates may lie beyond.";
        assert_eq!(border_note("Entry (k)", false, 3.0), border);
        let text = r#"[{"marketName":"sUSDe","estimated":["syIndex","tvl"]},{"estimated":[]}]"#;
        let Json::Array(datasets) = parse(text.as_bytes()).unwrap() else { unreachable!() };
        let notes = estimated_notes(&datasets);
        let note = "The data of sUSDe are estimated, not known, in syIndex, tvl: every figure depends on them.";
        assert_eq!(notes, [note]);
    }
}
