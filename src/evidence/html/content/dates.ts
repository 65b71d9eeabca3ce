import type { PageDate } from "../../page-digest.ts";
import type { Page } from "../page.ts";
import { MAX_DATES } from "../page-caps.ts";
import { attribute } from "../tree/attributes.ts";
import { BlockText, FoldedText, fold } from "../tree/fold-text.ts";
import { type PageElementEntry, type PageTextEntry, visit } from "../tree/page-entries.ts";
import { type ArticleMember, DATED, PUBLISHED, UPDATED } from "./sections.ts";
import { datesIn, isOfAnother, isoDay, labelOf, mayHoldDate } from "./written-dates.ts";

/** Characters at the beginning of a block in which a date is looked for; further in it is part of prose. */
const BLOCK_START = 160;
/** A block that is no more than this may be a line of dates and names; with a label it may be longer. */
const LINE = 100;
/** Characters behind the page's beginning or main heading in which a date without label is taken for the page's own. */
const NEAR = 1_500;
/** Characters that may stand beside a month that is a line of its own. */
const BESIDE_MONTH = 12;
/** Words of a block of its own that may label the next, as `<dt>` does. */
const LABEL = 40;

const BY_PROPERTY: ReadonlyMap<string, Label> = new Map(
	Object.entries({ datePublished: "published", dateCreated: "published", dateModified: "updated" } as const),
);

/** Dates when the page was published or updated: `<time>`, labelled dates, and those below its heading. */
export function collectDates(page: Page): readonly PageDate[] {
	const dates = visit(page.steps, new DateFinder(page));
	dates.endBlock(null, page.visible.length);
	const { sections } = page;
	const own = [...dates.found, ...dates.unclaimed].slice(0, MAX_DATES).filter((found) => sections.belongs(found));
	const hasNear = own.some(({ isNear }) => isNear);
	return own
		.filter(({ isNear, inWords }) => isNear || inWords || !hasNear)
		.map(({ date, article }) =>
			article > 0 && article === sections.own ? { ...date, inArticle: true as const } : date,
		);
}

interface FoundDate extends ArticleMember {
	readonly date: PageDate;
	/** Near the page's beginning or main heading: further down, a date that nothing but markup labels is a teaser's. */
	readonly isNear: boolean;
	/** Labelled by words that a person reads. */
	readonly inWords: boolean;
}

type Label = PageDate["label"];

class DateFinder {
	readonly found: FoundDate[] = [];
	readonly #page: Page;
	/** Open elements by which the dates inside have a label. */
	readonly #labels: { readonly entry: PageElementEntry; readonly label: Label }[] = [];
	readonly #above = new DatesAbove();
	readonly #block = new BlockText(BLOCK_START);
	#before = "";
	#time: { readonly entry: PageElementEntry; readonly text: FoldedText; readonly outside: string } | undefined;
	/** Visible text up to this length is near the page's beginning or main heading. */
	#near = 0;

	constructor(page: Page) {
		this.#page = page;
	}

	get unclaimed(): readonly FoundDate[] {
		return this.#above.unclaimed;
	}

