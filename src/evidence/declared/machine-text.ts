import type { MachineText } from "../digest/machine-interfaces.ts";
import { tidy } from "../html/tree/fold-text.ts";

const LISTED_MAX = 200;
const H1_LENGTH = 200;
/** Characters that are looked through; a file of 50,000 is long already. */
const READ_MAX = 500_000;

/** `[name](address)`, with an address in angle brackets or a title behind it too. Bounded, so that it stays linear. */
const LINK = /\]\(\s{0,4}<?([^()\s<>]{1,500})/g;
/** An address, or a path of at least one letter that stands by itself. */
const MENTION = /https?:\/\/[^\s<>"'`()[\]{}|\\]{1,300}|(?<=[\s"'`(])\/[a-z.][\w./~-]{0,300}/gi;

/** What a Markdown file for machines is made of. `url` is where it was served. */
export function readMachineText(body: Uint8Array, truncated: boolean, url: string): MachineText {
	const whole = new TextDecoder().decode(body);
	const text = whole.slice(0, READ_MAX);
	return {
		h1: headingOf(text),
		characters: whole.length,
		truncated,
		links: firstOf(text.matchAll(LINK), (found) => absolute(found[1] ?? "", url)),
		mentions: firstOf(text.matchAll(MENTION), (found) => found[0].replace(/[.,;:!?*]+$/, "")),
	};
}

/** The first ATX heading of level 1 outside fenced code (CommonMark 4.2). */
function headingOf(text: string): string | null {
	let fenced = false;
	for (const line of text.split(/\r\n?|\n/)) {
		if (/^ {0,3}(?:```|~~~)/.test(line)) fenced = !fenced;
		if (!fenced && /^ {0,3}#[ \t]/.test(line)) {
			return tidy(line.replace(/^ {0,3}#/, ""), H1_LENGTH).replace(/ #+$/, "") || null;
		}
	}
	return null;
}

function absolute(href: string, base: string): string | undefined {
	if (!URL.canParse(href, base)) return undefined;
	const url = new URL(href, base);
	if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
	url.hash = "";
	return url.href;
}

function firstOf(found: Iterable<RegExpExecArray>, read: (match: RegExpExecArray) => string | undefined): string[] {
	const kept = new Set<string>();
	for (const match of found) {
		const value = read(match);
		if (value !== undefined && value !== "") kept.add(value.toWellFormed());
		if (kept.size === LISTED_MAX) break;
	}
	return [...kept];
}
