import { around, type Figure, withinTwice } from "./figure.ts";
import { findJumps } from "./jumps.ts";
import { changes, deviation, halfLife, mean, rootMeanSquare } from "./numbers.ts";
import { byDay, closes, type Paths } from "./paths.ts";
import { CLOSING_DAYS, CLOSING_RISE, type Target } from "./targets.ts";

const PERCENT = 100;
const BPS = 10_000;

/** A day is hot when its hours make more than this, bp: between calm (15) and hot (80 to 150). */
const HOT_DAY_BPS = 35;

/** Days on each side of a day that make its local mean. */
const LOCAL_DAYS = 21;

/** Figures of the implied yield before its last rise. */
export function impliedFigures(paths: Paths, target: Target): Figure[] {
  const apy = paths.impliedApy.slice(0, paths.hoursBeforeRise);
  const daily = closes(paths.logYield.slice(0, paths.hoursBeforeRise));
  const [low, high] = target.range;
  const range = { unit: "%", target: `${low} to ${high}`, accepted: target.range };
  return [
    {
      name: "mean implied yield",
      unit: "%",
      target: `${target.level} in the long run`,
      accepted: around(target.level, 0.1),
      measured: PERCENT * mean(apy),
    },
    { ...range, name: "lowest implied yield", measured: PERCENT * Math.min(...apy) },
    { ...range, name: "highest implied yield", measured: PERCENT * Math.max(...apy) },
    ...volatilityFigures(paths, target),
    ...reversionFigures(daily, target),
  ];
}

function volatilityFigures(paths: Paths, target: Target): Figure[] {
  const hourly = paths.logYield.slice(0, paths.hoursBeforeRise);
  const jumps = findJumps(hourly);
  const jumpDays = new Set(jumps.map(({ hour }) => Math.floor(hour / 24)));
  const moves = changes(closes(hourly));
  const isQuiet = (_: number, day: number): boolean => !jumpDays.has(day + 1);
  return [
    {
      name: "daily sd of logYield, jumps apart",
      unit: "bp",
      target: `${target.dailySd}`,
      accepted: around(target.dailySd, target.regimes ? 0.2 : 0.1),
      measured: BPS * deviation(moves.filter(isQuiet)),
    },
    ...(target.regimes ? regimeFigures(hourly, jumpDays, target.regimes) : []),
    {
      name: "days with a jump",
      unit: "%",
      target: `${target.jumpDays}`,
      accepted: around(target.jumpDays, 0.5),
      measured: PERCENT * jumpDays.size / moves.length,
    },
    {
      name: "sd of the jumps",
      unit: "bp",
      target: `${target.jumpSd}`,
      accepted: around(target.jumpSd, 0.4),
      measured: BPS * rootMeanSquare(jumps.map(({ size }) => size)),
    },
  ];
}

function regimeFigures(
  hourly: readonly number[],
  jumpDays: ReadonlySet<number>,
  regimes: { readonly calm: number; readonly hot: readonly [number, number] },
): Figure[] {
  const hourlyMoves = [0, ...changes(hourly)];
  const lengths = byDay(hourlyMoves, (hours) => BPS * Math.sqrt(24) * rootMeanSquare(hours));
  const isHot = (day: number): boolean => (lengths[day] ?? 0) > HOT_DAY_BPS;
  const moves = changes(closes(hourly)).map((size, before) => ({ size, day: before + 1 }))
    .filter(({ day }) => !jumpDays.has(day));
  const hot = moves.filter(({ day }) => isHot(day)).map(({ size }) => size);
  const calm = moves.filter(({ day }) => !isHot(day)).map(({ size }) => size);
  const [low, high] = regimes.hot;
  return [
    {
      name: "the same on calm days",
      unit: "bp",
      target: `${regimes.calm}`,
      accepted: around(regimes.calm, 0.15),
      measured: BPS * rootMeanSquare(calm),
    },
    {
      name: "the same on hot days",
      unit: "bp",
      target: `${low} to ${high}`,
      accepted: regimes.hot,
      measured: BPS * rootMeanSquare(hot),
    },
    {
      name: "hot days",
      unit: "",
      target: "regimes",
      accepted: [4, 20],
      measured: hot.length,
    },
  ];
}

function reversionFigures(daily: readonly number[], target: Target): Figure[] {
  const toLevel = { name: "half-life to the level", unit: "d", measured: halfLife(daily) };
  const { halfLifeDays, localHalfLifeDays } = target;
  if (localHalfLifeDays === null) {
    return [{ ...toLevel, target: `${halfLifeDays}`, accepted: withinTwice(halfLifeDays) }];
  }
  const around = (day: number): number =>
    mean(daily.slice(Math.max(0, day - LOCAL_DAYS), day + LOCAL_DAYS + 1));
  return [
    {
      ...toLevel,
      target: `${halfLifeDays}, with the faster part in it`,
      accepted: [localHalfLifeDays, halfLifeDays],
    },
    {
      name: "half-life to the mean of 43 days around",
      unit: "d",
      target: `${localHalfLifeDays} to a local mean`,
      accepted: withinTwice(localHalfLifeDays),
      measured: halfLife(daily.map((value, day) => value - around(day))),
    },
  ];
}

/** Figures of the hours in which nobody trades, and of the rise before expiry. */
export function hourFigures(paths: Paths, target: Target): Figure[] {
  const { impliedApy, volume, hoursBeforeRise } = paths;
  const moves = changes(impliedApy);
  const still = moves.filter((move) => move === 0).length / moves.length;
  const untraded = volume.filter((traded) => traded === 0).length / volume.length;
  const half = { unit: "%", target: "about 50", accepted: [48, 52] as const };
  const shown = 1 - target.hoursLeft / (24 * CLOSING_DAYS);
  const rise = (impliedApy.at(-1) ?? NaN) - (impliedApy[hoursBeforeRise - 1] ?? NaN);
  const [low, high] = CLOSING_RISE.map((points) => Number((points * shown).toFixed(2)));
  return [
    { ...half, name: "hours with unchanged implied yield", measured: PERCENT * still },
    { ...half, name: "hours without volume", measured: PERCENT * untraded },
    {
      name: "rise of implied yield from ten days before expiry to the last bar",
      unit: "points",
      target: shown === 1 ? "2 to 5" : `2 to 5, of which ${Math.round(PERCENT * shown)} % is shown`,
      accepted: [low ?? NaN, high ?? NaN],
      measured: PERCENT * rise,
    },
  ];
}
