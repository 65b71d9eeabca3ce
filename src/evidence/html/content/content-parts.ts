import { isWithin } from "#core/hosts/is-within.ts";
import type { Located, PageImage, PageMedia, PageTable, ReaderLinks } from "../../page-digest.ts";
import type { Page } from "../page.ts";
import { NAME_LENGTH, VALUE_LENGTH } from "../page-caps.ts";
import { attribute, hasAttribute, keptValue, tokens } from "../tree/attributes.ts";
import { FoldedText, fold, tidy } from "../tree/fold-text.ts";
import { type PageElementEntry, type PageTextEntry, visit } from "../tree/page-entries.ts";
import { type PageElement, SVG } from "../tree/page-tree.ts";
import { MARK, type Sections } from "./sections.ts";

const MAX_PAYWALLS = 10;

const MAX_READER_LINKS = 20;

/** Players on a page that lists episodes. */
const MAX_MEDIA = 100;

const MAX_TABLES = 200;

/** Shop listings have up to a few hundred. */
const MAX_IMAGES = 1_000;

export function collectParts(page: Page) {
	return {
		...collectImages(page),
		media: collectMedia(page),
		tables: collectTables(page),
		paywalls: collectPaywalls(page),
		readerLinks: collectReaderLinks(page),
	};
}

function collectImages({ elements, names, source }: Page): { images: PageImage[]; imageCount: number } {
	const found = elements.filter(({ element }) => element.tagName === "img");
	const images = found.slice(0, MAX_IMAGES).map(({ element, context, explicitRole: role }) => {
		const alt = attribute(element, "alt");
		return {
			...source.startTag(element),
			src: keptValue(element, "src"),
			// Only alt="" declares an image decorative; blanks do not, and mean nothing either.
			alt: alt === null || alt === "" ? alt : tidy(alt, VALUE_LENGTH) || " ",
			ariaName: names.label(element),
			decorative: role === "presentation" || role === "none" || context.notExposed || context.closed,
		};
	});
	return { images, imageCount: found.length };
}

const TRANSCRIPT = /transcript|transkript|transcrip|trascrizion|transcri[cç]/i;
const NEAR = 1_500;
/** Characters. A mention in prose is not a transcript; links, headings and buttons are this short. */
const SHORT = 80;

interface Player {
	readonly entry: PageElementEntry;
	readonly tag: "video" | "audio";
	readonly tracks: string[];
	src: string | null;
}

function collectMedia(page: Page): readonly PageMedia[] {
	const players = findPlayers(page);
	if (players.length === 0) return [];
	const transcripts = findTranscripts(page);
	return players.map(({ entry: { element, textStart }, tag, tracks, src }) => ({
		...page.source.startTag(element),
		tag,
		src,
		tracks,
		background: isBackground(element, tag),
		transcript: hasAttribute(element, "aria-describedby") || transcripts.some((at) => Math.abs(at - textStart) <= NEAR),
	}));
}

function findPlayers({ elements }: Page): Player[] {
	const players: Player[] = [];
	let open: Player | undefined;
	for (const entry of elements) {
		const { element, context, index } = entry;
		const { tagName } = element;
		if (open && index >= open.entry.end) open = undefined;
		if (tagName === "video" || tagName === "audio") {
			if (context.notRendered || players.length === MAX_MEDIA) continue;
			open = { entry, tag: tagName, tracks: [], src: keptValue(element, "src") };
			players.push(open);
		} else if (open) addSource(element, open);
	}
	return players;
}

function addSource(element: PageElement, player: Player): void {
	if (element.tagName === "source") player.src ??= keptValue(element, "src");
	else if (element.tagName === "track") player.tracks.push(kindOf(element));
}

/** Visible text lengths before each mention of a transcript. */
function findTranscripts({ steps }: Page): number[] {
	const positions: number[] = [];
	for (const step of steps) {
		if (step.kind !== "text" || step.context.notRendered || step.context.notText) continue;
		const { value } = step.node;
		if (value.length > SHORT || !TRANSCRIPT.test(value)) continue;
		positions.push(step.textEnd);
		if (positions.length === MAX_MEDIA) break;
	}
	return positions;
}

/** HTML section 4.8.11.11: subtitles if the attribute is missing, metadata if its value is unknown. */
function kindOf(track: PageElement): string {
	const kind = attribute(track, "kind")?.trim().toLowerCase();
	if (kind === undefined) return "subtitles";
	return ["subtitles", "captions", "descriptions", "chapters", "metadata"].includes(kind) ? kind : "metadata";
}

