//! The language as it is published.

use super::compile::{NAMES_MAX, TEXTS_CHARACTERS_MAX};
use super::names::NAME_CHARACTERS_MAX;
use super::parse::{CHARACTERS_MAX, DEPTH_MAX, PARTS_MAX};
use super::part::WEIGHT_MAX;
use super::table::{COLUMNS, CONSTANTS, FUNCTIONS, Function, Name, WORDS};
use super::window::DAYS_MAX;
use crate::json::{Emit, Sink};

/// The words of the language with their weights, and its limits.
#[derive(Debug, Clone, Copy)]
pub struct Language;

impl Emit for Language {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.begin_object();
        sink.member("columns", COLUMNS);
        sink.member("constants", CONSTANTS);
        sink.member("functions", FUNCTIONS);
        sink.key("limits");
        sink.begin_object();
        sink.member("characters", CHARACTERS_MAX);
        sink.member("depth", DEPTH_MAX);
        sink.member("nameCharacters", NAME_CHARACTERS_MAX);
        sink.member("names", NAMES_MAX);
        sink.member("parts", PARTS_MAX);
        sink.member("textsCharacters", TEXTS_CHARACTERS_MAX);
        sink.member("weight", WEIGHT_MAX);
        sink.member("windowDays", DAYS_MAX);
        sink.end_object();
        sink.member("words", &WORDS[..]);
        sink.end_object();
    }
}

impl Emit for Name {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.begin_object();
        sink.member("name", self.name);
        sink.member("requiredFeatures", self.features);
        sink.end_object();
    }
}

impl Emit for Function {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.begin_object();
        sink.member("name", self.name);
        sink.member("signature", self.signature());
        sink.member("weight", self.weight);
        sink.end_object();
    }
}
