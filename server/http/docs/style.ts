import elementsCss from "../../web/styles/elements.css" with { type: "text" };
import themeCss from "../../web/styles/theme.css" with { type: "text" };
import pageCss from "./page.css" with { type: "text" };

/** The style sheet of the reference: the shared styles, then the layout. */
export const STYLE_SHEET = [themeCss, elementsCss, pageCss].join("\n");
