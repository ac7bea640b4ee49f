import elementsCss from "../../web/styles/elements.css" with { type: "text" };
import themeCss from "../../web/styles/theme.css" with { type: "text" };
import codeCss from "./code.css" with { type: "text" };
import operationCss from "./operation.css" with { type: "text" };
import pageCss from "./page.css" with { type: "text" };

/** The style sheet of the reference: shared styles, layout, and content. */
export const STYLE_SHEET = [themeCss, elementsCss, pageCss, codeCss, operationCss].join("\n");
