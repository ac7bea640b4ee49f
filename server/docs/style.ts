import pageCss from "./page.css" with { type: "text" };
import themeCss from "./theme.css" with { type: "text" };

/** The style sheet of the reference: the look that all pages share, then their layout. */
export const STYLE_SHEET = `${themeCss}\n${pageCss}`;
