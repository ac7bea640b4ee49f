//! The tokens of JSON: texts and numbers.

use super::Json;
use super::parse_error::ParseError;
use super::room::Room;
use std::borrow::Cow;

/// A position in a document.
pub(super) struct Scanner<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    pub(super) room: Room,
}

impl<'a> Scanner<'a> {
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    pub(super) fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.at += 1;
        }
    }

    /// Takes a byte if it is the next one.
    pub(super) fn take(&mut self, wanted: u8) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    pub(super) fn string(&mut self) -> Result<Cow<'a, str>, ParseError> {
        if !self.take(b'"') {
            return Err("a quoted name must be here");
        }
        let start = self.at;
        self.plain()?;
        if self.take(b'"') {
            return Ok(Cow::Borrowed(self.between(start, self.at - 1)));
        }
        let first = self.at;
        self.skip_string()?;
        let length = self.at - start;
        self.room.take(length)?;
        let mut owned = String::with_capacity(length);
        owned.push_str(self.between(start, first));
        self.at = first;
        while !self.take(b'"') {
            self.escape(&mut owned)?;
            let start = self.at;
            self.plain()?;
            owned.push_str(self.between(start, self.at));
        }
        Ok(Cow::Owned(owned))
    }

    /// Skips from an escape to the quote that ends the text. The text is never longer than its
    /// escaped form.
    fn skip_string(&mut self) -> Result<(), ParseError> {
        while self.peek() == Some(b'\\') {
            self.at += 2;
            self.plain()?;
        }
        Ok(())
    }

    /// Returns the text between two positions, which are next to quotes, escapes or digits.
    fn between(&self, start: usize, end: usize) -> &'a str {
        self.text.get(start..end).unwrap_or_default()
    }

    /// Skips text up to a quote or an escape.
    fn plain(&mut self) -> Result<(), ParseError> {
        loop {
            match self.peek() {
                Some(b'"' | b'\\') => return Ok(()),
                Some(0..0x20) => return Err("a control character must be escaped"),
                Some(_) => self.at += 1,
                None => return Err("the document is cut off"),
            }
        }
    }

    fn escape(&mut self, out: &mut String) -> Result<(), ParseError> {
        self.at += 1;
        let plain = match self.peek() {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode(out),
            _ => return Err("this escape does not exist"),
        };
        self.at += 1;
        out.push(plain);
        Ok(())
    }

    fn unicode(&mut self, out: &mut String) -> Result<(), ParseError> {
        let first = self.code_unit()?;
        let code = if (0xD800..0xDC00).contains(&first) {
            if self.peek() != Some(b'\\') {
                return Err("a surrogate must come in a pair");
            }
            self.at += 1;
            match self.code_unit()? {
                second @ 0xDC00..0xE000 => 0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00),
                _ => return Err("a surrogate must come in a pair"),
            }
        } else {
            first
        };
        out.push(char::from_u32(code).ok_or("a surrogate must come in a pair")?);
        Ok(())
    }

    /// Reads a `u` and the four hexadecimal digits of a UTF-16 code unit.
    fn code_unit(&mut self) -> Result<u32, ParseError> {
        const ERROR: ParseError = "an escape has four hexadecimal digits";
        if !self.take(b'u') {
            return Err(ERROR);
        }
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|byte| char::from(byte).to_digit(16)).ok_or(ERROR)?;
            code = code * 16 + digit;
            self.at += 1;
        }
        Ok(code)
    }

    pub(super) fn number(&mut self) -> Result<Json<'a>, ParseError> {
        let start = self.at;
        self.take(b'-');
        if !self.take(b'0') {
            self.digits()?;
        }
        if self.take(b'.') {
            self.digits()?;
        }
        if self.take(b'e') || self.take(b'E') {
            if !self.take(b'+') {
                self.take(b'-');
            }
            self.digits()?;
        }
        let value =
            self.between(start, self.at).parse::<f64>().ok().filter(|value| value.is_finite());
        value.map(Json::Number).ok_or("the number is too large")
    }

    fn digits(&mut self) -> Result<(), ParseError> {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if self.at > start { Ok(()) } else { Err("a digit must be here") }
    }
}
