//! A strict reader (RFC 8259): UTF-8 without a byte order mark, no repeated names in an object,
//! bounded nesting, finite numbers.
//!
//! It is not a library because of its strictness and the size of the WebAssembly: the rules against
//! ambiguous documents are half of the code, and the rest is a page. A property test compares it
//! with `serde_json`.

use super::Json;
use super::parse_error::ParseError;
use super::room::{Part, Room};
use super::scanner::Scanner;
use std::borrow::Cow;
use std::collections::BinaryHeap;

/// Deepest allowed nesting of arrays and objects.
pub const DEPTH_MAX: usize = 32;
/// Objects up to this size are checked for repeated names pair by pair.
const PAIRWISE_MAX: usize = 16;

/// Parses a document.
///
/// # Errors
/// A sentence with the position and the reason.
pub fn parse(bytes: &[u8]) -> Result<Json<'_>, String> {
    parse_wrapped(bytes, 0)
}

/// Parses a document that wraps another one, `levels` levels deep.
///
/// # Errors
/// The errors of [`parse`]. Nesting is counted from the inner document.
pub fn parse_wrapped(bytes: &[u8], levels: usize) -> Result<Json<'_>, String> {
    if bytes.starts_with(b"\xEF\xBB\xBF") {
        return Err("Cannot read JSON: it starts with a byte order mark".into());
    }
    let Ok(text) = core::str::from_utf8(bytes) else {
        return Err("Cannot read JSON: it is not UTF-8".into());
    };
    let mut scanner = Scanner { text, at: 0, room: Room::new() };
    let document = scanner.value(DEPTH_MAX + levels).and_then(|value| {
        scanner.skip_space();
        if scanner.at == bytes.len() { Ok(value) } else { Err("the document ends before this") }
    });
    document.map_err(|error| format!("Cannot read JSON: {error}, at byte {}", scanner.at))
}

impl<'a> Scanner<'a> {
    /// Reads a value that may nest `depth` more arrays and objects.
    fn value(&mut self, depth: usize) -> Result<Json<'a>, ParseError> {
        self.skip_space();
        match self.peek() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'"') => self.string().map(Json::String),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true", Json::Boolean(true)),
            Some(b'f') => self.word("false", Json::Boolean(false)),
            Some(b'n') => self.word("null", Json::Null),
            Some(_) => Err("a value must be here"),
            None => Err("the document is cut off"),
        }
    }

    fn word(&mut self, word: &str, value: Json<'a>) -> Result<Json<'a>, ParseError> {
        if self.text.get(self.at..self.at + word.len()) != Some(word) {
            return Err("a value must be here");
        }
        self.at += word.len();
        Ok(value)
    }

    fn open(&mut self, depth: usize) -> Result<(), ParseError> {
        if depth == 0 {
            return Err("the nesting is deeper than 32");
        }
        self.at += 1;
        self.skip_space();
        Ok(())
    }

    fn array(&mut self, depth: usize) -> Result<Json<'a>, ParseError> {
        self.open(depth)?;
        let mut items = Vec::new();
        if self.take(b']') {
            return Ok(Json::Array(items));
        }
        loop {
            let item = self.value(depth - 1)?;
            self.room.push(&mut items, item)?;
            self.skip_space();
            if self.take(b']') {
                self.room.trim(&mut items);
                return Ok(Json::Array(items));
            }
            if !self.take(b',') {
                return Err("a comma or the end of the array must be here");
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json<'a>, ParseError> {
        self.open(depth)?;
        let mut members: Vec<(Cow<'a, str>, Json<'a>)> = Vec::new();
        if self.take(b'}') {
            return Ok(Json::Object(members));
        }
        loop {
            self.skip_space();
            let name = self.string()?;
            self.skip_space();
            if !self.take(b':') {
                return Err("a colon must be here");
            }
            let value = self.value(depth - 1)?;
            self.room.push(&mut members, (name, value))?;
            self.skip_space();
            if self.take(b'}') {
                break;
            }
            if !self.take(b',') {
                return Err("a comma or the end of the object must be here");
            }
        }
        self.room.lend::<HashedName<'_>>(members.len())?;
        if repeats(&members) {
            return Err("an object before this has a name twice");
        }
        self.room.trim(&mut members);
        Ok(Json::Object(members))
    }
}

/// A name with its hash. Different names nearly always have different hashes, so long names with a
/// common prefix are not compared letter by letter.
type HashedName<'n> = (u64, &'n str);

