import { extname } from "node:path";

/** A shorter stretch may stand anywhere. Characters without white space. */
const SHORTEST = 6;
/** Longer than any line by which a place is known. */
const LONGEST = 160;

/** Text without its white space, which builds add and take away, and where each of its characters stood. */
export class Dense {
	readonly whole: string;
	readonly text: string;
	readonly #offsets: Uint32Array;

	/** @param bytes as Latin-1, one character a byte */
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

	/** Of a character in the whole text; its end for the one behind the last. */
	readonly offsetOf = (index: number): number => this.#offsets[index] ?? this.whole.length;
}

/** What stands before an edit, what it replaces and what stands behind it, without white space. */
export interface Around {
	readonly before: string;
	readonly old: string;
	readonly after: string;
}

/** The longest stretch of a page that a source has, around an edit. */
export interface Stretch {
	/** Of what is replaced, in the source's dense text. */
	readonly at: number;
	/** Characters that are the same before and behind it. */
	readonly left: number;
	readonly right: number;
}

/** All places of a source that have the edit's surroundings: within a tag, at least from where the tag begins. */
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
/** Where a single brace begins code. */
const BRACES: ReadonlySet<string> = new Set([".astro", ".svelte", ".mdx"]);
/** What template languages take for code: Liquid, Nunjucks, Go, Handlebars, Vue; EJS, PHP. */
const CODE = /\{\{|\{%|\{#|\}\}|%\}|<%|%>|<\?|\?>/;
/** Attributes that React spells as HTML does, or by a name of its own that `inJsx` writes. */
const PLAIN_ATTRIBUTE =
	/^\s+(?:lang|alt|role|title|name|id|rel|href|src|content|scope|type|htmlFor|autoComplete|data-[a-z-]+|aria-[a-z]+)="[^"{}<>\\`$]*"$/;
const REACT_NAMES: Readonly<Record<string, string>> = { for: "htmlFor", autocomplete: "autoComplete" };
const FRONT_MATTER = /^(?:\ufeff|\u00ef\u00bb\u00bf)?---[ \t]*\r?\n[\s\S]*?\n---[ \t]*(?:\r?\n|$)/;

/**
 * Why a text must not be put into a template, whose language would take it for code of its own.
 * @param at where, in characters of `whole`
 */
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

/** An attribute as the source writes it. @param at where, in characters of `whole` */
export function spelledFor(path: string, whole: string, at: number, text: string): string {
	const kind = extname(path).toLowerCase();
	if (!JSX.has(kind) && !(JAVASCRIPT.has(kind) && isJsx(whole, at))) return text;
	return text.replace(/^(\s+)([a-z]+)(?==")/, (_, space: string, name: string) => space + (REACT_NAMES[name] ?? name));
}

/** Whether the tag that an offset is in stands outside of quotation marks. */
function isJsx(whole: string, at: number): boolean {
	if (!/\breturn\s*\(\s*<|=>\s*\(?\s*</.test(whole)) return false;
	const line = whole.slice(whole.lastIndexOf("\n", at - 1) + 1, at).replace(/="[^"]*"|='[^']*'/g, "");
	const isOdd = (text: string, quote: string) => text.split(quote).length % 2 === 0;
	return !isOdd(line, '"') && !isOdd(line, "'") && !isOdd(whole.slice(0, at), "`");
}
