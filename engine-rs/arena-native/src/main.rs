//! The engine as a native program, with the same bytes as the WebAssembly API, over stdin and
//! stdout.
//!
//! A request is a frame: one byte names the operation; its parts follow, each as a length (u32,
//! little endian) and that many bytes. An answer is one part. The program ends with its input.
//!
//! | operation | parts |
//! |---|---|
//! | `i` engine info, `c` catalogue, `f` family profile | none |
//! | `g` generate a dataset | request |
//! | `d` add a dataset | header, columns (f64, little endian) |
//! | `k` check | candidate |
//! | `s` simulate | request |
//! | `e` evaluate, uncounted | request, payload |
//! | `h` scenario paths | candidate |
//! | `l` chart columns (the answer is f64, little endian) | market, bars of a day (decimal) |
//! | `r` columns of a run (the answer is f64, little endian) | candidate |
//! | `o` a run as the page shows it (JSON, then f64) | candidate |
//! | `w` sweep | request |
//! | `x` describe a plan | request |
//! | `y` columns of a plan (the answer is f64, little endian) | request |
//! | `a` Sharpe ratio and its deflation (f64, little endian) | excess, then trials and variance (f64) |
//! | `b` overfitting (f64, little endian) | candidates (decimal), excess (f64) |
//! | `q` required edge (f64, little endian) | standard error, trials, paths (f64) |

use arena_engine::Uncounted;
use arena_engine::internals::contract::{self, Arena};
use std::io::{self, Read, Write};

fn main() -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut output = io::BufWriter::new(io::stdout().lock());
    let mut arena = Arena::new();
    let mut operation = [0];
    while input.read(&mut operation)? == 1 {
        let answer = match operation {
            [b'i'] => contract::engine_info(),
            [b'c'] => contract::strategy_catalogue(),
            [b'f'] => contract::family_profile(),
            [b'g'] => contract::generate_dataset(&part(&mut input)?),
            [b'd'] => {
                let header = part(&mut input)?;
                arena.add_dataset(&header, &doubles(&part(&mut input)?))
            }
            [b'k'] => arena.check(&part(&mut input)?),
            [b's'] => arena.simulate(&part(&mut input)?),
            [b'e'] => {
                let request = part(&mut input)?;
                arena.evaluate(&request, &part(&mut input)?, &mut Uncounted)
            }
            [b'h'] => arena.scenario_paths(&part(&mut input)?),
            [b'l'] => {
                let market_id = count(&part(&mut input)?)?;
                let bars_per_day = count(&part(&mut input)?)? as usize;
                bytes(&arena.chart_columns(market_id, bars_per_day))
            }
            [b'r'] => bytes(&arena.run_columns(&part(&mut input)?)),
            [b'o'] => bytes(&arena.show(&part(&mut input)?)),
            [b'w'] => arena.sweep(&part(&mut input)?),
            [b'x'] => arena.describe_plan(&part(&mut input)?),
            [b'y'] => bytes(&arena.plan_columns(&part(&mut input)?)),
            [b'a' | b'b' | b'q'] => bytes(&statistics(operation, &mut input)?),
            [other] => {
                let message = format!(
                    "Cannot read a frame: operation {other} is not one of icfgdksehlrowxyabq"
                );
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
        };
        write_frame(&mut output, &answer)?;
    }
    Ok(())
}

fn write_frame(output: &mut impl Write, answer: &[u8]) -> io::Result<()> {
    let length = u32::try_from(answer.len()).map_err(io::Error::other)?;
    output.write_all(&length.to_le_bytes())?;
    output.write_all(answer)?;
    output.flush()
}

/// Answers an operation on daily returns or on a standard error.
fn statistics(operation: [u8; 1], input: &mut impl Read) -> io::Result<Vec<f64>> {
    let first = part(input)?;
    Ok(match operation {
        [b'a'] => {
            let [trials, variance] = exactly(&part(input)?)?;
            contract::sharpe_luck(&doubles(&first), trials, variance).to_vec()
        }
        [b'b'] => contract::overfitting(&doubles(&part(input)?), count(&first)? as usize),
        _ => {
            let [standard_error, trials, paths] = exactly(&first)?;
            vec![contract::required_edge(standard_error, trials, paths)]
        }
    })
}

fn part(input: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut length = [0; 4];
    input.read_exact(&mut length)?;
    let mut bytes = vec![0; u32::from_le_bytes(length) as usize];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn count(text: &[u8]) -> io::Result<u32> {
    let text = core::str::from_utf8(text).map_err(io::Error::other)?;
    text.parse().map_err(io::Error::other)
}

fn doubles(bytes: &[u8]) -> Vec<f64> {
    let words = bytes.chunks_exact(8);
    words.map(|word| f64::from_le_bytes(word.try_into().unwrap_or_default())).collect()
}

fn exactly<const N: usize>(bytes: &[u8]) -> io::Result<[f64; N]> {
    doubles(bytes).try_into().map_err(|_| io::Error::other("another number of doubles is wanted"))
}

fn bytes(doubles: &[f64]) -> Vec<u8> {
    doubles.iter().flat_map(|value| value.to_le_bytes()).collect()
}
