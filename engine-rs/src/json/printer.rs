//! Canonical JSON (RFC 8785): names in order, numbers as ECMAScript prints them, no white space.

use super::sink::Sink;

/// A sink that writes canonical bytes.
#[derive(Debug, Default)]
pub struct Printer {
    bytes: Vec<u8>,
    comma: bool,
    finite: bool,
}

impl Printer {
    /// Returns an empty printer with room for `capacity` bytes.
    pub fn with_capacity(capacity: usize) -> Self {
        Self { bytes: Vec::with_capacity(capacity), comma: false, finite: true }
    }

    /// Returns how many bytes are written.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Returns whether nothing is written yet.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Writes a value that is already canonical JSON.
    pub fn raw(&mut self, canonical: &[u8]) {
        self.separate();
        self.bytes.extend_from_slice(canonical);
    }

    /// Returns the bytes, or `None` when a number was not finite.
    pub fn finish(self) -> Option<Vec<u8>> {
        self.finite.then_some(self.bytes)
    }

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

    fn push_number(&mut self, value: f64) {
        if value.is_finite() {
            let mut text = ryu_js::Buffer::new();
            self.bytes.extend_from_slice(text.format_finite(value).as_bytes());
        } else {
            self.finite = false;
            self.bytes.extend_from_slice(b"null");
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

impl Sink for Printer {
    #[inline(never)]
    fn begin_object(&mut self) {
        self.open(b'{');
    }

    /// Names are the engine's own and need no escapes.
    #[inline(never)]
    fn key(&mut self, name: &'static str) {
        self.separate();
        self.bytes.push(b'"');
        self.bytes.extend_from_slice(name.as_bytes());
        self.bytes.extend_from_slice(b"\":");
        self.comma = false;
    }

    #[inline(never)]
    fn end_object(&mut self) {
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

    /// Most columns repeat their last value for many bars: its text is copied, not computed again.
    fn numbers(&mut self, values: &[f64]) {
        self.begin_array();
        let mut last = (0, 0..0);
        for value in values {
            self.separate();
            let start = self.bytes.len();
            if value.to_bits() == last.0 && !last.1.is_empty() {
                self.bytes.extend_from_within(last.1.clone());
            } else {
                self.push_number(*value);
            }
            last = (value.to_bits(), start..self.bytes.len());
        }
        self.end_array();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(emit: impl Fn(&mut dyn Sink)) -> String {
        let mut printer = Printer::with_capacity(64);
        emit(&mut printer);
        String::from_utf8(printer.finish().unwrap()).unwrap()
    }

    #[test]
    fn numbers_are_printed_as_ecmascript_prints_them() {
        let text =
            printed(|sink| sink.numbers(&[100_000.0, 1e21, 1e16, -0.0, 1e-7, 0.1, 0.1, 0.1]));
        assert_eq!(text, "[100000,1e+21,10000000000000000,0,1e-7,0.1,0.1,0.1]");
    }

    #[test]
    fn members_and_items_are_separated() {
        let text = printed(|sink| {
            sink.begin_object();
            sink.member("a", [1.0, 2.0].as_slice());
            sink.member("b", None::<f64>);
            sink.member("c", "x");
            sink.end_object();
        });
        assert_eq!(text, r#"{"a":[1,2],"b":null,"c":"x"}"#);
    }

    #[test]
    fn control_characters_are_escaped_and_other_text_is_kept() {
        let text = printed(|sink| sink.string("\"\\\u{8}\t\n\u{c}\r\u{1f}é€😀"));
        assert_eq!(text, "\"\\\"\\\\\\b\\t\\n\\f\\r\\u001fé€😀\"");
    }

    #[test]
    fn a_number_that_is_not_finite_spoils_the_document() {
        let mut printer = Printer::with_capacity(8);
        printer.numbers(&[1.0, f64::NAN]);
        assert_eq!(printer.finish(), None);
    }
}
