//! Runs a program over the bars of a series, column by column.

use super::compiled::Expression;
use super::given::Member;
use super::kernel::{BLOCK, Block, apply, fold};
use super::memory;
use super::op::{Op, Place};
use super::operand::Operand;
use super::part::{NONE, Part};
use super::program::{Pass, Program, Root, Step};
use crate::indicator;
use crate::num::transcend::exp_m1;
use crate::strategy::{Bars, Line, Rule};

impl Expression {
    /// Returns the rule of the component on the bars.
    pub(in crate::strategy) fn rule<'s>(&self, bars: &Bars<'s>) -> Rule<'s> {
        self.program.rule(bars, &self.members)
    }
}

impl Program {
    /// Returns the rule of the component on the bars.
    fn rule<'s>(&self, bars: &Bars<'s>, members: &[(String, Member)]) -> Rule<'s> {
        let run = Run::of(self, bars, members);
        match (self.root, self.steps.last()) {
            (Root::Band(line, edges), _) => {
                let [entry, exit] = edges.map(|edge| run.scalars[edge as usize]);
                Rule::Band { line: run.line(line), entry, exit }
            }
            (Root::Levels(root), Some(Step::Column(pass))) if pass.part == root => {
                Rule::Levels(run.pass(pass))
            }
            (Root::Levels(root), _) => Rule::Levels(run.line(root).to_vec()),
        }
    }
}

/// The columns of a program on the bars of a series.
pub(super) struct Run<'p, 's> {
    program: &'p Program,
    bars: Bars<'s>,
    /// The numbers of the parts that are the same on every bar.
    scalars: Vec<f64>,
    /// The columns that were made.
    lines: Vec<Option<Line<'s>>>,
}

impl<'p, 's> Run<'p, 's> {
    /// Makes every column of a program.
    fn of(program: &'p Program, bars: &Bars<'s>, members: &[(String, Member)]) -> Self {
        let count = program.parts.len();
        let lines = vec![None; count];
        let mut run = Self { program, bars: *bars, scalars: vec![f64::NAN; count], lines };
        for (at, part) in program.parts.iter().enumerate() {
            if program.is_constant[at] {
                run.scalars[at] = run.scalar(part, members);
            }
        }
        for step in &program.steps {
            let (at, line) = match step {
                Step::Memory(part) => (*part, run.remembered(&program.parts[*part as usize])),
                // the targets are read once, and by nothing else
                Step::Column(Pass { part, .. }) if matches!(program.root, Root::Levels(root) if root == *part) =>
                {
                    continue;
                }
                Step::Column(pass) => (pass.part, run.shared(pass)),
            };
            run.lines[at as usize] = Some(line);
        }
        run
    }

    fn scalar(&self, part: &Part, members: &[(String, Member)]) -> f64 {
        let [place, name, _] = part.windows;
        match part.op {
            Op::Number => f64::from_bits(part.bits),
            Op::Read if place == Place::Capital as u32 => self.bars.capital(),
            Op::Read if place == Place::FarGap as u32 => self.bars.far_gap(),
            Op::Read => {
                members.get(name as usize).and_then(|(_, own)| own.number()).unwrap_or(f64::NAN)
            }
            op => fold(op, part.of.map(|of| self.scalars.get(of as usize).copied().unwrap_or(0.0))),
        }
    }

