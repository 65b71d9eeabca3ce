import { type CheerioAPI, load } from "cheerio";
import type { Token } from "parse5";

type Node = ReturnType<CheerioAPI["root"]>[number]["children"][number];
type Parent = ReturnType<CheerioAPI>[number];
export type Tag = Parent & { readonly attribs: Record<string, string>; readonly name: string };
/** Where parse5 found an element; void ones have no tags of their own. */
type Location = NonNullable<Tag["sourceCodeLocation"]> &
	Partial<Pick<Token.ElementLocation, "startTag" | "endTag" | "attrs">>;

interface Span {
	readonly from: number;
	readonly to: number;
}
interface Edit extends Span {
	readonly text: string;
}

/** Never read as text of the page. */
const SILENT = "script, style, template, noscript, svg, head, title, iframe, textarea";
const WRITTEN_TEXT = /[\p{L}\p{N}]/u;

/** A page that is changed in its source, so that what a mutation does not touch stays as its author wrote it. */
export class PageSource {
	readonly html: string;
	readonly #$: CheerioAPI;
	readonly #edits: Edit[] = [];

	/** Shares the tree of a page that was parsed before; trees are only read. */
	constructor(html: string, tree: CheerioAPI = load(html, { sourceCodeLocationInfo: true })) {
		this.html = html;
		this.#$ = tree;
	}

	/** The same page without the edits. */
	fresh(): PageSource {
		return new PageSource(this.html, this.#$);
	}

	/** Elements of the source; what a parser adds by itself is left out. */
	all(selector: string): readonly Tag[] {
		return this.#$(selector)
			.toArray()
			.filter((tag): tag is Tag => "attribs" in tag && startOf(tag) !== undefined);
	}

	/** Holds the page's own text: main and its like, or the only article; undefined where nothing sets it apart. */
	main(): Tag | undefined {
		const articles = this.all("article");
		const likely = ["main, [role=main]", "#content, #main"].map((part) => this.all(part));
		const single = articles.length === 1 ? articles : [];
		return [...likely, single].flatMap((tags) => tags.find((tag) => this.#textOf(tag).length > 0) ?? [])[0];
	}

	/** Drops an element with all that is in it. */
	drop(tag: Tag): void {
		this.#replace(spanOf(tag), "");
	}

	/** Drops the tags of an element and keeps what is in it. */
	unwrap(tag: Tag): void {
		for (const span of tagsOf(tag)) this.#replace(span, "");
	}

	rename(tag: Tag, name: string): void {
		for (const { from } of tagsOf(tag)) {
			const start = from + (this.html[from + 1] === "/" ? 2 : 1);
			this.#replace({ from: start, to: start + tag.name.length }, name);
		}
	}

	setInner(tag: Tag, html: string): void {
		this.#replace(innerOf(tag), html);
	}

	/** Sets an attribute, or drops it with null. */
	setAttribute(tag: Tag, name: string, value: string | null): void {
		const written = value === null ? "" : ` ${name}="${value.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`;
		const at = locationOf(tag)?.attrs?.[name];
		const start = startOf(tag);
		if (at) this.#replace({ from: at.startOffset, to: at.endOffset }, written.trimStart());
		else if (start && value !== null) {
			const behind = start.from + 1 + tag.name.length;
			this.#replace({ from: behind, to: behind }, written);
		}
	}

	/** Puts a tag among those of the head, where one is written; before all text, where none is. */
	addToHead(html: string): void {
		const at = this.all("title, meta")[0] ?? this.all("body, body > *")[0];
		const from = at ? spanOf(at).from : 0;
		this.#replace({ from, to: from }, `${html}\n`);
	}

	/** Puts a part at the end of the page's own text. */
	addToMain(html: string): void {
		const main = this.main();
		if (main) this.#addTo(innerOf(main).to, html);
		else this.addToBody(html);
	}

	/** Puts a part behind all others of the body. */
	addToBody(html: string): void {
		const [body] = this.all("body");
		this.#addTo(body ? innerOf(body).to : this.html.length, html);
	}

	#addTo(at: number, html: string): void {
		this.#edits.push({ from: at, to: at, text: `${html}\n` });
	}

	/** Rewrites each text of the body that a reader sees, outside the elements of `except`. */
	rewriteText(rewrite: (text: string) => string, except?: string): void {
		for (const node of this.#$("body")
			.toArray()
			.flatMap((body) => this.#textOf(body))) {
			const span = nodeSpan(node);
			if (!span || (except !== undefined && this.#$(node).closest(except).length > 0)) continue;
			this.#replace(span, rewrite(this.html.slice(span.from, span.to)));
		}
	}

	/** Rewrites all that stands in the body. */
	rewriteBody(rewrite: (html: string) => string): void {
		const [body] = this.all("body");
		const parts = this.all("body > *").map(spanOf);
		const span = body ? innerOf(body) : { from: parts[0]?.from ?? 0, to: parts.at(-1)?.to ?? 0 };
		this.#replace(span, rewrite(this.html.slice(span.from, span.to)));
	}

	/** The source with the edits made; undefined where there were none. An edit inside another one is part of that. */
	edited(): string | undefined {
		const edits = this.#edits.toSorted((a, b) => a.from - b.from || b.to - a.to);
		let html = "";
		let at = 0;
		for (const { from, to, text } of edits) {
			if (from < at) continue;
			html += this.html.slice(at, from) + text;
			at = to;
		}
		const result = html + this.html.slice(at);
		return result === this.html ? undefined : result;
	}

	inner(tag: Tag): string {
		const { from, to } = innerOf(tag);
		return this.html.slice(from, to);
	}

	#replace(span: Span | undefined, text: string): void {
		if (span) this.#edits.push({ ...span, text });
	}

	#textOf(tag: Parent): Node[] {
		const $ = this.#$;
		const nodes = $(tag).find("*").addBack().contents().toArray();
		return nodes.filter(
			(node) => node.type === "text" && WRITTEN_TEXT.test(node.data) && $(node).closest(SILENT).length === 0,
		);
	}
}

function locationOf(tag: Tag): Location | undefined {
	return tag.sourceCodeLocation ?? undefined;
}

function startOf(tag: Tag): Span | undefined {
	const at = locationOf(tag);
	if (!at) return undefined;
	const start = at.startTag ?? at;
	return { from: start.startOffset, to: start.endOffset };
}

/** Start tag and, where one is written, end tag. */
function tagsOf(tag: Tag): Span[] {
	const end = locationOf(tag)?.endTag;
	const start = startOf(tag);
	return [...(start ? [start] : []), ...(end ? [{ from: end.startOffset, to: end.endOffset }] : [])];
}

function nodeSpan({ sourceCodeLocation: at }: Node): Span | undefined {
	return at ? { from: at.startOffset, to: at.endOffset } : undefined;
}

function spanOf(tag: Tag): Span {
	const [start = { from: 0, to: 0 }] = tagsOf(tag);
	return { from: start.from, to: Math.max(start.to, tag.sourceCodeLocation?.endOffset ?? 0) };
}

function innerOf(tag: Tag): Span {
	const [start, end] = tagsOf(tag);
	const { from, to } = { from: start?.to ?? 0, to: end?.from ?? spanOf(tag).to };
	return { from, to: Math.max(from, to) };
}
