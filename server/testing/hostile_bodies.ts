/** A body that costs an engine as much as its size allows. */
export interface HostileBody {
  readonly name: string;
  /** Makes a body of almost `byteCount` bytes, never more. */
  make(byteCount: number): Uint8Array<ArrayBuffer>;
}

const encoder = new TextEncoder();

/** Bodies of JSON values that are neither candidates nor payloads. */
export const HOSTILE_BODIES: readonly HostileBody[] = [
  ofParts('one object {"aaaaa":1,...}', "{", (at) => `"${lettersOf(at)}":1`, "}"),
  ofParts("names with a long common beginning", "{", (at) => `"${"n".repeat(64)}${at}":1`, "}"),
  ofParts("[1,1,...]", "[", "1", "]"),
  ofParts("an unclosed array of 0.1", "[", "0.1", ""),
  ofParts("[[],[],...]", "[", "[]", "]"),
  ofParts("[{},{},...]", "[", "{}", "]"),
  ofParts("[[1],[1],...]", "[", "[1]", "]"),
  ofParts('[{"a":1},...]', "[", '{"a":1}', "]"),
  ofParts("arrays of five", "[", "[1,1,1,1,1]", "]"),
  ofParts("numbers of 23 digits", "[", "1.0000000000000000000001", "]"),
  ofParts('["\\n","\\n",...]', "[", '"\\n"', "]"),
  ofParts("a text of escapes", '"', "\\n", '"', ""),
  ofParts("an unclosed text of escapes", '"', "\\n", "", ""),
  ofParts("a number of digits", "", "1", "", ""),
  ofParts("spaces", "", " ", "", ""),
];

/** Returns a short text, different for every number. */
function lettersOf(at: number): string {
  return at.toString(36).padStart(5, "-");
}

/** @param part one text for all parts, or the text of each */
function ofParts(
  name: string,
  head: string,
  part: string | ((at: number) => string),
  tail: string,
  between = ",",
): HostileBody {
  return {
    name,
    make(byteCount): Uint8Array<ArrayBuffer> {
      const room = byteCount - head.length - tail.length;
      if (typeof part === "string") {
        const times = Math.floor((room - part.length) / (between + part).length);
        return encoder.encode(head + part + (between + part).repeat(times) + tail);
      }
      const parts: string[] = [];
      let length = 0;
      for (let at = 0;; at++) {
        const next = at === 0 ? part(at) : between + part(at);
        length += next.length;
        if (length > room) break;
        parts.push(next);
      }
      return encoder.encode(head + parts.join("") + tail);
    },
  };
}
