import { findMeta, latin1, skipOther } from "./charset-prescan.ts";

/** How far a declaration is looked for, as long as the head lasts. */
const HEAD_BYTES = 65_536;

const TAG_NAME = /<\/?[a-z][^\t\n\f\r >/]*/iy;
/** Elements of a head whose content is no markup to a browser that runs scripts. */
const TEXT_ALONE: ReadonlySet<string> = new Set(["<script", "<style", "<title", "<noscript", "<textarea", "<iframe"]);

/** A declaration that a parser meets only on its way. */
export interface LateMeta {
	readonly label: string;
	/** Line of the source that its tag begins in, from 1. */
	readonly line: number;
}

/**
 * Encoding that a `<meta>` declares behind the first bytes, in the head: browsers then change the encoding while parsing
 * (HTML section 13.2.3.5). Unlike the look at the first bytes, a parser takes no text for tags.
 */
export function lateMeta(bytes: Uint8Array): LateMeta | undefined {
	const head = latin1(bytes, HEAD_BYTES);
	const found = findMeta(head, skipParsed);
	return found && { label: found.label, line: head.slice(0, found.at).split(/\r\n?|\n/).length };
}

/** Behind the end of an element that holds text alone; nothing is left behind the head. */
function skipParsed(head: string, at: number): number | undefined {
	TAG_NAME.lastIndex = at;
	const name = TAG_NAME.exec(head)?.[0].toLowerCase() ?? "";
	if (name === "</head" || name === "<body") return undefined;
	const end = skipOther(head, at);
	if (end === undefined || !TEXT_ALONE.has(name)) return end;
	const close = new RegExp(`</${name.slice(1)}[\\t\\n\\f\\r />]`, "ig");
	close.lastIndex = end;
	return close.exec(head)?.index;
}
