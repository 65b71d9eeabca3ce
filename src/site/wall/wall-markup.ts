import { spokenDate } from "#core/wording.ts";
import { bandMark } from "../brief/brief-charts.ts";
import { SPARK, type Sparkline } from "../history/sparkline.ts";
import { html, type Markup } from "../page/markup.ts";
import type { SiteLinks } from "../page/site-links.ts";
import type { WallRow } from "./wall.ts";

/** Rows of the wall's table: up to two hundred a page, on several hundred pages where the wall is long. */
export function wallRows(rows: readonly WallRow[], links: Pick<SiteLinks, "brief" | "receipt">): Markup {
	return html`${rows.map((row) => wallRow(row, links))}`;
}

function wallRow(row: WallRow, links: Pick<SiteLinks, "brief" | "receipt">): Markup {
	const { slug, displayDomain, words, axes, auditedAt } = row;
	const [score, date] = [row.overallScore, spokenDate(auditedAt)];
	const ascii = displayDomain !== slug && html`<span class="ascii">${slug}</span> `;
	const proof = html`<a href="${links.receipt(row.receipt)}">${row.proof}</a>`;
	const notes = row.notes.map(({ kind, says }) => html` <span class="note" data-kind="${kind}">${says}</span>`);
	const name = html`<a href="${links.brief(slug)}">${displayDomain}</a> ${ascii}<span class="narrow">${words}, ${date}, ${proof}</span>${notes}`;
	const band = html`<span class="band">${bandMark(score)} <span class="number">${score ?? "–"}</span></span>`;
	return html`<tr><th scope="row">${name}</th><td class="numeric score">${band} ${spark(row.history)}</td><td class="wide">${words}</td><td class="numeric wide">${axes?.structure ?? "–"}</td><td class="numeric wide">${axes?.accessibility ?? "–"}</td><td class="numeric wide"><time datetime="${auditedAt}">${date}</time></td><td class="numeric wide">${proof}</td></tr>
`;
}

function spark(history: Sparkline | undefined): Markup {
	if (!history) return html`<span class="spark"></span>`;
	const { line, area, end, label } = history;
	return html`<svg class="spark" viewBox="0 0 ${SPARK.width} ${SPARK.height}" role="img" aria-label="${label}">${area !== "" && html`<path class="spark-area" d="${area}"/>`}<path class="spark-line" d="${line}"/>${end && html`<circle cx="${end.x}" cy="${end.y}" r="2.5"/>`}</svg>`;
}
