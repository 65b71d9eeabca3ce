import { type Captcha, captchaIn, isChallenge } from "#evidence/html/controls/captchas.ts";
import {
	heardName,
	MAX_VIEW_NODES,
	NAME_LENGTH,
	type PageView,
	VIEW_ATTRIBUTES,
	type ViewNode,
} from "#evidence/page-view.ts";

/** Chrome DevTools Protocol, DOMSnapshot.captureSnapshot; numbers are indexes into `strings`. */
export interface Snapshot {
	readonly strings: readonly string[];
	readonly documents: readonly {
		readonly title: number;
		readonly baseURL: number;
		readonly nodes: {
			readonly parentIndex?: readonly number[];
			readonly nodeType?: readonly number[];
			readonly nodeName?: readonly number[];
			readonly nodeValue?: readonly number[];
			readonly backendNodeId?: readonly number[];
			readonly attributes?: readonly (readonly number[])[];
			readonly textValue?: Rare;
			readonly inputValue?: Rare;
			readonly contentDocumentIndex?: Rare;
			readonly isClickable?: { readonly index: readonly number[] };
		};
		readonly layout: { readonly nodeIndex: readonly number[]; readonly styles: readonly (readonly number[])[] };
	}[];
}
interface Rare {
	readonly index: readonly number[];
	readonly value: readonly number[];
}

/** Accessibility.getFullAXTree. */
export interface AxNode {
	readonly ignored: boolean;
	readonly backendDOMNodeId?: number;
	readonly role?: { readonly value?: unknown };
	readonly name?: { readonly value?: unknown };
	readonly value?: { readonly value?: unknown };
	readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[];
}
export interface FrameTree {
	readonly frame: { readonly id: string };
	readonly childFrames?: readonly FrameTree[];
}

/** An element in the accessibility tree. */
export interface Spoken {
	readonly role: string;
	readonly name: string;
	readonly disabled: boolean;
	readonly focusable: boolean;
	readonly required: boolean;
	readonly value: string;
}

/** Roles that Chromium names differently than WAI-ARIA, or that add nothing to their text. */
const ROLES: Readonly<Record<string, string>> = {
	Date: "date",
	InputTime: "time",
	DateTime: "date",
	popUpButton: "combobox",
};
const LANDMARKS: ReadonlySet<string> = new Set(
	"main navigation banner contentinfo complementary search form region article".split(" "),
);
/** Roles kept as nodes; others contribute their text. */
const KEPT: ReadonlySet<string> = new Set([
	...LANDMARKS,
	..."link button textbox searchbox combobox listbox option checkbox radio switch spinbutton slider tab menuitem heading".split(
		" ",
	),
	..."dialog alertdialog gridcell date time img treeitem menuitemcheckbox menuitemradio".split(" "),
]);
const CONTROL_TAGS: ReadonlySet<string> = new Set("a button input select textarea summary".split(" "));
const TEXT_LENGTH = 400_000;
const ELEMENT = 1;
const TEXT = 3;

/** @param spoken by backend node id */
export function viewOf(snapshot: Snapshot, spoken: ReadonlyMap<number, Spoken>, url: string): PageView {
	return new SnapshotReader(snapshot, spoken, url).view();
}

class SnapshotReader {
	readonly #snapshot: Snapshot;
	readonly #spoken: ReadonlyMap<number, Spoken>;
	readonly #url: string;
	readonly #nodes: ViewNode[] = [];
	readonly #lines: string[] = [];
	readonly #frames: string[] = [];
	readonly #captchas: Captcha[] = [];

	constructor(snapshot: Snapshot, spoken: ReadonlyMap<number, Spoken>, url: string) {
		this.#snapshot = snapshot;
		this.#spoken = spoken;
		this.#url = url;
	}

	view(): PageView {
		const [top] = this.#snapshot.documents;
		if (top) this.#read(new Tree(top, this.#snapshot.strings, this.#url), { inside: [], dialog: undefined });
		const tree = top && new Tree(top, this.#snapshot.strings, this.#url);
		return {
			url: this.#url,
			title: tree?.title ?? "",
			lang: tree?.attributes(tree.find("html")).lang ?? "",
			nodes: this.#nodes,
			text: this.#lines.join("\n").slice(0, TEXT_LENGTH),
			frames: this.#frames,
			captchas: this.#captchas.filter(isChallenge).map(({ vendor }) => vendor),
			cut: this.#nodes.length >= MAX_VIEW_NODES,
		};
	}

	/** Uses an explicit stack: deep pages would overflow recursion. */
	#read(tree: Tree, outer: Pick<ViewNode, "inside" | "dialog">): void {
		const open: { at: number; around: Around }[] = [{ at: 0, around: { ...outer, form: undefined, acts: false } }];
		for (let next = open.pop(); next; next = open.pop()) {
			const { at, around } = next;
			const type = tree.type(at);
			if (type === TEXT) this.#text(tree, at, around);
			const inner = type === ELEMENT ? this.#element(tree, at, around) : around;
			if (inner) for (const child of tree.children(at).toReversed()) open.push({ at: child, around: inner });
		}
	}

