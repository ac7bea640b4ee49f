//! A candidate: the body of a simulation request, checked and filled in.

use crate::error::{EngineError, FieldError, Result};
use crate::json::{Emit, Json, Sink};
use crate::market::Timeframe;
use crate::simulation::{Plan, PlannedComponent};
use crate::strategy::catalogue::{self, Entry};
use crate::strategy::{ParamSpec, ParamValue, ParamValues};

/// Most components of a candidate.
pub(super) const COMPONENTS_MAX: usize = 16;
/// Weights of all components together, basis points.
pub(super) const WEIGHT_BPS_TOTAL: u32 = 10_000;
/// Capital where none is given.
const CAPITAL_DEFAULT: &str = "100000";
/// Most characters of a submission id.
const SUBMISSION_ID_MAX: usize = 128;

/// A candidate with every parameter named and every default filled in.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// Public id of the market.
    pub market_id: u32,
    /// Timeframe of the dataset.
    pub timeframe: Timeframe,
    /// Capital as it was given.
    pub capital: String,
    /// The components in their order.
    pub components: Vec<Component>,
    /// The caller's correlation id.
    pub submission_id: Option<String>,
    /// Whether an execution config was sent, which is ignored.
    pub has_execution_config: bool,
}

/// A component of a candidate.
#[derive(Debug, Clone)]
pub struct Component {
    /// Its strategy.
    pub entry: &'static Entry,
    /// Its share of the capital, basis points.
    pub weight_bps: u32,
    /// Its parameters.
    pub params: ParamValues,
}

impl Candidate {
    /// Checks a request body, all fields at once.
    ///
    /// # Errors
    /// `REQUEST_VALIDATION_FAILED` with every wrong field.
    pub fn read(body: &Json<'_>, market_ids: &[u32]) -> Result<Self> {
        let mut reader = Reader { errors: Vec::new() };
        let candidate = reader.candidate(body, market_ids);
        match candidate {
            Some(candidate) if reader.errors.is_empty() => Ok(candidate),
            _ => Err(EngineError::fields("simulate", reader.errors)),
        }
    }

    /// Returns the capital, accounting asset.
    pub fn capital(&self) -> f64 {
        self.capital.parse().unwrap_or(f64::NAN)
    }

    /// Returns what is simulated from bar `start` on.
    pub fn plan(&self, start: usize) -> Plan {
        let planned = |component: &Component| PlannedComponent {
            entry: component.entry,
            params: component.params.clone(),
            weight: f64::from(component.weight_bps) / f64::from(WEIGHT_BPS_TOTAL),
        };
        Plan { capital: self.capital(), components: self.components.iter().map(planned).collect(), start }
    }
}

impl Emit for Candidate {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.begin_object();
        sink.member("capital", &self.capital);
        sink.member("components", &self.components);
        sink.member("marketId", self.market_id);
        sink.member("timeframe", self.timeframe);
        sink.end_object();
    }
}

impl Emit for Component {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.begin_object();
        sink.member("strategyId", self.entry.spec.id);
        sink.member("strategyParams", &self.params);
        sink.member("weightBps", self.weight_bps);
        sink.end_object();
    }
}

/// Collects the wrong fields while it reads.
struct Reader {
    errors: Vec<FieldError>,
}

/// A member of a JSON object that is read with its JSON Pointer.
type Members<'d, 'a> = &'d [(std::borrow::Cow<'a, str>, Json<'a>)];

impl Reader {
    fn wrong(&mut self, path: impl Into<String>, code: &'static str, message: impl Into<String>) {
        let path = path.into();
        if self.errors.iter().all(|error| error.path != path) {
            self.errors.push(FieldError { path, code, message: message.into() });
        }
    }

    fn candidate(&mut self, body: &Json<'_>, market_ids: &[u32]) -> Option<Candidate> {
        let members = self.object("", body)?;
        self.refuse_unknown(
            "",
            members,
            &["marketId", "timeframe", "capital", "components", "strategyParams", "executionConfig", "submissionId"],
        );
        let market_id = self.market_id(body.get("marketId"), market_ids);
        let timeframe = self.timeframe(body.get("timeframe"));
        let capital = self.capital(body.get("capital"));
        // Windows are checked in bars; hourly allows what either timeframe allows.
        let components = self.components(body, timeframe.unwrap_or(Timeframe::Hourly));
        let submission_id = self.submission_id(body.get("submissionId"));
        Some(Candidate {
            market_id: market_id?,
            timeframe: timeframe?,
            capital: capital?,
            components: components?,
            submission_id: submission_id?,
            has_execution_config: body.get("executionConfig").is_some(),
        })
    }

    fn object<'d, 'a>(&mut self, path: &str, value: &'d Json<'a>) -> Option<Members<'d, 'a>> {
        if value.members().is_none() {
            self.wrong(path, "wrong_type", format!("is a {}, must be an object", value.kind()));
        }
        value.members()
    }

