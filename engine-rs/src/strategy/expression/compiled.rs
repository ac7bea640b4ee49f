//! A compiled component.

use super::compile::{UNUSED, compile};
use super::given::{Given, Member, Wrong};
use super::parse::parse;
use super::program::Program;
use crate::market::{FeatureSet, Timeframe};

/// The texts and numbers of a component, and what they compute.
#[derive(Debug)]
pub struct Expression {
    /// The parameters by name, each text in its one spelling.
    members: Vec<(String, Member)>,
    pub(super) program: Program,
}

impl Expression {
    /// Compiles the parameters of a component; names that it does not give may stand in `shared`.
    ///
    /// # Errors
    /// Everything that is wrong.
    pub fn compile(
        own: &[(&str, Given<'_>)],
        shared: &[(&str, Given<'_>)],
        timeframe: Timeframe,
    ) -> Result<Self, Vec<Wrong>> {
        let compiled = compile(own, shared, timeframe)?;
        Ok(Self { members: compiled.0, program: compiled.1 })
    }

    /// Returns the one spelling of a text that need not be of a component; `None` if it is wrong.
    #[doc(hidden)]
    pub fn spelling(text: &str, timeframe: Timeframe) -> Option<String> {
        parse(text).ok().map(|tree| tree.spelling(timeframe))
    }

    /// Compiles the same component with other values of some of its parameters. Names that no text
    /// uses any more are left out.
    ///
    /// # Errors
    /// Everything that is wrong.
    pub fn with(
        &self,
        changes: &[(&str, Given<'_>)],
        timeframe: Timeframe,
    ) -> Result<Self, Vec<Wrong>> {
        let changed = |name: &str| changes.iter().find(|(changed, _)| *changed == name);
        let mut given: Vec<(&str, Given<'_>)> = self
            .members
            .iter()
            .map(|(name, member)| {
                (name.as_str(), changed(name).map_or(member.given(), |(_, given)| *given))
            })
            .collect();
        loop {
            let wrong = match Self::compile(&given, &[], timeframe) {
                Ok(expression) => return Ok(expression),
                Err(wrong) => wrong,
            };
            if wrong.iter().any(|wrong| wrong.fault.message != UNUSED) {
                return Err(wrong);
            }
            let is_unused = |name: &str| wrong.iter().any(|one| one.name.as_deref() == Some(name));
            given.retain(|(name, _)| !is_unused(name));
        }
    }

    /// Returns the parameters by name, each text in its one spelling.
    pub fn members(&self) -> &[(String, Member)] {
        &self.members
    }

    /// Returns the weight of all parts.
    pub fn weight(&self) -> u32 {
        self.program.weight
    }

    /// Returns the features that the texts read.
    pub fn features(&self) -> FeatureSet {
        self.program.features
    }
}
