import { isLandmark } from "../controls/controls.ts";
import type { PageElementEntry, PageEntries, PageTextEntry } from "../tree/page-entries.ts";
import type { PageElement } from "../tree/page-tree.ts";
import boilerplate from "./boilerplate-names.json" with { type: "json" };

/** Names of text about the site, other pages, readers or authors. Unreliable, so they count only on small parts. */
const NUMBERS: ReadonlyMap<string, number> = new Map(
	boilerplate.words.flatMap((line) => line.split(" ")).map((word, at) => [word, at + 1]),
);
const BY_TAG: ReadonlyMap<string, number> = new Map([
	["form", NUMBERS.size + 1],
	["aside", NUMBERS.size + 2],
]);
const CLOSED = NUMBERS.size + 3;
const NAME_COUNT = NUMBERS.size + 4;
const COMMENTS: ReadonlySet<number> = new Set(
	["comment", "comments", "disqus", "commentlist"].map((word) => NUMBERS.get(word) ?? 0),
);

const NAMES_LENGTH = 300;
/** A page built with a framework has a few hundred distinct names. */
const MAX_KNOWN = 5_000;
/** They contain the page, whatever their names; a heading counts with the content below it. */
const HOLDERS: ReadonlySet<string> = new Set("html body main article h1 h2 h3 h4 h5 h6".split(" "));

function isCommentName(name: number): boolean {
	return COMMENTS.has(name);
}

/** 0 if no such word names the element; evaluates each distinct name once per page. */
function boilerplateNames(): (entry: PageElementEntry) => number {
	const known = new Map<string, number>();
	return ({ element, context, outer }) => {
		if (context.closed && !outer.closed) return CLOSED;
		if (element.attrs.length === 0) return BY_TAG.get(element.tagName) ?? 0;
		if (HOLDERS.has(element.tagName)) return 0;
		const byTag = BY_TAG.get(element.tagName);
		if (byTag !== undefined) return byTag;
		const names = namesOf(element);
		if (names === "") return 0;
		const found = known.get(names) ?? wordIn(names);
		if (known.size < MAX_KNOWN) known.set(names, found);
		return found;
	};
}

function namesOf({ attrs }: PageElement): string {
	let names = "";
	for (const { name, value } of attrs) {
		if (name === "class" || name === "id")
			names += ` ${value.length > NAMES_LENGTH ? value.slice(0, NAMES_LENGTH) : value}`;
	}
	return names;
}

function wordIn(names: string): number {
	let before = "";
	for (const word of names
		.replaceAll(/([a-z])(?=[A-Z])/g, "$1-")
		.toLowerCase()
		.split(/[^a-z0-9]+/)) {
		const found = NUMBERS.get(word) ?? NUMBERS.get(`${before}-${word}`);
		if (found !== undefined) return found;
		before = word;
	}
	return 0;
}

const IN_LINK = 1;
const BESIDE = 2;
/** Contains a copyright line; nested elements may still contain text. */
const RIGHTS_LINE = 4;
/** Characters; shorter blocks are labels, dates and buttons. */
const MIN_PROSE = 60;
const RIGHTS = /^\s*(?:©|\(c\) |copyright (?:©|\(c\)|\d{4}))/i;
const RIGHTS_LENGTH = 150;

/** Arrays by element index: a page may have 150,000. Excludes the site's frame as marked up. */
class TextSums {
	readonly elements: readonly PageElementEntry[];
	readonly text: Int32Array;
	readonly links: Int32Array;
	readonly prose: Int32Array;
	readonly own: Int32Array;
	readonly ownProse: Int32Array;
	readonly names: Uint8Array;
	readonly #blocks: Int32Array;
	readonly #ownLinks: Int32Array;
	readonly #places: Uint8Array;

	constructor({ elements, steps }: PageEntries, consent: Uint8Array) {
		this.elements = elements;
		const counts = () => new Int32Array(elements.length);
		this.text = counts();
		this.links = counts();
		this.prose = counts();
		this.own = counts();
		this.ownProse = counts();
		this.#blocks = counts();
		this.#ownLinks = counts();
		this.names = new Uint8Array(elements.length);
		this.#places = new Uint8Array(elements.length);
		const nameOf = boilerplateNames();
		for (const step of steps) {
			if (step.kind === "start") this.#start(step, consent[step.index] === 1, nameOf);
			else if (step.kind === "text") this.#add(step);
		}
		this.#findProse();
		this.#sum();
	}

