//! Features that a dataset offers and a strategy may need.

use crate::json::{Emit, Sink};

/// A series, or a group of series, that a strategy may read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Feature {
    /// Annual yield implied by the PT price.
    ImpliedApy,
    /// Annual growth of the SY index over the last seven days.
    UnderlyingApy,
    /// PT price in accounting asset.
    PtPrice,
    /// Time left to maturity.
    DaysToExpiry,
    /// Value of the pool.
    Liquidity,
    /// Value traded in a bar.
    Volume,
    /// Reserves of the pool.
    PoolState,
    /// Implied yield of the next maturity.
    TermStructure,
}

impl Feature {
    /// Every feature, in the order in which sets are listed.
    pub const ALL: [Self; 8] = [
        Self::ImpliedApy,
        Self::UnderlyingApy,
        Self::PtPrice,
        Self::DaysToExpiry,
        Self::Liquidity,
        Self::Volume,
        Self::PoolState,
        Self::TermStructure,
    ];

    /// Returns the public name.
    pub fn name(self) -> &'static str {
        match self {
            Self::ImpliedApy => "impliedApy",
            Self::UnderlyingApy => "underlyingApy",
            Self::PtPrice => "ptPrice",
            Self::DaysToExpiry => "daysToExpiry",
            Self::Liquidity => "liquidity",
            Self::Volume => "volume",
            Self::PoolState => "poolState",
            Self::TermStructure => "termStructure",
        }
    }
}

/// A set of features.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FeatureSet(u8);

impl FeatureSet {
    /// Returns the set of the given features.
    pub const fn of(features: &[Feature]) -> Self {
        let mut bits = 0;
        let mut at = 0;
        while at < features.len() {
            bits |= 1 << features[at] as u8;
            at += 1;
        }
        Self(bits)
    }

    /// Returns the set without a feature.
    #[must_use]
    pub const fn without(self, feature: Feature) -> Self {
        Self(self.0 & !(1 << feature as u8))
    }

    /// Returns the features of both sets.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns whether the set has the feature.
    #[inline(always)]
    pub const fn has(self, feature: Feature) -> bool {
        self.0 & (1 << feature as u8) != 0
    }

    /// Returns the features in their order.
    pub fn iter(self) -> impl Iterator<Item = Feature> {
        Feature::ALL.into_iter().filter(move |feature| self.has(*feature))
    }

    /// Returns the first feature of this set that `offered` lacks.
    pub fn first_missing(self, offered: Self) -> Option<Feature> {
        self.iter().find(|feature| !offered.has(*feature))
    }
}

impl Emit for FeatureSet {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.begin_array();
        for feature in self.iter() {
            sink.string(feature.name());
        }
        sink.end_array();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_names_the_first_feature_that_is_missing() {
        let needed = FeatureSet::of(&[Feature::TermStructure, Feature::ImpliedApy]);
        let offered = FeatureSet::of(&[Feature::ImpliedApy, Feature::Volume]);
        assert_eq!(needed.first_missing(offered), Some(Feature::TermStructure));
        assert_eq!(offered.first_missing(offered), None);
    }
}
