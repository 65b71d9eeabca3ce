import { appendFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CHECKS } from "#checks/registry.ts";
import { canonicalJson } from "#core/json-object.ts";
import { some } from "#core/long-form.testkit.ts";
import { parseTarget } from "#core/target.ts";
import { FakeSite, type Reply, text } from "#evidence/fake-site.testkit.ts";
import { readHere } from "#evidence/reading/readers.ts";
import { crawlRequests, limitsOf, SiteSource } from "#evidence/site/site-source.ts";
import { assess } from "./assess.ts";
import { type Audit, audit } from "./audit.ts";
import { type JournalPlan, PageJournal } from "./page-journal.ts";
import { readSitePages } from "./site-pages.ts";

const HOST = "www.acme-shoes.com";
const HOME = `https://${HOST}/`;
const PAGES = 40;
const AT = "2026-11-28T02:00:00.000Z";

const linkTo = (number: number) => `<a href="/p/${number}">Page ${number}</a>`;
const page = (number: number, title = `Shoes ${number % 7}`) =>
	`<!doctype html><html lang="en"><title>${title}</title><main><h1>Shoes</h1><p>We make shoes of kind ${number} by hand from leather that lasts.</p>${number > 0 ? linkTo(number * 2) : ""} ${linkTo(number * 2 + 1)}</main>`;

/** A tree of pages below the home page, with some dead links. */
function site(change: Readonly<Record<string, Reply | string>> = {}): FakeSite {
	const pages = Array.from({ length: PAGES }, (_, index) => [`${HOME}p/${index + 1}`, page(index + 1)] as const);
	return new FakeSite({ [HOME]: page(0, "Acme"), ...Object.fromEntries(pages), ...change });
}

/** @param until number of pages after which the process is killed */
async function crawl(client: FakeSite, journal: JournalPlan, until = Number.POSITIVE_INFINITY): Promise<Audit> {
	const { signal } = new AbortController();
	const target = parseTarget(HOST);
	const limits = limitsOf("deep", 500);
	const source = SiteSource.open({ kind: "folder", client, reader: { read: readHere }, host: HOST, limits, signal });
	const paced = source.crawl(crawlRequests(500));
	const onPage = (read: number) => {
		if (read >= until) throw new Error("Killed.");
	};
	const seenBefore = journal.unfinished?.head.record;
	return audit({
		target,
		depth: { mode: "deep", browser: undefined, browserAgent: "Browser/1 (SightlineBot)" },
		source,
		judge: (record) => assess(record, CHECKS),
		readPages: (record) => {
			return readSitePages(record, { checks: CHECKS, target, source: paced, pages: 500, journal, onPage, signal });
		},
		seenBefore,
		auditedAt: seenBefore?.auditedAt ?? AT,
		signal,
	});
}

const told = ({ report, record, occurrences }: Audit) => canonicalJson({ report, record, occurrences });

describe("the journal of pages", () => {
	let folder: string;
	let file: string;
	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), "sightline-journal-"));
		file = join(folder, "pages", "acme.ndjson");
	});
	afterEach(() => rm(folder, { recursive: true }));

	it("lets a killed audit resume and end like an uninterrupted one", async () => {
		const whole = await crawl(site(), { file });
		expect(whole.report.site?.pages).toBe(PAGES + 1);
		expect(await PageJournal.unfinished(file)).toBeUndefined();
		for (const until of some([1, PAGES - 1, 2, 13], 2)) {
			await rm(folder, { recursive: true });
			await expect(crawl(site(), { file }, until)).rejects.toThrow("Killed.");
			const client = site();
			const unfinished = await PageJournal.unfinished(file);
			const again = await crawl(client, { file, unfinished });
			unfinished?.close();
			expect(told(again)).toBe(told(whole));
			expect(client.requests.length).toBeLessThan(2 * PAGES - until + 10);
			expect(await readdir(join(folder, "pages"))).toEqual(["acme.ndjson"]);
		}
	});

	it("ignores a truncated line", async () => {
		await expect(crawl(site(), { file }, 5)).rejects.toThrow("Killed.");
		await appendFile(`${file}.part`, '{"visit":{"url":"https://www.acme-sh');
		const unfinished = await PageJournal.unfinished(file);
		const again = await crawl(site(), { file, unfinished });
		unfinished?.close();
		expect(told(again)).toBe(told(await crawl(site(), { file: join(folder, "other.ndjson") })));
	});

	it("requests and judges only pages with a new lastmod", async () => {
		const sitemap = (date: string) =>
			text(
				`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${Array.from({ length: PAGES }, (_, index) => `<url><loc>${HOME}p/${index + 1}</loc><lastmod>${index === 6 ? date : "2026-01-01"}</lastmod></url>`).join("")}</urlset>`,
			);
		await crawl(site({ [`${HOME}sitemap.xml`]: sitemap("2026-01-01") }), { file });
		const changed = { [`${HOME}sitemap.xml`]: sitemap("2026-02-02"), [`${HOME}p/7`]: page(7, "") };
		const since = await PageJournal.finished(file);
		const client = site(changed);
		const next = await crawl(client, { file, since });
		since?.close();
		const asked = client.requests.filter((url) => url.startsWith(`${HOME}p/`));
		// Addresses that are linked but not in the sitemap are requested each time.
		expect(asked.filter((url) => Number(url.slice(`${HOME}p/`.length)) <= PAGES)).toEqual([`${HOME}p/7`]);
		expect(next.record.evidence.pages).toMatchObject({ value: { unchanged: PAGES - 1, read: PAGES } });
		const cold = await crawl(site(changed), { file: join(folder, "other.ndjson") });
		expect(next.occurrences).toEqual(cold.occurrences);
		expect(next.report.findings).toEqual(cold.report.findings);
	});
});
