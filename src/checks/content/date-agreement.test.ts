import { expect, test } from "vitest";
import type { Sitemap } from "#evidence/evidence-map.ts";
import type { PageDate } from "#evidence/page-digest.ts";
import { absent, aNode, aPage, ask, failed, found } from "../page.testkit.ts";
import { dateAgreement } from "./date-agreement.ts";

const URL = "https://example.com/blog/glue/";

interface Given {
	readonly published?: string;
	readonly updated?: string;
	readonly datePublished?: string;
	readonly dateModified?: string;
	readonly lastmod?: string;
	readonly lastModified?: string;
}

const aDate = (date: string, label: PageDate["label"]): PageDate => ({
	at: "line 9, column 1",
	excerpt: `<time>${date}</time>`,
	date,
	label,
	from: "time",
});

function judge(given: Given) {
	const { published, updated, datePublished, dateModified, lastmod, lastModified } = given;
	const properties = {
		...(datePublished ? { datePublished: [datePublished] } : {}),
		...(dateModified ? { dateModified: [dateModified] } : {}),
	};
	const page = aPage({
		url: URL,
		headers: lastModified ? { "last-modified": lastModified } : {},
		digest: {
			dates: [...(published ? [aDate(published, "published")] : []), ...(updated ? [aDate(updated, "updated")] : [])],
			jsonLd: { blocks: [], nodes: [aNode(["Article"], properties)] },
		},
	});
	const entries = [{ loc: URL, lastmod: lastmod ?? null }];
	const sitemap = { entries, child: null } as unknown as Sitemap;
	return ask(dateAgreement, { sitemap: lastmod ? found(sitemap) : absent() }, page);
}

test.each<[string, Given, string]>([
	["all agree", { published: "2026-03-04", datePublished: "2026-03-04T08:00:00+01:00", lastmod: "2026-03-05" }, "pass"],
	["a week apart", { published: "2026-03-04", datePublished: "2026-03-11" }, "pass"],
	["eight days apart", { published: "2026-03-04", datePublished: "2026-03-12" }, "fail"],
	["updated and modified apart", { updated: "2026-03-04", dateModified: "2026-06-01" }, "fail"],
	["published long before it was updated", { published: "2020-01-01", dateModified: "2026-06-01" }, "not-applicable"],
	["a sitemap that stayed behind", { dateModified: "2026-06-01", lastmod: "2025-01-01" }, "fail"],
	["a sitemap that is newer", { dateModified: "2026-06-01", lastmod: "2026-09-01" }, "not-applicable"],
	[
		"a server that stamps the present",
		{ published: "2020-01-01", lastModified: "Sat, 21 Nov 2026 06:00:00 GMT" },
		"not-applicable",
	],
	["a server with an older file", { updated: "2026-06-01", lastModified: "Wed, 14 Jan 2026 09:00:00 GMT" }, "fail"],
	[
		"one pair of two apart",
		{ published: "2026-03-04", datePublished: "2026-03-04", updated: "2026-03-05", dateModified: "2026-06-01" },
		"partial",
	],
	["a date that is none", { published: "2026-03-04", datePublished: "soon", lastModified: "never" }, "not-applicable"],
	["no date", {}, "not-applicable"],
])("%s", (_, given, outcome) => {
	expect(judge(given).outcome).toBe(outcome);
});

test("it names both sides and shows them", () => {
	expect(judge({ updated: "2026-06-01", lastModified: "Wed, 14 Jan 2026 09:00:00 GMT" })).toMatchObject({
		says: `On ${URL}, the Last-Modified header says 2026-01-14 and the visible date (updated) says 2026-06-01: 138 days apart.`,
		exhibits: [{ excerpt: "<time>2026-06-01</time>" }, { at: "header last-modified" }],
	});
});

test("a failed sitemap does not affect the page's own dates", () => {
	const page = aPage({
		url: URL,
		digest: {
			dates: [aDate("2026-03-04", "published")],
			jsonLd: { blocks: [], nodes: [aNode(["Article"], { datePublished: ["2024-08-01"] })] },
		},
	});
	expect(dateAgreement.needs).not.toContain("sitemap");
	expect(ask(dateAgreement, { sitemap: failed("connection-timeout") }, page).outcome).toBe("fail");
});

test("what is no article is not judged", () => {
	expect(ask(dateAgreement, { sitemap: absent() }, aPage()).outcome).toBe("not-applicable");
});