	#text(tree: Tree, at: number, around: Around): void {
		const text = tidy(tree.value(at));
		if (text === "" || around.silent || this.#nodes.length >= MAX_VIEW_NODES) return;
		const heard = this.#spoken.has(tree.key(at));
		if (heard) this.#lines.push(text);
		const parent = tree.parent(at);
		this.#nodes.push({
			...BARE,
			...placeOf(around),
			key: String(tree.key(parent)),
			role: "text",
			name: heardName(text),
			tag: "#text",
			hidden: hiddenBy(heard, around.aria),
			clickable: around.clicks === true || (tree.isPointed(parent) && !around.acts),
		});
	}

	/** @returns the context inside; undefined to skip the content */
	#element(tree: Tree, at: number, around: Around): Around | undefined {
		const key = tree.key(at);
		const heard = this.#spoken.get(key);
		const tag = tree.name(at);
		const attributes = tree.attributes(at);
		const captcha = captchaIn(tag, (name) => attributes[name] ?? null, tree.base);
		if (captcha) this.#captchas.push(captcha);
		const role = heard ? (ROLES[heard.role] ?? heard.role) : "";
		const isControl = CONTROL_TAGS.has(tag) && attributes.type !== "hidden";
		const isKept = KEPT.has(role) || (isControl && role !== "none");
		if (isKept && this.#nodes.length < MAX_VIEW_NODES)
			this.#nodes.push(controlOf({ tree, at, around, heard, role, tag, attributes }));
		const inner = insideOf(around, {
			role,
			key: String(key),
			tag,
			isControl,
			takesClicks: tree.isClickable(at) && !isControl && !NEVER_PRESSED.has(tag),
			isSilenced: isSilenced(attributes),
		});
		if (tag !== "iframe" && tag !== "frame") return inner;
		const framed = this.#snapshot.documents[tree.content(at)];
		if (framed)
			this.#read(new Tree(framed, this.#snapshot.strings, this.#url), { inside: inner.inside, dialog: inner.dialog });
		else this.#frames.push(URL.parse(attributes.src ?? "", tree.base)?.href ?? "");
		return undefined;
	}
}

function isSilenced(attributes: Readonly<Record<string, string>>): boolean {
	return attributes["aria-hidden"] === "true" || attributes.inert !== undefined;
}

interface Entered {
	readonly role: string;
	readonly key: string;
	readonly tag: string;
	readonly isControl: boolean;
	readonly takesClicks: boolean;
	readonly isSilenced: boolean;
}

/** The context inside an element. */
function insideOf(around: Around, { role, key, tag, isControl, takesClicks, isSilenced }: Entered): Around {
	const isWidget = KEPT.has(role) && role !== "heading" && !LANDMARKS.has(role);
	return {
		inside: LANDMARKS.has(role) ? [...around.inside, role] : around.inside,
		form: tag === "form" ? key : around.form,
		dialog: role === "dialog" || role === "alertdialog" ? key : around.dialog,
		acts: around.acts || isControl || isWidget,
		clicks: takesClicks || (around.clicks === true && !isControl),
		silent: around.silent || SILENT.has(tag),
		aria: around.aria || isSilenced,
	};
}

interface HeardElement {
	readonly tree: Tree;
	readonly at: number;
	readonly around: Around;
	readonly heard: Spoken | undefined;
	readonly role: string;
	readonly tag: string;
	readonly attributes: Readonly<Record<string, string>>;
}

function controlOf({ tree, at, around, heard, role, tag, attributes }: HeardElement): ViewNode {
	const { href } = attributes;
	const isOff = attributes.disabled !== undefined || attributes["aria-disabled"] === "true";
	return {
		...placeOf(around),
		key: String(tree.key(at)),
		role: role === "" || role === "generic" ? roleOfTag(tag, attributes) : role,
		name: heardName(heard?.name ?? attributes["aria-label"] ?? tree.text(at)),
		tag,
		attributes: keptOf(attributes),
		url: tag === "a" && href !== undefined ? URL.parse(href.trim(), tree.base)?.href : undefined,
		disabled: heard?.disabled === true || isOff,
		focusable: heard?.focusable === true,
		required: heard?.required === true || attributes.required !== undefined,
		hidden: hiddenBy(heard !== undefined, around.aria || isSilenced(attributes)),
		clickable: false,
		value: tree.typed(at) ?? heard?.value ?? "",
		options: tag === "select" ? tree.options(at).slice(0, MAX_OPTIONS) : [],
	};
}

function hiddenBy(heard: boolean, aria: boolean | undefined): ViewNode["hidden"] {
	if (heard) return "";
	return aria ? "aria" : "style";
}

/** One document of a snapshot, by index in its lists. */
class Tree {
	readonly base: string;
	readonly title: string;
	readonly #strings: readonly string[];
	readonly #nodes: Snapshot["documents"][number]["nodes"];
	readonly #children = new Map<number, number[]>();
	readonly #clickable: ReadonlySet<number>;
	readonly #pointed: ReadonlySet<number>;
	readonly #typed: ReadonlyMap<number, number>;
	readonly #contents: ReadonlyMap<number, number>;