function isBackground(element: PageElement, tag: Player["tag"]): boolean {
	return (
		tag === "video" &&
		hasAttribute(element, "muted") &&
		hasAttribute(element, "autoplay") &&
		!hasAttribute(element, "controls")
	);
}

const LAYOUT_ROLES: ReadonlySet<string | null> = new Set(["presentation", "none"]);
const HEADER_ROLES: ReadonlySet<string | null> = new Set(["columnheader", "rowheader"]);

interface Table {
	readonly entry: PageElementEntry;
	readonly caption: FoldedText;
	rows: number;
	cells: number;
	columns: number;
	headers: number;
	nests: boolean;
}

function collectTables({ steps, names, source }: Page): readonly PageTable[] {
	return visit(steps, new Tables()).found.map((table) => ({
		...source.startTag(table.entry.element),
		rows: table.rows,
		columns: table.columns,
		headers: table.headers,
		caption: table.caption.start || names.label(table.entry.element),
		layout: isLayout(table),
	}));
}

class Tables {
	readonly found: Table[] = [];
	readonly #open: Table[] = [];
	#caption: PageElementEntry | undefined;

	start(entry: PageElementEntry): void {
		const { element } = entry;
		if (element.tagName === "table") {
			this.#begin(entry);
			return;
		}
		const table = this.#open.at(-1);
		if (!table) return;
		if (element.tagName === "tr") {
			table.rows++;
			table.cells = 0;
		} else if (element.tagName === "td" || element.tagName === "th") {
			table.columns = Math.max(table.columns, ++table.cells);
			const { explicitRole: role } = entry;
			if (role === null ? element.tagName === "th" : HEADER_ROLES.has(role)) table.headers++;
		} else if (element.tagName === "caption") {
			this.#caption = entry;
		}
	}

