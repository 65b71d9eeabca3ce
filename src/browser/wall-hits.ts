import { spokenDate } from "#core/wording.ts";
import { bandOf, scoreWords } from "#site/brief/band.ts";
import type { SiteLinks } from "#site/page/site-links.ts";
import { ariaSort, WALL_ORDERS, type WallOrder } from "#site/wall/wall-order.ts";
import type { WallHit } from "#site/wall/wall-search.ts";

export interface HitTable {
	/** Without hits the table is out of the page. */
	show(hits: readonly WallHit[], order: WallOrder): void;
	/** What the arrow keys stop at. */
	stops(): readonly HTMLElement[];
}

export function createHitTable(links: SiteLinks): HitTable {
	const table = pageElement("wall-hits", HTMLTableElement);
	const template = pageElement("wall-hit", HTMLTemplateElement);
	const body = table.tBodies[0] ?? table.createTBody();
	return {
		show(hits, order) {
			body.replaceChildren(...hits.map((hit) => fill(template, hit, links)));
			table.hidden = hits.length === 0;
			for (const column of table.querySelectorAll<HTMLElement>("th[data-order]")) markSorted(column, order);
		},
		stops: () => [...body.querySelectorAll<HTMLElement>("a")],
	};
}

/** Foreign text goes in as text alone. */
function fill(template: HTMLTemplateElement, hit: WallHit, links: SiteLinks): Node {
	const row = template.content.cloneNode(true) as DocumentFragment;
	const date = spokenDate(hit.auditedAt);
	const words = scoreWords(hit.overallScore);
	const texts: Record<string, string | number> = {
		domain: hit.displayDomain,
		ascii: hit.displayDomain === hit.slug ? "" : hit.slug,
		narrow: `${words}, ${date}`,
		score: hit.overallScore ?? "–",
		words,
		structure: hit.axes?.structure ?? "–",
		accessibility: hit.axes?.accessibility ?? "–",
		audited: date,
	};
	for (const place of row.querySelectorAll<HTMLElement>("[data-field]")) {
		place.textContent = String(texts[place.dataset.field ?? ""] ?? "");
	}
	drawBand(row, hit.overallScore);
	row.querySelector("a")?.setAttribute("href", links.brief(hit.slug));
	const head = row.querySelector("th");
	for (const { kind, says } of hit.notes) {
		const note = document.createElement("span");
		note.className = "note";
		note.dataset.kind = kind;
		note.textContent = says;
		head?.append(note);
	}
	return row;
}

/** Fills the bars of the template's mark, which has none full, as far as the band reaches. */
function drawBand(row: ParentNode, score: number | undefined): void {
	if (score === undefined) return;
	const { level, tone } = bandOf(score);
	row.querySelector(".band-mark")?.setAttribute("data-tone", tone);
	for (const bar of [...row.querySelectorAll(".band-mark rect")].slice(0, level)) bar.classList.add("full");
}

function markSorted(column: HTMLElement, order: WallOrder): void {
	const own = WALL_ORDERS.find((each) => each === column.dataset.order);
	const sorted = own && ariaSort(order, own);
	if (sorted) column.setAttribute("aria-sort", sorted);
	else column.removeAttribute("aria-sort");
}

/** Up and down through these, from whichever has the focus; at either end the key does what it always does. */
export function moveAmong(stops: readonly HTMLElement[], event: KeyboardEvent): void {
	const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
	const at = stops.findIndex((each) => each.matches(":focus"));
	const next = step === undefined || at === -1 ? undefined : stops[at + step];
	if (!next) return;
	next.focus();
	event.preventDefault();
}

/** An element that the page's own markup promises. Without it, script and page are not of one build: a bug. */
export function pageElement<T extends Element>(id: string, kind: new () => T): T {
	const found = document.getElementById(id);
	if (found instanceof kind) return found;
	throw new TypeError(`The page has no ${kind.name} #${id}.`);
}
