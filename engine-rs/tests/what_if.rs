//! The block `whatIf` changes no other figure of an evaluation.

use crate::support::expressions::pick;
use crate::support::judged::{Arena, imported};
use crate::support::plans::{dataset, runnable};
use crate::support::{at, print, text};
use arena_engine::internals::evaluation::verdict::SisterSet;
use arena_engine::internals::evaluation::{Assessment, Real, Trials};
use arena_engine::internals::generator::MarketSpec;
use arena_engine::internals::json::{Emit, Json, Printer, parse};
use arena_engine::internals::market::{Dataset, Timeframe};
use arena_engine::internals::random::Random;
use arena_engine::internals::simulation::Plan;
use arena_engine::{Candidate, Uncounted};

/// Seeded portfolios beside the strategies at their defaults.
const PORTFOLIOS: usize = 16;
const TEXT: &str = r#"{"strategyId":"expression","strategyParams":{"target":"clip(zscore(logYield, 10d) * 1e5 / capital, 0, 1)"}}"#;

/// Returns the components and the capital of every default, and of portfolios of a seed.
fn candidates(dataset: &Dataset) -> Vec<(String, f64)> {
    let ids: Vec<&str> = runnable(dataset).iter().map(|entry| entry.spec.id).collect();
    let one = |id: &str| format!(r#"{{"strategyId":{id:?}}}"#);
    let mut all: Vec<_> = ids.iter().map(|id| (one(id), 1e5)).collect();
    let mut random = Random::new(46);
    for at in 0..PORTFOLIOS {
        let mut drawn = || one(ids[pick(&mut random, ids.len())]);
        let components = [drawn(), drawn(), if at == 0 { TEXT.into() } else { drawn() }];
        let capital = [1e3, 2e4, 3e5, 4e6, 5e7][at % 5];
        all.push((components.join(","), capital));
    }
    all
}

/// Prints every figure that decides, or that tells of real maturities, from an evaluation's parts.
fn parts(assessment: &Assessment, real: &Real<'_>) -> Vec<(&'static str, String)> {
    let parts: [(&str, &dyn Emit); 7] = [
        ("score", &assessment.score),
        ("verdict", &assessment.verdict),
        ("capitalScore", &assessment.capital_score),
        ("eligibility/gates", &assessment.gates),
        ("scenarios", &assessment.scenarios),
        ("luck", &assessment.luck),
        ("real", real),
    ];
    let printed = parts.map(|(name, part)| {
        let mut printer = Printer::with_capacity(1 << 12);
        part.emit(&mut printer);
        (name, String::from_utf8(printer.finish().expect("finite")).expect("UTF-8"))
    });
    printed.into()
}

#[test]
fn no_other_figure_depends_on_what_if() {
    let arena = Arena::of(dataset(&MarketSpec::ALL[0], Timeframe::Daily, 7));
    let market = &arena.dataset;
    let maturity = Dataset {
        asset: Some(market.market_key.clone()),
        is_served: false,
        sha256: "1".repeat(64),
        ..imported(&dataset(&MarketSpec::ALL[0], Timeframe::Daily, 8))
    };
    let mut service = arena_engine::Arena::new();
    service.insert(market.clone());
    service.insert(maturity.clone());
    let candidates = candidates(market);
    assert!(candidates.len() >= 34 + PORTFOLIOS, "{}", candidates.len());
    for (components, capital) in candidates {
        let body = format!(
            r#"{{"marketId":1,"timeframe":"daily","capital":"{capital}","components":[{components}]}}"#
        );
        let plan: Plan = Candidate::parse(body.as_bytes(), market).expect(&body).plan(30);
        let request = format!(r#"{{"candidate":{body},"simulationId":"a","view":"summary"}}"#);
        let answer = service.simulate(request.as_bytes());
        let payload = print(at(&parse(&answer).unwrap(), "ok"));
        let answer = service.evaluate(b"{}", payload.as_bytes(), &mut Uncounted);
        let answer: Json<'_> = parse(&answer).unwrap();
        assert!(!matches!(at(&answer, "ok/whatIf"), Json::Null));
        let own = plan.has_expression().then(|| {
            let hash = text(at(&answer, "ok/evidence/candidateHash"));
            let sisters = SisterSet::of_candidate(market, hash);
            Arena { sisters, ..Arena::of(market.clone()) }
        });
        let assessment = own.as_ref().unwrap_or(&arena).assessed(&plan, Trials::UNCOUNTED);
        let real = Real::of(market, &[&maturity], &plan).expect("a maturity");
        for (name, expected) in parts(&assessment, &real) {
            let expected = parse(expected.as_bytes()).unwrap();
            assert_eq!(at(&answer, &format!("ok/{name}")), &expected, "{name} {body}");
        }
    }
}
