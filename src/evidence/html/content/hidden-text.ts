import type { Token } from "parse5";
import type { HiddenText, Located } from "../../page-digest.ts";
import type { Page } from "../page.ts";
import { MAX_NOSCRIPTS } from "../page-caps.ts";
import { attribute, firstRole, hasAttribute } from "../tree/attributes.ts";
import { FoldedText, findInvisible, fold, tidy } from "../tree/fold-text.ts";
import {
	annotate,
	type PageCommentEntry,
	type PageElementEntry,
	type PageTextEntry,
	visit,
} from "../tree/page-entries.ts";
import { offsetOf, ownText, type PageSource, parseNoscript, SVG } from "../tree/page-tree.ts";
import { MARK, type Sections } from "./sections.ts";

const MAX_HIDDEN_PARTS = 2_000;

const NOSCRIPT_LENGTH = 4_000;

/** Characters. Shorter comments are markers of build tools. */
const MIN_COMMENT_LENGTH = 20;

/** Characters per hidden passage: enough to distinguish an instruction from a menu. */
export const HIDDEN_LENGTH = 300;

export const MAX_HIDDEN = 50;

/** Characters by which a run of invisible ones is located in the source. */
const RUN_START = 8;

const CONDITIONAL = /^\s*(?:\[if\b|<!\[endif|\[endif)/i;

/** Text that machines read but people do not see. Menus and dialogs hide text too: checks judge its meaning. */
export function collectHiddenText({ stepsWithTemplates, source }: Page): readonly HiddenText[] {
	return visit(stepsWithTemplates, new HiddenTexts(source)).found;
}

interface HiddenPart {
	readonly entry: PageElementEntry;
	readonly how: string;
	readonly text: FoldedText;
}

class HiddenTexts {
	readonly found: HiddenText[] = [];
	readonly #seen = new Set<string>();
	readonly #source: PageSource;
	#part: HiddenPart | undefined;
	#noscripts = 0;

	constructor(source: PageSource) {
		this.#source = source;
	}

	start(entry: PageElementEntry): void {
		if (entry.element.tagName === "noscript") this.#noscript(entry);
		if (this.#part) {
			if (entry.separatesWords) this.#part.text.gap();
			return;
		}
		const how = howHidden(entry);
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
			this.#add("invisible characters", run.text, () => this.#located(node, run.index));
		}
	}

	/** Location of the run, unless it is written as character references; the excerpt starts with its text. */
	#located(node: PageTextEntry["node"], index: number): Located {
		const start = offsetOf(node) ?? 0;
		const own = this.#source.text.indexOf(node.value.slice(index, index + RUN_START), start);
		return { ...this.#source.from(start, "<"), at: this.#source.at(own < 0 ? start : own) };
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

	/** Deduplicates equal text hidden in the same way, such as a tooltip on every list item. */
	#add(how: string, content: string, locate: () => Located): void {
		const text = tidy(content, HIDDEN_LENGTH);
		const key = `${how} ${text}`;
		if (text === "" || this.found.length === MAX_HIDDEN || this.#seen.has(key)) return;
		this.#seen.add(key);
		this.found.push({ ...locate(), how, text });
	}
}

/** How the outermost hidden element is hidden; if a control shows it, only its own attributes count. */
function howHidden({ context, outer }: PageElementEntry): string | null {
	if (context.template && !outer.template) return "template";
	return context.seen === outer.seen ? null : (context.how ?? null);
}

/** Characters. Helper text for screen readers, and messages that scripts show, are shorter. */
const MIN_LENGTH = 80;

const WIDGET_TAGS: ReadonlySet<string> = new Set(["dialog", "details", "nav", "menu", "form", "template", "noscript"]);
const WIDGET_ROLES: ReadonlySet<string> = new Set(
	`alert alertdialog dialog listbox log menu menubar navigation option radiogroup region search status tab tablist
	tabpanel tooltip tree treegrid`.split(/\s+/),
);
const REFERENCES: ReadonlySet<string> = new Set(
	`aria-controls aria-owns aria-describedby aria-labelledby aria-details href data-target data-bs-target
	data-toggle-target popovertarget commandfor`.split(/\s+/),
);
const MAX_REFERENCES = 20;
const ID_LENGTH = 2_000;
/** Characters of invisible text, without what a control or script shows: menus, dialogs, messages. */
export function hiddenLength({ steps, elements, sections }: Page): number {
	const { kept } = visit(steps, new HiddenParts(sections));
	if (kept.length === 0) return 0;
	const shown = targetsIn(elements);
	const left = kept.filter(({ ids }) => !ids.some((id) => shown.has(id)));
	return left.reduce((sum, { length }) => sum + length, 0);
}

/** Ids that links and controls refer to. */
function targetsIn(elements: readonly PageElementEntry[]): ReadonlySet<string> {
	const targets = new Set<string>();
	for (const { element } of elements) {
		if (targets.size > MAX_HIDDEN_PARTS) break;
		for (const attr of element.attrs) for (const id of idsIn(attr)) targets.add(id);
	}
	return targets;
}

interface Part {
	readonly entry: PageElementEntry;
	readonly text: FoldedText;
	readonly ids: string[];
}

function idsIn({ name, value }: Token.Attribute): readonly string[] {
	if (!REFERENCES.has(name) || value.length > ID_LENGTH || (name === "href" && !value.startsWith("#"))) return [];
	return value.split(/\s+/, MAX_REFERENCES).map((id) => id.replace(/^#/, ""));
}

class HiddenParts {
	readonly #sections: Sections;
	readonly kept: { readonly length: number; readonly ids: readonly string[] }[] = [];
	#widget: PageElementEntry | undefined;
	#link: PageElementEntry | undefined;
	#part: Part | undefined;

	constructor(sections: Sections) {
		this.#sections = sections;
	}

	start(entry: PageElementEntry): void {
		const { element, context, outer } = entry;
		if (this.#widget) return;
		if (this.#isWidget(entry)) {
			this.#widget = entry;
			return;
		}
		const begins = context.seen?.unseen && !outer.seen?.unseen && !SITE_FRAME.has(element.tagName);
		if (begins) this.#part ??= { entry, text: new FoldedText(0), ids: [] };
		if (!this.#part) return;
		if (element.tagName === "a") this.#link ??= entry;
		const id = attribute(element, "id");
		if (id && this.#part.ids.length < MAX_HIDDEN_PARTS) this.#part.ids.push(id);
		if (entry.separatesWords) this.#part.text.gap();
	}

	end(entry: PageElementEntry): void {
		if (entry === this.#widget) this.#widget = undefined;
		if (entry === this.#link) this.#link = undefined;
		const part = this.#part;
		if (!part) return;
		if (entry.separatesWords) part.text.gap();
		if (part.entry !== entry) return;
		this.#part = undefined;
		const { length } = part.text;
		if (length >= MIN_LENGTH && this.kept.length < MAX_HIDDEN_PARTS) this.kept.push({ length, ids: part.ids });
	}

	text({ node, context }: PageTextEntry): void {
		// Menus for other screens consist of links; visible parts inside a hidden one do not count.
		if (this.#widget || this.#link || context.notText || !context.seen?.unseen) return;
		this.#part?.text.add(fold(node.value));
	}

	#isWidget(entry: PageElementEntry): boolean {
		const { element } = entry;
		if (WIDGET_TAGS.has(element.tagName) || element.namespaceURI === SVG) return true;
		// AMP components show themselves: lightboxes, sidebars, consent.
		if (element.tagName.startsWith("amp-")) return true;
		if (element.attrs.length === 0 || FRAMES.has(element.tagName)) return false;
		if ((this.#sections.marks(entry) & MARK.widget) !== 0 || hasAttribute(element, "popover")) return true;
		return WIDGET_ROLES.has(firstRole(attribute(element, "role")) ?? "");
	}
}

/** Their class names describe the whole page. */
const FRAMES: ReadonlySet<string> = new Set(["html", "body", "main", "head"]);
/** Hidden if repeated for screens of another size. */
const SITE_FRAME: ReadonlySet<string> = new Set(["head", "header", "footer", "aside"]);
