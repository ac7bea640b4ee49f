/** Downloads a text or a picture as a file. */
export function download(name: string, type: string, content: string | Blob): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Downloads a value as a file of JSON. */
export function downloadJson(name: string, value: unknown): void {
  download(name, "application/json", `${JSON.stringify(value, null, 2)}\n`);
}
