import { isLandmark, landmarkRole } from "../names/outline.ts";
import type { PageElementEntry, PageEntries, PageTextEntry } from "../tree/page-entries.ts";

/** Which of a page's text is its own, and not that of the site around it. */
export interface MainText {
	/** True for text that stands in this element itself. */
	holds(entry: PageElementEntry | null): boolean;
}

const IN_LINK = 1;
const BESIDE = 2;
/** Shorter blocks are labels, dates and buttons. */
const MIN_PROSE = 60;

export function findMainText(entries: PageEntries): MainText {
	const blocks = new TextBlocks(entries);
	const root = blocks.root();
	if (root === undefined) return { holds: () => false };
	return {
		holds(entry) {
			return entry !== null && entry.index >= root.index && entry.index < root.end && !blocks.isBeside(entry);
		},
	};
}

/** Lengths of text by block, in arrays by index of the element: a page may have 150,000. */
class TextBlocks {
	readonly #elements: readonly PageElementEntry[];
	/** Index of the element that is the block around each element. */
	readonly #blocks: Int32Array;
	readonly #places: Uint8Array;
	readonly #lengths: Int32Array;
	readonly #linked: Int32Array;
	/** Characters of prose in each element, with all that is inside. */
	readonly #prose: Int32Array;

	constructor({ elements, steps }: PageEntries) {
		this.#elements = elements;
		this.#blocks = new Int32Array(elements.length);
		this.#places = new Uint8Array(elements.length);
		this.#lengths = new Int32Array(elements.length);
		this.#linked = new Int32Array(elements.length);
		this.#prose = new Int32Array(elements.length);
		for (const step of steps) {
			if (step.kind === "start") this.#start(step);
			else if (step.kind === "text") this.#text(step);
		}
		this.#sumProse();
	}

	/** The main part where it holds most of the page's prose, or else the body. */
	root(): PageElementEntry | undefined {
		const body = this.#elements.find(({ element }) => element.tagName === "body");
		const most = (body === undefined ? 0 : (this.#prose[body.index] ?? 0)) / 2;
		const main = this.#elements.find(({ context, outer, index }) => {
			return context.main && !outer.main && (this.#prose[index] ?? 0) > most;
		});
		return main ?? body;
	}

	isBeside({ index }: PageElementEntry): boolean {
		return ((this.#places[index] ?? 0) & BESIDE) !== 0;
	}

	#start(entry: PageElementEntry): void {
		const { element, index, parent, separatesWords } = entry;
		this.#blocks[index] = separatesWords || parent === null ? index : (this.#blocks[parent.index] ?? index);
		let place = parent === null ? 0 : (this.#places[parent.index] ?? 0);
		if (element.tagName === "a") place |= IN_LINK;
		if (isBeside(entry)) place |= BESIDE;
		this.#places[index] = place;
	}

	#text({ parent, folded }: PageTextEntry): void {
		if (parent === null || this.isBeside(parent)) return;
		const block = this.#blocks[parent.index] ?? 0;
		const { length } = folded.trim();
		this.#lengths[block] = (this.#lengths[block] ?? 0) + length;
		if (((this.#places[parent.index] ?? 0) & IN_LINK) === 0) return;
		this.#linked[block] = (this.#linked[block] ?? 0) + length;
	}

	#sumProse(): void {
		for (let index = this.#elements.length - 1; index >= 0; index--) {
			const length = this.#lengths[index] ?? 0;
			const own = length >= MIN_PROSE && (this.#linked[index] ?? 0) * 2 < length ? length : 0;
			const sum = (this.#prose[index] ?? 0) + own;
			this.#prose[index] = sum;
			const parent = this.#elements[index]?.parent;
			if (parent) this.#prose[parent.index] = (this.#prose[parent.index] ?? 0) + sum;
		}
	}
}

const BESIDE_TAGS: ReadonlySet<string> = new Set("nav aside footer dialog form button search".split(" "));
const BESIDE_ROLES: ReadonlySet<string> = new Set(["banner", "navigation", "search", "complementary", "contentinfo"]);

function isBeside(entry: PageElementEntry): boolean {
	const { element, context, explicitRole } = entry;
	if (context.notRendered || context.hiddenBySheet) return true;
	if (explicitRole === null && BESIDE_TAGS.has(element.tagName)) return true;
	const role = landmarkRole(entry);
	return role !== null && BESIDE_ROLES.has(role) && isLandmark(role, "", entry);
}