    fn refuse_unknown(&mut self, path: &str, members: Members<'_, '_>, known: &[&str]) {
        for (name, _) in members {
            if !known.contains(&name.as_ref()) {
                let message = format!("is not a field here, must be one of {}", known.join(", "));
                self.wrong(format!("{path}/{}", escaped(name)), "unknown_property", message);
            }
        }
    }

    fn market_id(&mut self, given: Option<&Json<'_>>, allowed: &[u32]) -> Option<u32> {
        let list = || allowed.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let Some(given) = given else {
            self.wrong("/marketId", "required", format!("is missing, must be one of {}", list()));
            return None;
        };
        let found = given.number().and_then(|id| allowed.iter().find(|a| f64::from(**a) == id));
        if found.is_none() {
            let said = given.number().map_or_else(|| given.kind().into(), |id| id.to_string());
            self.wrong("/marketId", "not_allowed", format!("is {said}, must be one of {}", list()));
        }
        found.copied()
    }

    fn timeframe(&mut self, given: Option<&Json<'_>>) -> Option<Timeframe> {
        let Some(given) = given else { return Some(Timeframe::Hourly) };
        let found = given.text().and_then(Timeframe::from_name);
        if found.is_none() {
            self.wrong("/timeframe", "not_allowed", "must be hourly or daily");
        }
        found
    }

    fn capital(&mut self, given: Option<&Json<'_>>) -> Option<String> {
        let Some(given) = given else { return Some(CAPITAL_DEFAULT.into()) };
        let Some(text) = given.text() else {
            let message = format!("is a {}, must be a decimal string such as \"100000\"", given.kind());
            self.wrong("/capital", "wrong_type", message);
            return None;
        };
        let amount = is_decimal(text).then(|| text.parse::<f64>().ok()).flatten();
        if !amount.is_some_and(|amount| (1.0..=1e9).contains(&amount)) {
            let message = "must be a decimal from 1 to 1000000000 with at most 6 decimals";
            self.wrong("/capital", "out_of_range", message);
            return None;
        }
        Some(text.into())
    }

    fn submission_id(&mut self, given: Option<&Json<'_>>) -> Option<Option<String>> {
        let Some(given) = given else { return Some(None) };
        match given.text() {
            Some(text) if (1..=SUBMISSION_ID_MAX).contains(&text.chars().count()) => {
                Some(Some(text.into()))
            }
            _ => {
                self.wrong("/submissionId", "out_of_range", "must be a string of 1 to 128 characters");
                None
            }
        }
    }

    fn components(&mut self, body: &Json<'_>, timeframe: Timeframe) -> Option<Vec<Component>> {
        let shared = match body.get("strategyParams") {
            Some(given) => self.object("/strategyParams", given)?,
            None => &[],
        };
        let Some(items) = body.get("components").and_then(Json::items) else {
            let message = format!("must be an array of 1 to {COMPONENTS_MAX} components");
            self.wrong("/components", "required", message);
            return None;
        };
        if items.is_empty() || items.len() > COMPONENTS_MAX {
            let message = format!("has {} components, must have 1 to {COMPONENTS_MAX}", items.len());
            self.wrong("/components", "out_of_range", message);
            return None;
        }
        let weights = self.weights(items);
        let mut known_names = Vec::new();
        let mut parts = Vec::with_capacity(items.len());
        for (at, item) in items.iter().enumerate() {
            let source = ParamSource { path: format!("/components/{at}/strategyParams"), shared, timeframe };
            parts.push(self.component(&format!("/components/{at}"), item, &source, &mut known_names));
        }
        self.refuse_unknown("/strategyParams", shared, &known_names);
        let parts: Option<Vec<_>> = parts.into_iter().collect();
        let component = |((entry, params), weight_bps)| Component { entry, weight_bps, params };
        Some(parts?.into_iter().zip(weights?).map(component).collect())
    }

