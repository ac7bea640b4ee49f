//! What a key has tried: the number that a verdict is adjusted by.

/// An evaluation whose payload the replay has proved.
#[derive(Debug, Clone, PartialEq)]
pub struct Trial {
    /// Fingerprint of the resolved candidate, lower-case hex.
    pub candidate_hash: String,
    /// Fingerprint of the dataset's file, lower-case hex.
    pub dataset_hash: String,
    /// Daily Sharpe ratio of the official run, not annualised; `None` where there is none.
    pub daily_sharpe: Option<f64>,
}

/// What was tried on a dataset, the trial that was asked about included.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trials {
    /// Distinct candidates evaluated, at least one.
    pub count: u32,
    /// Whether a host counts them at all; where none does, `count` is 1.
    pub counted: bool,
    /// Distinct candidates simulated or evaluated, at least one.
    pub sharpe_count: u32,
    /// Sample variance of their daily Sharpe ratios, once there are enough of them.
    pub sharpe_variance: Option<f64>,
}

impl Trials {
    /// The only try, as far as anybody knows.
    pub const UNCOUNTED: Self =
        Self { count: 1, counted: false, sharpe_count: 1, sharpe_variance: None };
}

/// Counts trials, for the host that keeps them.
pub trait TrialLedger {
    /// Counts a trial, unless it was counted before, and returns all of them; `None` when it cannot
    /// be counted, and then it has no answer either.
    fn count(&mut self, trial: &Trial) -> Option<Trials>;
}

/// The ledger of a host without keys: every trial is the only one.
#[derive(Debug, Clone, Copy, Default)]
pub struct Uncounted;

impl TrialLedger for Uncounted {
    fn count(&mut self, _: &Trial) -> Option<Trials> {
        Some(Trials::UNCOUNTED)
    }
}