	isBeside(index: number): boolean {
		return ((this.#places[index] ?? 0) & (BESIDE | RIGHTS_LINE)) !== 0;
	}

	#start(entry: PageElementEntry, asksConsent: boolean, nameOf: (entry: PageElementEntry) => number): void {
		const { element, index, parent, separatesWords } = entry;
		this.#blocks[index] = separatesWords || parent === null ? index : (this.#blocks[parent.index] ?? index);
		let place = parent === null ? 0 : (this.#places[parent.index] ?? 0) & ~RIGHTS_LINE;
		if (element.tagName === "a") place |= IN_LINK;
		if ((place & BESIDE) === 0) {
			if (asksConsent || isFrame(entry)) place |= BESIDE;
			else this.names[index] = nameOf(entry);
		}
		this.#places[index] = place;
	}

	#add({ parent, folded }: PageTextEntry): void {
		if (parent === null || folded === "" || this.isBeside(parent.index)) return;
		const { length } = folded.trim();
		if (length === 0) return;
		if (length <= RIGHTS_LENGTH && RIGHTS.test(folded)) {
			this.#places[parent.index] = (this.#places[parent.index] ?? 0) | RIGHTS_LINE;
			return;
		}
		this.own[parent.index] = (this.own[parent.index] ?? 0) + length;
		if (((this.#places[parent.index] ?? 0) & IN_LINK) === 0) return;
		this.#ownLinks[parent.index] = (this.#ownLinks[parent.index] ?? 0) + length;
	}

	#findProse(): void {
		const { own, ownProse } = this;
		const linked = new Int32Array(own.length);
		for (let index = 0; index < own.length; index++) {
			const block = this.#blocks[index] ?? 0;
			ownProse[block] = (ownProse[block] ?? 0) + (own[index] ?? 0);
			linked[block] = (linked[block] ?? 0) + (this.#ownLinks[index] ?? 0);
		}
		for (let index = 0; index < own.length; index++) {
			const length = ownProse[index] ?? 0;
			if (length < MIN_PROSE || (linked[index] ?? 0) * 2 >= length) ownProse[index] = 0;
		}
	}

	#sum(): void {
		const sums = [
			[this.text, this.own],
			[this.links, this.#ownLinks],
			[this.prose, this.ownProse],
		] as const;
		for (let index = this.elements.length - 1; index >= 0; index--) {
			const parent = this.elements[index]?.parent?.index;
			for (const [sum, own] of sums) {
				const all = (sum[index] ?? 0) + (own[index] ?? 0);
				sum[index] = all;
				if (parent !== undefined) sum[parent] = (sum[parent] ?? 0) + all;
			}
		}
	}
}

const FRAME_TAGS: ReadonlySet<string> = new Set("nav footer dialog button search".split(" "));
const FRAME_ROLES: ReadonlySet<string> = new Set(["banner", "navigation", "search", "complementary", "contentinfo"]);

function isFrame(entry: PageElementEntry): boolean {
	const { element, context, explicitRole: role } = entry;
	if (context.notRendered) return true;
	if (role !== null) return role === "dialog" || role === "alertdialog" || FRAME_ROLES.has(role);
	return FRAME_TAGS.has(element.tagName) || (element.tagName === "header" && isLandmark("banner", "", entry));
}

export interface MainText {
	holds(entry: PageElementEntry | null): boolean;
}

/** Share of the running text in the element around the page's text. */
const NEARLY_ALL = 0.9;
/** A name means boilerplate if all its elements together contain a smaller share of the text. */
const SMALL_PART = 1 / 3;
const MOSTLY = 0.6;
/** Characters of running text in an article; a page with less is a list, or a discussion. */
const ARTICLE = 400;
const ARTICLE_SHARE = 0.4;
/** Characters of an empty main part, and of running text elsewhere that shows that it is the wrong one. */
const EMPTY = 20;
const WRONG_MAIN = 1_000;

/**
 * Dense running text without link lists, boilerplate and comments; if that is too little, with comments; else all text.
 * @param consent result of `markConsent`, which is not the page's own text
 */
export function findMainText(entries: PageEntries, consent: Uint8Array): MainText {
	const sums = new TextSums(entries, consent);
	const root = rootOf(sums);
	if (root === undefined) return { holds: () => false };
	const choice = choose(sums, root);
	return {
		holds(entry) {
			if (entry === null || entry.index < choice.top.index || entry.index >= choice.top.end) return false;
			return !sums.isBeside(entry.index) && choice.leftOut[entry.index] === 0;
		},
	};
}

function rootOf({ elements, prose, text }: TextSums): PageElementEntry | undefined {
	const body = elements.find(({ element }) => element.tagName === "body");
	if (body === undefined) return undefined;
	const all = prose[body.index] ?? 0;
	const mains = elements.filter(({ context, outer }) => context.main && !outer.main);
	const isEmpty = mains.length > 0 && mains.every(({ index }) => (text[index] ?? 0) <= EMPTY);
	if (isEmpty && all < WRONG_MAIN) return mains[0];
	return mains.find(({ index }) => (prose[index] ?? 0) * 2 > all) ?? body;
}

interface Choice {
	readonly top: PageElementEntry;
	readonly leftOut: Uint8Array;
	readonly text: number;
	readonly prose: number;
}

interface Kept {
	readonly links: boolean;
	readonly comments: boolean;
}

function choose(sums: TextSums, root: PageElementEntry): Choice {
	const whole = readWithout(sums, root, { links: true, comments: true });
	const top = narrowest(sums, root);
	for (const comments of [false, true]) {
		const choice = readWithout(sums, top, { links: false, comments });
		if (choice.prose >= ARTICLE && choice.text >= whole.text * ARTICLE_SHARE) return choice;
	}
	return whole;
}

function narrowest({ elements, prose, ownProse }: TextSums, root: PageElementEntry): PageElementEntry {
	const most = (prose[root.index] ?? 0) * NEARLY_ALL;
	if (most === 0) return root;
	let top = root;
	for (let index = root.index + 1; index < top.end; ) {
		const entry = elements[index];
		if (entry === undefined) break;
		const holds = (prose[index] ?? 0) >= most;
		if (holds) top = entry;
		index = holds ? index + 1 : entry.end;
	}
	// One paragraph is not the page: take the element around it.
	return (ownProse[top.index] ?? 0) > most && top !== root ? (top.parent ?? root) : top;
}

function readWithout(sums: TextSums, top: PageElementEntry, kept: Kept): Choice {
	const leftOut = new Uint8Array(sums.elements.length);
	const named = sharesOfNames(sums, top);
	let text = 0;
	let prose = 0;
	for (let index = top.index; index < top.end; index++) {
		const entry = sums.elements[index];
		if (entry === undefined) break;
		const isOut = entry !== top && (leftOut[entry.parent?.index ?? 0] === 1 || isBoilerplate(sums, entry, kept, named));
		if (isOut) leftOut[index] = 1;
		else {
			text += sums.own[index] ?? 0;
			prose += sums.ownProse[index] ?? 0;
		}
	}
	return { top, leftOut, text, prose };
}

function sharesOfNames({ elements, names, text, links }: TextSums, top: PageElementEntry): Float64Array {
	const shares = new Float64Array(NAME_COUNT);
	const ends = new Int32Array(NAME_COUNT);
	const all = (text[top.index] ?? 0) - (links[top.index] ?? 0) || 1;
	for (let index = top.index + 1; index < top.end; index++) {
		const name = names[index] ?? 0;
		// Count nested elements once.
		if (name === 0 || index < (ends[name] ?? 0)) continue;
		ends[name] = elements[index]?.end ?? 0;
		shares[name] = (shares[name] ?? 0) + ((text[index] ?? 0) - (links[index] ?? 0)) / all;
	}
	return shares;
}

/** Excludes the headline too: it is the page's name; captions belong to images. */
const APART: ReadonlySet<string> = new Set(["h1", "figcaption"]);

function isBoilerplate(sums: TextSums, entry: PageElementEntry, kept: Kept, named: Float64Array): boolean {
	const { index, element, separatesWords } = entry;
	const name = sums.names[index] ?? 0;
	if (name !== 0 && (isCommentName(name) ? !kept.comments : (named[name] ?? 0) < SMALL_PART)) return true;
	if (APART.has(element.tagName)) return true;
	if (kept.links || !separatesWords || (sums.prose[index] ?? 0) > 0) return false;
	return (sums.links[index] ?? 0) > (sums.text[index] ?? 0) * MOSTLY;
}
