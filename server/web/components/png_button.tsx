// This module is browser compatible.

import type { VNode } from "preact";
import { savePicture } from "./picture.ts";

/** Downloads the enclosing figure or section as a picture. */
export function PngButton({ title }: { readonly title: string }): VNode {
  return (
    <button
      type="button"
      class="quiet save"
      aria-label={`Save ${title} as PNG`}
      onClick={({ currentTarget }) => {
        const drawing = currentTarget.closest("figure, section");
        if (drawing !== null) savePicture(drawing, title);
      }}
    >
      PNG
    </button>
  );
}
