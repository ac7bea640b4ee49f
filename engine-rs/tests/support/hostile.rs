//! Bodies with many repetitions of one part, which `tests/effort/hostile.json` lists.

use super::{Json, at, number, parse, text};

/// Makes a body of a list from the `data` of a simulation and a number of parts; a part may hold its
/// own number.
pub(crate) fn each_body(list: &str, data: &str, count: usize, mut test: impl FnMut(&str, String)) {
    let file = include_bytes!("../../../tests/effort/hostile.json");
    let lists = parse(file).expect("hostile.json is JSON");
    for row in at(&lists, list).items().expect("a list") {
        let [head, part] = ["head", "part"].map(|name| text(at(row, name)));
        let parts = (0..count).map(|at| part.replace("{at}", &at.to_string())).collect::<String>();
        let tail = text(at(row, "tail"));
        let body = match at(row, "find") {
            Json::String(find) => {
                let to = format!("{head}{parts}{}", text(at(row, "end")));
                let times = if number(at(row, "times")) > 1.0 { 9 } else { 1 };
                data.replacen(&**find, &to, times) + tail
            }
            _ => format!("{head}{parts}{tail}"),
        };
        test(text(at(row, "name")), body);
    }
}
