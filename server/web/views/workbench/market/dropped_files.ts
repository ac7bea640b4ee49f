import type { DroppedFile } from "../../../local_datasets/reader_messages.ts";

/** Four times the size of ten years of hourly bars. */
const FILE_BYTES_MAX = 64 * 2 ** 20;
/** The file types of a dataset; other files of a folder are ignored. */
const WANTED = /(?:\.csv|^manifest\.json)$/i;

/** The used part of a `DataTransfer`. */
export interface Drop {
  readonly items: Iterable<{ webkitGetAsEntry(): FileSystemEntry | null }>;
  readonly files: Iterable<File>;
}

/** Returns the files of a drop, including those of dropped folders. */
export async function droppedFiles(transfer: Drop): Promise<readonly File[]> {
  // Read synchronously: the items are gone after the event.
  const entries = [...transfer.items].map((item): FileSystemEntry | null =>
    item.webkitGetAsEntry()
  );
  const [files, folders] = [[...transfer.files], entries.filter((entry) => entry?.isDirectory)];
  const nested = await Promise.all(
    folders.map((folder) => folderFiles(folder as FileSystemDirectoryEntry)),
  );
  return [...files.filter((_, at) => !entries[at]?.isDirectory), ...nested.flat()];
}

/** Returns the files directly in a folder. */
async function folderFiles(folder: FileSystemDirectoryEntry): Promise<readonly File[]> {
  const reader = folder.createReader();
  const found: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject)
    );
    if (part.length === 0) break;
    found.push(...part);
  }
  const files = found.filter(({ isDirectory }) => !isDirectory);
  return await Promise.all(
    files.map((entry) =>
      new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
    ),
  );
}

/**
 * Reads the files that can be part of a dataset.
 *
 * @returns a sentence if a file is too large
 */
export async function readContents(
  files: readonly File[],
): Promise<readonly DroppedFile[] | string> {
  const wanted = files.filter(({ name }) => WANTED.test(name));
  const large = wanted.find(({ size }) => size > FILE_BYTES_MAX);
  if (large !== undefined) {
    const most = FILE_BYTES_MAX / 2 ** 20;
    const found = Math.round(large.size / 2 ** 20);
    return `Cannot take ${large.name}: it has ${found} MB, may have ${most}`;
  }
  const names = wanted.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) {
    return `Cannot take two files with the name ${twice}: drop one market at a time`;
  }
  return await Promise.all(
    wanted.map(async (file) => ({
      name: file.name,
      content: new Uint8Array(await file.arrayBuffer()),
    })),
  );
}
