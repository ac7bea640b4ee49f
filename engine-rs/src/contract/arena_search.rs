//! The operations of the arena on plans of many candidates.

use super::answer::answer;
use super::arena::Arena;
use super::document::malformed;
use super::search;
use crate::json::parse_wrapped;

impl Arena {
    /// Describes a plan of candidates, `{"plan", "numbers"}`. Answers with `{"candidates", "columns",
    /// "count", "statuses"}`: the number of candidates, the names of the columns and status codes of
    /// [`plan_columns`](Self::plan_columns), and for each requested number the candidate, which is the
    /// body of a simulation request, or the name of the reason why it does not exist.
    ///
    /// `RULES.md` 7 defines the members of a plan, `{"base", "axes", "method", "seed", "count", "rows",
    /// "window"}`, of which only the base is required, and which candidate has which number.
    pub fn describe_plan(&self, request: &[u8]) -> Vec<u8> {
        answer(|printer| {
            let document = parse_wrapped(request, 3).map_err(malformed)?;
            search::describe(&self.0, &document, printer)
        })
    }

    /// Runs candidates of a plan by number, `{"plan", "from", "count"}`. Returns columns of
    /// doubles, one after the other, each with a value per candidate or `NaN`. Empty if the request
    /// is refused; [`describe_plan`](Self::describe_plan) reports the errors of a plan.
    pub fn plan_columns(&self, request: &[u8]) -> Vec<f64> {
        let document = parse_wrapped(request, 3).map_err(malformed);
        document.and_then(|it| search::plan_columns(&self.0, &it)).unwrap_or_default()
    }

    /// Returns the packed summary of candidates of a plan, merged with that of `before`. `points` gets
    /// their columns, or is empty. Empty if the request is refused.
    pub fn summarise(&self, request: &[u8], before: &[u8], points: &mut [f64]) -> Vec<u8> {
        let document = parse_wrapped(request, 3).map_err(malformed);
        document.and_then(|it| search::summarise(&self.0, &it, before, points)).unwrap_or_default()
    }

    /// Answers with the next stage of a search, or with its report: see
    /// `search/report`. The results are those of the stages that ran, in their
    /// order: of each the number of its bytes as a word of eight bytes, little endian, then the bytes.
    /// A stage of role search or test has a packed summary as its result, a stage on paths has the
    /// utilities as doubles by candidate and market, and the evaluations have a JSON list.
    pub fn report(&self, request: &[u8], results: &[u8]) -> Vec<u8> {
        answer(|printer| {
            let document = parse_wrapped(request, 3).map_err(malformed)?;
            search::report(&self.0, &document, results, printer)
        })
    }

    /// Answers with the most candidates, evaluations, runs on paths and stages of a search, for the
    /// request of [`report`](Self::report).
    pub fn search_size(&self, request: &[u8]) -> Vec<u8> {
        answer(|printer| {
            let document = parse_wrapped(request, 3).map_err(malformed)?;
            search::size(&self.0, &document, printer)
        })
    }

    /// Returns the rows of the stage that [`report`](Self::report) answers with, one after the other, if
    /// its draw is a list.
    pub fn stage_rows(&self, request: &[u8], results: &[u8]) -> Vec<f64> {
        let document = parse_wrapped(request, 3).map_err(malformed);
        document.and_then(|it| search::stage_rows(&self.0, &it, results)).unwrap_or_default()
    }
}
