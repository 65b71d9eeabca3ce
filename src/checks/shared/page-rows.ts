import type { Page, PageVisit } from "#evidence/evidence-map.ts";
import type { Located, PageDigest } from "#evidence/page-digest.ts";
import { canonicalStatements } from "./canonical-links.ts";
import { isDead } from "./duplicate-pages.ts";
import { annotationsOf } from "./hreflang.ts";
import { closesIndex, placedDirectives } from "./robots.ts";
import { addressKey, levelsOf } from "./site-addresses.ts";
import { mainLettersOf } from "./text-language.ts";

interface Worded extends Located {
	readonly text: string;
}

export interface LinkPlace extends Located {
	/** Absolute, without fragment. */
	readonly url: string;
}

/** Facts that checks across pages need of each page after it was dropped. Plain data. */
export interface PageRow {
	readonly url: string;
	/** See `Page`. */
	readonly sitePath?: string | undefined;
	/** Lower case; "" if not stated. */
	readonly lang: string;
	readonly title: Worded | null;
	readonly description: Worded | null;
	/** The first valid address. */
	readonly canonical: LinkPlace | null;
	readonly noindex: boolean;
	/** Letters in the main part; a character of a dense script counts as several. */
	readonly main: number;
	readonly hasMain: boolean;
	readonly fingerprint: readonly number[];
	readonly versions: readonly (LinkPlace & { readonly code: string })[];
	/** Same-host links, deduplicated, without those hidden from readers or marked nofollow. */
	readonly links: readonly LinkPlace[];
	readonly parts: PageDigest["parts"];
}

export function rowOf(page: Page, auditedAt: string): PageRow {
	const { url, sitePath, digest } = page;
	const [title] = digest.titles;
	const description = digest.metas.find(({ by, key, content }) => {
		return by === "name" && key === "description" && content.trim() !== "";
	});
	return {
		url,
		...(sitePath === undefined ? {} : { sitePath }),
		lang: digest.lang?.text.trim().toLowerCase() ?? "",
		title: title ? { text: title.text, at: title.at, excerpt: title.excerpt } : null,
		description: description ? { text: description.content, at: description.at, excerpt: description.excerpt } : null,
		canonical: canonicalPlace(page),
		noindex: placedDirectives(page, ["robots", "googlebot"]).some(({ directive }) => closesIndex(directive, auditedAt)),
		main: mainLettersOf(page),
		hasMain: digest.landmarks.some(({ role }) => role === "main"),
		fingerprint: digest.text.fingerprint,
		versions: annotationsOf(page).flatMap(({ hreflang, url: to, exhibits: [place] }) => {
			return to === null || !place ? [] : [{ code: hreflang, url: to, at: place.at ?? "", excerpt: place.excerpt }];
		}),
		links: linksOf(page),
		parts: digest.parts,
	};
}

function canonicalPlace(page: Page): LinkPlace | null {
	for (const { url, exhibits } of canonicalStatements(page)) {
		const [place] = exhibits;
		if (url !== null && place) return { url, at: place.at ?? "", excerpt: place.excerpt };
	}
	return null;
}

function linksOf({ url, digest }: Page): LinkPlace[] {
	const { host } = new URL(url);
	const links = new Map<string, LinkPlace>();
	for (const { url: to, rel, hidden, at, excerpt } of digest.anchors) {
		if (to === null || hidden || rel.includes("nofollow")) continue;
		const target = URL.parse(to);
		if (target === null || target.host !== host) continue;
		target.hash = "";
		if (!links.has(target.href)) links.set(target.href, { url: target.href, at, excerpt });
	}
	return [...links.values()];
}

/** Address, line, column and excerpt of a link, as numbers: 10,000 pages have a million links. */
const FIELDS = 4;
const POSITION = /^line (\d+), column (\d+)$/;

/** A class: getters defined per object would take a kilobyte more each. */
class KeptRow implements PageRow {
	readonly url: string;
	readonly sitePath: string | undefined;
	readonly lang: string;
	readonly title: PageRow["title"];
	readonly description: PageRow["description"];
	readonly canonical: PageRow["canonical"];
	readonly noindex: boolean;
	readonly main: number;
	readonly hasMain: boolean;
	readonly fingerprint: readonly number[];
	readonly versions: PageRow["versions"];
	readonly parts: PageRow["parts"];
	readonly #links: () => readonly LinkPlace[];

