import { extname } from "node:path";

/** Characters without white space; shorter ones match by chance. */
const SHORTEST = 6;
/** Longer than any line that identifies a place. */
const LONGEST = 160;

/** Text without white space, which builds change, with the original offset of each character. */
export class Dense {
	readonly whole: string;
	readonly text: string;
	readonly #offsets: Uint32Array;

	/** @param bytes decoded as Latin-1, one character per byte */
	constructor(bytes: Buffer) {
		this.whole = bytes.toString("latin1");
		const offsets = new Uint32Array(this.whole.length);
		const parts: string[] = [];
		let count = 0;
		for (const { 0: part, index } of this.whole.matchAll(/[^\s]+/g)) {
			parts.push(part);
			for (let at = 0; at < part.length; at++) offsets[count++] = index + at;
		}
		this.text = parts.join("");
		this.#offsets = offsets.subarray(0, count);
	}

	/** Offset of a character in the whole text; the end for the index after the last. */
	readonly offsetOf = (index: number): number => this.#offsets[index] ?? this.whole.length;
}

/** The text before an edit, the replaced text and the text after it, without white space. */
export interface Around {
	readonly before: string;
	readonly old: string;
	readonly after: string;
}

/** The longest match of an edit's surroundings in a source. */
export interface Stretch {
	/** Index of the replaced text in the source's dense text. */
	readonly at: number;
	/** Matching characters before and after it. */
	readonly left: number;
	readonly right: number;
}

/** All places in a source that match the edit's surroundings; inside a tag, at least from the tag's start. */
export function stretchesIn(source: Dense, { before, old, after }: Around): readonly Stretch[] {
	const found = new Map<number, Stretch>();
	const [tag, end] = [before.lastIndexOf("<"), before.lastIndexOf(">")];
	const least = tag < 0 && end < 0 ? before.length : tag > end ? before.length - tag : 0;
	for (let left = Math.min(SHORTEST, before.length); left >= 0; left--) {
		const right = Math.max(0, SHORTEST - left - old.length);
		const key = before.slice(before.length - left) + old + after.slice(0, right);
		if (key.length < SHORTEST) continue;
		for (let at = source.text.indexOf(key); at >= 0; at = source.text.indexOf(key, at + 1)) {
			const begin = at + left;
			if (!found.has(begin)) found.set(begin, stretchAt(source.text, begin, { before, old, after }));
		}
	}
	return [...found.values()].filter(({ left }) => left >= least);
}

function stretchAt(text: string, at: number, { before, old, after }: Around): Stretch {
	let left = 0;
	while (left < Math.min(LONGEST, before.length, at) && before.at(-1 - left) === text[at - 1 - left]) left++;
	const end = at + old.length;
	let right = 0;
	while (right < Math.min(LONGEST, after.length) && after[right] === text[end + right]) right++;
	return { at, left, right };
}

const JAVASCRIPT: ReadonlySet<string> = new Set([".js", ".ts", ".mjs", ".cjs"]);
const JSX: ReadonlySet<string> = new Set([".jsx", ".tsx"]);
/** File types in which a single brace starts code. */
const BRACES: ReadonlySet<string> = new Set([".astro", ".svelte", ".mdx"]);
/** Code in template languages: Liquid, Nunjucks, Go, Handlebars, Vue; EJS, PHP. */
const CODE = /\{\{|\{%|\{#|\}\}|%\}|<%|%>|<\?|\?>/;
/** Attributes with HTML's spelling in React, or renamed by `inJsx`. */
const PLAIN_ATTRIBUTE =
	/^\s+(?:lang|alt|role|title|name|id|rel|href|src|content|scope|type|htmlFor|autoComplete|data-[a-z-]+|aria-[a-z]+)="[^"{}<>\\`$]*"$/;
const REACT_NAMES: Readonly<Record<string, string>> = { for: "htmlFor", autocomplete: "autoComplete" };
const FRONT_MATTER = /^(?:\ufeff|\u00ef\u00bb\u00bf)?---[ \t]*\r?\n[\s\S]*?\n---[ \t]*(?:\r?\n|$)/;

/** Why a text must not be inserted into a template: its language would treat it as code. @param at offset in `whole` */
export function whyUnfitFor(path: string, whole: string, at: number, text: string): string | undefined {
	const kind = extname(path).toLowerCase();
	if (at < (FRONT_MATTER.exec(whole)?.[0].length ?? 0)) return "it stands in the front matter there";
	if (JSX.has(kind) || (JAVASCRIPT.has(kind) && isJsx(whole, at)))
		return text === "" || PLAIN_ATTRIBUTE.test(text) ? undefined : "JSX writes it otherwise than HTML";
	if (JAVASCRIPT.has(kind)) return /["'`\\$<{}]/.test(text) ? "it stands in a script's text there" : undefined;
	const markup = kind === ".astro" ? text.replace(/<script\b[\s\S]*?<\/script>/gi, "") : text;
	if (CODE.test(text) || (BRACES.has(kind) && /[{}]/.test(markup))) return "the template would take it for code";
	return undefined;
}

/** An attribute in the spelling of the source. @param at offset in `whole` */
export function spelledFor(path: string, whole: string, at: number, text: string): string {
	const kind = extname(path).toLowerCase();
	if (!JSX.has(kind) && !(JAVASCRIPT.has(kind) && isJsx(whole, at))) return text;
	return text.replace(/^(\s+)([a-z]+)(?==")/, (_, space: string, name: string) => space + (REACT_NAMES[name] ?? name));
}

/** Whether the offset's tag is outside of quotation marks. */
function isJsx(whole: string, at: number): boolean {
	if (!/\breturn\s*\(\s*<|=>\s*\(?\s*</.test(whole)) return false;
	const line = whole.slice(whole.lastIndexOf("\n", at - 1) + 1, at).replace(/="[^"]*"|='[^']*'/g, "");
	const isOdd = (text: string, quote: string) => text.split(quote).length % 2 === 0;
	return !isOdd(line, '"') && !isOdd(line, "'") && !isOdd(whole.slice(0, at), "`");
}
