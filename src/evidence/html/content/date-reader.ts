import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import type { PageDate } from "../../digest/content.ts";
import { MAX_DATES } from "../page-caps.ts";
import type { TextReader } from "../text-reader.ts";
import { attribute } from "../tree/attributes.ts";
import { partsWords } from "../tree/block-boundary.ts";
import { FoldedText, fold } from "../tree/fold-text.ts";
import type { PageSource } from "../tree/page-source.ts";
import { offsetOf, type PageElement } from "../tree/page-tree.ts";
import type { Standing } from "../tree/standing.ts";
import type { Reader } from "../tree/walk.ts";
import { datesIn, isoDay, labelOf, mayHoldDate } from "./date-words.ts";
import { DatesAbove, type FoundDate } from "./dates-above.ts";
import { DATED, PUBLISHED, UPDATED } from "./name-marks.ts";
import type { Whereabouts } from "./whereabouts.ts";

/** Characters at the beginning of a block in which a date is looked for; further in it stands in prose. */
const BLOCK_START = 160;
/** A block that is no more than this may be a line of dates and names; with a label it may be longer. */
const LINE = 100;
/** Characters behind the page's beginning or main heading in which a date without label is taken for the page's own. */
const NEAR = 1_500;
/** Words of a block of its own that may label the next, as `<dt>` does. */
const LABEL = 40;

const BY_PROPERTY: ReadonlyMap<string, PageDate["label"]> = new Map([
	["datePublished", "published"],
	["dateCreated", "published"],
	["dateModified", "updated"],
]);

/** Dates that say when the page was published or updated: `<time>`, labelled dates, and those below its heading. */
export class DateReader implements Reader {
	readonly #found: FoundDate[] = [];
	readonly #source: PageSource;
	readonly #where: Whereabouts;
	readonly #text: TextReader;
	readonly #labels: { readonly element: PageElement; readonly label: PageDate["label"] }[] = [];
	readonly #above = new DatesAbove();
	#block = "";
	#blockAt: number | undefined;
	#before = "";
	#time: { readonly element: PageElement; readonly text: FoldedText; readonly outside: string } | undefined;
	#near = 0;

	constructor(source: PageSource, where: Whereabouts, text: TextReader) {
		this.#source = source;
		this.#where = where;
		this.#text = text;
	}

	finish(): readonly PageDate[] {
		this.#endBlock();
		this.#found.push(...this.#above.unclaimed);
		const own = this.#where.own;
		return this.#found
			.slice(0, MAX_DATES)
			.filter((found) => this.#where.belongs(found))
			.map(({ date, article }) => (article > 0 && article === own ? { ...date, inArticle: true as const } : date));
	}

	enter(element: PageElement, here: Standing, outer: Standing): void {
		if (here.main && !outer.main) this.#beginNear();
		if (here.unseen) return;
		if (partsWords(element)) this.#endBlock();
		if (element.tagName === "h1") this.#found.push(...this.#above.claim(this.#text.visible.length));
		const label = this.#labelOf(element);
		if (label !== null) this.#labels.push({ element, label });
		if (element.tagName === "time" && !this.#time) {
			this.#time = { element, text: new FoldedText(BLOCK_START), outside: fold(this.#block) || this.#before };
		}
	}

	leave(element: PageElement, here: Standing): void {
		if (element === this.#time?.element) this.#endTime();
		const isLabelled = element === this.#labels.at(-1)?.element;
		if (!here.unseen && (partsWords(element) || (isLabelled && mayHoldDate(this.#block)))) this.#endBlock();
		if (isLabelled) this.#labels.pop();
		if (element.tagName === "h1") this.#beginNear();
	}

	text(node: Tree.TextNode, here: Standing): void {
		if (here.unseen || here.muted) return;
		if (this.#time) {
			this.#time.text.add(fold(node.value.slice(0, BLOCK_START)));
			return;
		}
		// Folded at the block's end, where it has a date at all.
		if (this.#block.length >= BLOCK_START) return;
		const piece = node.value.length > BLOCK_START ? node.value.trimStart().slice(0, BLOCK_START) : node.value;
		if (this.#block === "" && piece.trim() === "") return;
		this.#blockAt ??= offsetOf(node);
		this.#block += piece;
	}

	#beginNear(): void {
		this.#near = this.#text.visible.length + NEAR;
	}

	#labelOf(element: PageElement): PageDate["label"] | null {
		if (element.attrs.length === 0 || element.tagName === "article") return null;
		const property = BY_PROPERTY.get(attribute(element, "itemprop") ?? "");
		if (property) return property;
		const { marks } = this.#where;
		if ((marks & UPDATED) !== 0) return "updated";
		if ((marks & PUBLISHED) !== 0) return "published";
		return (marks & DATED) !== 0 ? (this.#labels.at(-1)?.label ?? "unlabelled") : null;
	}

	#endTime(): void {
		const time = this.#time;
		if (!time) return;
		this.#time = undefined;
		const written = datesIn(time.text.start)[0];
		const date = isoDay(attribute(time.element, "datetime") ?? "") ?? written?.date ?? null;
		if (date === null && written === undefined) return;
		const label = labelOf(time.outside) ?? this.#labels.at(-1)?.label ?? "unlabelled";
		this.#add({ ...this.#source.whole(time.element), date, label, from: "time" });
		// What stood before this date is no label of the next one.
		this.#block = "";
		this.#before = "";
	}

	#endBlock(): void {
		if (this.#block === "") return;
		const raw = this.#block;
		const at = this.#blockAt;
		this.#block = "";
		this.#blockAt = undefined;
		if (mayHoldDate(raw)) this.#readBlock(fold(raw).trim(), at);
		this.#before =
			raw.length <= 2 * LABEL
				? fold(raw)
						.trim()
						.slice(0, LABEL + 1)
				: "";
		if (this.#before.length > LABEL) this.#before = "";
	}

	#readBlock(block: string, at: number | undefined): void {
		const named = this.#labels.at(-1)?.label;
		if (block.length > LINE && named === undefined && labelOf(`${this.#before} ${block}`) === null) return;
		let from = 0;
		for (const { date, start, end } of datesIn(block)) {
			const said = labelOf(from === 0 ? `${this.#before} ${block.slice(0, start)}` : block.slice(from, start));
			from = end;
			const label = said ?? named ?? "unlabelled";
			const found: PageDate = { ...this.#source.from(at ?? 0, "<"), date, label, from: "text" };
			if (label !== "unlabelled" || this.#standsBelowHeading(block, named)) this.#add(found);
			else this.#keepAbove(found, named !== undefined);
		}
	}

	#standsBelowHeading(block: string, named: PageDate["label"] | undefined): boolean {
		if (named !== undefined && this.#above.hasHeading && (this.#where.found?.article ?? 0) > 0) return true;
		return block.length <= LINE && this.#text.visible.length < this.#near && !this.#where.beside;
	}

	#keepAbove(date: PageDate, named: boolean): void {
		const found = this.#where.found;
		// Facts of an article also stand in an aside of its head.
		if (!found || (this.#where.beside && !(named && found.article > 0))) return;
		this.#above.keep({ ...found, date, named, position: this.#text.visible.length });
	}

	#add(date: PageDate): void {
		const found = this.#where.found;
		if (!found || this.#found.length >= MAX_DATES) return;
		if (date.label === "unlabelled" && this.#where.beside) return;
		this.#found.push({ ...found, date });
	}
}
