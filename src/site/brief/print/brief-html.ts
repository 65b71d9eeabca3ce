import { spokenDate } from "#core/wording.ts";
import { html, Markup } from "../../page/markup.ts";
import { type Brief, shownBrief } from "../brief.ts";
import type { ReceiptPlace } from "../brief-content.ts";
import { BRIEF_PAGE_TEXTS as texts } from "../brief-page-texts.ts";
import { actionList, failedVerdict, masthead, reach, verdict } from "./first-page.ts";
import { charts, pastScores, record, scoreOrigin, seenPage } from "./second-page.ts";

/** Should a text ever be read as markup, it loads and runs nothing all the same. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:";

/** Its margins hold the foot that the printer writes, with the title of the document and the number of the page. */
const PAPER = "@page { margin: 11mm 14mm 13mm; @bottom-left { content: none } @bottom-right { content: none } }";

/**
 * A brief as one HTML document for paper: the two pages that its page on the site prints, by the same drawings, classes and
 * words. Whole, with nothing to load and nothing that runs; its title is what stands at the foot of each page.
 * @param styles style sheets of the site's brief, fonts included
 * @param place undefined where nobody has looked for the receipt in the log
 */
export function briefHtml(given: Brief, styles: string, place?: ReceiptPlace): string {
	const brief = shownBrief(given);
	const title = `${texts.title(brief.displayDomain)}, ${spokenDate(brief.auditedAt)}`;
	const sheets = brief.ok
		? [
				[masthead(brief, place), verdict(brief), reach(brief), actionList(brief.actions)],
				[charts(brief), scoreOrigin(brief), seenPage(brief), pastScores(brief), record(brief, place)],
			]
		: [[masthead(brief, place), failedVerdict(brief), pastScores(brief), record(brief, place)]];
	const document = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><title>${title}</title><style>${new Markup(`${styles}\n${PAPER}`)}</style></head>
<body><main><article class="brief">${sheets.map((parts) => html`<div class="sheet">${parts}</div>`)}</article></main></body></html>`;
	return `${document.text}\n`;
}
