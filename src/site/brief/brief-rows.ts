import { PILLARS } from "#core/pillar.ts";
import { type Markup, seenHtml } from "../page/markup.ts";
import type { ScoredBrief } from "./brief.ts";
import { scoreBar, stateMark } from "./brief-charts.ts";
import { BRIEF_PAGE_TEXTS } from "./brief-page-texts.ts";
import type { reachTable } from "./reach-table.ts";
import { AXIS_WORDS } from "./receipt-words.ts";

/** Rows of the tables of a brief's page. */

/** How the pillars came out, those without a score last. */
export function pillarRows({ pillars, notApplicable }: ScoredBrief): Markup {
	const all = [
		...pillars.map(({ summary, ...pillar }) => ({ ...pillar, says: summary })),
		...notApplicable.map((pillar) => ({ ...pillar, score: undefined })),
	];
	const rows = all.map(({ key, label, score, says }) => {
		const axis = AXIS_WORDS[PILLARS[key].axis].name;
		const number =
			score === undefined
				? seenHtml`<span class="quiet">${BRIEF_PAGE_TEXTS.number.none}</span>`
				: seenHtml`<span class="number">${score}</span>`;
		return seenHtml`<tr data-pillar="${key}"><th scope="row">${label} <span class="quiet">${axis}</span></th><td class="numeric">${number}</td><td class="wide">${score !== undefined && scoreBar(score)}<span class="quiet">${says}</span></td></tr>
`;
	});
	return seenHtml`${rows}`;
}

/** Who can read the home page, one body of the table for each kind of reader. */
export function reachBodies(groups: ReturnType<typeof reachTable>["groups"]): Markup {
	const texts = BRIEF_PAGE_TEXTS.reach;
	const bodies = groups.map(({ kind, rows }) => {
		const written = rows.map(({ names, state, says, line }) => {
			const cause = line !== undefined && seenHtml` <a href="#reach-line-${line}">${texts.line(line)}</a>`;
			return seenHtml`<tr><th scope="row">${names.join(", ")}</th><td><div class="reach-cell">${stateMark(state)} <span>${says}${cause}</span></div></td></tr>
`;
		});
		return seenHtml`<tbody><tr class="reach-kind"><th scope="rowgroup" colspan="2">${texts.kinds[kind]}</th></tr>
${written}</tbody>`;
	});
	return seenHtml`${bodies}`;
}
