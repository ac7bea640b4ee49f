// This module is browser compatible.

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { CandidateLine } from "../../components/candidate_line.tsx";
import { Notice } from "../../components/notice.tsx";
import { pins, PINS_MAX } from "../../pins.ts";
import { reasonOf } from "../../model/field_messages.ts";
import { useRemote } from "../../remote.ts";
import { candidate } from "../../state.ts";
import { compareAll } from "./compared.ts";
import { Curves } from "./curves.tsx";
import { PinTable } from "./pin_table.tsx";

/** The pinned candidates beside each other. */
export function CompareView(): VNode {
  const [attempt, setAttempt] = useState(0);
  const { answer, failure, isPending } = useRemote(pins.value, compareAll, attempt);
  const again = { label: "Try again", run: () => setAttempt(attempt + 1) };
  return (
    <div class="compare" aria-busy={isPending}>
      <h1 class="unseen">Compare</h1>
      <CandidateLine candidate={candidate.value} />
      {pins.value.length === 0 && (
        <p class="aside">
          Nothing is pinned. Up to {PINS_MAX}{" "}
          candidates stand beside each other here: pin the one above, change it in "Strategy", and
          pin the next.
        </p>
      )}
      {failure !== null && <Notice title={reasonOf(failure)} action={again} />}
      {answer === null && isPending && pins.value.length > 0 && (
        <p class="aside">Running and scoring {pins.value.length}</p>
      )}
      {answer !== null && answer.length > 0 && (
        <>
          <Curves compared={answer} />
          <PinTable compared={answer} />
        </>
      )}
    </div>
  );
}
