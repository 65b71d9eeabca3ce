import type { Evidence, Page, PageVisit } from "#evidence/evidence-map.ts";
import { addressKey } from "./site-addresses.ts";

/** Pages of different content that name one other page, from which on it is a template's fault and no choice. */
const MANY = 3;
/** A refusal is addressed to us, and says nothing of the page. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 407, 429]);

/** The canonical address in a page's head, absolute, without fragment; null where there is none. */
export function canonicalOf({ url, digest }: Page): string | null {
	const { baseHref, links } = digest;
	const link = links.find(({ rel, href, inHead }) => inHead && rel.includes("canonical") && href?.trim());
	const named = link ? URL.parse(link.href ?? "", URL.parse(baseHref ?? "", url)?.href ?? url) : null;
	if (named === null) return null;
	named.hash = "";
	return named.href;
}

export function deadVisit(address: string, visits: Evidence["visits"]): PageVisit | undefined {
	if (visits.state !== "found") return undefined;
	const key = addressKey(address);
	return visits.value.find((visit) => addressKey(visit.url) === key && isDead(visit));
}

export function isDead({ status, softNotFound }: Pick<PageVisit, "status" | "softNotFound">): boolean {
	return status !== null && (softNotFound || (status >= 400 && !REFUSALS.has(status)));
}

/** Dead, and not for a fault of the server that may pass. */
export function isGone(visit: Pick<PageVisit, "status" | "softNotFound">): boolean {
	return isDead(visit) && (visit.status ?? 0) < 500;
}

/** Of what is dead: `answers 404`. */
export function deadAnswer({ status, softNotFound }: Pick<PageVisit, "status" | "softNotFound">): string {
	return softNotFound ? "shows the page for addresses that do not exist" : `answers ${status}`;
}

/** 0 below three. Variants by query (sorting, tracking, printing) do not count: the link is meant for them. */
export function pagesMerged(page: Page, target: string, pages: readonly Page[]): number {
	if (!isMerged(page, target)) return 0;
	const key = addressKey(target);
	const merged = pages.filter((each) => {
		const named = canonicalOf(each);
		return named !== null && addressKey(named) === key && isMerged(each, named);
	});
	const distinct: Page[] = [];
	for (const each of merged) if (distinct.every((other) => !isAlike(each, other))) distinct.push(each);
	return distinct.length >= MANY ? distinct.length : 0;
}

export function isMergedWithHome(page: Page, target: string, home: Evidence["home"]): boolean {
	if (home.state !== "found" || addressKey(target) !== addressKey(home.value.url)) return false;
	return isMerged(page, target) && !isAlike(page, home.value);
}

function isMerged({ url }: Page, target: string): boolean {
	const plain = (address: string) => addressKey(address).replace(/\?.*$/, "");
	return plain(url) !== plain(target);
}

function isAlike(one: Page, other: Page): boolean {
	const share = similarityOf(one.digest.text.fingerprint, other.digest.text.fingerprint);
	return share === null ? titleOf(one) === titleOf(other) : share >= MOSTLY_SAME;
}

function titleOf({ digest }: Page): string {
	return digest.titles[0]?.text.trim() ?? "";
}

/** A language, alone or as it is written in one country, as sites name their sections: `de`, `pt-br`, `zh_Hant`. */
const LOCALE = /^[a-z]{2}(?:[-_](?:[a-z]{2}|[a-z]{4}))?$/i;
const LANGUAGE_PARAMETER = /^(?:lang|language|locale|hl|l)$/i;

export function areLanguageVersions(one: Page, other: Page): boolean {
	const [mine, theirs] = [languageOf(one), languageOf(other)];
	if (mine !== "" && theirs !== "" && mine !== theirs) return true;
	return namesVersion(one, other) || namesVersion(other, one) || differInLocale(one.url, other.url);
}

function namesVersion(one: Page, other: Page): boolean {
	const key = addressKey(other.url);
	return one.digest.links.some(({ rel, hreflang, href }) => {
		if (hreflang === null || href === null || !rel.includes("alternate")) return false;
		return addressKey(URL.parse(href.trim(), one.url)?.href ?? "") === key;
	});
}

/** One address but for a language: among its first two segments, or in a parameter. */
function differInLocale(one: string, other: string): boolean {
	const [mine, theirs] = [withoutLocale(one), withoutLocale(other)];
	return mine.locale !== theirs.locale && mine.rest === theirs.rest;
}

function withoutLocale(address: string): { readonly locale: string; readonly rest: string } {
	const url = new URL(address);
	const parameter = [...url.searchParams].find(([name]) => LANGUAGE_PARAMETER.test(name));
	if (parameter) url.searchParams.delete(parameter[0]);
	const segments = url.pathname.split("/").filter((segment) => segment !== "");
	const at = segments.slice(0, 2).findIndex((segment) => LOCALE.test(segment));
	const [segment] = at < 0 ? [] : segments.splice(at, 1);
	return { locale: (segment ?? parameter?.[1] ?? "").toLowerCase(), rest: `${segments.join("/")}${url.search}` };
}

export function pagesSeen({ home, sample }: Pick<Evidence, "home" | "sample">): readonly Page[] {
	const first = home.state === "found" ? [home.value] : [];
	return sample.state === "found" ? [...first, ...sample.value] : first;
}

/**
 * In one language, and neither names another page as its canonical one: that is how copies are made known.
 * @param wordsOf what a page says, case and white space aside; "" when nothing
 */
export function twinsOf(page: Page, pages: readonly Page[], wordsOf: (page: Page) => string): readonly Page[] {
	const own = folded(wordsOf(page));
	if (own === "" || pages.length < 2 || !standsForItself(page)) return [];
	const key = addressKey(page.url);
	return pages.filter((other) => {
		if (folded(wordsOf(other)) !== own || addressKey(other.url) === key) return false;
		return languageOf(other) === languageOf(page) && standsForItself(other);
	});
}

function standsForItself({ url, digest }: Page): boolean {
	const named = digest.links.filter(({ rel, href, inHead }) => inHead && rel.includes("canonical") && href !== null);
	return named.every(({ href }) => {
		const address = URL.parse(href ?? "", url);
		return address === null || addressKey(address.href) === addressKey(url);
	});
}

function languageOf({ digest }: Page): string {
	return digest.lang?.text.trim().toLowerCase() ?? "";
}

function folded(text: string): string {
	return text.trim().replace(/\s+/g, " ").toLowerCase();
}

/** Shares below which two answers to one question are called different texts. */
export const MOSTLY_SAME = 0.8;

/** What two texts have in common, 0 to 1; null where one of them is too short to have a fingerprint. */
export function similarityOf(one: readonly number[], other: readonly number[]): number | null {
	if (one.length === 0 || one.length !== other.length) return null;
	return one.filter((value, place) => value === other[place]).length / one.length;
}
