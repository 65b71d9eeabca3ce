import { isOrganizationType } from "#core/schema-org.ts";
import type { Target } from "#core/target.ts";
import type { Page } from "#evidence/evidence-map.ts";
import { type StructuredGraph, type Thing, textOf, unmet, VENDOR_REQUIREMENTS } from "./structured-data.ts";

const LEGAL_FORMS: ReadonlySet<string> = new Set(
	`ab ag as asa aps bv bvba co company corp corporation cv ev ek eirl gbr ggmbh gmbh group holding inc incorporated kft kg kk
	limited llc llp ltd ltda nv ohg oy oyj plc pte pty pvt sa sarl sas sasu se sl slu spa sro srl stichting ug verein
	株式会社 有限会社 合同会社 有限公司 股份有限公司 บริษัท จำกัด شركة ооо оао зао ип`
		.trim()
		.split(/\s+/),
);
const SMALL: ReadonlySet<string> = new Set(
	"the a an and und et y e der die das le la les el los il of de di da von for für www official website site home".split(
		" ",
	),
);
const SIMPLE: Readonly<Record<string, string>> = { æ: "a", œ: "o", ø: "o" };
const ADDRESS_END = /\.(?:[a-z]{2,3}\.)?[a-z]{2,12}$/i;
/** Characters; longer names are sentences. */
const LONGEST = 200;

/**
 * Ignores case, accents, punctuation, legal form and small words; accepts inclusion, initials or most words in common.
 * Names in different scripts cannot be compared, and count as the same.
 */
export function sameName(one: string, other: string): boolean {
	const a = wordsOf(one);
	const b = wordsOf(other);
	if (a.length === 0 || b.length === 0 || scriptOf(a) !== scriptOf(b)) return true;
	const joined = [a.join(""), b.join("")].toSorted((x, y) => x.length - y.length);
	const [short = "", long = ""] = joined;
	if (long.includes(short)) return true;
	if (short === initials(short === a.join("") ? b : a)) return true;
	const [fewer, more] = a.length <= b.length ? [a, b] : [b, a];
	const common = fewer.filter((word) => more.includes(word)).length;
	return common / fewer.length > 0.5;
}

export function containsName(sentence: string, name: string): boolean {
	return holds(sentence, name) ?? true;
}

/** Undefined if the two cannot be compared. */
function holds(sentence: string, name: string): boolean | undefined {
	const words = wordsOf(name);
	const listed = wordsOf(sentence);
	if (words.length === 0 || listed.length === 0 || scriptOf(words) !== scriptOf(listed)) return undefined;
	const text = listed.join("");
	if (text.includes(words.join(""))) return true;
	return words.filter((word) => listed.includes(word)).length / words.length > 0.5;
}

const NAMES = ["name", "legalName", "alternateName"] as const;

/** Whether readers see a name of this thing: in the page's text, title or address. */
export function showsNameOf(page: Page, graph: StructuredGraph, thing: Thing, { registrableDomain }: Target): boolean {
	const { titles, headings, stated, text } = page.digest;
	const [domain = ""] = registrableDomain.split(".");
	const seen = [
		titles[0]?.text ?? "",
		...headings.flatMap((each) => (each.unseen ? [] : each.text)),
		text.start,
		domain,
	];
	return NAMES.flatMap((property) => graph.texts(thing, property)).some((name) => {
		return (
			stated.some(({ value, visible }) => visible && value === name) ||
			seen.some((each) => holds(each, name) === true) ||
			holds(name, domain) === true
		);
	});
}

/** Removes accents; unifies `ö`, `ø`, `oe` and `o`, likewise `ä`, `æ`, `ü` and `å`, and `ß` and `ss`. */
export function foldName(name: string): string {
	return name
		.normalize("NFKD")
		.replace(/\p{M}+/gu, "")
		.toLowerCase()
		.replaceAll("ß", "ss")
		.replace(/[æœø]|aa|ae|oe|ue/g, (letters) => SIMPLE[letters] ?? letters.charAt(0));
}

function wordsOf(name: string): readonly string[] {
	const text = name.slice(0, LONGEST).trim();
	const plain = /\s/.test(text) ? text : text.replace(ADDRESS_END, "");
	const folded = foldName(plain)
		.replace(/(?<=\p{L})\.(?=\p{L}\b)/gu, "")
		.replace(/[’'`´®™©]/g, "");
	const words = folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
	const telling = words.filter((word) => !LEGAL_FORMS.has(word) && !SMALL.has(word));
	return telling.length > 0 ? telling : words;
}

function initials(words: readonly string[]): string {
	return words.map((word) => word.charAt(0)).join("");
}

/** The script of the first non-Latin letter; mixed names count as that script. */
function scriptOf(words: readonly string[]): string {
	const text = words.join("");
	const scripts = "Han Hiragana Katakana Hangul Arabic Hebrew Thai Cyrillic Greek Devanagari".split(" ");
	const found = scripts.find((script) => new RegExp(`\\p{Script=${script}}`, "u").test(text));
	if (found === undefined) return /\p{Script=Latin}/u.test(text) ? "Latin" : "other";
	return found === "Hiragana" || found === "Katakana" ? "Han" : found;
}

const OWNERS = ["publisher", "author", "creator", "copyrightHolder"] as const;
const IN_PASSING = ["author", "itemReviewed", "brand", "manufacturer", "memberOf", "seller", "provider"] as const;

export function websiteOf(graph: StructuredGraph): Thing | undefined {
	const sites = graph.ofType((type) => type === "WebSite");
	return sites.find(({ top }) => top) ?? sites[0];
}

/** The one named by its website, else the one with most properties; top-level ones first. */
export function organizationOf(graph: StructuredGraph): Thing | undefined {
	const organizations = graph.ofType(isOrganizationType);
	const site = websiteOf(graph);
	const named = new Set(site ? OWNERS.flatMap((property) => graph.follow(site, property)) : []);
	const own = organizations.filter((each) => named.has(each));
	const passing = new Set(graph.things.flatMap((thing) => IN_PASSING.flatMap((by) => graph.follow(thing, by))));
	const others = organizations.filter((each) => each.top || !passing.has(each));
	const [best] = (own.length > 0 ? own : others.length > 0 ? others : organizations).toSorted(
		(a, b) => fullness(graph, b) - fullness(graph, a),
	);
	return best;
}

/** Whether the website names the organization as its publisher: they may have different names. */
export function isPublishedBy(graph: StructuredGraph, website: Thing, organization: Thing): boolean {
	return OWNERS.some((property) => graph.follow(website, property).includes(organization));
}

/** A personal site has no organization: its website or profile page says so, or it is about one person only. */
export function personOf(graph: StructuredGraph): Thing | undefined {
	const isPerson = (thing: Thing) => thing.types.has("Person") && textOf(graph, thing, "name") !== "";
	const sites = graph.ofType((type) => type === "WebSite");
	const profiles = graph.ofType((type) => type === "ProfilePage");
	const owners = sites.flatMap((site) => OWNERS.flatMap((property) => graph.follow(site, property)));
	const subjects = profiles.flatMap((profile) => graph.follow(profile, "mainEntity"));
	const top = graph.things.filter((thing) => thing.top);
	const alone = top.length === 1 ? top : [];
	return [...owners, ...subjects, ...alone].find(isPerson);
}

function fullness(graph: StructuredGraph, thing: Thing): number {
	const { recommended } = VENDOR_REQUIREMENTS.Organization;
	const listed = recommended.length - unmet(graph, thing, recommended).length;
	return (textOf(graph, thing, "name", "legalName") === "" ? 0 : 10) + listed + (thing.top ? 0.5 : 0);
}