impl Part for HashedName<'_> {
    const BYTES: usize = 16;
}

#[cfg(target_arch = "wasm32")]
const _: () = assert!(size_of::<HashedName<'_>>() == <HashedName<'_> as Part>::BYTES);

fn hashed<'n>((name, _): &'n (Cow<'_, str>, Json<'_>)) -> HashedName<'n> {
    // FNV-1a.
    let mix = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    (name.bytes().fold(0xCBF2_9CE4_8422_2325, mix), name)
}

fn repeats(members: &[(Cow<'_, str>, Json<'_>)]) -> bool {
    if members.len() <= PAIRWISE_MAX {
        let earlier = |at: usize| members[..at].iter().any(|(name, _)| *name == members[at].0);
        return (1..members.len()).any(earlier);
    }
    let names: BinaryHeap<HashedName<'_>> = members.iter().map(hashed).collect();
    names.into_sorted_vec().windows(2).any(|pair| pair[0] == pair[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_read_unchanged() {
        let document = parse(br#" {"b":[1,-2.5e3,null,true, [] ,{}],"a":"\u00e9\ud83d\ude00\n"} "#);
        let document = document.unwrap();
        assert_eq!(document.get("a").and_then(Json::text), Some("é😀\n"));
        let items = document.get("b").and_then(Json::items).unwrap();
        assert_eq!(items[1].number(), Some(-2500.0));
        assert_eq!(document.members().unwrap()[0].0, "b");
    }

    #[test]
    fn numbers_are_rounded_correctly() {
        assert_eq!(parse(b"0.12574986621080966"), Ok(Json::Number(0.125_749_866_210_809_66)));
        assert_eq!(parse(b"1e-07"), Ok(Json::Number(1e-7)));
        assert_eq!(parse(b"-0"), Ok(Json::Number(-0.0)));
    }

    #[test]
    fn anything_but_strict_json_is_refused() {
        let nested = |depth: usize| ["[".repeat(depth), "]".repeat(depth)].concat();
        let many = |last: &str| {
            let names: Vec<String> = (0..20).map(|at| format!("\"n{at}\":1")).collect();
            format!("{{{},{last}:1}}", names.join(","))
        };
        assert!(parse(nested(DEPTH_MAX).as_bytes()).is_ok());
        assert!(parse(many("\"n20\"").as_bytes()).is_ok());
        for bad in [
            b"".as_slice(),
            b"{} x",
            b"{\"a\":1,\"a\":2}",
            b"{\"a\":1,\"\\u0061\":2}",
            many("\"n7\"").as_bytes(),
            b"[1,]",
            b"[1 2]",
            b"{'a':1}",
            b"{\"a\" 1}",
            b"{\"a\":1,}",
            b"tru",
            b"01",
            b"1.",
            b".5",
            b"+1",
            b"1e",
            b"\"\t\"",
            b"\"\\x\"",
            b"\"a",
            b"\xEF\xBB\xBF{}",
            b"\"\xFF\"",
            b"\"\\ud800\"",
            b"\"\\ud800\\u0041\"",
            b"\"\\udc00\"",
            b"\"\\u00g0\"",
            b"NaN",
            b"1e400",
            nested(DEPTH_MAX + 1).as_bytes(),
            nested(100_000).as_bytes(),
        ] {
            let error = parse(bad).unwrap_err();
            assert!(error.starts_with("Cannot read JSON: "), "{error}");
        }
    }
}
