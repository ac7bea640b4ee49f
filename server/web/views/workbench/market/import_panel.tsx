import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { FileChoice } from "../../../components/file_choice.tsx";
import { withMarket } from "../../../model/candidate.ts";
import { chooseFiles, droppedFiles } from "./dropped_files.ts";
import type { AskedFacts, TypedFacts } from "../../../local_datasets/reader_messages.ts";
import { localDatasets } from "../../../state/local_markets.ts";
import { keep, readDropped } from "./import.ts";
import { program } from "../../../engines.ts";
import { candidate, commit, markets, retry } from "../../../state/state.ts";
import { FactsForm, inFields, Lines } from "./facts_form.tsx";
import { LocalList } from "./local_list.tsx";

/** The state of an import; files stay until they are stored or discarded. */
interface Taking {
  readonly files: readonly File[];
  readonly asked: AskedFacts | null;
  readonly isPending: boolean;
  /** The error message, or null. */
  readonly fault: string | null;
  /** How the files of the last import were read. */
  readonly report: readonly string[];
}

/** Id of the heading. */
const LOCAL_DATASETS_ID = "local-datasets";

/** Scrolls to the import of datasets, below the charts. */
export function goToLocalDatasets(): void {
  const heading = document.getElementById(LOCAL_DATASETS_ID);
  heading?.focus();
  heading?.scrollIntoView();
}

const NOTHING: Taking = { files: [], asked: null, isPending: false, fault: null, report: [] };

/** Imports and lists local datasets. */
export function LocalDatasets(): VNode {
  const [taking, setTaking] = useState<Taking>(NOTHING);
  const alert = useRef<HTMLDivElement>(null);
  // The drop may be far above this message.
  useEffect(() => {
    if (taking.fault !== null) alert.current?.scrollIntoView({ block: "nearest" });
  }, [taking.fault]);
  const take = async (
    files: readonly File[],
    facts: TypedFacts | null,
    asked: AskedFacts | null,
  ): Promise<void> => {
    const now = { ...NOTHING, files, asked };
    setTaking({ ...now, isPending: true });
    const reading = await readDropped({ files, facts }, program);
    if (reading.kind === "asked") {
      return setTaking({ ...now, asked: reading.asked });
    }
    const fault = reading.kind === "fault" ? reading.sentence : await keep(reading.datasets);
    if (fault !== null) return setTaking({ ...now, fault });
    setTaking({ ...NOTHING, report: reading.kind === "datasets" ? reading.report : [] });
    const [first] = reading.kind === "datasets" ? reading.datasets : [];
    if (first === undefined) return;
    const { marketId } = first.entry;
    // The address may have named the market before it was imported.
    if (candidate.value.marketId === marketId) retry();
    commit(withMarket(candidate.value, marketId, markets.value));
    scrollTo(0, 0);
  };
  const give = (files: readonly File[]): void => {
    if (files.length === 0) return;
    const chosen = chooseFiles(files);
    if (typeof chosen !== "string") void take(chosen, null, null);
    else setTaking({ ...taking, isPending: false, fault: chosen });
  };
  const { asked, files, isPending, fault, report } = taking;
  return (
    <section class="local-datasets" aria-labelledby={LOCAL_DATASETS_ID}>
      <h2 id={LOCAL_DATASETS_ID} tabIndex={-1}>Datasets of your own</h2>
      <DropZone give={give} isPending={isPending} />
      <div role="alert" ref={alert}>
        {fault !== null && <p class="field-error">{inFields(fault)}</p>}
      </div>
      {asked !== null && (
        <FactsForm
          key={files}
          asked={asked}
          isPending={isPending}
          submit={(facts) => void take(files, facts, asked)}
          cancel={() => setTaking(NOTHING)}
        />
      )}
      {report.length > 0 && <Lines title="How the last import was read" lines={report} />}
      {localDatasets.value.length > 0 && <LocalList />}
    </section>
  );
}

interface DropZoneProps {
  readonly isPending: boolean;
  give(files: readonly File[]): void;
}

/** Accepts drops anywhere on the view, because a missed drop would navigate away from the page. */
function DropZone({ give, isPending }: DropZoneProps): VNode {
  const [look, setLook] = useState("drop");
  useEffect(() => {
    const hasFiles = (event: DragEvent): boolean =>
      event.dataTransfer?.types.includes("Files") ?? false;
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setLook("drop over");
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setLook("drop");
    };
    const drop = async (event: DragEvent): Promise<void> => {
      if (!hasFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      setLook("drop");
      give(await droppedFiles(event.dataTransfer));
    };
    const ending = new AbortController();
    addEventListener("dragover", over, ending);
    addEventListener("dragleave", leave, ending);
    addEventListener("drop", drop, ending);
    return () => ending.abort();
  }, [give]);
  return (
    <div class={look}>
      <p>
        <FileChoice
          accept=".csv,.tsv,.txt,.json,text/csv,application/json"
          multiple
          disabled={isPending}
          take={give}
        >
          Choose files
        </FileChoice>{" "}
        <span role="status">{isPending ? "Reading" : "or drop them on this page"}</span>
      </p>
      <p class="hint">
        CSV or JSON with the history of a market, as Pendle, Dune, DefiLlama or a notebook give it:
        the page says what it lacks, and asks for it. Or a folder of{" "}
        <code>datasets import</code>, which does the same. Everything stays in this browser.
      </p>
    </div>
  );
}