	constructor(row: PageRow, links: () => readonly LinkPlace[]) {
		this.url = row.url;
		this.sitePath = row.sitePath;
		this.lang = row.lang;
		this.title = row.title;
		this.description = row.description;
		this.canonical = row.canonical;
		this.noindex = row.noindex;
		this.main = row.main;
		this.hasMain = row.hasMain;
		this.fingerprint = Uint32Array.from(row.fingerprint) as unknown as readonly number[];
		this.versions = row.versions;
		this.parts = row.parts;
		this.#links = links;
	}

	get links(): readonly LinkPlace[] {
		return this.#links();
	}
}

/** Redirects that never end. */
const LOOPS: ReadonlySet<string> = new Set(["redirect-loop", "redirect-limit"]);

export type Answer =
	| { readonly state: "page"; readonly row: PageRow }
	| { readonly state: "moved"; readonly visit: PageVisit }
	| { readonly state: "dead"; readonly visit: PageVisit };

/** Facts of all pages read, for checks across pages. */
export class PageRows {
	/** Every page that links and the sitemap lead to was read. */
	isWhole = false;
	/** Keys of all addresses in the sitemap; undefined if it is missing or was not read in full. */
	listed: ReadonlySet<string> | undefined;
	readonly #rows: PageRow[] = [];
	readonly #links: Int32Array[] = [];
	readonly #byKey = new Map<string, number>();
	readonly #visits = new Map<string, PageVisit>();
	readonly #texts: string[] = [];
	readonly #numbers = new Map<string, number>();
	readonly #groups = new Map<string, ReadonlyMap<string, readonly PageRow[]>>();
	readonly #norms = new Map<string, ReadonlyMap<string, string>>();
	#linkedKeys: ReadonlySet<string> | undefined;

