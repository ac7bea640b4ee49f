//! The answer of a strategy to a bar.

/// A target position, or no opinion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Signal {
    /// The wanted position, a fraction of the sleeve's equity in [0, 1].
    Target(f64),
    /// No opinion: the target stays what it last was.
    Hold,
}

impl Signal {
    /// Fully in PT.
    pub const IN: Self = Self::Target(1.0);
    /// Fully in SY.
    pub const OUT: Self = Self::Target(0.0);

    /// Returns in when `condition` holds, else out.
    pub fn when(condition: bool) -> Self {
        if condition { Self::IN } else { Self::OUT }
    }
}

/// Returns in at or above `entry`, else out at or below `exit`, else no opinion.
pub fn band(value: f64, entry: f64, exit: f64) -> Signal {
    if value >= entry {
        Signal::IN
    } else if value <= exit {
        Signal::OUT
    } else {
        Signal::Hold
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_band_holds_between_its_edges() {
        assert_eq!(band(70.0, 70.0, 30.0), Signal::IN);
        assert_eq!(band(50.0, 70.0, 30.0), Signal::Hold);
        assert_eq!(band(30.0, 70.0, 30.0), Signal::OUT);
        // equal edges: entry is asked first
        assert_eq!(band(50.0, 50.0, 50.0), Signal::IN);
    }
}