	start(entry: PageElementEntry): void {
		const { element, context, outer, textStart } = entry;
		if (context.main && !outer.main) this.#near = textStart + NEAR;
		if (context.notRendered) return;
		if (entry.separatesWords) this.endBlock(entry, textStart);
		if (element.tagName === "h1") this.found.push(...this.#above.claim(textStart));
		const label = this.#labelOf(entry);
		if (label !== null) this.#labels.push({ entry, label });
		if (element.tagName === "time" && !this.#time) {
			this.#time = { entry, text: new FoldedText(BLOCK_START), outside: fold(this.#block.text) || this.#before };
		}
	}

	end(entry: PageElementEntry): void {
		const { element, context, separatesWords, textEnd } = entry;
		if (entry === this.#time?.entry) this.#endTime(entry.textStart);
		const isLabelled = entry === this.#labels.at(-1)?.entry;
		if (!context.notRendered && (separatesWords || (isLabelled && mayHoldDate(this.#block.text)))) {
			this.endBlock(entry, textEnd);
		}
		if (isLabelled) this.#labels.pop();
		if (element.tagName === "h1") this.#near = textEnd + NEAR;
	}

	text({ node, context }: PageTextEntry): void {
		if (context.notRendered || context.notText) return;
		if (this.#time) this.#time.text.add(fold(node.value.slice(0, BLOCK_START)));
		else this.#block.add(node);
	}

	/** Reads the block that ends at an edge of an element; `position` is the length of the visible text up to there. */
	endBlock(entry: PageElementEntry | null, position: number): void {
		if (this.#block.text === "") return;
		const { text: raw, at } = this.#block.take();
		if (mayHoldDate(raw)) this.#readBlock(fold(raw).trim(), at, entry, position);
		const line = raw.length <= 2 * LABEL ? fold(raw).trim() : "";
		this.#before = line.length <= LABEL ? line : "";
	}

	#labelOf(entry: PageElementEntry): Label | null {
		const { element } = entry;
		if (element.attrs.length === 0 || element.tagName === "article") return null;
		const property = BY_PROPERTY.get(attribute(element, "itemprop") ?? "");
		if (property) return property;
		const marks = this.#page.sections.marks(entry);
		if ((marks & UPDATED) !== 0) return "updated";
		if ((marks & PUBLISHED) !== 0) return "published";
		return (marks & DATED) !== 0 ? (this.#labels.at(-1)?.label ?? "unlabelled") : null;
	}

	#endTime(position: number): void {
		const time = this.#time;
		if (!time) return;
		this.#time = undefined;
		const { element } = time.entry;
		const written = datesIn(time.text.start)[0];
		const date = isoDay(attribute(element, "datetime") ?? "") ?? written?.date ?? null;
		if (date === null && written === undefined) return;
		const before = `${time.outside} ${time.text.start.slice(0, written?.start ?? 0)}`;
		const label = labelOf(before) ?? this.#labels.at(-1)?.label ?? "unlabelled";
		const found: PageDate = { ...this.#page.source.whole(element), date, label, from: "time" };
		if (!isOfAnother(before)) this.#add(found, time.entry, position < this.#near, labelOf(time.outside) !== null);
		// Text before this date is no label of the next one.
		this.#block.text = "";
		this.#before = "";
	}

	#readBlock(block: string, at: number, entry: PageElementEntry | null, position: number): void {
		const named = this.#labels.at(-1)?.label;
		if (block.length > LINE && named === undefined && labelOf(`${this.#before} ${block}`) === null) return;
		let from = 0;
		for (const { date, isMonth, start, end } of datesIn(block)) {
			const before = from === 0 ? `${this.#before} ${block.slice(0, start)}` : block.slice(from, start);
			from = end;
			const inWords = labelOf(before);
			const label = inWords ?? named ?? "unlabelled";
			const isLine = !isMonth || label !== "unlabelled" || block.length <= end - start + BESIDE_MONTH;
			if (!isLine || isOfAnother(before)) continue;
			const found: PageDate = { ...this.#page.source.from(at, "<"), date, label, from: "text" };
			const isNear = block.length <= LINE && position < this.#near;
			const isOwn = label !== "unlabelled" || this.#isBelowHeading(entry, isNear, named !== undefined);
			if (isOwn) this.#add(found, entry, isNear, inWords !== null);
			else this.#keepAbove(found, entry, position, named !== undefined);
		}
	}

	#isBelowHeading(entry: PageElementEntry | null, isNear: boolean, named: boolean): boolean {
		const { member, beside } = this.#page.sections.inside(entry);
		if (named && this.#above.hasHeading && (member?.article ?? 0) > 0) return true;
		return isNear && !beside;
	}

	#keepAbove(date: PageDate, entry: PageElementEntry | null, position: number, named: boolean): void {
		const { member, beside } = this.#page.sections.inside(entry);
		// Facts of an article also stand in an aside of its head.
		if (!member || (beside && !(named && member.article > 0))) return;
		this.#above.keep({ ...member, date, named, position, isNear: true, inWords: false });
	}

	#add(date: PageDate, entry: PageElementEntry | null, isNear: boolean, inWords: boolean): void {
		const { member, beside } = this.#page.sections.inside(entry);
		if (!member || this.found.length >= MAX_DATES) return;
		if (date.label === "unlabelled" && beside) return;
		this.found.push({ ...member, date, isNear, inWords });
	}
}

/** Characters before the main heading in which a line of its own with a date is taken for a part of the headline. */
const ABOVE = 200;
/** Pages of which each entry is a main heading have some hundred. */
const MAX_CLAIMS = 500;

/** A date that the next main heading may claim. */
interface DateAbove extends FoundDate {
	readonly position: number;
	/** Its class marks it as a date, of whatever kind. */
	readonly named: boolean;
}

class DatesAbove {
	#dates: DateAbove[] = [];
	#claims = 0;

	get hasHeading(): boolean {
		return this.#claims > 0;
	}

	/** A page without main heading has no place above it: there the class alone decides. */
	get unclaimed(): readonly FoundDate[] {
		return this.hasHeading ? [] : this.#dates.filter(({ named }) => named);
	}

	keep(date: DateAbove): void {
		if (this.#dates.length === MAX_DATES) this.#dates.shift();
		this.#dates.push(date);
	}

	claim(position: number): readonly FoundDate[] {
		const near = this.#claims++ < MAX_CLAIMS ? this.#dates.filter((each) => each.position >= position - ABOVE) : [];
		this.#dates = [];
		return near;
	}
}
