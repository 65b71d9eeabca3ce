import { DAY_MS } from "#core/kept-for.ts";
import type { PageDate } from "../../page-digest.ts";
import type { Page } from "../page.ts";
import { attribute } from "../tree/attributes.ts";
import { FoldedText, fold, plain } from "../tree/fold-text.ts";
import { BlockText, type PageElementEntry, type PageTextEntry, visit } from "../tree/page-entries.ts";
import { type ArticleMember, MARK } from "./sections.ts";
import { type DateLocale, dateLocaleOf, isoDate, readDates } from "./written-dates.ts";

/** A page has a few, unless it lists other pages. */
const MAX_DATES = 50;

/** Characters at the start of a block to search; later dates are part of prose. */
const BLOCK_START = 160;
/** Characters. A shorter block may be a line of dates and names; with a label it may be longer. */
const LINE = 100;
/** Maximum characters from the page's start or main heading to an unlabelled date of the page itself. */
const NEAR = 1_500;
/** Maximum characters next to a month on a separate line. */
const BESIDE_MONTH = 12;
/** Characters. A shorter block may label the next one, like `<dt>`. */
const LABEL = 40;

const BY_PROPERTY: ReadonlyMap<string, Label> = new Map(
	Object.entries({ datePublished: "published", dateCreated: "published", dateModified: "updated" } as const),
);

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
	/** Near the page's start or main heading: further down, a date labelled only by markup belongs to a teaser. */
	readonly isNear: boolean;
	readonly inWords: boolean;
}

type Label = PageDate["label"];

class DateFinder {
	readonly found: FoundDate[] = [];
	readonly #page: Page;
	readonly #locale: DateLocale;
	readonly #labels: { readonly entry: PageElementEntry; readonly label: Label }[] = [];
	readonly #above = new DatesAbove();
	readonly #block = new BlockText(BLOCK_START);
	#before = "";
	#time: { readonly entry: PageElementEntry; readonly text: FoldedText; readonly outside: string } | undefined;
	#near = 0;

