import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import { attribute, textValue } from "../tree/attributes.ts";
import type { PageElement } from "../tree/page-tree.ts";
import type { Standing } from "../tree/standing.ts";
import { type BarrierList, quoted, tagOf } from "./barrier-list.ts";
import { isLanguageTag } from "./language-tags.ts";
import type { BarrierReader, Subject } from "./subject.ts";

interface Part {
	readonly subject: Subject;
	readonly lang: string;
	/** Something is said in this language: text that people see or hear, not counting parts in other languages. */
	used: boolean;
}

/** The language that parts of a page say they are in (WCAG 3.1.1 and 3.1.2, ACT rules bf051a and de46e4). */
export class LanguageParts implements BarrierReader {
	readonly #list: BarrierList;
	readonly #open: Part[] = [];

	constructor(list: BarrierList) {
		this.#list = list;
	}

	/** Must be told of the page's text, too. */
	text(node: Tree.TextNode, here: Standing): void {
		const part = this.#open.at(-1);
		if (!part || part.used || here.unseen || here.muted) return;
		if (/\S/.test(node.value)) part.used = true;
	}

	enter(subject: Subject): void {
		const { element, here } = subject;
		const lang = attribute(element, "lang");
		if (lang !== null && isHtml(element)) this.#page(subject, lang);
		else if (lang !== null) this.#open.push({ subject, lang, used: false });
		const part = this.#open.at(-1);
		if (part && !here.unseen && says(element)) part.used = true;
	}

	leave({ element }: Subject): void {
		const part = this.#open.at(-1);
		if (part?.subject.element !== element) return;
		this.#open.pop();
		// lang="" says that the language is unknown.
		if (part.lang !== "" && part.used) this.#judge(part.subject, part.lang);
	}

	#page(subject: Subject, lang: string): void {
		if (lang.trim() !== "") this.#judge(subject, lang);
	}

	#judge(subject: Subject, lang: string): void {
		this.#list.ask("lang-invalid");
		if (isLanguageTag(lang)) return;
		const says = `lang=${quoted(lang)} on ${tagOf(subject.element)} begins with no registered language`;
		this.#list.add("lang-invalid", subject, says);
	}
}

function isHtml(element: PageElement): boolean {
	return element.tagName === "html";
}

/** Words that stand in attributes. */
function says(element: PageElement): boolean {
	return textValue(element, "aria-label") !== "" || (element.tagName === "img" && textValue(element, "alt") !== "");
}
