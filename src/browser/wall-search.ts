import { PRESETS } from "#core/preset.ts";
import { spokenDate } from "#core/wording.ts";
import { bandOf, scoreWords } from "#site/brief/band.ts";
import { createSiteLinks, type SiteLinks } from "#site/page/site-links.ts";
import type { WallIndex } from "#site/wall/wall.ts";
import {
	answerWords,
	ariaSort,
	createWallSearch,
	WALL_ORDERS,
	type WallAnswer,
	type WallHit,
	type WallOrder,
	type WallQuery,
} from "#site/wall/wall-search.ts";
import { nameSite } from "./audit-start.ts";

/** Browsers limit how often the URL may change. */
const ADDRESS_MS = 300;

const panel = document.getElementById("wall-search");
if (panel) start(panel);

function start(panel: HTMLElement): void {
	const links = createSiteLinks(panel.dataset.base ?? "");
	const field = pageElement("wall-query", HTMLInputElement);
	const status = pageElement("wall-status", HTMLElement);
	const pages = pageElement("wall-list", HTMLElement);
	const offer = pageElement("wall-offer", HTMLElement);
	const hits = createHitTable(links);
	const showFilters = followFilters(links, choose);
	const own = ownQuery(panel);
	const ownPath = location.pathname;
	let query = own;
	let search: ((query: WallQuery) => WallAnswer) | undefined;
	let loading = false;
	const writeAddress = delayed(() => {
		const path = isSearch() ? links.wall(query.order, query) : ownPath;
		history.replaceState(history.state, "", path + suffix(query));
	}, ADDRESS_MS);

	function choose(next: WallQuery): void {
		query = next;
		showFilters(query);
		writeAddress();
		if (!isSearch()) showAnswer(undefined);
		else if (search) showAnswer(search(query));
		else void load();
	}

	function isSearch(): boolean {
		return query.text !== "" || query.preset !== own.preset || query.order !== own.order;
	}

	function showAnswer(answer: WallAnswer | undefined): void {
		hits.show(answer?.hits ?? [], query.order);
		pages.hidden = answer !== undefined;
		status.textContent = answer ? answerWords(answer, query) : "";
		offer.hidden = answer?.count !== 0 || !nameSite(query.text);
	}

	async function load(): Promise<void> {
		if (loading) return;
		loading = true;
		status.textContent = "Loading the list of sites …";
		try {
			search = createWallSearch(await fetchIndex(panel.dataset.index ?? ""));
		} catch (error) {
			status.textContent = `The list of sites could not be loaded (${(error as Error).message}). Type again to retry, or use the pages below.`;
		} finally {
			loading = false;
		}
		if (search) choose(query);
	}

	const read = () => choose({ ...query, text: field.value.trim() });
	field.addEventListener("input", read);
	function onKey(event: KeyboardEvent): void {
		if (event.key === "Escape") {
			field.value = "";
			field.focus();
			choose(own);
			event.preventDefault();
		} else moveAmong([field, ...hits.stops()], event);
	}

	field.form?.addEventListener("submit", (event) => event.preventDefault());
	for (const part of [panel, pageElement("wall-results", HTMLElement)]) part.addEventListener("keydown", onKey);
	field.value = new URLSearchParams(location.search).get("q") ?? "";
	panel.hidden = false;
	if (field.value !== "") read();
}

function ownQuery({ dataset }: HTMLElement): WallQuery {
	const preset = PRESETS.find((each) => each === dataset.preset);
	return { text: "", preset, order: WALL_ORDERS.find((each) => each === dataset.order) ?? "score" };
}

function delayed(act: () => void, ms: number): () => void {
	let timer: number | undefined;
	return () => {
		clearTimeout(timer);
		timer = window.setTimeout(act, ms);
	};
}

async function fetchIndex(address: string): Promise<WallIndex> {
	const response = await fetch(address);
	if (!response.ok) throw new Error(`the server answered ${response.status}`);
	return response.json();
}

/** A click changes the search in place. @returns updates the links for a query and marks the current one */
function followFilters(links: SiteLinks, choose: (query: WallQuery) => void): (query: WallQuery) => void {
	const anchors = [...document.querySelectorAll<HTMLAnchorElement>("a[data-preset], .orders a[data-order]")];
	let current: WallQuery | undefined;
	for (const anchor of anchors) {
		anchor.addEventListener("click", (event) => {
			if (!current?.text || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
			event.preventDefault();
			choose(chosenBy(anchor, current));
		});
	}
	return (query) => {
		current = query;
		for (const anchor of anchors) {
			const next = chosenBy(anchor, query);
			anchor.href = links.wall(next.order, next) + suffix(query);
			if (next.preset === query.preset && next.order === query.order) anchor.setAttribute("aria-current", "page");
			else anchor.removeAttribute("aria-current");
		}
	};
}

/** `?q=…` of the query; empty without a text. */
function suffix({ text }: WallQuery): string {
	return text === "" ? "" : `?${new URLSearchParams({ q: text })}`;
}

function chosenBy({ dataset }: HTMLAnchorElement, query: WallQuery): WallQuery {
	const order = WALL_ORDERS.find((each) => each === dataset.order);
	if (order) return { ...query, order };
	return { ...query, preset: PRESETS.find((each) => each === dataset.preset) };
}

interface HitTable {
	/** Removes the table if there are no hits. */
	show(hits: readonly WallHit[], order: WallOrder): void;
	stops(): readonly HTMLElement[];
}

function createHitTable(links: SiteLinks): HitTable {
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

/** Inserts foreign text as text, never as markup. */
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

/** At either end the key keeps its default action. */
function moveAmong(stops: readonly HTMLElement[], event: KeyboardEvent): void {
	const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
	const at = stops.findIndex((each) => each.matches(":focus"));
	const next = step === undefined || at === -1 ? undefined : stops[at + step];
	if (!next) return;
	next.focus();
	event.preventDefault();
}

/** @throws Error if script and page are not of one build: a bug */
function pageElement<T extends Element>(id: string, kind: new () => T): T {
	const found = document.getElementById(id);
	if (found instanceof kind) return found;
	throw new TypeError(`The page has no ${kind.name} #${id}.`);
}
