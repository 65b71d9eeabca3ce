import type { Target } from "#core/target.ts";
import type { Page } from "#evidence/evidence-map.ts";
import notices from "./placeholder-notices.json" with { type: "json" };

/** What stands in place of a site. */
export type Placeholder = "server" | "listing" | "parked" | "suspended" | "soon";

export interface Notice {
	readonly kind: Placeholder;
	/** The title, heading or text that says so. */
	readonly text: string;
}

/** Characters of visible text, a dense script's counted for more; a page with more says something of its own. */
const SHORT: Readonly<Record<Placeholder, number>> = {
	server: 5_000,
	listing: 20_000,
	parked: 5_000,
	suspended: 900,
	soon: 900,
};
/** So short that a sentence anywhere in it is what the page says. */
const SENTENCE: Readonly<Record<Placeholder, number>> = {
	server: 900,
	listing: 0,
	parked: 1_500,
	suspended: 600,
	soon: 600,
};
/** `It works!` can be a name or a slogan; then more follows. */
const SLOGANS = /^(?:it works|es funktioniert|¡?funciona|ça marche|funziona|het werkt)$/;
const SLOGAN_LENGTH = 400;
const DENSE = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}]/gu;
const LETTERS_OF_DENSE = 2.5;
/** Between a page's own title and the site's name. */
const TITLE_JOINTS = /\s+[|–—·•»-]\s+|\s*[|:]\s+/;
const ENDS = /^[\s.…!?。！¡*_-]+|[\s.…!?。！*_-]+$/gu;

interface Rule {
	readonly kind: Placeholder;
	readonly exact: ReadonlySet<string>;
	readonly says: readonly RegExp[];
}

const KINDS: readonly Placeholder[] = ["listing", "server", "parked", "suspended", "soon"];
const OFFER = new RegExp(`^["'”»]* ${notices.sale}`, "u");
const RULES: readonly Rule[] = KINDS.map((kind) => ({
	kind,
	exact: new Set(notices[kind].exact.map(plain)),
	says: notices[kind].says.map((pattern) => new RegExp(pattern, "u")),
}));

/**
 * The notice that a page consists of; null where the page has something to say. Inner pages may list files, and announce
 * what comes: there only what is said of the site or domain counts.
 */
export function noticeOf(page: Page, { host, registrableDomain }: Target, isHome: boolean): Notice | null {
	const { titles, headings, text } = page.digest;
	const length = lettersOf(page);
	const [title = ""] = titles.map((each) => each.text);
	const heads = [title, ...headings.slice(0, 2).map((each) => each.text)];
	for (const each of heads) if (isOwnSale(each, [host, registrableDomain])) return { kind: "parked", text: each };
	for (const rule of RULES) {
		if (length > SHORT[rule.kind] || (!isHome && rule.kind === "listing")) continue;
		const head = heads.find((each, index) => isNotice(each, rule, isHome && index < 2, length));
		if (head !== undefined) return { kind: rule.kind, text: head };
		const said = length <= SENTENCE[rule.kind] && rule.says.some((pattern) => pattern.test(plain(text.start)));
		if (said) return { kind: rule.kind, text: text.start };
	}
	return null;
}

/** A second heading may announce one thing among others; only what it says of the site counts. */
function isNotice(head: string, rule: Rule, isMain: boolean, length: number): boolean {
	const whole = plain(head);
	const parts = [whole, ...head.split(TITLE_JOINTS).map(plain)];
	const exact =
		isMain && parts.some((part) => rule.exact.has(part) && (length <= SLOGAN_LENGTH || !SLOGANS.test(part)));
	return exact || rule.says.some((pattern) => pattern.test(whole));
}

/** `example.com is for sale`: the name itself, and no goods that its owner sells. */
function isOwnSale(head: string, hosts: readonly string[]): boolean {
	const text = plain(head);
	return hosts.some((host) => {
		const at = text.indexOf(host);
		return at >= 0 && OFFER.test(text.slice(at + host.length));
	});
}

function lettersOf({ digest: { text } }: Page): number {
	const dense = text.start.match(DENSE)?.length ?? 0;
	return text.visible + dense * (LETTERS_OF_DENSE - 1);
}

/** Lower case, straight apostrophes, no marks at the ends. */
function plain(text: string): string {
	return text.toLowerCase().replaceAll(/[’‘]/g, "'").replaceAll(/\s+/g, " ").replaceAll(ENDS, "");
}
