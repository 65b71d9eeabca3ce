import { describe, expect, it } from "vitest";
import { CHECKS } from "#checks/registry.ts";
import type { AuditMode } from "#core/preset.ts";
import { type Finding, reportSchema } from "#core/report.ts";
import { parseTarget } from "#core/target.ts";
import { FakeSite, type Reply, text } from "#evidence/fake-site.testkit.ts";
import { readHere } from "#evidence/reading/readers.ts";
import { limitsOf, SiteSource } from "#evidence/site/site-source.ts";
import { assess } from "./assess.ts";
import { type Audit, audit } from "./audit.ts";
import { readerOfPages } from "./sample-audit.testkit.ts";
import { scoreFindings } from "./score.ts";

const HOST = "www.acme-shoes.com";
const HOME = `https://${HOST}/`;
const TEXT = `Good shoes carry you a long way. Ours are sewn by hand in a small hall behind the station, from leather that was tanned
with bark and from soles that can be renewed. Bring your feet on a Tuesday: we measure both, since hardly anybody has two that
are alike, and carve a last from beech that stays on our shelf for twenty years. The first pair takes six weeks and two visits,
the second one half of that. Walkers get a stiff shank and a high collar, dancers neither of them. When the heel has worn down,
send the pair back, and it returns within ten days with new rubber, fresh thread and polish. Prices hang beside the door; nobody
has to ask. Whoever lives far away may order paper feet to draw around, with a sheet that explains where the pencil goes.`;
const GOOD = page("", `<main><h1>Shoes</h1><p>${TEXT}</p></main>`);
const NOINDEX = GOOD.replace("<body>", '<meta name="robots" content="noindex"><body>');
const APP = page('<script src="/app.js"></script>', '<div id="root"></div>');

function page(head: string, body: string): string {
	return `<!doctype html><html lang="en"><title>Acme</title>${head}<body>${body}`;
}

/** Audits a site with a home page and 3 other pages, or none. @param mapped whether the sitemap lists the others */
function auditSite(mode: AuditMode, home: Reply | string, others?: string, mapped = true): Promise<Audit> {
	const urls = others === undefined ? [] : ["a", "b", "c"].map((path) => HOME + path);
	const site = new FakeSite({
		[HOME]: home,
		...Object.fromEntries(urls.map((url) => [url, others ?? ""])),
		[`${HOME}robots.txt`]: text("User-agent: *\nAllow: /"),
		[`${HOME}sitemap.xml`]: text([HOME, ...(mapped ? urls : [])].join("\n")),
	});
	const { signal } = new AbortController();
	const target = parseTarget(HOST);
	const reader = { read: readHere };
	const source = SiteSource.open({ kind: "folder", client: site, reader, host: HOST, signal, limits: limitsOf(mode) });
	return audit({
		target,
		depth: mode === "light" ? { mode } : { mode, browser: undefined, browserAgent: "Browser/1 (SightlineBot)" },
		source,
		readPages: readerOfPages(source, target, mode),
		judge: (record) => assess(record, CHECKS),
		auditedAt: "2026-11-21T02:00:00.000Z",
		signal,
	});
}

const find = ({ report }: Audit, id: string): Finding | undefined => report.findings.find((each) => each.id === id);
const gatesOf = ({ report }: Audit) => report.gates.map(({ id }) => id);

describe("a deep audit", () => {
	it("takes the mean of the templates, including the home page", async () => {
		const seen = await auditSite("deep", GOOD, NOINDEX);
		expect(find(seen, "noindex")).toMatchObject({
			outcome: "partial",
			ratio: 0.5,
			home: "pass",
			says: expect.stringMatching(/^1 of 4 pages passes\. Worst page, https:\/\/www\.acme-shoes\.com\/a: /),
		});
		expect(find(seen, "lang")).toMatchObject({ outcome: "pass", says: expect.stringMatching(/^4 of 4 pages pass\./) });
		expect(find(seen, "lang")).not.toHaveProperty("home");
	});

	it.each([
		["noindex", "noindex", NOINDEX, 40],
		["no-text", "text-without-js", APP, 40],
	])("closes the gate %s for the home page alone", async (gate, check, bad, cap) => {
		const elsewhere = await auditSite("deep", GOOD, bad);
		expect(gatesOf(elsewhere)).toEqual([]);
		expect(find(elsewhere, check)).toMatchObject({ outcome: "partial", ratio: 0.5, home: "pass" });

		const atHome = await auditSite("deep", bad, GOOD);
		expect(gatesOf(atHome)).toEqual([gate]);
		expect(atHome.report.scores?.overall).toBeLessThanOrEqual(cap);
		expect(find(atHome, check)).toMatchObject({ outcome: "partial", ratio: 0.5, home: "fail" });
		// Fixing it opens the gate.
		expect(find(atHome, check)?.lift).toBeGreaterThan(10);

		const everywhere = await auditSite("deep", bad, bad);
		expect(gatesOf(everywhere)).toEqual([gate]);
		expect(find(everywhere, check)).toMatchObject({ outcome: "fail" });
		expect(find(everywhere, check)).not.toHaveProperty("home");
	});

	it("can be rescored from the receipt, and rejudged from the evidence", async () => {
		const { report, record } = await auditSite("deep", NOINDEX, GOOD);
		const read = reportSchema.parse(JSON.parse(JSON.stringify(report)));
		expect(scoreFindings(read.findings).scores).toEqual(report.scores);
		expect(assess(JSON.parse(JSON.stringify(record)), CHECKS)).toEqual(report);
	});

	it("agrees with a light audit on common checks if there are no further pages", async () => {
		const [deep, light] = await Promise.all((["deep", "light"] as const).map((mode) => auditSite(mode, NOINDEX)));
		const ofPages = new Set<string>(["pages", "visits"]);
		const alike = CHECKS.filter(({ mode, needs, wants = [] }) => {
			return mode === "light" && ![...needs, ...wants].some((key) => key === "rendered" || ofPages.has(key));
		});
		const both = new Set(alike.map(({ id }) => id));
		const answers = (seen: Audit | undefined) =>
			seen?.report.findings.filter(({ id }) => both.has(id)).map(({ lift: _, ...rest }) => rest);
		expect(answers(deep)).toEqual(answers(light));
	});
});

