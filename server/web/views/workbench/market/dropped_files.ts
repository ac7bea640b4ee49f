/** Four times the size of ten years of hourly bars; the command reads files of any size. */
const BYTES_MAX = 64 * 2 ** 20;
/** The file types of sources and datasets; other files of a folder are ignored. */
const WANTED = /\.(?:csv|tsv|txt|json)$/i;

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
 * Returns the files that can be sources or part of a dataset. They are read as streams, later.
 *
 * @returns a sentence if they are too large, or have one name
 */
export function chooseFiles(files: readonly File[]): readonly File[] | string {
  const wanted = files.filter(({ name }) => WANTED.test(name));
  const size = wanted.reduce((sum, file) => sum + file.size, 0);
  const names = wanted.map(({ name }) => name);
  if (size > BYTES_MAX) {
    const [found, most] = [size, BYTES_MAX].map((bytes) => Math.round(bytes / 2 ** 20));
    return `Cannot take ${names.join(", ")}: ${found} MB, may have ${most}; ` +
      "deno task datasets import reads files of any size";
  }
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice === undefined) return wanted;
  return `Cannot take two files with the name ${twice}: drop one market at a time`;
}
