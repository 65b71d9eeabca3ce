import { decodeText } from "../charset.ts";
import { heardName, MAX_VIEW_NODES, NAME_LENGTH, type PageView, VIEW_ATTRIBUTES, type ViewNode } from "../page-view.ts";
import { collectCaptchas, isChallenge } from "./controls/captchas.ts";
import { fieldName, isField, landmarkRole, typeOf } from "./controls/controls.ts";
import type { PageInput } from "./digest-page.ts";
import { openPage, type Page } from "./page.ts";
import { attribute, hasAttribute, isDisabled, isFocusable, textValue } from "./tree/attributes.ts";
import { tidy } from "./tree/fold-text.ts";
import type { PageElementEntry, PageStep, PageTextEntry } from "./tree/page-entries.ts";
import type { PageElement } from "./tree/page-tree.ts";

/** Roles of elements that an agent may act on or look for (HTML-AAM 1.0). */
const ROLES: Readonly<Record<string, string>> = {
	button: "button",
	summary: "button",
	select: "combobox",
	textarea: "textbox",
	dialog: "dialog",
	form: "form",
	article: "article",
	...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, "heading"])),
};
const INPUT_ROLES: Readonly<Record<string, string>> = {
	submit: "button",
	button: "button",
	image: "button",
	reset: "button",
	checkbox: "checkbox",
	radio: "radio",
	search: "searchbox",
	number: "spinbutton",
	range: "slider",
	date: "date",
	time: "time",
};
const TEXT_LENGTH = 400_000;

/** A page as seen by an agent without a browser. Parse hostile pages in a worker thread. */
export function readPageView({ body, contentType, url }: PageInput): PageView {
	return new RawView(openPage(decodeText(body, contentType).text, url)).view;
}

class RawView {
	readonly view: PageView;
	readonly #page: Page;
	readonly #keys = new Map<PageElement, string>();

	constructor(page: Page) {
		this.#page = page;
		const nodes = page.steps
			.filter((step) => step.kind === "start" || isSaid(step))
			.slice(0, MAX_VIEW_NODES * 4)
			.flatMap((step) => this.#nodeOf(step));
		const lines = page.steps.flatMap((step) =>
			isSaid(step) && !step.context.notExposed ? tidy(step.folded, TEXT_LENGTH) : [],
		);
		const title = page.elements.find(({ element }) => element.tagName === "title");
		const frames = page.elements.filter(({ element }) => element.tagName === "iframe");
		const challenges = collectCaptchas(page).filter(isChallenge);
		this.view = {
			url: page.url,
			title: title ? tidy(page.names.name(title), NAME_LENGTH) : "",
			lang: page.language,
			nodes: nodes.slice(0, MAX_VIEW_NODES),
			text: lines.join("\n").slice(0, TEXT_LENGTH),
			frames: frames.flatMap(({ element }) => this.#address(element, "src") ?? []),
			captchas: challenges.map(({ vendor }) => vendor),
			cut: nodes.length > MAX_VIEW_NODES,
		};
	}

	#nodeOf(step: PageStep): ViewNode[] {
		if (isSaid(step)) return step.parent ? [this.#textOf(step.parent, step.folded.trim())] : [];
		if (step.kind !== "start") return [];
		const role = this.#roleOf(step);
		const clickable = hasAttribute(step.element, "onclick");
		if (role === undefined && !clickable) return [];
		return [{ ...this.#shared(step), role: role ?? "text", name: heardName(this.#nameOf(step)), clickable }];
	}

	#textOf(parent: PageElementEntry, text: string): ViewNode {
		return {
			...this.#shared(parent),
			role: "text",
			name: heardName(text),
			clickable: false,
			url: undefined,
		};
	}

	#shared(entry: PageElementEntry): Omit<ViewNode, "role" | "name" | "clickable"> {
		const { element } = entry;
		return {
			key: this.#keyOf(element),
			tag: element.tagName,
			attributes: attributesOf(element),
			url: element.tagName === "a" || element.tagName === "area" ? this.#address(element, "href") : undefined,
			...this.#around(entry),
			disabled: isDisabled(element) || isInDisabledFieldset(entry) || attribute(element, "aria-disabled") === "true",
			focusable: isFocusable(element),
			required: hasAttribute(element, "required") || attribute(element, "aria-required") === "true",
			hidden: hiddenBy(entry),
			value: isField(element) ? (attribute(element, "value") ?? "") : "",
			options: element.tagName === "select" ? this.#optionsOf(entry) : [],
		};
	}

	#keyOf(element: PageElement): string {
		const known = this.#keys.get(element);
		if (known !== undefined) return known;
		const key = String(this.#keys.size);
		this.#keys.set(element, key);
		return key;
	}

	#around(entry: PageElementEntry): Pick<ViewNode, "form" | "dialog" | "inside"> {
		const inside: string[] = [];
		let form: string | undefined;
		let dialog: string | undefined;
		for (let at = entry.parent; at; at = at.parent) {
			const role = landmarkRole(at) ?? (at.element.tagName === "article" ? "article" : null);
			if (role !== null) inside.unshift(role);
			if (at.element.tagName === "form") form ??= this.#keyOf(at.element);
			if (isDialog(at)) dialog ??= this.#keyOf(at.element);
		}
		return { inside, form, dialog };
	}

	#roleOf(entry: PageElementEntry): string | undefined {
		const { element, explicitRole } = entry;
		if (explicitRole !== null) return explicitRole;
		const { tagName } = element;
		if (tagName === "a" || tagName === "area") return hasAttribute(element, "href") ? "link" : undefined;
		if (tagName === "input") {
			const type = (attribute(element, "type") ?? "text").toLowerCase();
			return type === "hidden" ? undefined : (INPUT_ROLES[type] ?? INPUT_ROLES[typeOf(element)] ?? "textbox");
		}
		return ROLES[tagName] ?? landmarkRole(entry) ?? undefined;
	}