describe("a gate", () => {
	const base = { pillar: "access", axis: "accessibility", scored: true, weight: 5 } as const;
	const gates = (change: Pick<Finding, "outcome" | "home">) =>
		scoreFindings([{ ...base, id: "noindex", engines: ["search"], ...change }]).gates.map(({ id }) => id);

	it("stays open if its check does not concern the home page", () => {
		expect(gates({ outcome: "fail", home: "not-applicable" })).toEqual([]);
	});

	it("stays open if the finding is charged to a root cause", () => {
		expect(gates({ outcome: "not-applicable", home: "fail" })).toEqual([]);
	});
});

describe("a root cause on some pages only", () => {
	it("is charged with the penalties of those pages only", async () => {
		const seen = await auditSite("deep", GOOD.replace("<h1>Shoes</h1>", "<h2>Shoes</h2>"), APP);
		expect(find(seen, "text-without-js")).toMatchObject({ outcome: "partial", ratio: 0.5, home: "pass" });
		// The home page's own fault counts; those of the 3 empty shells are charged to their emptiness.
		expect(find(seen, "heading-outline")).toMatchObject({
			outcome: "partial",
			ratio: 0.5,
			says: expect.stringContaining("0 of 1 page passes; this does not apply to 3 more."),
		});
	});

	it("is charged with everything if all pages have it", async () => {
		const seen = await auditSite("deep", APP, APP);
		expect(find(seen, "heading-outline")).toMatchObject({ outcome: "not-applicable", chargedTo: "text-without-js" });
	});
});

describe("pages that say noindex and are not in the sitemap", () => {
	const linking = GOOD.replace("</main>", '<a href="/a">A</a> <a href="/b">B</a> <a href="/c">C</a></main>');
	const faultsOf = ({ report }: Audit) =>
		report.findings.filter(({ pages }) => pages && pages.short > 0).map(({ id }) => id);

	it("are judged for visitors, but not for search engines", async () => {
		const bare = NOINDEX.replace("<h1>Shoes</h1>", "").replace('lang="en"', "");
		const unmapped = await auditSite("deep", linking, bare, false);
		const mapped = await auditSite("deep", linking, bare);
		expect(find(unmapped, "canonical")).toMatchObject({ pages: { judged: 1 } });
		expect(find(mapped, "canonical")).toMatchObject({ pages: { judged: 4, short: 4 } });
		expect(find(unmapped, "lang")).toMatchObject({ pages: { judged: 4, short: 3 } });
	});

	it("have no faults that follow from their missing text", async () => {
		const app = APP.replace("<body>", '<meta name="robots" content="noindex"><body>');
		expect(faultsOf(await auditSite("deep", linking, app, false))).not.toContain("landmarks");
		expect(faultsOf(await auditSite("deep", linking, app, false))).not.toContain("text-without-js");
		expect(faultsOf(await auditSite("deep", linking, app))).toContain("text-without-js");
	});
});

describe("a site that is away for the moment", () => {
	it.each([502, 503, 504])("gets no score for status %d, with a note that it may be temporary", async (status) => {
		const { report, sight } = await auditSite("light", { status, body: "<title>Back soon</title>" });
		expect(report).toMatchObject({ ok: false, failure: { code: "site-unavailable" } });
		expect(report.failure?.says).toMatch(/answers 50\d\. This may be temporary/);
		expect(report).not.toHaveProperty("scores");
		expect(sight).toBe("none");
	});

	it("is judged if it answers 500", async () => {
		const { report, sight } = await auditSite("light", { status: 500, body: "<title>Broken</title>" });
		expect(report.failure?.code).not.toBe("site-unavailable");
		expect(sight).toBe("whole");
	});
});