	constructor(page: Page) {
		this.#page = page;
		this.#locale = dateLocaleOf(page.language, URL.parse(page.url)?.hostname ?? "");
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

	endBlock(entry: PageElementEntry | null, position: number): void {
		if (this.#block.text === "") return;
		const { text: raw, at } = this.#block.take();
		if (mayHoldDate(raw)) this.#readBlock(plain(fold(raw).trim()), at, entry, position);
		const line = raw.length <= 2 * LABEL ? fold(raw).trim() : "";
		this.#before = line.length <= LABEL ? line : "";
	}

	#labelOf(entry: PageElementEntry): Label | null {
		const { element } = entry;
		if (element.attrs.length === 0 || element.tagName === "article") return null;
		const property = BY_PROPERTY.get(attribute(element, "itemprop") ?? "");
		if (property) return property;
		const marks = this.#page.sections.marks(entry);
		if ((marks & MARK.updated) !== 0) return "updated";
		if ((marks & MARK.published) !== 0) return "published";
		return (marks & MARK.dated) !== 0 ? (this.#labels.at(-1)?.label ?? "unlabelled") : null;
	}

	#endTime(position: number): void {
		const time = this.#time;
		if (!time) return;
		this.#time = undefined;
		const { element } = time.entry;
		const text = plain(time.text.start);
		const written = datesIn(text, this.#locale)[0];
		const date = isoDay(attribute(element, "datetime") ?? "") ?? written?.date ?? null;
		if (date === null && written === undefined) return;
		const before = `${time.outside} ${text.slice(0, written?.start ?? 0)}`;
		const label = labelOf(before) ?? this.#labels.at(-1)?.label ?? "unlabelled";
		const found: PageDate = { ...this.#page.source.whole(element), date, label, from: "time" };
		if (!isOfAnother(before)) this.#add(found, time.entry, position < this.#near, labelOf(time.outside) !== null);
		// Text before this date does not label the next one.
		this.#block.text = "";
		this.#before = "";
	}

	#readBlock(block: string, at: number, entry: PageElementEntry | null, position: number): void {
		const named = this.#labels.at(-1)?.label;
		if (block.length > LINE && named === undefined && labelOf(`${this.#before} ${block}`) === null) return;
		let from = 0;
		for (const { date, isMonth, start, end } of datesIn(block, this.#locale)) {
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
		// An aside in an article's header may also contain its facts.
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

/** Maximum characters from a line with a date to the main heading, to count as part of the headline. */
const ABOVE = 200;
/** Pages whose entries are all main headings have about 100. */
const MAX_CLAIMS = 500;

interface DateAbove extends FoundDate {
	readonly position: number;
	readonly named: boolean;
}

class DatesAbove {
	#dates: DateAbove[] = [];
	#claims = 0;

	get hasHeading(): boolean {
		return this.#claims > 0;
	}

	/** Without a main heading there is no place above it: only the class decides. */
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

interface WrittenDate {
	/** `YYYY-MM-DD`; null if ambiguous: 03/04/2026, March 2026. */
	readonly date: string | null;
	/** A month without a day, which in a sentence is rarely the page's own date. */
	readonly isMonth: boolean;
	readonly start: number;
	readonly end: number;
}

/** A year or two numbers, the minimum of a date. */
const MAY_HOLD_DATE = /\p{Nd}{4}|\p{Nd}[^\p{Nd}]{1,40}\p{Nd}/u;

function mayHoldDate(text: string): boolean {
	return /[0-9\u0660-\uffff]/.test(text) && MAY_HOLD_DATE.test(text);
}

/** In order, with offsets into `plain(text)`. */
export function datesIn(text: string, locale?: DateLocale): readonly WrittenDate[] {
	if (!mayHoldDate(text)) return [];
	return Array.from(readDates(plain(text), locale)).flatMap(({ days, part, weak, start, end }): WrittenDate[] => {
		if (weak || part === "yearless") return [];
		const [day = null] = part === "day" && days.length === 1 ? days : [];
		return [{ date: day, isMonth: part === "month", start, end }];
	});
}

export function isoDay(value: string): string | null {
	const [, year, month, day] = /^\s*(\d{4})-(\d\d)-(\d\d)(?!\d)/.exec(value) ?? [];
	return isoDate(year, month, day) ?? null;
}

const UPDATED_WORDS =
	/updat|modif|revis|reviewed|edited|aktualisier|geandert|bearbeitet|stand(?= ?:)|mis[e]? a jour|actualiz|aggiorna|atualiz|bijgewerkt|gewijzigd|uppdater|opdater|oppdater|paivitetty|muokattu|aktualiz|upraven|frissit|modosit|guncelle|обновл|изменен|оновлен|змінен|ενημερ|diperbarui|diubah|cap nhat|更新|수정|업데이트/g;
const PUBLISHED_WORDS =
	/publish|posted|publi[eck]|publica|veroffentlicht|erschienen|erstellt am|pubblica|geplaatst|gepubliceerd|written on|publicer|udgivet|julkaistu|opublik|zverejn|yayin|megjelen|kozzetet|опублик|дата публ|δημοσι|diterbitkan|dipublikasi|xuat ban|đang ngay|ngay đang|发布|發布|發表|公開|投稿日|掲載|게시|입력|등록/g;

const OTHER_DAYS =
	/(?:joined|registered|member since|mitglied seit|registriert|inscrit|registrado|born|geboren|copyright|©|expires?|expiry|valid (?:until|through|till)|ends?|deadline|release(?:d| date)|established|founded)[^\p{L}\d]{0,4}(?:on|in)?$/u;

export function isOfAnother(before: string): boolean {
	return OTHER_DAYS.test(plain(before).trimEnd());
}

export function labelOf(before: string): "published" | "updated" | null {
	const words = plain(before);
	const updated = lastOf(words, UPDATED_WORDS);
	const published = lastOf(words, PUBLISHED_WORDS);
	if (updated < 0 && published < 0) return null;
	return updated > published ? "updated" : "published";
}

function lastOf(text: string, words: RegExp): number {
	return Array.from(text.matchAll(words)).at(-1)?.index ?? -1;
}

/** `YYYY-MM-DD`; `MM-DD` without year, `YYYY-MM` without day. An ambiguous day and month give both readings. */
export function shownDays(text: string, locale?: DateLocale): ReadonlySet<string> {
	const days = new Set<string>();
	for (const reading of readDates(plain(text), locale)) for (const day of reading.days) days.add(day);
	return days;
}

/** With a time, includes the days in other time zones. Empty unless ISO 8601 (schema.org/Date, schema.org/DateTime). */
export function daysOf(stated: string): readonly string[] {
	const [, day, time] = /^\s*(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}))?/.exec(stated) ?? [];
	if (day === undefined || Number.isNaN(Date.parse(day))) return [];
	if (time === undefined) return [day];
	const noon = Date.parse(`${day}T12:00:00Z`);
	return [-1, 0, 1].map((shift) => new Date(noon + shift * DAY_MS).toISOString().slice(0, 10));
}
