import type { HiddenText, Located } from "../../page-digest.ts";
import type { Page } from "../page.ts";
import { HIDDEN_LENGTH, MAX_HIDDEN, MAX_NOSCRIPTS, MIN_COMMENT_LENGTH, NOSCRIPT_LENGTH } from "../page-caps.ts";
import { attribute } from "../tree/attributes.ts";
import { FoldedText, fold, tidy } from "../tree/fold-text.ts";
import { styleHides } from "../tree/inline-style.ts";
import { findInvisible } from "../tree/invisible-characters.ts";
import {
	annotate,
	type PageCommentEntry,
	type PageElementEntry,
	type PageTextEntry,
	visit,
} from "../tree/page-entries.ts";
import type { PageSource } from "../tree/page-source.ts";
import { offsetOf, ownText, parseNoscript } from "../tree/page-tree.ts";
import type { HidingSheets } from "../tree/style-sheets.ts";

/** Conditional comments of old Internet Explorer, both forms. */
const CONDITIONAL = /^\s*(?:\[if\b|<!\[endif|\[endif)/i;

/** Text that people do not see and machines do. Menus and dialogs hide text too: what it means is for checks to judge. */
export function collectHiddenText({ stepsWithTemplates, source, sheets }: Page): readonly HiddenText[] {
	return visit(stepsWithTemplates, new HiddenTexts(source, sheets)).found;
}

/** An element that is hidden by itself; what is hidden further inside belongs to it. */
interface HiddenPart {
	readonly entry: PageElementEntry;
	readonly how: string;
	readonly text: FoldedText;
}

class HiddenTexts {
	readonly found: HiddenText[] = [];
	readonly #seen = new Set<string>();
	readonly #source: PageSource;
	readonly #sheets: HidingSheets | undefined;
	#part: HiddenPart | undefined;
	#noscripts = 0;

	constructor(source: PageSource, sheets: HidingSheets | undefined) {
		this.#source = source;
		this.#sheets = sheets;
	}

	start(entry: PageElementEntry): void {
		if (entry.element.tagName === "noscript") this.#noscript(entry);
		if (this.#part) {
			if (entry.separatesWords) this.#part.text.gap();
			return;
		}
		const how = howHidden(entry) ?? (this.#sheets?.buries(entry) ? "style sheet" : null);
		if (how !== null) this.#part = { entry, how, text: new FoldedText(HIDDEN_LENGTH) };
	}

	end(entry: PageElementEntry): void {
		const part = this.#part;
		if (!part) return;
		if (part.entry !== entry) {
			if (entry.separatesWords) part.text.gap();
			return;
		}
		this.#part = undefined;
		this.#add(part.how, part.text.start, () => this.#source.whole(entry.element));
	}

	text({ node, context }: PageTextEntry): void {
		if (context.notText) return;
		this.#part?.text.add(fold(node.value));
		for (const run of findInvisible(node.value)) {
			this.#add("invisible characters", run.text, () => this.#source.from(offsetOf(node) ?? 0, "<"));
		}
	}

	comment({ node }: PageCommentEntry): void {
		if (CONDITIONAL.test(node.data)) return;
		const text = tidy(node.data, HIDDEN_LENGTH);
		if (text.length < MIN_COMMENT_LENGTH) return;
		this.#add("comment", text, () => this.#source.from(offsetOf(node) ?? 0, "-->"));
	}

	#noscript({ element }: PageElementEntry): void {
		if (++this.#noscripts > MAX_NOSCRIPTS) return;
		const text = new FoldedText(HIDDEN_LENGTH);
		for (const step of annotate(parseNoscript(ownText(element).slice(0, NOSCRIPT_LENGTH))).steps) {
			if (step.kind === "start" && step.separatesWords) text.gap();
			else if (step.kind === "text" && !step.context.notText) text.add(fold(step.node.value));
		}
		this.#add("noscript", text.start, () => this.#source.whole(element));
	}

	/** The same text hidden in the same way, such as a tooltip on every item of a list, is kept once. */
	#add(how: string, content: string, locate: () => Located): void {
		const text = tidy(content, HIDDEN_LENGTH);
		const key = `${how} ${text}`;
		if (text === "" || this.found.length === MAX_HIDDEN || this.#seen.has(key)) return;
		this.#seen.add(key);
		this.found.push({ ...locate(), how, text });
	}
}

function howHidden({ element, context, outer }: PageElementEntry): string | null {
	if (context.template && !outer.template) return "template";
	if (element.attrs.length === 0) return null;
	const hidden = attribute(element, "hidden");
	if (hidden !== null && hidden.toLowerCase() !== "until-found") return "hidden attribute";
	return styleHides(element);
}
