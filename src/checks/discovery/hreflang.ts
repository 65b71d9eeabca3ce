import type { Exhibit, Verdict } from "#core/verdict.ts";
import { listing, plainCount, plural } from "#core/wording.ts";
import type { NamedAddress, Observation, Page } from "#evidence/evidence-map.ts";

import { defineSiteCheck, noHomePage } from "../define-check.ts";
import { deadAnswer, isDead } from "../shared/duplicate-pages.ts";
import { attributeText, clip, exhibitsOf } from "../shared/exhibits.ts";
import {
	type Annotation,
	annotationsIn,
	annotationsOf,
	codesOf,
	countLanguages,
	namesItself,
	type Stated,
} from "../shared/hreflang.ts";
import { addressKey, cleanAddress } from "../shared/site-addresses.ts";
import { sureLanguage } from "../shared/text-language.ts";
import codes from "./hreflang-codes.json" with { type: "json" };

const LANGUAGES: ReadonlySet<string> = new Set(codes.languages.split(" "));
const REGIONS: ReadonlySet<string> = new Set(codes.regions.split(" "));
const MEANT_LANGUAGE: Readonly<Record<string, string>> = codes.meantLanguage;
const MEANT_REGION: Readonly<Record<string, string>> = codes.meantRegion;

const TAG = /^([a-z]{2,3})(?:-([a-z]{4}))?(?:-([a-z]{2}|\d{3}))?((?:-(?:[a-z0-9]{5,8}|\d[a-z0-9]{3}))*)$/i;

type CodeFault = { readonly why: string; readonly meant?: string | undefined };

/** BCP 47; Google supports ISO 639-1 and ISO 3166-1 alpha-2. Accepts three-letter languages without a shorter code. */
export function codeFault(value: string): CodeFault | undefined {
	const code = value.trim();
	if (code.toLowerCase() === "x-default") return undefined;
	if (code === "") return { why: "is empty" };
	const [, language = "", script, region, variants = ""] = TAG.exec(code) ?? [];
	if (language === "") return { why: "is not a language code", meant: repaired(code) };
	const meantLanguage = languageFault(language);
	if (meantLanguage) return meantLanguage;
	if (region === undefined) return undefined;
	const start = [language.toLowerCase(), script].filter((part) => part !== undefined).join("-");
	return regionFault(start, region.toUpperCase(), variants);
}

function languageFault(written: string): CodeFault | undefined {
	const language = written.toLowerCase();
	const meant = MEANT_LANGUAGE[language];
	if (LANGUAGES.has(language)) return undefined;
	if (language.length === 3)
		return meant === undefined
			? undefined
			: { why: `starts with "${written}", but the language has a 2-letter code`, meant };
	const why = REGIONS.has(language.toUpperCase())
		? `starts with "${written}", which is a country, not a language`
		: `starts with "${written}", which is not a language in ISO 639-1`;
	return { why, meant };
}

function regionFault(start: string, region: string, variants: string): CodeFault | undefined {
	// LA is Laos, but with Spanish it is meant as Latin America.
	if (REGIONS.has(region) && !(region === "LA" && start === "es")) return undefined;
	if (/^\d/.test(region))
		return { why: `ends in "${region}", an area of several countries that Google does not support`, meant: start };
	const country = MEANT_REGION[region];
	const meant = country === undefined ? undefined : `${country === "" ? start : `${start}-${country}`}${variants}`;
	return { why: `ends in "${region}", which is not a country in ISO 3166-1`, meant };
}

/** `en_US` → `en-US` */
function repaired(code: string): string | undefined {
	const hyphened = code.replaceAll("_", "-");
	return hyphened !== code && codeFault(hyphened) === undefined ? hyphened : undefined;
}

const EXHIBITS = 5;

const NONE: ReadonlyMap<string, readonly Annotation[]> = new Map();

export const hreflang = defineSiteCheck({
	id: "hreflang",
	pillar: "discovery",
	engines: ["search"],
	grade: "vendor",
	atStake: "quality",
	weightReason: "A wrong code loses one language version in search. People still find the page itself.",
	tableStakes: true,
	title: "The links between language versions are correct (hreflang)",
	fault: "The links between language versions have errors (hreflang)",
	problem: "search engines may send people to the page in the wrong language",
	consequence: "Search engines may send people to the page in the wrong language.",
	hours: 3,
	doneBy: "developer",
	why: "Search engines send people to the version in their language. They silently ignore a code that does not exist, or a version that does not confirm the link.",
	howToFix:
		'On every version, list all versions, including itself: <link rel="alternate" hreflang="de-AT" href="https://…"> with an ISO 639-1 language, an ISO 3166-1 country if it matters, and the full address.',
	consumer: "Google Search",
	reference: "https://developers.google.com/search/docs/specialty/international/localized-versions",
	reviewed: "2026-11-21",
	note: "Google ignores an invalid code and reads the others, so we deduct the share of wrong ones. If half are wrong, the check fails. We count the links on pages and in the sitemap separately, and the worse of the two counts. We do not ask a site without language versions for any, or for x-default. Google supports countries, not areas: es-419 is a valid BCP 47 tag, but Google does not use it. We check the home page and the sitemap. The check hreflang-return tests whether versions link back.",
	yieldsTo: ["home-status"],
	needs: ["home"],
	wants: ["sitemap", "named"],
	evaluate({ home, sitemap, named }) {
		if (home.state === "absent") return noHomePage(home);
		const listed = sitemap.state === "found" ? annotationsIn(sitemap.value, sitemap.url) : NONE;
		const page = home.value;
		const key = addressKey(page.url);
		const own = annotationsOf(page);
		const stated: Stated = { page, annotations: [...own, ...(listed.get(key) ?? [])] };
		const elsewhere = [...listed].filter(([each]) => each !== key).flatMap(([, about]) => about);
		const all = [...stated.annotations, ...elsewhere];
		if (all.length === 0) return judgeNone(page);
		const inSitemap = [...listed.values()].flat();
		return (
			worse(judgeWritten(own), judgeWritten(inSitemap)) ??
			judgeDead(named, page) ??
			judgeAlone(all, stated) ??
			judgeLinked(stated) ??
			pass(all)
		);
	},
});