	add(row: PageRow): void {
		const links = new Int32Array(row.links.length * FIELDS);
		for (const [index, { url, at, excerpt }] of row.links.entries()) {
			const [, line, column] = POSITION.exec(at) ?? [];
			links.set([this.#number(url), Number(line ?? 0), Number(column ?? 0), this.#number(excerpt)], index * FIELDS);
		}
		const key = addressKey(row.url);
		if (!this.#byKey.has(key)) this.#byKey.set(key, this.#rows.length);
		this.#links.push(links);
		this.#rows.push(new KeptRow(row, () => this.#unpacked(links)));
	}

	/** Records a request, whatever its outcome. */
	note(visit: PageVisit): void {
		this.#visits.set(visit.url, visit);
	}

	get size(): number {
		return this.#rows.length;
	}

	[Symbol.iterator](): Iterator<PageRow> {
		return this.#rows.values();
	}

	/** Undefined if not requested, or if the outcome says nothing about the page, such as a refusal of ours. */
	answerOf(address: string): Answer | undefined {
		const visit = this.#visits.get(address);
		if (visit && (isDead(visit) || LOOPS.has(visit.failure ?? ""))) return { state: "dead", visit };
		if (visit && visit.hops > 0) return { state: "moved", visit };
		const index = this.#byKey.get(addressKey(address));
		const row = index === undefined ? undefined : this.#rows[index];
		return row && { state: "page", row };
	}

	/** Addresses that pages link to or name as canonical or hreflang, deduplicated. */
	named(): ReadonlySet<string> {
		const named = new Set<string>();
		for (const row of this.#rows) for (const address of addressesNamed(row)) named.add(address);
		return named;
	}

	/**
	 * Up to ALIKE other pages with the same key; "" matches no page.
	 * @param name identifies `keyOf`: pages are grouped once per name
	 */
	alike(row: PageRow, name: string, keyOf: (row: PageRow) => string): readonly PageRow[] {
		const group = this.#groups.get(name) ?? this.#groupsOf(keyOf);
		this.#groups.set(name, group);
		const key = keyOf(row);
		return key === "" ? [] : (group.get(key) ?? []).slice(0, ALIKE).filter(({ url }) => url !== row.url);
	}

	/** Drops groups of one, which are most: near-duplicate needs 32 groupings of all pages. */
	#groupsOf(keyOf: (row: PageRow) => string): ReadonlyMap<string, readonly PageRow[]> {
		const groups = Map.groupBy(this.#rows, keyOf);
		return new Map([...groups].filter(([key, rows]) => key !== "" && rows.length > 1));
	}

	/** The trait that NORM_SHARE of the template's pages share; undefined if none, or below NORM_PAGES pages. */
	normOf(row: PageRow, name: string, traitOf: (row: PageRow) => string, groupOf = localTemplateOf): string | undefined {
		const norms = this.#norms.get(name) ?? this.#normsOf(traitOf, groupOf);
		this.#norms.set(name, norms);
		return norms.get(groupOf(row));
	}

	/** Whether another page links to it, directly or by a redirect. */
	isLinked({ url }: PageRow): boolean {
		this.#linkedKeys ??= this.#keysLinked();
		return this.#linkedKeys.has(addressKey(url));
	}

	/** Number of pages by distance in links from the home page; the last entry counts pages that no link leads to. */
	depths(): readonly number[] {
		const depths = [...this.#depths().values()];
		const levels = Array.from({ length: Math.max(-1, ...depths) + 1 }, () => 0);
		for (const depth of depths) levels[depth] = (levels[depth] ?? 0) + 1;
		return [...levels, this.#byKey.size - depths.length];
	}

	#unpacked(links: Int32Array): readonly LinkPlace[] {
		const text = (number: number) => this.#texts[number] as string;
		return Array.from({ length: links.length / FIELDS }, (_, place) => {
			const [url = 0, line = 0, column = 0, excerpt = 0] = links.subarray(place * FIELDS, (place + 1) * FIELDS);
			return { url: text(url), at: `line ${line}, column ${column}`, excerpt: text(excerpt) };
		});
	}

	#number(text: string): number {
		const known = this.#numbers.get(text);
		if (known !== undefined) return known;
		this.#numbers.set(text, this.#texts.length);
		return this.#texts.push(text) - 1;
	}

	#normsOf(traitOf: (row: PageRow) => string, groupOf: (row: PageRow) => string): ReadonlyMap<string, string> {
		const templates = new Map<string, Map<string, number>>();
		for (const row of this) {
			const template = groupOf(row);
			const values = templates.get(template) ?? new Map<string, number>();
			templates.set(template, values);
			const value = traitOf(row);
			values.set(value, (values.get(value) ?? 0) + 1);
		}
		return new Map(
			[...templates].flatMap(([template, values]) => {
				const [most, count] = [...values].reduce((a, b) => (b[1] > a[1] ? b : a));
				const all = [...values.values()].reduce((sum, each) => sum + each, 0);
				return all >= NORM_PAGES && count >= all * NORM_SHARE ? [[template, most] as const] : [];
			}),
		);
	}

	#keysLinked(): ReadonlySet<string> {
		const linked = new Set<string>();
		for (const [index, links] of this.#links.entries()) {
			const own = addressKey(this.#rows[index]?.url ?? "");
			for (let at = 0; at < links.length; at += FIELDS) {
				const key = this.#targetOf(links[at] as number);
				if (key !== own) linked.add(key);
			}
		}
		return linked;
	}

	/** Key of the page at the end of a link's redirects. */
	#targetOf(link: number): string {
		const address = this.#texts[link] as string;
		return addressKey(this.#visits.get(address)?.end ?? address);
	}

	/** Breadth-first search, following redirects. */
	#depths(): ReadonlyMap<string, number> {
		const depths = new Map<string, number>();
		let level = this.#rows.length === 0 ? [] : [0];
		for (let depth = 0; level.length > 0; depth++) {
			const next: number[] = [];
			for (const index of level) {
				const key = addressKey(this.#rows[index]?.url ?? "");
				const links = this.#links[index] as Int32Array;
				if (depths.has(key)) continue;
				depths.set(key, depth);
				for (let at = 0; at < links.length; at += FIELDS) {
					const found = this.#byKey.get(this.#targetOf(links[at] as number));
					if (found !== undefined) next.push(found);
				}
			}
			level = next;
		}
		return depths;
	}
}

/** Pages that one page is compared with in its group. */
const ALIKE = 50;

/** Smaller templates have no norm. */
const NORM_PAGES = 10;
const NORM_SHARE = 0.9;

/** Indexable pages in the same language with the same text that are not versions of each other. */
export function twinsOf(
	row: PageRow,
	pages: PageRows,
	name: string,
	wordsOf: (row: PageRow) => string | undefined,
): readonly PageRow[] {
	const keyOf = (each: PageRow) => {
		const words = wordsOf(each)?.trim().replace(/\s+/g, " ").toLowerCase() ?? "";
		return words !== "" && isIndexable(each) ? `${each.lang} ${words}` : "";
	};
	return pages.alike(row, name, keyOf).filter((other) => !areLanguageVersions(row, other));
}

/** A locale as sites name their sections: `de`, `pt-br`, `zh_Hant`. */
const LOCALE = /^[a-z]{2}(?:[-_](?:[a-z]{2}|[a-z]{4}))?$/i;
const LANGUAGE_PARAMETER = /^(?:lang|language|locale|hl|l)$/i;

export function areLanguageVersions(one: PageRow, other: PageRow): boolean {
	if (one.lang !== "" && other.lang !== "" && one.lang !== other.lang) return true;
	return namesVersion(one, other) || namesVersion(other, one) || differInLocale(one, other);
}

function namesVersion({ versions }: PageRow, other: PageRow): boolean {
	const key = addressKey(other.url);
	return versions.some(({ url }) => addressKey(url) === key);
}

/** Whether 2 addresses differ only in a locale, in their first 2 segments or a parameter. */
function differInLocale(one: Addressed, other: Addressed): boolean {
	const [mine, theirs] = [withoutLocale(one), withoutLocale(other)];
	return mine.locale !== theirs.locale && mine.rest === theirs.rest;
}

type Addressed = Pick<PageRow, "url" | "sitePath">;

function withoutLocale(page: Addressed): { readonly locale: string; readonly rest: string } {
	const url = new URL(page.url);
	const parameter = [...url.searchParams].find(([name]) => LANGUAGE_PARAMETER.test(name));
	if (parameter) url.searchParams.delete(parameter[0]);
	const segments = url.pathname
		.slice((page.sitePath ?? "/").length)
		.split("/")
		.filter((segment) => segment !== "");
	const at = segments.slice(0, 2).findIndex((segment) => LOCALE.test(segment));
	const [segment] = at < 0 ? [] : segments.splice(at, 1);
	return { locale: (segment ?? parameter?.[1] ?? "").toLowerCase(), rest: `${segments.join("/")}${url.search}` };
}

export const ONLY_PAGE = {
	outcome: "not-applicable",
	says: "There is only one page, so there is nothing to compare.",
} as const;

/** All addresses that a page refers to: links, canonical and hreflang. */
export function addressesNamed({ links, canonical, versions }: PageRow): readonly string[] {
	return [...links, ...(canonical ? [canonical] : []), ...versions].map(({ url }) => url);
}

/** Indexable at its own address: neither noindex nor canonical to another page. */
export function isIndexable({ url, canonical, noindex }: PageRow): boolean {
	return !noindex && (canonical === null || addressKey(canonical.url) === addressKey(url));
}

/** The template within one language: `/de/…` and `/fr/…` have separate norms. */
export function localTemplateOf(row: PageRow): string {
	return `${withoutLocale(row).locale} ${templateOf(row)}`;
}

/** Whether its address contains its language: `/fr/…` of a page in French. */
export function isInItsLanguagesPart(row: PageRow): boolean {
	const language = row.lang.split("-")[0]?.toLowerCase() ?? "";
	return language !== "" && withoutLocale(row).locale.split(/[-_]/)[0] === language;
}

/** `/` for the home page, `/*` for pages next to it, and one per folder: `/products/*`. */
export function templateOf(page: Pick<PageRow, "url" | "sitePath">): string {
	const [folder, ...below] = levelsOf(page);
	if (folder === undefined) return "/";
	return below.length === 0 ? "/*" : `/${folder}/*`;
}
