import type { TargetedKeyboardEvent, VNode } from "preact";
import { differenceText } from "../../../../wording/season.ts";
import { entryDots, namedPaths, type PathDots } from "../../../charts/dots.ts";
import { Notice } from "../../../components/notice.tsx";
import { PathLink } from "../../../components/path_link.tsx";
import { describeFailure } from "../../../model/field_messages.ts";
import { evaluationKey, evaluations } from "../../../state/evaluations.ts";
import { entryProblem, halfFailure, shownEntry } from "../../../state/half_year.ts";
import { halfEntry, halfNumber, isBehind, navigate, path, shownRun } from "../../../state/state.ts";
import { pathDots, pathText } from "./path_dots.ts";

interface NamedHalvesProps {
  readonly dots: PathDots;
  /** The tab that the links open. */
  readonly to: string;
  /** Of a season, as the address names it. */
  readonly entry?: string | null;
}

/** Links to the half-years that stand for all others. */
export function NamedHalves({ dots, to, entry = null }: NamedHalvesProps): VNode {
  const named = namedPaths(dots);
  const links = named === undefined ? [] : [
    ["the best", named.best],
    ["the worst", named.worst],
    ["the most typical", named.typical],
  ] as const;
  return (
    <>
      {links.map(([text, at]) => (
        <PathLink key={text} to={to} half={{ number: at + 1, entry }}>{text}</PathLink>
      ))}
    </>
  );
}

/** The half-years among which the bar leads, and what it says of each. */
interface Halves {
  readonly dots: PathDots;
  describe(path: number): string;
}

/** Returns the half-years of the entry or of the verdict; null until they are known. */
function shownHalves(): Halves | null {
  const [shown, season] = [shownRun.value, shownEntry.value];
  if (season !== null) {
    const { differences, line } = season;
    return {
      dots: entryDots(differences, line),
      describe: (path) => differenceText(line, differences[path]),
    };
  }
  if (shown === null || isBehind.value || halfEntry.value !== null) return null;
  const { verdict } = evaluations.value.get(evaluationKey(shown.run.evidence)) ?? {};
  if (verdict === undefined) return null;
  const dots = pathDots(verdict);
  return { dots, describe: (path) => pathText(verdict, dots, path) };
}

/** Says which half-year the tabs show, and leads to the others and back to where they are from. */
export function HalfBar(): VNode | null {
  const [number, entry, to] = [halfNumber.value, halfEntry.value, path.value];
  if (number === null || shownRun.value === null) return null;
  const back = (
    <>
      {entry !== null && <PathLink to={`board/season/${entry}`}>Back to the season</PathLink>}
      <PathLink to={to} half={null}>
        {entry === null ? "Back to the history" : "The history"}
      </PathLink>
    </>
  );
  const halves = shownHalves();
  if (halves === null) {
    return (
      <p class="half-bar row">
        <b>Half-year {number}</b>
        {entry === null
          ? "New data: it opens once the rule is judged."
          : entryProblem.value ?? "Reading the season."} {back}
      </p>
    );
  }
  const { dots, describe } = halves;
  const order = (dots.strips[0]?.dots ?? []).map((dot) => dot.path + 1);
  const at = order.indexOf(number);
  // From the worst to the best, as the dots of the verdict stand.
  const [worse, better] = [order[at - 1], order[at + 1]];
  const follow = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    const next = { ArrowLeft: worse, ArrowRight: better }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    navigate(to, undefined, [], { number: next, entry });
  };
  const step = (text: string, half: number | undefined): VNode =>
    half === undefined
      ? <span class="aside">{text}</span>
      : <PathLink to={to} half={{ number: half, entry }}>{text}</PathLink>;
  return (
    <nav class="half-bar row" aria-label="Half-year" onKeyDown={follow}>
      <h2>{`Half-year ${number} of ${order.length}${entry === null ? "" : " of the season"}`}</h2>
      <span role="status">{at < 0 ? "There is none." : describe(number - 1)}</span>
      {step("‹ worse", worse)}
      {step("better ›", better)}
      <NamedHalves dots={dots} to={to} entry={entry} />
      {back}
      {halfFailure.value !== null && <Notice title={describeFailure(halfFailure.value)} />}
    </nav>
  );
}
