import { fileName } from "../../components/csv.ts";
import { download } from "../../components/download.ts";

/** Margin, pixels. */
const SPACE = 12;
const IS_DEEP = true;

/** Downloads an element as a picture, texts included. */
export async function savePicture(element: Element, title: string): Promise<void> {
  const { left, top, width, height } = element.getBoundingClientRect();
  const copy = new XMLSerializer().serializeToString(styledCopy(element));
  const image = new Image();
  image.src = `data:image/svg+xml,${
    encodeURIComponent(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
        `<foreignObject width="100%" height="100%">${copy}</foreignObject></svg>`,
    )
  }`;
  await image.decode();
  const ratio = devicePixelRatio;
  const picture = document.createElement("canvas");
  picture.width = (width + 2 * SPACE) * ratio;
  picture.height = (height + 2 * SPACE) * ratio;
  const context = picture.getContext("2d");
  if (context === null) return;
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, picture.width, picture.height);
  context.drawImage(image, SPACE * ratio, SPACE * ratio, width * ratio, height * ratio);
  // A cloned canvas is empty.
  for (const canvas of element.querySelectorAll("canvas")) {
    const box = canvas.getBoundingClientRect();
    const [x, y] = [box.left - left + SPACE, box.top - top + SPACE];
    context.drawImage(canvas, x * ratio, y * ratio, box.width * ratio, box.height * ratio);
  }
  picture.toBlob((blob) => {
    if (blob !== null) download(fileName(title, "png"), "image/png", blob);
  });
}

/** Returns a copy with inline styles. */
function styledCopy(element: Element): Element {
  const copy = document.importNode(element, IS_DEEP) as HTMLElement;
  const [shown, copied] = [element, copy].map((root) => [root, ...root.querySelectorAll("*")]);
  copied?.forEach((one, at) => {
    const original = shown?.[at];
    if (original === undefined || !("style" in one)) return;
    const computed = getComputedStyle(original);
    // Property by property: the page's policy forbids style attributes.
    const { style } = one as HTMLElement;
    for (const name of computed) style.setProperty(name, computed.getPropertyValue(name));
  });
  copy.style.margin = "0";
  return copy;
}
