//! Trials of a key: the number that a verdict is adjusted by.

/// An evaluation whose payload was reproduced by the replay.
#[derive(Debug, Clone, PartialEq)]
pub struct Trial {
    /// Fingerprint of the resolved candidate, lower-case hex.
    pub candidate_hash: String,
    /// Fingerprint of the dataset's file, lower-case hex.
    pub dataset_hash: String,
    /// Daily Sharpe ratio of the official run, not annualised; `None` where it is undefined.
    pub daily_sharpe: Option<f64>,
}

/// Trials on a dataset, including the current one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trials {
    /// Distinct evaluated candidates, at least one; edge and timing are adjusted by their number.
    pub evaluated: u32,
    /// Whether the host counts trials; both numbers are 1 if it does not.
    pub counted: bool,
    /// Distinct candidates that were run on the official path, by a simulation, a search or an
    /// evaluation, at least one; the Sharpe ratio is deflated by their number.
    pub searched: u32,
    /// Sample variance of their daily Sharpe ratios; `None` while they are too few.
    pub sharpe_variance: Option<f64>,
}

impl Trials {
    /// Counts of a host that does not count: the current trial only.
    pub const UNCOUNTED: Self =
        Self { evaluated: 1, counted: false, searched: 1, sharpe_variance: None };
}

/// Counts trials on behalf of the host that stores them.
pub trait TrialLedger {
    /// Counts a trial unless it was counted before, and returns all counts. `None` means that it
    /// cannot be counted; the evaluation is then not answered.
    fn count(&mut self, trial: &Trial) -> Option<Trials>;
}

/// The ledger of a host without keys: every trial is the first.
#[derive(Debug, Clone, Copy, Default)]
pub struct Uncounted;

impl TrialLedger for Uncounted {
    fn count(&mut self, _: &Trial) -> Option<Trials> {
        Some(Trials::UNCOUNTED)
    }
}
