//! The words of a text, from its letters.

use super::fault::Fault;
use super::op::Op;
use crate::json::cut;

/// Characters of a wrong word that an error shows.
const SHOWN_MAX: usize = 40;

/// A unit of a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Days,
    Hours,
    Bars,
}

/// A word.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Word<'t> {
    Number(f64),
    Window(f64, Unit),
    Name(&'t str),
    Operator(Op),
    Open,
    Close,
    Comma,
    End,
}

/// A word, its letters and the column of the first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Token<'t> {
    pub(super) word: Word<'t>,
    pub(super) text: &'t str,
    pub(super) column: u32,
}

/// Signs that are not there, the longer ones first, and the advice.
const ELSEWHERE: [(&str, &str); 22] = [
    ("//", ": a text has no comments"),
    ("#", ": a text has no comments"),
    ("\u{2212}", ": write -"),
    ("\u{2013}", ": write -"),
    ("\u{d7}", ": write *"),
    ("\u{f7}", ": write /"),
    ("\u{2264}", ": write <="),
    ("\u{2265}", ": write >="),
    ("\u{2260}", ": compare with >= and <="),
    ("**", ": write x * x"),
    ("==", ": compare with >= and <="),
    ("!=", ": compare with >= and <="),
    ("&&", ": write and"),
    ("||", ": write or"),
    ("=", ": compare with >= and <="),
    ("&", ": write and"),
    ("|", ": write or"),
    ("!", ": write not"),
    ("^", ": write x * x"),
    ("%", ": write it behind the number, 5%"),
    ("?", ": write if(condition, a, b)"),
    ("[", ": the bar before is lag(x, 1b)"),
];

/// The signs, the longer ones first.
const SIGNS: [(&str, Word<'static>); 11] = [
    ("<=", Word::Operator(Op::AtMost)),
    (">=", Word::Operator(Op::AtLeast)),
    ("<", Word::Operator(Op::Below)),
    (">", Word::Operator(Op::Above)),
    ("+", Word::Operator(Op::Add)),
    ("-", Word::Operator(Op::Subtract)),
    ("*", Word::Operator(Op::Multiply)),
    ("/", Word::Operator(Op::Divide)),
    ("(", Word::Open),
    (")", Word::Close),
    (",", Word::Comma),
];

/// Returns the words of a text, the end included.
pub(super) fn tokens(text: &str) -> Result<Vec<Token<'_>>, Fault> {
    let (mut rest, mut column, mut all) = (text, 1_u32, Vec::<Token<'_>>::new());
    loop {
        let blanks = run(rest, |letter| matches!(letter, b' ' | b'\t' | b'\n' | b'\r'));
        column += u32::try_from(blanks).unwrap_or(0);
        rest = from(rest, blanks);
        let Some(first) = rest.chars().next() else { break };
        let (word, length) = match first {
            'a'..='z' | 'A'..='Z' => {
                let length = run(rest, |letter| letter.is_ascii_alphanumeric() || letter == b'_');
                (word_of(to(rest, length)), length)
            }
            '0'..='9' => number(rest).map_err(|message| Fault::at(column, message))?,
            _ => sign(rest, first, all.last()).map_err(|message| Fault::at(column, message))?,
        };
        all.push(Token { word, text: to(rest, length), column });
        column += u32::try_from(length).unwrap_or(0);
        rest = from(rest, length);
    }
    all.push(Token { word: Word::End, text: "", column });
    Ok(all)
}

fn word_of(name: &str) -> Word<'_> {
    match name {
        "and" => Word::Operator(Op::And),
        "or" => Word::Operator(Op::Or),
        "not" => Word::Operator(Op::Not),
        name => Word::Name(name),
    }
}

/// Returns the letters from a place on. A slice that panics would bring the tables of Unicode along,
/// with which its message shows the text.
fn from(text: &str, place: usize) -> &str {
    text.get(place..).unwrap_or_default()
}

/// Returns the letters before a place.
fn to(text: &str, place: usize) -> &str {
    text.get(..place).unwrap_or_default()
}