function judgeNone(page: Page): Verdict {
	const stray = page.digest.links.filter((link) => link.hreflang !== null && link.rel.includes("alternate"));
	if (stray.length === 0) return { outcome: "not-applicable", says: "The site names no versions in other languages." };
	return {
		outcome: "partial",
		ratio: 0.5,
		says: `${page.url} names ${plainCount(stray.length, "language version")} outside <head>, where search engines ignore them.`,
		fix: `Move the hreflang links of ${page.url} into its <head>, before the element that ends it (${stray[0]?.at}).`,
		exhibits: exhibitsOf(page, stray),
	};
}

function judgeDead(named: Observation<readonly NamedAddress[]>, page: Page): Verdict | undefined {
	const looked = named.state === "found" ? named.value.filter(({ by }) => by === "hreflang") : [];
	const dead = looked.filter(isDead);
	const [first] = dead;
	if (!first) return undefined;
	return {
		outcome: "partial",
		ratio: 1 - dead.length / (looked.length + 1),
		fault: "Linked language versions do not exist (hreflang)",
		says: `${page.url} names ${clip(first.url, 100)} as a version in another language, which ${deadAnswer(first)}. We checked ${plainCount(looked.length, "version")}.`,
		fix: `Correct the address ${clip(first.url, 100)} in the hreflang links of ${page.url}, or remove it.`,
		exhibits: annotationsOf(page)
			.flatMap(({ url, exhibits }) => (url === first.url ? exhibits : []))
			.slice(0, EXHIBITS),
	};
}

interface Wrong {
	readonly says: string;
	readonly fix: string;
	readonly exhibits: readonly Exhibit[];
}

/** A correct statement in one place does not make up for a wrong one in another. */
function worse(one: Verdict | undefined, other: Verdict | undefined): Verdict | undefined {
	const kept = (verdict: Verdict | undefined) => {
		if (verdict?.outcome === "fail") return 0;
		return verdict?.outcome === "partial" ? verdict.ratio : 1;
	};
	return kept(other) < kept(one) ? other : (one ?? other);
}

/** Fails from half wrong. */
function judgeWritten(all: readonly Annotation[]): Verdict | undefined {
	const wrong = all.flatMap((each) => wrongOf(each) ?? []);
	const [first] = wrong;
	if (!first) return undefined;
	const reasons = [...new Set(wrong.map(({ says }) => says))];
	const details = {
		says: `${wrong.length} of ${plainCount(all.length, "hreflang annotation")} ${plural(wrong.length, "has", "have")} errors: ${listing(reasons)}.`,
		fix: [...new Set(wrong.map(({ fix }) => fix))].slice(0, 3).join(" "),
		exhibits: wrong.flatMap(({ exhibits }) => exhibits).slice(0, EXHIBITS),
	};
	const share = 1 - wrong.length / all.length;
	return share > 0.5 ? { outcome: "partial", ratio: share, ...details } : { outcome: "fail", ...details };
}

function wrongOf({ hreflang: code, href, url, exhibits }: Annotation): Wrong | undefined {
	const fault = codeFault(code);
	const shown = clip(code, 40);
	if (fault) {
		const meant = fault.meant === undefined ? "an ISO 639-1 language" : `hreflang="${fault.meant}"`;
		return { says: `"${shown}" ${fault.why}`, fix: `Replace hreflang="${shown}" with ${meant}.`, exhibits };
	}
	if (url !== null) return undefined;
	const address = clip(href, 80);
	return {
		says: href === "" ? `"${shown}" has no address` : `the address "${address}" of "${shown}" is incomplete`,
		fix: `Give hreflang="${shown}" its full address, starting with https://.`,
		exhibits,
	};
}

function judgeLinked(stated: Stated): Verdict | undefined {
	const { page, annotations } = stated;
	if (annotations.length === 0 || namesItself(stated)) return undefined;
	return {
		outcome: "partial",
		ratio: 0.5,
		says: `${page.url} lists other language versions but not itself.`,
		fix: `Add to the <head> of ${page.url}: <link rel="alternate" hreflang="${attributeText(codeOf(page))}" href="${attributeText(cleanAddress(page.url))}">`,
		exhibits: annotations.flatMap(({ exhibits }) => exhibits).slice(0, EXHIBITS),
	};
}

function codeOf({ digest }: Page): string {
	return digest.lang?.text.trim() || (sureLanguage(digest.text.language)?.tag ?? "x-default");
}

/** Many generators add a self-link to every page; without a second language it means nothing. */
function judgeAlone(all: readonly Annotation[], stated: Stated): Verdict | undefined {
	if (countLanguages(all, stated) > 1) return undefined;
	return { outcome: "not-applicable", says: `The site has only one language (${listing(codesOf(all))}).` };
}

function pass(all: readonly Annotation[]): Verdict {
	const codes = codesOf(all);
	return {
		outcome: "pass",
		says: `The language versions use ${plainCount(codes.length, "valid code")}: ${listing(codes, 8)}.`,
		exhibits: all.flatMap(({ exhibits }) => exhibits).slice(0, EXHIBITS),
	};
}