	constructor(
		{ nodes, layout, title, baseURL }: Snapshot["documents"][number],
		strings: readonly string[],
		url: string,
	) {
		this.#strings = strings;
		this.#nodes = nodes;
		this.base = this.#string(baseURL) || url;
		this.title = this.#string(title);
		for (const [at, parent] of (nodes.parentIndex ?? []).entries()) {
			const known = this.#children.get(parent);
			if (known) known.push(at);
			else this.#children.set(parent, [at]);
		}
		this.#clickable = new Set(nodes.isClickable?.index);
		this.#pointed = new Set(
			layout.nodeIndex.filter((_, order) => this.#string(layout.styles[order]?.[0]) === "pointer"),
		);
		this.#typed = new Map([...pairsOf(nodes.inputValue), ...pairsOf(nodes.textValue)]);
		this.#contents = new Map(pairsOf(nodes.contentDocumentIndex));
	}

	#string(index: number | undefined): string {
		return this.#strings[index ?? -1] ?? "";
	}

	type(at: number): number {
		return this.#nodes.nodeType?.[at] ?? 0;
	}

	key(at: number): number {
		return this.#nodes.backendNodeId?.[at] ?? -1;
	}

	parent(at: number): number {
		return this.#nodes.parentIndex?.[at] ?? -1;
	}

	children(at: number): readonly number[] {
		return this.#children.get(at) ?? [];
	}

	/** Lower case. */
	name(at: number): string {
		return this.#string(this.#nodes.nodeName?.[at]).toLowerCase();
	}

	value(at: number): string {
		return this.#string(this.#nodes.nodeValue?.[at]);
	}

	find(name: string): number {
		return this.#nodes.nodeName?.findIndex((each) => this.#string(each).toLowerCase() === name) ?? -1;
	}

	attributes(at: number): Record<string, string> {
		const pairs = (this.#nodes.attributes?.[at] ?? []).map((index) => this.#string(index));
		const found: Record<string, string> = {};
		for (let next = 0; next + 1 < pairs.length; next += 2) found[pairs[next] ?? ""] = pairs[next + 1] ?? "";
		return found;
	}

	isClickable(at: number): boolean {
		return this.#clickable.has(at) || this.attributes(at).onclick !== undefined;
	}

	isPointed(at: number): boolean {
		return this.#pointed.has(at);
	}

	/** Value entered into a field by a person or script. */
	typed(at: number): string | undefined {
		const index = this.#typed.get(at);
		return index === undefined ? undefined : this.#string(index);
	}

	/** Index of a frame's document; -1 if it is in another process. */
	content(at: number): number {
		return this.#contents.get(at) ?? -1;
	}

	text(at: number): string {
		if (this.type(at) === TEXT) return tidy(this.value(at));
		return this.children(at)
			.map((child) => this.text(child))
			.join(" ")
			.trim();
	}

	options(at: number): string[] {
		return this.children(at).flatMap((child) =>
			this.name(child) === "option" ? [this.text(child)] : this.options(child),
		);
	}
}

function pairsOf(rare: Rare | undefined): (readonly [number, number])[] {
	return (rare?.index ?? []).map((at, order) => [at, rare?.value[order] ?? -1]);
}

function tidy(text: string): string {
	return text.replace(/\s+/g, " ").trim();
}

interface Around extends Pick<ViewNode, "inside" | "form" | "dialog"> {
	/** Inside a control. */
	readonly acts: boolean;
	/** Inside an element that takes clicks. */
	readonly clicks?: boolean;
	/** Inside what is no text. */
	readonly silent?: boolean | undefined;
	readonly aria?: boolean | undefined;
}

const MAX_OPTIONS = 50;
const NEVER_PRESSED: ReadonlySet<string> = new Set(["html", "body", "label"]);
const SILENT: ReadonlySet<string> = new Set("script style noscript template option svg".split(" "));
const BARE = {
	attributes: {},
	disabled: false,
	focusable: false,
	required: false,
	value: "",
	options: [],
} as const;

function placeOf({ inside, form, dialog }: Around): Pick<ViewNode, "inside" | "form" | "dialog"> {
	return { inside, form, dialog };
}

function keptOf(attributes: Readonly<Record<string, string>>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(attributes)
			.filter(([name]) => (VIEW_ATTRIBUTES as readonly string[]).includes(name))
			.map(([name, value]) => [name, value.slice(0, NAME_LENGTH)]),
	);
}

function roleOfTag(tag: string, { type = "text" }: Readonly<Record<string, string>>): string {
	if (tag === "a") return "link";
	if (tag === "select") return "combobox";
	if (tag === "textarea") return "textbox";
	if (tag !== "input") return "button";
	if (/^(?:submit|button|image|reset)$/.test(type)) return "button";
	return type === "checkbox" || type === "radio" ? type : "textbox";
}