	end(entry: PageElementEntry): void {
		if (entry === this.#open.at(-1)?.entry) this.#open.pop();
		if (entry === this.#caption) this.#caption = undefined;
	}

	text({ node, context }: PageTextEntry): void {
		if (this.#caption && !context.notRendered && !context.notText) this.#open.at(-1)?.caption.add(fold(node.value));
	}

	#begin(entry: PageElementEntry): void {
		const outer = this.#open.at(-1);
		if (outer) outer.nests = true;
		const caption = new FoldedText(NAME_LENGTH);
		const table: Table = { entry, caption, rows: 0, cells: 0, columns: 0, headers: 0, nests: false };
		this.#open.push(table);
		if (!entry.context.notRendered && this.found.length < MAX_TABLES) this.found.push(table);
	}
}

function isLayout({ entry: { explicitRole: role }, rows, columns, nests }: Table): boolean {
	return LAYOUT_ROLES.has(role) || nests || rows < 2 || columns < 2;
}

/** Google's subscription and paywalled content markup names the paid part. Speakable parts use the same property. */
const SELECTORS = /cssSelector\\?"\s{0,9}:\s{0,9}\[?\s{0,9}\\?"([^"\\]{2,200})/y;
const IS_FREE = /isAccessibleForFree\\?"\s{0,9}:\s{0,9}\\?"?(?:https?:\/\/schema\.org\/)?(true|false)/iy;
const PAID = /isAccessibleForFree\\?"\s{0,9}:\s{0,9}\\?"?(?:https?:\/\/schema\.org\/)?false/i;
const OBJECT = 1_000;
const MAX_STATEMENTS = 100;
const SIMPLE = /^[.#][\w-]+$/;
const MARKS: ReadonlySet<string> = new Set(["data-paywall", "data-paywalled", "data-piano", "data-regwall"]);

function collectPaywalls({ elements, source, sections }: Page): readonly Located[] {
	const paywalls: Located[] = [];
	if (isStatedFree(source.text)) return paywalls;
	const selectors = selectorsIn(source.text);
	for (const entry of elements) {
		const { element } = entry;
		if (element.attrs.length === 0 || element.tagName === "script" || element.namespaceURI === SVG) continue;
		if ((sections.marks(entry) & MARK.paywall) === 0 && !isMarked(element, selectors)) continue;
		if (paywalls.push(source.startTag(element)) === MAX_PAYWALLS) break;
	}
	return paywalls;
}

function isMarked(element: PageElement, selectors: ReadonlySet<string>): boolean {
	if (element.attrs.some(({ name }) => MARKS.has(name))) return true;
	if (selectors.size === 0) return false;
	const id = attribute(element, "id") ?? "";
	const classes = tokens(attribute(element, "class"));
	return selectors.has(`#${id.toLowerCase()}`) || classes.some((name) => selectors.has(`.${name}`));
}

/** Only simple selectors, in lower case. */
function selectorsIn(text: string): ReadonlySet<string> {
	const found = new Set<string>();
	for (const at of placesOf("cssSelector", text)) {
		if (!PAID.test(objectAround(text, at))) continue;
		SELECTORS.lastIndex = at;
		const value = SELECTORS.exec(text)?.[1] ?? "";
		for (const selector of value.toLowerCase().split(/[\s,]+/)) if (SIMPLE.test(selector)) found.add(selector);
	}
	return found;
}

function isStatedFree(text: string): boolean {
	const stated = placesOf("isAccessibleForFree", text).map((at) => {
		IS_FREE.lastIndex = at;
		return IS_FREE.exec(text)?.[1]?.toLowerCase();
	});
	return stated.includes("true") && !stated.includes("false");
}

function placesOf(word: string, text: string): readonly number[] {
	const places: number[] = [];
	for (let at = text.indexOf(word); at >= 0 && places.length < MAX_STATEMENTS; at = text.indexOf(word, at + 1)) {
		places.push(at);
	}
	return places;
}

function objectAround(text: string, at: number): string {
	const before = text.slice(Math.max(0, at - OBJECT), at);
	const behind = text.slice(at, at + OBJECT);
	const end = behind.search(/[{}]/);
	return (
		before.slice(Math.max(before.lastIndexOf("{"), before.lastIndexOf("}")) + 1) +
		(end < 0 ? behind : behind.slice(0, end))
	);
}

/** With any of them the site does not vouch for the link. */
const QUALIFIED: ReadonlySet<string> = new Set(["ugc", "nofollow", "sponsored"]);
const SYSTEMS =
	/(?:^|\.)(?:disqus\.com|gravatar\.com|akismet\.com|wordpress\.(?:org|com)|automattic\.com|blogger\.com)$/;
const TOOLS = /\/(?:share|sharer|intent|log-?in|sign-?in|sign-?up|register|delete|report|reply|flag)(?![a-z])|login/i;
const TOOL_NAMES = /(?:^|[\s_-])(?:share|sharing|reply|delete|report|login|signin|permalink)(?=$|[\s_-])/i;
const COMMENT_TYPE = /schema\.org\/(?:User)?Comments?$/;

/** Links to other hosts in a comment's text and author name; those in tools and forms belong to the site. */
function collectReaderLinks(page: Page): ReaderLinks {
	const host = withoutWww(URL.parse(page.url)?.hostname ?? "");
	const links = linksInComments(page).filter((element) => leadsOut(element, host));
	const bare = links.filter((element) => !tokens(attribute(element, "rel")).some((rel) => QUALIFIED.has(rel)));
	return {
		count: links.length,
		bare: bare.slice(0, MAX_READER_LINKS).map((element) => page.source.whole(element)),
		bareCount: bare.length,
	};
}

function linksInComments({ elements, sections }: Page): PageElement[] {
	const links: PageElement[] = [];
	let commentUntil = 0;
	let formUntil = 0;
	for (const entry of elements) {
		const { element, context, index, end } = entry;
		if (element.tagName === "form") formUntil = Math.max(formUntil, end);
		else if (isComment(entry, sections)) commentUntil = Math.max(commentUntil, end);
		if (element.tagName !== "a" || context.notRendered) continue;
		if (index < commentUntil && index >= formUntil) links.push(element);
	}
	return links;
}

function isComment(entry: PageElementEntry, sections: Sections): boolean {
	const { element } = entry;
	if (element.tagName === "a" || element.attrs.length === 0) return false;
	if ((sections.marks(entry) & MARK.comment) !== 0) return true;
	return COMMENT_TYPE.test(attribute(element, "itemtype")?.trim() ?? "");
}

function leadsOut(element: PageElement, pageHost: string): boolean {
	const href = attribute(element, "href")?.trim() ?? "";
	if (!/^(?:https?:)?\/\//i.test(href)) return false;
	const url = URL.parse(href.slice(0, 2_000), "https://x.invalid/");
	if (!url || TOOLS.test(url.pathname) || TOOL_NAMES.test(attribute(element, "class") ?? "")) return false;
	const host = withoutWww(url.hostname);
	return !isWithin(host, pageHost) && !SYSTEMS.test(host);
}

function withoutWww(host: string): string {
	return host.replace(/^www\./, "");
}
