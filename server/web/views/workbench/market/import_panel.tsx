import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { withMarket } from "../../../model/candidate.ts";
import { droppedFiles, readContents } from "./dropped_files.ts";
import type {
  AskedFacts,
  DroppedFile,
  TypedFacts,
} from "../../../local_datasets/reader_messages.ts";
import { localDatasets } from "../../../state/local_markets.ts";
import { keep, readDropped } from "./import.ts";
import { program } from "../../../engines.ts";
import { candidate, commit, markets, retry } from "../../../state/state.ts";
import { FactsForm } from "./facts_form.tsx";
import { LocalList } from "./local_list.tsx";

/** The state of an import; files stay until they are stored or discarded. */
interface Taking {
  readonly files: readonly DroppedFile[];
  readonly asked: AskedFacts | null;
  readonly isPending: boolean;
  /** The error message, or null. */
  readonly fault: string | null;
}

/** Id of the heading. */
const LOCAL_DATASETS_ID = "local-datasets";

/** Scrolls to the import of datasets, below the charts. */
export function goToLocalDatasets(): void {
  const heading = document.getElementById(LOCAL_DATASETS_ID);
  heading?.focus();
  heading?.scrollIntoView();
}

const NOTHING: Taking = { files: [], asked: null, isPending: false, fault: null };

/** Imports and lists local datasets. */
export function LocalDatasets(): VNode {
  const [taking, setTaking] = useState<Taking>(NOTHING);
  const alert = useRef<HTMLDivElement>(null);
  // The drop may be far above this message.
  useEffect(() => {
    if (taking.fault !== null) alert.current?.scrollIntoView({ block: "nearest" });
  }, [taking.fault]);
  const take = async (
    files: readonly DroppedFile[],
    facts: TypedFacts | null,
    asked: AskedFacts | null,
  ): Promise<void> => {
    setTaking({ files, asked, isPending: true, fault: null });
    const reading = await readDropped({ files, facts }, program);
    if (reading.kind === "asked") {
      return setTaking({ files, asked: reading.asked, isPending: false, fault: null });
    }
    const fault = reading.kind === "fault" ? reading.sentence : await keep(reading.datasets);
    if (fault !== null) return setTaking({ files, asked, isPending: false, fault });
    setTaking(NOTHING);
    const [first] = reading.kind === "datasets" ? reading.datasets : [];
    if (first === undefined) return;
    const { marketId } = first.entry;
    // The address may have named the market before it was imported.
    if (candidate.value.marketId === marketId) retry();
    commit(withMarket(candidate.value, marketId, markets.value));
    scrollTo(0, 0);
  };
  const give = async (files: readonly File[]): Promise<void> => {
    if (files.length === 0) return;
    const contents = await readContents(files);
    if (typeof contents !== "string") return await take(contents, null, null);
    setTaking({ ...taking, isPending: false, fault: contents });
  };
  const { asked, files, isPending, fault } = taking;
  return (
    <section class="local-datasets" aria-labelledby={LOCAL_DATASETS_ID}>
      <h2 id={LOCAL_DATASETS_ID} tabIndex={-1}>Datasets of your own</h2>
      <DropZone give={give} isPending={isPending} />
      <div role="alert" ref={alert}>{fault !== null && <p class="field-error">{fault}</p>}</div>
      {asked !== null && (
        <FactsForm
          key={files}
          asked={asked}
          isPending={isPending}
          submit={(facts) => void take(files, facts, asked)}
          cancel={() => setTaking(NOTHING)}
        />
      )}
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
        <label class="file-choice">
          <input
            type="file"
            class="unseen"
            accept=".csv,.json,text/csv,application/json"
            multiple
            disabled={isPending}
            onChange={({ currentTarget }) => {
              give([...currentTarget.files ?? []]);
              // Lets the reader choose the same file again, once it is fixed.
              currentTarget.value = "";
            }}
          />
          <span>Choose files</span>
        </label>{" "}
        <span role="status">{isPending ? "Reading" : "or drop them on this page"}</span>
      </p>
      <p class="hint">
        A folder of <code>datasets import</code>, or its <code>manifest.json</code>{" "}
        and its CSV files; or a single CSV file, hourly or daily, with the columns of an official
        dataset: the page then asks for the missing facts. Everything stays in this browser.
      </p>
    </div>
  );
}