    /// Weights are all given and sum to 10,000, or all left out: then equal, the rest to the first.
    fn weights(&mut self, items: &[Json<'_>]) -> Option<Vec<u32>> {
        let mut given = Vec::new();
        for (at, item) in items.iter().enumerate() {
            let Some(weight) = item.get("weightBps") else { continue };
            let valid = weight.number().filter(|w| w.trunc() == *w && (1.0..=1e4).contains(w));
            if valid.is_none() {
                let message = "must be an integer from 1 to 10000";
                self.wrong(format!("/components/{at}/weightBps"), "out_of_range", message);
            }
            given.push(valid.map(|weight| weight as u32));
        }
        if given.is_empty() {
            let count = items.len() as u32;
            let each = WEIGHT_BPS_TOTAL / count;
            let mut weights = vec![each; items.len()];
            if let Some(first) = weights.first_mut() {
                *first += WEIGHT_BPS_TOTAL - each * count;
            }
            return Some(weights);
        }
        if given.len() < items.len() {
            let message = "weightBps stands in some components, must stand in all or in none";
            self.wrong("/components", "weights", message);
            return None;
        }
        let weights: Option<Vec<u32>> = given.into_iter().collect();
        let weights = weights?;
        let sum: u32 = weights.iter().sum();
        if sum != WEIGHT_BPS_TOTAL {
            self.wrong("/components", "weights", format!("weightBps sum is {sum}, must be 10000"));
            return None;
        }
        Some(weights)
    }

    fn component<'d>(
        &mut self,
        path: &str,
        item: &'d Json<'_>,
        source: &ParamSource<'_, '_>,
        known_names: &mut Vec<&'static str>,
    ) -> Option<(&'static Entry, ParamValues)> {
        let members = self.object(path, item)?;
        self.refuse_unknown(path, members, &["strategyId", "weightBps", "strategyParams"]);
        let entry = self.strategy(&format!("{path}/strategyId"), item.get("strategyId"))?;
        known_names.extend(entry.spec.params.iter().map(|spec| spec.name));
        let own: Members<'d, '_> = match item.get("strategyParams") {
            Some(given) => self.object(&source.path, given)?,
            None => &[],
        };
        let names: Vec<&str> = entry.spec.params.iter().map(|spec| spec.name).collect();
        self.refuse_unknown(&source.path, own, &names);
        let found: Vec<_> =
            entry.spec.params.iter().map(|spec| self.param(spec, own, source)).collect();
        self.relations(entry, &found, source)?;
        let values: Option<Vec<ParamValue>> = found.into_iter().map(|(value, _)| value).collect();
        Some((entry, ParamValues::new(entry.spec.params, values?)))
    }

    fn strategy(&mut self, path: &str, given: Option<&Json<'_>>) -> Option<&'static Entry> {
        let found = given.and_then(Json::text).and_then(catalogue::get);
        if found.is_none() {
            let (code, message) = match given.map(Json::text) {
                None => ("required", "is missing, must be a strategyId of the catalogue".into()),
                Some(None) => ("wrong_type", "must be a strategyId of the catalogue".into()),
                Some(Some(id)) => ("not_allowed", unknown_strategy(id)),
            };
            self.wrong(path, code, message);
        }
        found
    }

    /// Returns the value of a parameter and where it was given: in the component, for all
    /// components, or nowhere.
    fn param(
        &mut self,
        spec: &ParamSpec,
        own: Members<'_, '_>,
        source: &ParamSource<'_, '_>,
    ) -> (Option<ParamValue>, String) {
        let find = |members: Members<'_, '_>| members.iter().position(|(name, _)| name == spec.name);
        let (given, path) = match (find(own), find(source.shared)) {
            (Some(at), _) => (&own[at].1, format!("{}/{}", source.path, spec.name)),
            (None, Some(at)) => (&source.shared[at].1, format!("/strategyParams/{}", spec.name)),
            (None, None) => {
                let path = format!("{}/{}", source.path, spec.name);
                return (Some(spec.default_value(source.timeframe)), path);
            }
        };
        match spec.check(given, source.timeframe) {
            Ok(value) => (Some(value), path),
            Err(fault) => {
                self.wrong(&path, fault.code, fault.message);
                (None, path)
            }
        }
    }

    fn relations(
        &mut self,
        entry: &Entry,
        found: &[(Option<ParamValue>, String)],
        source: &ParamSource<'_, '_>,
    ) -> Option<()> {
        let position = |name| entry.spec.params.iter().position(|spec| spec.name == name);
        for relation in entry.spec.relations {
            let (left, right) = (position(relation.left)?, position(relation.right)?);
            let ((Some(below), left), (Some(above), right)) = (&found[left], &found[right]) else {
                continue;
            };
            if !relation.holds(below.comparable(), above.comparable()) {
                let (sign, unit) = (relation.sign(), source.unit(*below));
                let message = format!(
                    "{} {sign} {} must hold, but {} is {} and {} is {}{unit}",
                    relation.left, relation.right, relation.left, below.comparable(), relation.right, above.comparable(),
                );
                self.wrong(left, "relation", &message);
                self.wrong(right, "relation", message);
            }
        }
        Some(())
    }
}

/// Where the parameters of a component come from besides itself.
struct ParamSource<'d, 'a> {
    path: String,
    shared: Members<'d, 'a>,
    timeframe: Timeframe,
}

impl ParamSource<'_, '_> {
    fn unit(&self, value: ParamValue) -> String {
        match value {
            ParamValue::Window { .. } => format!(" {} bars", self.timeframe.name()),
            _ => String::new(),
        }
    }
}

fn unknown_strategy(id: &str) -> String {
    let cut: String = id.chars().take(64).collect();
    format!("{cut:?} is not in the catalogue, must be a strategyId of GET /v1/families/strategy-arena/strategies")
}

/// Returns whether a text is a plain decimal with at most six decimals.
fn is_decimal(text: &str) -> bool {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    digits(whole) && digits(decimals) && decimals.len() <= 6 && (whole.len() == 1 || !whole.starts_with('0'))
}

/// Escapes a member's name for a JSON Pointer.
fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
