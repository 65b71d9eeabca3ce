import type { Page } from "../page.ts";
import { attribute, textValue } from "../tree/attributes.ts";
import type { PageElementEntry, PageStep } from "../tree/page-entries.ts";
import type { PageElement } from "../tree/page-tree.ts";
import { atEndOf, type BarrierList, quoted, tagOf } from "./barriers.ts";
import registry from "./language-subtags.json" with { type: "json" };
import type { Subject } from "./subjects.ts";

interface LanguagePart {
	readonly entry: PageElementEntry;
	readonly lang: string;
	/** Has content in this language: text that people see or hear, not counting parts in other languages. */
	used: boolean;
}

/** The language that parts of a page declare (WCAG 3.1.1 and 3.1.2, ACT rules bf051a and de46e4). */
export function findLanguageBarriers(subjects: readonly Subject[], list: BarrierList, { steps }: Page): void {
	let hasParts = false;
	for (const { entry } of subjects) {
		const lang = attribute(entry.element, "lang");
		if (lang === null) continue;
		if (entry.element.tagName !== "html") hasParts = true;
		else if (lang.trim() !== "") judge(entry, lang, entry.index, list);
	}
	if (hasParts) judgeParts(steps, list);
}

function judgeParts(steps: readonly PageStep[], list: BarrierList): void {
	const open: LanguagePart[] = [];
	for (const step of steps) {
		const opened = step.kind === "start" ? partOf(step) : undefined;
		if (opened) open.push(opened);
		const part = open.at(-1);
		if (!part) continue;
		if (hasContent(step)) part.used = true;
		if (step.kind !== "end" || step.entry !== part.entry) continue;
		open.pop();
		// lang="" declares that the language is unknown.
		if (part.lang !== "" && part.used) judge(part.entry, part.lang, atEndOf(part.entry), list);
	}
}

function partOf(entry: PageElementEntry): LanguagePart | undefined {
	const lang = entry.element.tagName === "html" ? null : attribute(entry.element, "lang");
	return lang === null ? undefined : { entry, lang, used: false };
}

function hasContent(step: PageStep): boolean {
	if (step.context.notRendered) return false;
	if (step.kind === "start") return hasTextAttribute(step.element);
	return step.kind === "text" && !step.context.notText && /\S/.test(step.node.value);
}

function hasTextAttribute(element: PageElement): boolean {
	return textValue(element, "aria-label") !== "" || (element.tagName === "img" && textValue(element, "alt") !== "");
}

function judge(entry: PageElementEntry, lang: string, known: number, list: BarrierList): void {
	list.examine("lang-invalid");
	if (isLanguageTag(lang)) return;
	const says = `lang=${quoted(lang)} on ${tagOf(entry.element)} begins with no registered language`;
	list.add("lang-invalid", entry, says, known);
}

/** Shape of a tag with its first part; the rest names scripts and regions, which do not choose the language. */
const TAG = /^([a-z]{2,8})(?:-[a-z0-9]{1,8}){0,20}$/i;

/**
 * True when a tag begins with a registered language (BCP 47 section 2.2.1). Three letters where two exist, such as
 * `eng`, and grandfathered tags, such as `i-lux`, are none (ACT rules bf051a and de46e4).
 */
export function isLanguageTag(tag: string): boolean {
	const language = TAG.exec(tag)?.[1];
	return language !== undefined && isLanguageSubtag(language.toLowerCase());
}

/**
 * The subtags are facts of the registry in short form (deprecated ones count, BCP 47 section 2.2.9): Node's own table
 * changes with its ICU, and the verdict would too.
 */
const TWO_LETTERS: ReadonlySet<string> = new Set(registry.twoLetters.split(" "));
const THREE_LETTERS = Buffer.from(registry.threeLetters, "base64");

/** True for a registered primary language subtag, in lower case; qaa to qtz are registered for private use. */
export function isLanguageSubtag(subtag: string): boolean {
	if (subtag.length === 2) return TWO_LETTERS.has(subtag);
	if (!/^[a-z]{3}$/.test(subtag)) return false;
	if (subtag >= "qaa" && subtag <= "qtz") return true;
	const [first, second, third] = [0, 1, 2].map((index) => subtag.charCodeAt(index) - 97) as [number, number, number];
	const bit = (first * 26 + second) * 26 + third;
	return ((THREE_LETTERS[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0;
}
