import type { PartialPass } from "#core/verdict.ts";
import { listing, plainCount } from "#core/wording.ts";
import { definePagesCheck } from "../define-check.ts";
import { deadAnswer } from "../shared/duplicate-pages.ts";
import { attributeText, clip } from "../shared/exhibits.ts";
import type { PageRow, PageRows } from "../shared/page-rows.ts";
import { addressKey, cleanAddress, isHome } from "../shared/site-addresses.ts";
import { codeFault } from "./hreflang.ts";

export const hreflangReturn = definePagesCheck({
	id: "hreflang-return",
	pillar: "discovery",
	engines: ["search"],
	grade: "vendor",
	atStake: "quality",
	weightReason: "Google ignores a version that does not link back. People still find the page itself.",
	tableStakes: true,
	title: "Language versions link to each other (hreflang)",
	fault: "Language versions do not link to each other (hreflang)",
	problem: "search engines may send people to the page in the wrong language",
	consequence: "Search engines may send people to the page in the wrong language.",
	hours: 3,
	doneBy: "developer",
	why: "Google ignores a language version that does not link back to the page, because otherwise any site could claim to be a version of it.",
	howToFix: "On every version, list all versions, including itself, with addresses that return a page.",
	consumer: "Google Search",
	reference: "https://developers.google.com/search/docs/specialty/international/localized-versions",
	reviewed: "2026-11-28",
	note: "We check only versions that we read. The check hreflang covers the codes on the home page. If a page lists its versions only in the sitemap, we judge it there.",
	evaluate(row, pages) {
		const { url, versions } = row;
		if (versions.length === 0)
			return { outcome: "not-applicable", says: `${url} names no versions in other languages.` };
		const wrong = versions.flatMap((version) => {
			const why = wrongVersion(row, version, pages);
			return why === undefined ? [] : [{ version, why }];
		});
		const [first] = wrong;
		const languages = new Set(versions.map(({ code }) => code.toLowerCase()).filter((code) => code !== "x-default"));
		const own = addressKey(url);
		const isNamed = versions.some((version) => addressKey(version.url) === own);
		if (!first && languages.size > 1 && !isNamed && !isHome(row)) return withoutItself(row);
		const exhibits = (first ? wrong.map(({ version }) => version) : versions.slice(0, 1)).map(({ at, excerpt }) => ({
			url,
			at,
			excerpt,
		}));
		if (!first)
			return {
				outcome: "pass",
				says: `${url} names ${plainCount(versions.length, "version")}, and we found no error in them.`,
				exhibits,
			};
		return {
			outcome: "partial",
			ratio: 0.5,
			says: `${url} names versions that search engines ignore: ${listing(wrong.map(({ version, why }) => `"${clip(version.code, 40)}" ${why}`))}.`,
			fix: `Add to the <head> of ${clip(first.version.url, 120)} the same hreflang links that ${url} has, or correct the one at ${first.version.at}.`,
			exhibits,
		};
	},
});

function wrongVersion(row: PageRow, { url, code }: PageRow["versions"][number], pages: PageRows): string | undefined {
	const fault = isHome(row) ? undefined : codeFault(code);
	if (fault) return fault.why;
	const answer = pages.answerOf(url);
	if (answer === undefined) return undefined;
	const where = `(${clip(url, 80)})`;
	if (answer.state === "dead") return `${where} ${deadAnswer(answer.visit)}`;
	if (answer.state === "moved") return `${where} redirects to ${clip(answer.visit.end, 80)}`;
	const own = addressKey(row.url);
	if (addressKey(url) === own || answer.row.versions.some((each) => addressKey(each.url) === own)) return undefined;
	return `${where} does not link back to this page`;
}

function withoutItself({ url, lang, versions }: PageRow): PartialPass {
	const tag = `<link rel="alternate" hreflang="${attributeText(lang || "x-default")}" href="${attributeText(cleanAddress(url))}">`;
	return {
		outcome: "partial",
		ratio: 0.5,
		says: `${url} lists other language versions but not itself.`,
		fix: `Add to the <head> of ${url}: ${tag}`,
		exhibits: versions.map(({ at, excerpt }) => ({ url, at, excerpt })),
	};
}