	#nameOf(entry: PageElementEntry): string {
		const { element } = entry;
		const { names, labels } = this.#page;
		if (isField(element)) return fieldName(element, names, labels).name;
		if (element.tagName === "input") {
			const value = attribute(element, "type")?.toLowerCase() === "image" ? "alt" : "value";
			return names.label(element) || textValue(element, value);
		}
		return names.name(entry);
	}

	#optionsOf({ index, end }: PageElementEntry): string[] {
		return this.#page.elements
			.slice(index + 1, end)
			.filter(({ element }) => element.tagName === "option")
			.slice(0, 50)
			.map((entry) => this.#page.names.name(entry));
	}

	#address(element: PageElement, name: string): string | undefined {
		const written = attribute(element, name);
		return written === null ? undefined : URL.parse(written.trim(), this.#page.base)?.href;
	}
}

function isSaid(step: PageStep): step is PageTextEntry {
	return step.kind === "text" && step.folded.trim() !== "" && !step.context.notText;
}

function isInDisabledFieldset({ parent }: PageElementEntry): boolean {
	for (let at = parent; at; at = at.parent)
		if (at.element.tagName === "fieldset" && hasAttribute(at.element, "disabled")) return true;
	return false;
}

function hiddenBy(entry: PageElementEntry): ViewNode["hidden"] {
	if (!entry.context.notExposed) return "";
	return (entry.context.hiddenByAria || entry.context.inert) && !entry.context.notRendered ? "aria" : "style";
}

function isDialog({ element, explicitRole }: PageElementEntry): boolean {
	return element.tagName === "dialog" || explicitRole === "dialog" || explicitRole === "alertdialog";
}

function attributesOf(element: PageElement): Record<string, string> {
	return Object.fromEntries(
		element.attrs
			.filter(({ name }) => (VIEW_ATTRIBUTES as readonly string[]).includes(name))
			.map(({ name, value }) => [name, value.slice(0, NAME_LENGTH)]),
	);
}
