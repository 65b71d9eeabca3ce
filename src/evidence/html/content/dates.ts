import { DAY_MS } from "#core/kept-for.ts";
import type { PageDate } from "../../page-digest.ts";
import type { Page } from "../page.ts";
import { attribute } from "../tree/attributes.ts";
import { FoldedText, fold } from "../tree/fold-text.ts";
import { BlockText, type PageElementEntry, type PageTextEntry, visit } from "../tree/page-entries.ts";
import monthNames from "./month-names.json" with { type: "json" };
import { type ArticleMember, MARK } from "./sections.ts";

/** A page has a few, unless it lists other pages. */
const MAX_DATES = 50;

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
	readonly inWords: boolean;
}

type Label = PageDate["label"];

class DateFinder {
	readonly found: FoundDate[] = [];
	readonly #page: Page;
	readonly #labels: { readonly entry: PageElementEntry; readonly label: Label }[] = [];
	readonly #above = new DatesAbove();
	readonly #block = new BlockText(BLOCK_START);
	#before = "";
	#time: { readonly entry: PageElementEntry; readonly text: FoldedText; readonly outside: string } | undefined;
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
		if ((marks & MARK.updated) !== 0) return "updated";
		if ((marks & MARK.published) !== 0) return "published";
		return (marks & MARK.dated) !== 0 ? (this.#labels.at(-1)?.label ?? "unlabelled") : null;
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

interface WrittenDate {
	/** `YYYY-MM-DD`; null where the day is not certain: 03/04/2026, March 2026. */
	readonly date: string | null;
	/** True for a month without a day, which in a sentence is seldom the page's own date. */
	readonly isMonth: boolean;
	readonly start: number;
	readonly end: number;
}

const MONTH_NUMBER: ReadonlyMap<string, number> = new Map(
	monthNames.withoutDiacritics.flatMap((names, index) => names.split(" ").map((name) => [name, index + 1] as const)),
);

type Groups = readonly (string | undefined)[];
type Reading = (groups: Groups) => string | null | undefined;

const FORMS: readonly (readonly [RegExp, Reading])[] = [
	[/(?<!\d)((?:19|20)\d\d)[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/gu, ([y, m, d]) => isoDate(y, m, d)],
	[/((?:19|20)\d\d)\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/gu, ([y, m, d]) => isoDate(y, m, d)],
	[
		/(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|[.ºª°])?[ -]?(?:of |de |d')?(\p{L}{3,12})\.?,?[ -]?(?:de |del )?((?:19|20)\d\d)(?!\d)/gu,
		([d, month, y]) => namedDate(y, month, d),
	],
	[
		/(?<!\p{L})(\p{L}{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?,? ((?:19|20)\d\d)(?!\d)/gu,
		([month, d, y]) => namedDate(y, month, d),
	],
	// Hungarian, and ledgers.
	[
		/(?<!\d)((?:19|20)\d\d)\.? (\p{L}{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?(?![\d:])/gu,
		([y, month, d]) => namedDate(y, month, d),
	],
	[/(?<!\d)(\d{1,2}) thang (\d{1,2})(?:,? nam|,)? ((?:19|20)\d\d)(?!\d)/gu, ([d, m, y]) => isoDate(y, m, d)],
	// With full stops the day comes first, save for American magazines.
	[/(?<!\d)(\d{1,2})\. ?(\d{1,2})\. ?((?:19|20)\d\d)(?!\d)/gu, ([d, m, y]) => isoDate(y, m, d) ?? isoDate(y, d, m)],
	// What has three parts and begins with one digit is a version more often than a date.
	[/(?<![\d.])(\d\d)\.(\d\d)\.(\d\d)(?!\.?\d)/gu, ([a, b, y]) => eitherOrder(Number(a), Number(b), ofCentury(y))],
	[/(?<![\d/])(\d{1,2})\/(\d\d)\/(\d\d)(?![\d/])/gu, ([a, b, y]) => eitherOrder(Number(a), Number(b), ofCentury(y))],
	[/(?<!\d)(\d{1,2})[/-](\d{1,2})[/-]((?:19|20)\d\d)(?!\d)/gu, ([a, b, y]) => eitherOrder(Number(a), Number(b), y)],
];

const MONTH = /(?<![\p{L}\d]|\d\.? )(\p{L}{3,12})\.?,? (?:de |del )?((?:19|20)\d\d)(?!\d)/gu;
const YEAR = /(?:19|20)\d\d|\d[./]\d\d[./]\d\d/;

function mayHoldDate(text: string): boolean {
	return YEAR.test(text);
}

/** In order. Linear time for a text of bounded length. */
export function datesIn(text: string): readonly WrittenDate[] {
	if (!mayHoldDate(text)) return [];
	const plain = plainText(text);
	const found = FORMS.flatMap(([form, read]) =>
		Array.from(plain.matchAll(form)).flatMap((match): WrittenDate[] => {
			const date = read(match.slice(1));
			return date === undefined ? [] : [{ date, isMonth: false, ...placeOf(match) }];
		}),
	);
	const months = Array.from(plain.matchAll(MONTH)).flatMap((match): WrittenDate[] =>
		MONTH_NUMBER.has(match[1] ?? "") ? [{ date: null, isMonth: true, ...placeOf(match) }] : [],
	);
	const inOrder = [...found, ...months].toSorted((a, b) => a.start - b.start || b.end - a.end);
	let reached = 0;
	return inOrder.filter(({ start, end }) => {
		const isFirst = reached <= start;
		reached = Math.max(reached, end);
		return isFirst;
	});
}

function placeOf({ index, 0: text }: RegExpExecArray): Pick<WrittenDate, "start" | "end"> {
	return { start: index, end: index + text.length };
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
	return OTHER_DAYS.test(plainText(before).trimEnd());
}

export function labelOf(before: string): "published" | "updated" | null {
	const plain = plainText(before);
	const updated = lastOf(plain, UPDATED_WORDS);
	const published = lastOf(plain, PUBLISHED_WORDS);
	if (updated < 0 && published < 0) return null;
	return updated > published ? "updated" : "published";
}

function lastOf(text: string, words: RegExp): number {
	return Array.from(text.matchAll(words)).at(-1)?.index ?? -1;
}

/** Lower case without diacritics, each character in its place. */
function plainText(text: string): string {
	return Array.from(text.toLowerCase(), (char) => {
		const plain = char.normalize("NFD").replace(/\p{M}/gu, "");
		return plain.length === char.length ? plain : char;
	}).join("");
}

function namedDate(year?: string, month?: string, day?: string): string | undefined {
	const number = MONTH_NUMBER.get(month ?? "");
	return number === undefined ? undefined : isoDate(year, String(number), day);
}

function ofCentury(year?: string): string | undefined {
	if (year === undefined || (year > "39" && year < "90")) return undefined;
	return year < "90" ? `20${year}` : `19${year}`;
}

function eitherOrder(a: number, b: number, year?: string): string | null | undefined {
	if (a === b || a > 12) return isoDate(year, String(b), String(a));
	if (b > 12) return isoDate(year, String(a), String(b));
	return isoDate(year, String(a), String(b)) === undefined ? undefined : null;
}

function isoDate(year?: string, month?: string, day?: string): string | undefined {
	const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
	if (Number.isNaN(date.getTime()) || date.getUTCMonth() !== Number(month) - 1) return undefined;
	return date.getUTCDate() === Number(day) ? date.toISOString().slice(0, 10) : undefined;
}

const MONTHS: ReadonlyMap<string, number> = new Map(
	monthNames.lowerCase.flatMap((names, index) => names.split(" ").map((name) => [name, index + 1] as const)),
);

const DIGITS = /(?<!\d)(\d{1,4})(?:\. ?|[/-])(\d{1,2})(?:\. ?|[/-])(\d{1,4})(?!\d)/g;
const EAST_ASIAN = /(\d{4}) ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일]/g;
const WORD = /\p{L}{3,12}/gu;
const DAY_BEFORE = /(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|º|°|ª)?\.?(?: (?:de|of|di))? ?[-–]? ?$/;
const DAY_AFTER = /^\.? (\d{1,2})(?:st|nd|rd|th)?(?![\d:.])/;
const YEAR_BESIDE = /^\.?,? ?(?:de |del |of )?['’]?(\d{4}|\d{2})(?![\d:])/;

/** Years of two digits are of this century up to here. */
const PIVOT = 70;

/** `YYYY-MM-DD`; `MM-DD` without a year, `YYYY-MM` without a day. An ambiguous day and month give both readings. */
export function shownDays(text: string): Set<string> {
	const dates = new Set<string>();
	const add = (year: string | null, month: number, day: number): void => {
		if (month < 1 || month > 12 || day < 1 || day > 31) return;
		const rest = `${two(month)}-${two(day)}`;
		dates.add(year === null ? rest : `${fullYear(year)}-${rest}`);
	};
	for (const [, a = "", b = "", c = ""] of text.matchAll(DIGITS)) {
		if (a.length === 4) add(a, Number(b), Number(c));
		if (a.length <= 2 && c.length !== 1 && c.length !== 3) {
			add(c, Number(b), Number(a));
			add(c, Number(a), Number(b));
		}
	}
	for (const [, year = "", month, day] of text.matchAll(EAST_ASIAN)) add(year, Number(month), Number(day));
	for (const [year, month, day] of namedDays(text)) {
		if (day === null) dates.add(`${year}-${two(month)}`);
		else add(year, month, day);
	}
	return dates;
}

function namedDays(text: string): [year: string | null, month: number, day: number | null][] {
	const found: [string | null, number, number | null][] = [];
	for (const { 0: word, index } of text.matchAll(WORD)) {
		const month = MONTHS.get(word.toLowerCase());
		if (month === undefined) continue;
		const days = aroundMonth(text, index, word.length);
		for (const [year, day] of days) found.push([year, month, day]);
		const year = days.length > 0 ? undefined : yearBehind(text, index + word.length);
		if (year !== undefined) found.push([year, month, null]);
	}
	return found;
}

function yearBehind(text: string, end: number): string | undefined {
	const year = YEAR_BESIDE.exec(text.slice(end, end + 24))?.[1];
	return year?.length === 4 ? year : undefined;
}

function aroundMonth(text: string, index: number, length: number): [year: string | null, day: number][] {
	const before = DAY_BEFORE.exec(text.slice(Math.max(0, index - 14), index));
	const rest = text.slice(index + length, index + length + 24);
	const found: [string | null, number][] = [];
	if (before) found.push([YEAR_BESIDE.exec(rest)?.[1] ?? null, Number(before[1])]);
	const after = DAY_AFTER.exec(rest);
	if (after) found.push([YEAR_BESIDE.exec(rest.slice(after[0].length))?.[1] ?? null, Number(after[1])]);
	return found;
}

/** With a time, also the days of other time zones. Empty unless ISO 8601 (schema.org/Date, schema.org/DateTime). */
export function daysOf(stated: string): readonly string[] {
	const [, day, time] = /^\s*(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}))?/.exec(stated) ?? [];
	if (day === undefined || Number.isNaN(Date.parse(day))) return [];
	if (time === undefined) return [day];
	const noon = Date.parse(`${day}T12:00:00Z`);
	return [-1, 0, 1].map((shift) => new Date(noon + shift * DAY_MS).toISOString().slice(0, 10));
}

function fullYear(year: string): string {
	if (year.length === 4) return year;
	return `${Number(year) < PIVOT ? "20" : "19"}${year}`;
}

function two(number: number): string {
	return String(number).padStart(2, "0");
}