    /// Returns a column of the series, or one that was made.
    fn line(&self, part: u32) -> Line<'s> {
        let at = part as usize;
        match (self.lines.get(at), self.program.parts.get(at)) {
            (Some(Some(line)), _) => *line,
            (_, Some(Part { op: Op::Read, windows, .. })) => self.read(windows[0]),
            _ => Line::default(),
        }
    }

    fn read(&self, place: u32) -> Line<'s> {
        const EXPM1: fn(&[f64]) -> Vec<f64> = |logs| indicator::each([logs], |[log]| exp_m1(log));
        let bars = &self.bars;
        match place {
            place if place == Place::ImpliedApy as u32 => bars.implied_apy(),
            place if place == Place::LogYield as u32 => bars.log_yield(),
            place if place == Place::LogUnderlying as u32 => bars.log_underlying(),
            place if place == Place::PtPrice as u32 => bars.pt_price(),
            place if place == Place::DaysToExpiry as u32 => bars.days_to_expiry(),
            place if place == Place::Tau as u32 => bars.tau(),
            place if place == Place::Tvl as u32 => bars.tvl(),
            place if place == Place::Volume as u32 => bars.volume(),
            place if place == Place::Turnover as u32 => bars.turnover(),
            place if place == Place::PoolPtShare as u32 => bars.pool_pt_share(),
            place if place == Place::UnderlyingApy as u32 => {
                let logs = bars.log_underlying();
                bars.made("expm1", &[&logs], &[], || EXPM1(&logs))
            }
            place if place == Place::FarImpliedApy as u32 => {
                let logs = bars.log_far_yield();
                bars.made("expm1", &[&logs], &[], || EXPM1(&logs))
            }
            _ => bars.log_far_yield(),
        }
    }

    /// Returns the column of a pass, which another candidate may have made.
    fn shared(&self, pass: &Pass) -> Line<'s> {
        let mut key = pass.key.clone();
        for constant in &pass.constants {
            key.extend(self.scalars[*constant as usize].to_bits().to_le_bytes());
        }
        self.bars.made_by(&key, || {
            let mut numbers = self.pass(pass);
            let first = numbers.iter().position(|number| !number.is_nan());
            numbers.drain(..first.unwrap_or(numbers.len()));
            numbers
        })
    }

    /// Computes a pass on every bar, block by block.
    #[inline(never)]
    fn pass(&self, pass: &Pass) -> Vec<f64> {
        let (bars, parts) = (self.bars.count(), &self.program.parts);
        let mut numbers = vec![f64::NAN; bars];
        let mut operands = Vec::with_capacity(pass.members.len());
        let mut fixed = Vec::new();
        for member in &pass.members {
            let Part { op, of, .. } = &parts[*member as usize];
            operands.push(if self.program.is_constant[*member as usize] {
                (Op::Number, [*member, NONE, NONE].map(|of| self.operand(of, pass, &mut fixed)))
            } else {
                (*op, of.map(|of| self.operand(of, pass, &mut fixed)))
            });
        }
        let mut registers = vec![[f64::NAN; BLOCK]; pass.members.len()];
        let mut loaded = [[f64::NAN; BLOCK]; 3];
        for (block, out) in numbers.chunks_mut(BLOCK).enumerate() {
            let from = block * BLOCK;
            for (at, (op, of)) in operands.iter().enumerate() {
                let (earlier, rest) = registers.split_at_mut(at);
                let [first, second, third] = &mut loaded;
                let read = [
                    of[0].block(from, bars, (earlier, &fixed), first),
                    of[1].block(from, bars, (earlier, &fixed), second),
                    of[2].block(from, bars, (earlier, &fixed), third),
                ];
                if *op == Op::Number {
                    rest[0] = *read[0];
                } else {
                    apply(*op, read, &mut rest[0]);
                }
            }
            if let Some(last) = registers.last() {
                out.copy_from_slice(&last[..out.len()]);
            }
        }
        numbers
    }

    fn operand(&self, of: u32, pass: &Pass, fixed: &mut Vec<Block>) -> Operand<'s> {
        if of == NONE {
            return Operand::Nothing;
        }
        if self.program.is_constant[of as usize] {
            fixed.push([self.scalars[of as usize]; BLOCK]);
            return Operand::Fixed(fixed.len() - 1);
        }
        match pass.members.iter().position(|member| *member == of) {
            Some(register) => Operand::Register(register),
            None => Operand::Line(self.line(of)),
        }
    }

    /// Returns the column of a function with memory.
    fn remembered(&self, part: &Part) -> Line<'s> {
        let bars = &self.bars;
        let [x, y, _] = part.of.map(|of| if of == NONE { Line::default() } else { self.line(of) });
        let windows = part.windows.map(|window| window as usize);
        let [w, ..] = windows;
        if x.is_of_series()
            && let Some(line) = self.of_series(part.op, &x, w)
        {
            return line;
        }
        let count = bars.count();
        let windows: Vec<usize> =
            windows.into_iter().filter(|window| *window != NONE as usize).collect();
        let lines: &[&Line<'_>] = if part.of[1] == NONE { &[&x] } else { &[&x, &y] };
        bars.made(part.op.key(), lines, &windows, || {
            let window = |of: fn(&[f64], usize) -> Vec<f64>| {
                memory::windowed(&x, w, &|values| of(values, w))
            };
            let decay =
                |of: fn(&[f64], usize) -> Vec<f64>| memory::decaying(&x, &|values| of(values, w));
            match part.op {
                Op::Lag => indicator::lagged(&x, w).to_vec(),
                Op::Change => indicator::change(&x, w),
                Op::Mean => window(indicator::mean),
                Op::Deviation => window(indicator::deviation),
                Op::Zscore => window(indicator::zscore),
                Op::Sum => window(indicator::sum),
                Op::Highest => window(indicator::highest),
                Op::Lowest => window(indicator::lowest),
                Op::Percent => window(indicator::place),
                Op::Median => window(indicator::median),
                Op::Rank => window(indicator::rank),
                Op::Residual => {
                    memory::windowed_pair(&x, &y, w, &|x, y| indicator::residual(x, y, w))
                }
                Op::Ema => decay(indicator::ema),
                Op::Wilder => decay(indicator::wilder),
                Op::Rsi => decay(indicator::rsi),
                Op::Kama => {
                    let lengths = [windows[0], windows[1], windows[2]];
                    memory::decaying(&x, &|values| indicator::kama(values, lengths))
                }
                Op::Any => memory::any(&x, w, count),
                Op::All => memory::all(&x, w, count),
                Op::Crossover => memory::crossover(&x, &y),
                Op::Crossunder => memory::crossover(&y, &x),
                Op::Last => memory::last(&x, &y),
                Op::Since => memory::since(&x, bars.per_day(), count),
                _ => Vec::new(),
            }
        })
    }

    /// Returns a function of a column of the series, under the name that the catalogue's strategies
    /// share. Such a column has a number on every bar.
    fn of_series(&self, op: Op, x: &Line<'s>, w: usize) -> Option<Line<'s>> {
        let bars = &self.bars;
        let is_yield = x.is_yield();
        Some(match op {
            Op::Change if is_yield && w == bars.per_day() => bars.day_change(x),
            Op::Change if is_yield && w == 1 => bars.bar_change(x),
            Op::Change => bars.change(x, w),
            Op::Mean => bars.mean(x, w),
            Op::Deviation => bars.deviation(x, w),
            Op::Zscore => bars.zscore(x, w),
            Op::Sum => bars.sum(x, w),
            Op::Highest => bars.highest(x, w),
            Op::Lowest => bars.lowest(x, w),
            Op::Percent => bars.place(x, w),
            Op::Median => bars.median(x, w),
            Op::Rank => bars.rank(x, w),
            Op::Ema => bars.ema(x, w),
            Op::Wilder => bars.wilder(x, w),
            Op::Rsi => bars.rsi(x, w),
            _ => return None,
        })
    }
}
