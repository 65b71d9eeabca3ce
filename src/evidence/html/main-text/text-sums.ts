import { isLandmark } from "../names/outline.ts";
import type { PageElementEntry, PageEntries, PageTextEntry } from "../tree/page-entries.ts";
import { boilerplateNames } from "./boilerplate-names.ts";

const IN_LINK = 1;
const BESIDE = 2;
/** Holds a line about rights; what is inside of it may be text. */
const RIGHTS_LINE = 4;
/** Characters; shorter blocks are labels, dates and buttons. */
const MIN_PROSE = 60;
/** The line about rights at the foot of every page, marked as a footer or not. */
const RIGHTS = /^\s*(?:©|\(c\) |copyright (?:©|\(c\)|\d{4}))/i;
const RIGHTS_LENGTH = 150;

/**
 * How much text each element of a page holds, in arrays by its index: a page may have 150,000 of them. What belongs to the
 * site's frame by its markup counts nowhere.
 */
export class TextSums {
	readonly elements: readonly PageElementEntry[];
	/** Characters of text, and those of it in links, in an element and all that is inside. */
	readonly text: Int32Array;
	readonly links: Int32Array;
	/** Characters in blocks of running text, likewise. */
	readonly prose: Int32Array;
	/** Characters that stand in the element itself. */
	readonly own: Int32Array;
	/** Of blocks: running text that begins and ends with this element. */
	readonly ownProse: Int32Array;
	/** As of `boilerplateNames`. */
	readonly names: Uint8Array;
	/** Index of the block that each element is in, or is. */
	readonly #blocks: Int32Array;
	readonly #ownLinks: Int32Array;
	readonly #places: Uint8Array;

	constructor({ elements, steps }: PageEntries) {
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
			if (step.kind === "start") this.#start(step, nameOf);
			else if (step.kind === "text") this.#add(step);
		}
		this.#findProse();
		this.#sum();
	}

	/** True inside the site's frame, in controls, and where nothing is drawn. */
	isBeside(index: number): boolean {
		return ((this.#places[index] ?? 0) & (BESIDE | RIGHTS_LINE)) !== 0;
	}

	#start(entry: PageElementEntry, nameOf: (entry: PageElementEntry) => number): void {
		const { element, index, parent, separatesWords } = entry;
		this.#blocks[index] = separatesWords || parent === null ? index : (this.#blocks[parent.index] ?? index);
		let place = parent === null ? 0 : (this.#places[parent.index] ?? 0) & ~RIGHTS_LINE;
		if (element.tagName === "a") place |= IN_LINK;
		if ((place & BESIDE) === 0) {
			if (isFrame(entry)) place |= BESIDE;
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

	/** A block's text is prose where there is enough of it, and most of it is no link. */
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
