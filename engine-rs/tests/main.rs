//! The integration tests as one program, which is linked with the engine once.

#![cfg(test)]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test may fail by panic"
)]

mod architecture;
mod expression_catalogue;
mod expression_memory;
mod expression_rules;
mod expressions;
mod fuzz;
mod golden;
mod identity;
mod indicators;
mod json;
mod library;
mod member_order;
mod observed;
mod payload;
mod prefix;
mod property;
mod published;
mod report;
mod scenarios;
mod search;
mod search_input;
mod season;
mod season_screen;
mod summary;
mod support;
mod sweep;
mod verdict;
mod views;
mod warnings;
mod watermark;
mod what_if;
