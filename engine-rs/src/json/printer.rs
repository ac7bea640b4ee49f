//! Canonical JSON (RFC 8785): sorted names, numbers as in ECMAScript, no white space.

use super::ascent::Ascent;
use super::printed_column::PrintedColumn;
use super::sink::Sink;

/// A sink that writes canonical bytes.
#[derive(Debug, Default)]
pub struct Printer {
    bytes: Vec<u8>,
    comma: bool,
    finite: bool,
    columns: Vec<PrintedColumn>,
    ascent: Ascent,
}

/// Columns with at least this many distinct numbers are remembered; printing them again would take
/// longer than the lookup.
const REMEMBERED_MIN: usize = 64;

impl Printer {
    /// Returns an empty printer with room for `capacity` bytes.
    pub fn with_capacity(capacity: usize) -> Self {
        Self { bytes: Vec::with_capacity(capacity), finite: true, ..Self::default() }
    }

    /// Registers the text of a column, so that the column is not printed again.
    pub fn remember(&mut self, column: PrintedColumn) {
        self.columns.push(column);
    }

    /// Returns the number of bytes written.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Returns whether nothing has been written.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Writes a value that is already canonical JSON.
    pub fn raw(&mut self, canonical: &[u8]) {
        self.separate();
        self.bytes.extend_from_slice(canonical);
    }

    /// Returns the bytes, or `None` if a number was not finite.
    pub fn finish(self) -> Option<Vec<u8>> {
        self.finite.then_some(self.bytes)
    }

    #[inline(always)]
    fn separate(&mut self) {
        if self.comma {
            self.bytes.push(b',');
        }
        self.comma = true;
    }

    fn open(&mut self, bracket: u8) {
        self.separate();
        self.bytes.push(bracket);
        self.comma = false;
    }

    fn close(&mut self, bracket: u8) {
        self.bytes.push(bracket);
        self.comma = true;
    }

    #[inline(never)]
    fn push_number(&mut self, value: f64) {
        if let Some(small) = small_whole(value) {
            self.push_digits(small);
        } else if value.is_finite() {
            self.bytes.extend_from_slice(ryu_js::Buffer::new().format_finite(value).as_bytes());
        } else {
            self.finite = false;
            self.bytes.extend_from_slice(b"null");
        }
    }

    /// Fast path: counts, prices of 1 and positions of 0 are most of the numbers of a summary.
    fn push_digits(&mut self, value: u32) {
        let (mut digits, mut rest) = ([b'0'; 10], value);
        let mut first = digits.len();
        loop {
            first -= 1;
            // A digit is below 256.
            digits[first] += u8::try_from(rest % 10).unwrap_or_default();
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        self.bytes.extend_from_slice(&digits[first..]);
    }

    /// Repeats the item that begins at `start` another `count` times.
    fn repeat(&mut self, start: usize, count: usize) {
        if count == 0 {
            return;
        }
        let item = self.bytes.len();
        self.bytes.push(b',');
        self.bytes.extend_from_within(start..item);
        let end = self.bytes.len() + (count - 1) * (self.bytes.len() - item);
        while self.bytes.len() < end {
            let piece = (self.bytes.len() - item).min(end - self.bytes.len());
            self.bytes.extend_from_within(item..item + piece);
        }
    }

    fn push_quoted(&mut self, text: &str) {
        self.bytes.push(b'"');
        let mut plain = 0;
        for (at, byte) in text.bytes().enumerate() {
            if byte >= 0x20 && byte != b'"' && byte != b'\\' {
                continue;
            }
            self.bytes.extend_from_slice(&text.as_bytes()[plain..at]);
            self.push_escape(byte);
            plain = at + 1;
        }
        self.bytes.extend_from_slice(&text.as_bytes()[plain..]);
        self.bytes.push(b'"');
    }

    fn push_escape(&mut self, byte: u8) {
        let short = match byte {
            b'"' => b'"',
            b'\\' => b'\\',
            0x08 => b'b',
            0x09 => b't',
            0x0A => b'n',
            0x0C => b'f',
            0x0D => b'r',
            _ => {
                const HEX: &[u8; 16] = b"0123456789abcdef";
                self.bytes.extend_from_slice(b"\\u00");
                self.bytes.push(HEX[usize::from(byte >> 4)]);
                self.bytes.push(HEX[usize::from(byte & 15)]);
                return;
            }
        };
        self.bytes.push(b'\\');
        self.bytes.push(short);
    }
}

/// Returns a whole number from 0 to 2^32 as an integer; 0 for -0.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked below")]
fn small_whole(value: f64) -> Option<u32> {
    let whole = value as u32;
    (f64::from(whole) == value).then_some(whole)
}

impl Sink for Printer {
    #[inline(never)]
    fn begin_object(&mut self) {
        self.ascent.open();
        self.open(b'{');
    }

    /// Names are constants of the engine and need no escapes.
    #[inline(never)]
    fn key(&mut self, name: &'static str) {
        self.ascent.name(name);
        self.own_key(name);
    }

    /// A caller's own names are checked to be letters and digits.
    #[inline(never)]
    fn own_key(&mut self, name: &str) {
        self.separate();
        self.bytes.push(b'"');
        self.bytes.extend_from_slice(name.as_bytes());
        self.bytes.extend_from_slice(b"\":");
        self.comma = false;
    }

    #[inline(never)]
    fn end_object(&mut self) {
        self.ascent.close();
        self.close(b'}');
    }

    #[inline(never)]
    fn begin_array(&mut self) {
        self.open(b'[');
    }

    #[inline(never)]
    fn end_array(&mut self) {
        self.close(b']');
    }

    #[inline(never)]
    fn null(&mut self) {
        self.raw(b"null");
    }

    #[inline(never)]
    fn boolean(&mut self, value: bool) {
        self.raw(if value { b"true" } else { b"false" });
    }

    #[inline(never)]
    fn number(&mut self, value: f64) {
        self.separate();
        self.push_number(value);
    }

    #[inline(never)]
    fn string(&mut self, value: &str) {
        self.separate();
        self.push_quoted(value);
    }

    /// Copies the text of a column that was printed before. Most other columns repeat their last
    /// value for many bars, so its text is copied in ever larger pieces.
    fn numbers(&mut self, values: &[f64]) {
        if let Some(known) = self.columns.iter().find(|known| *known.values == *values) {
            if self.comma {
                self.bytes.push(b',');
            }
            self.bytes.extend_from_slice(&known.text);
            self.comma = true;
            return;
        }
        self.begin_array();
        let first = self.bytes.len() - 1;
        let (mut rest, mut computed) = (values, 0);
        while let [value, others @ ..] = rest {
            let is_same = |other: &&f64| other.to_bits() == value.to_bits();
            let count = others.iter().take_while(is_same).count();
            self.separate();
            let start = self.bytes.len();
            self.push_number(*value);
            computed += 1;
            self.repeat(start, count);
            rest = &others[count..];
        }
        self.end_array();
        if computed >= REMEMBERED_MIN {
            let text = self.bytes[first..].into();
            self.columns.push(PrintedColumn { values: values.into(), text });
        }
    }
}

#[cfg(test)]
mod tests;
