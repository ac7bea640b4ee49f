import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { download } from "../../components/download.ts";
import { exportWork, importWork } from "../../history/history.ts";
import { FILE_BYTES_MAX } from "../../history/work_file.ts";

/** Exports the work as a file, and imports it. */
export function WorkFiles(): VNode {
  const [said, setSaid] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    setSaid(
      file.size > FILE_BYTES_MAX
        ? `Cannot import ${file.name}: it has ${
          Math.round(file.size / 2 ** 20)
        } MB, must have at most ${FILE_BYTES_MAX / 2 ** 20}`
        : importWork(file.name, await file.text()),
    );
  };
  return (
    <span class="work-files">
      <button
        type="button"
        onClick={() => download("strategy-arena-work.json", "application/json", exportWork())}
      >
        Export
      </button>{" "}
      <button type="button" onClick={() => input.current?.click()}>Import</button>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label="File to import"
        onChange={async ({ currentTarget }) => {
          await take(currentTarget.files?.[0]);
          // Lets the reader choose the same file again.
          if (input.current !== null) input.current.value = "";
        }}
      />
      <span role="status" class="hint">{said}</span>
    </span>
  );
}
