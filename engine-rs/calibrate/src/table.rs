//! The table as Markdown and as JSON.

use crate::figures::{Figure, Unit};
use core::fmt::Write;

/// A column: a dataset with its figures, which all columns have in the same order.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// Key of the market.
    pub market_key: &'static str,
    /// Name of the timeframe.
    pub timeframe: &'static str,
    /// The figures.
    pub figures: Vec<Figure>,
}

/// A table with its origin.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// Date of the calibration.
    pub date: String,
    /// The command that reproduces it.
    pub command: String,
    /// Inputs that decide the numbers: versions of generator and formula, seed, dice, fresh paths.
    pub facts: Vec<(&'static str, u64)>,
    /// The datasets.
    pub columns: Vec<Column>,
}

impl Table {
    /// Returns the table in Markdown, with a line about its origin.
    pub fn markdown(&self) -> String {
        let mut text = format!("Measured on {} by `{}`.\n\n", self.date, self.command);
        let names = self.columns.iter().map(|one| format!("{} {}", one.market_key, one.timeframe));
        row(&mut text, "", names);
        row(&mut text, "---", self.columns.iter().map(|_| "---".to_owned()));
        for (at, figure) in self.figures().enumerate() {
            let cells = self.columns.iter().map(|column| cell(&column.figures[at]));
            row(&mut text, figure.label, cells);
        }
        text
    }

    /// Returns the table as JSON, which is also valid TypeScript.
    pub fn json(&self) -> String {
        let mut text = format!("{{\n  \"date\": \"{}\",\n", self.date);
        let _ = writeln!(text, "  \"command\": \"{}\",", self.command);
        for (name, value) in &self.facts {
            let _ = writeln!(text, "  \"{name}\": {value},");
        }
        let figures = self.figures().map(|figure| {
            let unit = figure.unit.name();
            format!(
                "{{ \"name\": \"{}\", \"label\": \"{}\", \"unit\": \"{unit}\" }}",
                figure.name, figure.label
            )
        });
        let _ = writeln!(text, "  \"figures\": [\n    {}\n  ],", joined(figures, ",\n    "));
        let columns = self.columns.iter().map(|column| {
            let values = column.figures.iter().map(|figure| {
                let numbers = figure.values.iter().map(|value| number(*value));
                format!("\"{}\": [{}]", figure.name, joined(numbers, ", "))
            });
            format!(
                "{{\n      \"marketKey\": \"{}\",\n      \"timeframe\": \"{}\",\n      \"values\": {{\n        {}\n      }}\n    }}",
                column.market_key,
                column.timeframe,
                joined(values, ",\n        ")
            )
        });
        let _ = writeln!(text, "  \"datasets\": [\n    {}\n  ]\n}}", joined(columns, ",\n    "));
        text
    }

    fn figures(&self) -> impl Iterator<Item = &Figure> {
        self.columns.first().into_iter().flat_map(|column| &column.figures)
    }
}

impl Unit {
    fn name(self) -> &'static str {
        match self {
            Self::Count => "count",
            Self::Share => "share",
            Self::Rate => "rate",
            Self::Ratio => "ratio",
        }
    }

    /// Suffix of the numbers of a cell.
    fn sign(self) -> &'static str {
        match self {
            Self::Count | Self::Ratio => "",
            Self::Share => " %",
            Self::Rate => " %/y",
        }
    }

    fn print(self, value: f64) -> String {
        match self {
            Self::Count => format!("{value}"),
            Self::Share | Self::Rate => format!("{:.2}", 100.0 * value),
            Self::Ratio => format!("{value:.2}"),
        }
    }
}

fn cell(figure: &Figure) -> String {
    let print = |value: &Option<f64>| value.map_or("-".to_owned(), |one| figure.unit.print(one));
    format!("{}{}", joined(figure.values.iter().map(print), " / "), figure.unit.sign())
}

/// Six decimals; further digits depend on the draw.
fn number(value: Option<f64>) -> String {
    value.map_or("null".to_owned(), |value| format!("{}", (1e6 * value).round() / 1e6))
}

fn row(text: &mut String, head: &str, cells: impl Iterator<Item = String>) {
    let _ = writeln!(text, "| {head} | {} |", joined(cells, " | "));
}

fn joined(parts: impl Iterator<Item = String>, between: &str) -> String {
    parts.collect::<Vec<_>>().join(between)
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena_engine::internals::json::{Json, parse};

    fn table() -> Table {
        let figure = |name, values: &[Option<f64>], unit| Figure {
            name,
            label: "found / not",
            unit,
            values: values.to_vec(),
        };
        let column = |market_key| Column {
            market_key,
            timeframe: "daily",
            figures: vec![
                figure("power", &[Some(0.875), None], Unit::Share),
                figure("count", &[Some(3.0)], Unit::Count),
            ],
        };
        Table {
            date: "2026-11-22".into(),
            command: "deno task calibrate".into(),
            facts: vec![("seed", 1), ("dice", 2)],
            columns: vec![column("susde"), column("susdf")],
        }
    }

    #[test]
    fn a_row_is_a_figure_and_a_column_a_dataset() {
        let expected = "\
Measured on 2026-11-22 by `deno task calibrate`.

|  | susde daily | susdf daily |
| --- | --- | --- |
| found / not | 87.50 / - % | 87.50 / - % |
| found / not | 3 | 3 |
";
        assert_eq!(table().markdown(), expected);
    }

    #[test]
    fn the_json_can_be_read() {
        let text = table().json();
        let document = parse(text.as_bytes()).unwrap();
        let datasets = document.get("datasets").and_then(Json::items).unwrap();
        let values = datasets[1].get("values").and_then(|values| values.get("count"));
        let numbers: Vec<_> =
            values.and_then(Json::items).unwrap().iter().map(Json::number).collect();
        assert_eq!(numbers, [Some(3.0)]);
        assert_eq!(document.get("seed").and_then(Json::number), Some(1.0));
    }
}