/// Returns the number of letters at the beginning that belong to a set of ASCII letters.
fn run(text: &str, is_in: impl Fn(u8) -> bool) -> usize {
    text.bytes().take_while(|letter| is_in(*letter)).count()
}

/// Reads a number or a window at the beginning of a text.
fn number(text: &str) -> Result<(Word<'static>, usize), String> {
    let digits = |place: usize| run(from(text, place), |letter| letter.is_ascii_digit());
    let next = |at: usize| text.as_bytes().get(at).copied();
    let mut end = digits(0);
    if next(end) == Some(b'.') && digits(end + 1) > 0 {
        end += 1 + digits(end + 1);
    }
    let mantissa = end;
    if next(end) == Some(b'e') {
        let sign = usize::from(matches!(next(end + 1), Some(b'+' | b'-')));
        if digits(end + 1 + sign) > 0 {
            end += 1 + sign + digits(end + 1 + sign);
        }
    }
    let exponent = from(to(text, end), mantissa);
    let exponent = exponent.strip_prefix('e').unwrap_or(exponent);
    let unit = match next(end) {
        Some(b'd') => Some(Unit::Days),
        Some(b'h') => Some(Unit::Hours),
        Some(b'b') => Some(Unit::Bars),
        _ => None,
    };
    let unit = unit.filter(|_| end == mantissa);
    let is_percent = next(end) == Some(b'%');
    end += usize::from(is_percent || unit.is_some());
    let goes_on = run(from(text, end), |letter| {
        letter.is_ascii_alphanumeric() || matches!(letter, b'.' | b'%' | b'_')
    });
    if goes_on > 0 {
        let word = cut(to(text, end + goes_on), SHOWN_MAX);
        return Err(format!("{word} is no number and no window, such as 20d, 36h or 1b"));
    }
    let amount = shifted(to(text, mantissa), exponent, is_percent);
    if !amount.is_finite() {
        return Err(format!("{} is too large", cut(to(text, end), SHOWN_MAX)));
    }
    Ok((unit.map_or(Word::Number(amount), |unit| Word::Window(amount, unit)), end))
}

/// Returns the double nearest to a decimal, of which a percentage is shifted by two places.
fn shifted(mantissa: &str, exponent: &str, is_percent: bool) -> f64 {
    const EXPONENT_MAX: i32 = 1_000_000;
    if !is_percent && exponent.is_empty() {
        return mantissa.parse().unwrap_or(f64::NAN);
    }
    let size = exponent
        .strip_prefix(['+', '-'])
        .unwrap_or(exponent)
        .bytes()
        .fold(0, |power: i32, digit| EXPONENT_MAX.min(10 * power + i32::from(digit - b'0')));
    let power = if exponent.starts_with('-') { -size } else { size };
    let power = power - if is_percent { 2 } else { 0 };
    format!("{mantissa}e{power}").parse().unwrap_or(f64::NAN)
}

/// Reads a sign at the beginning of a text.
fn sign(
    text: &str,
    first: char,
    before: Option<&Token<'_>>,
) -> Result<(Word<'static>, usize), String> {
    if let Some((sign, advice)) = ELSEWHERE.iter().find(|(sign, _)| text.starts_with(sign)) {
        return Err(match before {
            Some(Token { word: Word::Name(name), .. }) if first == '[' => {
                let name = cut(name, SHOWN_MAX);
                format!("goes on where it must end; the bar before is lag({name}, 1b)")
            }
            _ => format!("{sign} is not there{advice}"),
        });
    }
    if let Some((sign, word)) = SIGNS.iter().find(|(sign, _)| text.starts_with(sign)) {
        return Ok((*word, sign.len()));
    }
    let digits = run(from(text, first.len_utf8()), |letter| letter.is_ascii_digit());
    if first == '.' && digits > 0 {
        let digits = cut(from(to(text, 1 + digits), 1), SHOWN_MAX);
        return Err(format!("a number begins with a digit: 0.{digits}"));
    }
    Err(format!("{first} is not there"))
}
