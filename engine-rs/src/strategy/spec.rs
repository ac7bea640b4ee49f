//! The description of a strategy in the catalogue.

use super::ParamSpec;
use super::expression::Language;
use crate::json::{Emit, Sink};
use crate::market::FeatureSet;

/// The category of a strategy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Category {
    /// Patterns of the implied yield alone.
    TechnicalAnalysis,
    /// The pull of the PT price to par.
    Convergence,
    /// Fixed PT against floating SY.
    RelativeValue,
    /// Time to maturity and the slope of yields.
    Curve,
    /// The state and activity of the pool.
    Liquidity,
    /// A rule of the caller's own.
    OwnLogic,
}

impl Category {
    /// Returns the public name.
    pub fn name(self) -> &'static str {
        match self {
            Self::TechnicalAnalysis => "technical-analysis",
            Self::Convergence => "convergence",
            Self::RelativeValue => "relative-value",
            Self::Curve => "curve",
            Self::Liquidity => "liquidity",
            Self::OwnLogic => "own-logic",
        }
    }
}

/// A relation of two parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    /// left < right
    Below,
    /// left <= right
    AtMost,
}

/// A rule between two parameters of a strategy; windows are compared in bars.
#[derive(Debug, Clone, Copy)]
pub struct Relation {
    /// Name of the left parameter.
    pub left: &'static str,
    /// The required relation.
    pub operator: Operator,
    /// Name of the right parameter.
    pub right: &'static str,
}

impl Relation {
    /// Returns `left < right`.
    pub const fn below(left: &'static str, right: &'static str) -> Self {
        Self { left, operator: Operator::Below, right }
    }

    /// Returns `left <= right`.
    pub const fn at_most(left: &'static str, right: &'static str) -> Self {
        Self { left, operator: Operator::AtMost, right }
    }

    /// Returns the operator as text.
    pub fn sign(&self) -> &'static str {
        match self.operator {
            Operator::Below => "<",
            Operator::AtMost => "<=",
        }
    }

    /// Returns whether two values satisfy the relation.
    pub fn holds(&self, left: f64, right: f64) -> bool {
        match self.operator {
            Operator::Below => left < right,
            Operator::AtMost => left <= right,
        }
    }
}

impl Emit for Relation {
    fn emit(&self, sink: &mut dyn Sink) {
        let word = match self.operator {
            Operator::Below => "below",
            Operator::AtMost => "at most",
        };
        sink.begin_object();
        sink.member("left", self.left);
        sink.member("message", format!("{} must be {word} {}", self.left, self.right));
        sink.member("operator", self.sign());
        sink.member("right", self.right);
        sink.end_object();
    }
}

/// A strategy of the catalogue.
#[derive(Debug, Clone, Copy)]
pub struct StrategySpec {
    /// Public id.
    pub id: &'static str,
    /// Name for people.
    pub name: &'static str,
    /// Category.
    pub category: Category,
    /// The rule in a sentence.
    pub summary: &'static str,
    /// Publication of the idea; empty if it is ours.
    pub source: &'static str,
    /// Required features of a dataset.
    pub features: FeatureSet,
    /// Parameters in the order of the catalogue.
    pub params: &'static [ParamSpec],
    /// Rules between parameters.
    pub relations: &'static [Relation],
}

impl Emit for StrategySpec {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.begin_object();
        sink.member("category", self.category.name());
        if self.category == Category::OwnLogic {
            sink.member("language", Language);
        }
        sink.member("name", self.name);
        sink.member("parameters", self.params);
        sink.member("relations", self.relations);
        sink.member("requiredFeatures", self.features);
        sink.member("source", if self.source.is_empty() { None } else { Some(self.source) });
        sink.member("strategyId", self.id);
        sink.member("summary", self.summary);
        sink.end_object();
    }
}
