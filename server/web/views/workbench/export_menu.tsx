import type { VNode } from "preact";
import { candidateText } from "../../components/candidate_text.ts";
import { CopyLink } from "../../components/copy_link.tsx";
import { PathLink } from "../../components/path_link.tsx";
import { PinButton } from "../../components/pin_button.tsx";
import { later } from "../../components/lazily.tsx";
import { drawnRun } from "../../state/half_year.ts";
import type { savePicture } from "./picture.ts";
import type { saveRows } from "./rows.ts";
import { onEachMarket } from "../../model/candidate.ts";
import { counted } from "../../model/format.ts";
import { verified } from "../../state/evaluations.ts";
import { committed, markets, navigate, strategies } from "../../state/state.ts";

const MENU = "export-menu";

/** Pins the candidate, and opens the menu of verification and export, whose button has the state. */
export function ExportMenu(): VNode {
  const found = verified.value;
  const isOf = found?.of === JSON.stringify(committed.value);
  const state = !isOf ? "Verify" : found.isSame ? "Verified ✓" : "Differs ✗";
  const each = onEachMarket(committed.value, markets.value, strategies.value);
  return (
    <div class="answer-tools row">
      <PinButton candidate={committed.value} />
      <button type="button" popovertarget={MENU} aria-haspopup="true">
        {state}
        <i>, export</i> ▾
      </button>
      <div id={MENU} popover="auto" class="page-menu">
        <span class="narrow-only">
          <PinButton candidate={committed.value} />
        </span>
        <PathLink to="workbench/verify" onFollow={close}>Verify on the server, or as code</PathLink>
        <PathLink to="board/season" onFollow={close}>Enter it into the season</PathLink>
        <PathLink to="board/practice" onFollow={close}>Publish it to Practice</PathLink>
        <button
          type="button"
          popovertarget={MENU}
          onClick={() => navigate("compare", committed.value, each.candidates)}
        >
          {each.lacked === null
            ? "Compare it on all markets"
            : `Compare it on ${counted(each.candidates.length, "market")} with ${each.lacked}`}
        </button>
        <CopyLink label="Copy link" url={() => location.href} />
        <button type="button" popovertarget={MENU} onClick={saveBars}>Every bar, as CSV</button>
        <button type="button" popovertarget={MENU} onClick={saveView}>Save a picture</button>
      </div>
    </div>
  );
}

async function saveBars(): Promise<void> {
  const shown = drawnRun.value;
  if (shown !== null) await (await later<typeof saveRows>("saveRows"))(shown);
}

/** Saves the tab in view as a picture. */
async function saveView(): Promise<void> {
  const view = document.querySelector(".outcome");
  if (view === null) return;
  const save = await later<typeof savePicture>("savePicture");
  await save(view, candidateText(committed.value));
}

function close(): void {
  document.getElementById(MENU)?.hidePopover();
}
