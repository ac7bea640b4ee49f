//! What a key has tried on a dataset, as far as somebody counts.

/// How many candidates a key has evaluated on a dataset, and what it has simulated beside them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trials {
    /// Distinct candidates evaluated, this one included.
    pub count: u32,
    /// Whether they were counted; else `count` is 1.
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
