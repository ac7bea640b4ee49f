import type { TargetedKeyboardEvent, VNode } from "preact";
import type { Verdict } from "../../../../contracts/types.ts";
import { namedPaths } from "../../../charts/dots.ts";
import { Notice } from "../../../components/notice.tsx";
import { PathLink } from "../../../components/path_link.tsx";
import { describeFailure } from "../../../model/field_messages.ts";
import { evaluationKey, evaluations } from "../../../state/evaluations.ts";
import { halfFailure } from "../../../state/half_year.ts";
import { halfNumber, isBehind, navigate, path, shownRun } from "../../../state/state.ts";
import { pathDots, pathText } from "./path_dots.ts";

interface NamedHalvesProps {
  readonly verdict: Verdict;
  /** The tab that the links open. */
  readonly to: string;
}

/** Links to the half-years that stand for all others. */
export function NamedHalves({ verdict, to }: NamedHalvesProps): VNode {
  const named = namedPaths(pathDots(verdict));
  const links = named === undefined ? [] : [
    ["the best", named.best],
    ["the worst", named.worst],
    ["the most typical", named.typical],
  ] as const;
  return (
    <>
      {links.map(([text, at]) => <PathLink key={text} to={to} half={at + 1}>{text}</PathLink>)}
    </>
  );
}

/** Says which half-year the tabs show, and leads to the others and back to the history. */
export function HalfBar(): VNode | null {
  const [number, shown, to] = [halfNumber.value, shownRun.value, path.value];
  if (number === null || shown === null) return null;
  const { verdict } = evaluations.value.get(evaluationKey(shown.run.evidence)) ?? {};
  const back = <PathLink to={to} half={null}>Back to the history</PathLink>;
  if (verdict === undefined || isBehind.value) {
    return (
      <p class="half-bar row">
        <b>Half-year {number}</b>
        New data: it opens once the rule is judged. {back}
      </p>
    );
  }
  const dots = pathDots(verdict);
  const order = (dots.strips[0]?.dots ?? []).map((dot) => dot.path + 1);
  const at = order.indexOf(number);
  // From the worst to the best, as the dots of the verdict stand.
  const [worse, better] = [order[at - 1], order[at + 1]];
  const follow = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    const next = { ArrowLeft: worse, ArrowRight: better }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    navigate(to, undefined, [], next);
  };
  const step = (text: string, half: number | undefined): VNode =>
    half === undefined
      ? <span class="aside">{text}</span>
      : <PathLink to={to} half={half}>{text}</PathLink>;
  return (
    <nav class="half-bar row" aria-label="Half-year" onKeyDown={follow}>
      <h2>{`Half-year ${number} of ${order.length}`}</h2>
      <span role="status">{at < 0 ? "There is none." : pathText(verdict, dots, number - 1)}</span>
      {step("‹ worse", worse)}
      {step("better ›", better)}
      <NamedHalves verdict={verdict} to={to} />
      {back}
      {halfFailure.value !== null && <Notice title={describeFailure(halfFailure.value)} />}
    </nav>
  );
}
