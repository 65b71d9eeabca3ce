import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import type { Check } from "#checks/define-check.ts";
import { addressesNamed, isIndexable, type PageRow, PageRows, templateOf } from "#checks/shared/page-rows.ts";
import { addressKey } from "#checks/shared/site-addresses.ts";
import { type Failure, isFailure } from "#core/failure.ts";
import { listLine, type Occurrence, type OccurrenceList } from "#core/occurrence.ts";
import type { Preset } from "#core/preset.ts";
import type { Target } from "#core/target.ts";
import { readHtml } from "#evidence/collect-home.ts";
import { Crawl, type CrawledPage, usableAddress } from "#evidence/deep/crawl.ts";
import {
	type Evidence,
	type Found,
	LEFT_KEPT,
	notShown,
	type Page,
	type PageVisit,
	type SitePages,
	VISITS_KEPT,
} from "#evidence/evidence-map.ts";
import { type Listed, readListed } from "#evidence/files/collect-sitemap.ts";
import type { FolderClient, FolderPage } from "#evidence/site/folder-source.ts";
import type { SiteSource } from "#evidence/site/site-source.ts";
import type { HttpResponse } from "#net/http-client.ts";
import type { EvidenceRecord } from "./assess.ts";
import { type JudgedPage, PageJudge, type PagePlace } from "./evaluate.ts";
import { type JournalPlan, KeptPages } from "./page-journal.ts";
import { judgingHere, type PageRead, type PageReader } from "./page-reader.ts";
import { detectPreset } from "./preset.ts";

interface SiteReading {
	readonly checks: readonly Check[];
	readonly target: Target;
	/** Reads sitemaps and, on the network, pages. */
	readonly source: SiteSource;
	readonly signal?: AbortSignal | undefined;
	/** Called after each page. */
	readonly onPage?: ((read: number, left: number) => void) | undefined;
}

export interface FolderReading extends SiteReading {
	readonly folder: FolderClient;
	readonly reader: PageReader;
	/** Worker threads beside this one, which take a second to start. */
	readonly threads: PageReader & { readonly count: number };
	/** Called after the last page, before the pages are compared. */
	readonly onAllRead?: (() => Promise<void>) | undefined;
}

export interface CrawlReading extends SiteReading {
	/** Maximum, including the home page. */
	readonly pages: number;
	/** By default, pages are judged on this thread as the source reads them. */
	readonly reader?: PageReader | undefined;
	readonly journal?: JournalPlan | undefined;
}

export interface SiteSeen {
	readonly evidence: Pick<Evidence, "pages" | "visits">;
	/** In order: the home page, each page, then comparisons of pages. */
	readonly occurrences: readonly Occurrence[];
}

/** Reads and judges every page of a site. Undefined without a home page. */
export async function readSitePages(
	record: EvidenceRecord,
	reading: FolderReading | CrawlReading,
): Promise<SiteSeen | undefined> {
	const { home } = record.evidence;
	if (home.state !== "found") return undefined;
	const unfinished = "journal" in reading ? reading.journal?.unfinished : undefined;
	const listed = unfinished?.head.listed ?? (await readListed(reading.source, record.evidence));
	const site = new SiteTally(record, home, reading);
	try {
		if ("folder" in reading) await readFolder(site, reading, home.value, listed);
		else await crawl(site, reading, record, home.value, listed);
	} catch (error) {
		if (!isFailure(error) || error.code !== "robots-refused") throw error;
		return { evidence: closedPages(home.url, error), occurrences: site.occurrences };
	}
	return site.end(listed, record.evidence.sitemap.state === "absent");
}

/** robots.txt disallows all pages, which its own checks judge: checks of further pages do not apply. */
function closedPages(url: string, { message }: Failure): SiteSeen["evidence"] {
	const closed = notShown(url, message);
	return { pages: closed, visits: closed };
}

/** Sums up a site's pages as they are read. */
class SiteTally {
	readonly occurrences: Occurrence[] = [];
	readonly rows = new PageRows();
	readonly judge: PageJudge;
	readonly left: { file: string; why: string }[] = [];
	unchanged = 0;
	known = 0;
	isWhole = true;
	readonly #home: Found<Page>;
	readonly #linkedFromHome: ReadonlySet<string>;
	readonly #reading: SiteReading;
	readonly #files = new Map<string, string>();
	readonly #templates = new Map<string, number>();
	readonly #visits: PageVisit[] = [];
	#read = 0;

	constructor(record: EvidenceRecord, home: Found<Page>, reading: SiteReading) {
		const { checks, target } = reading;
		const preset = presetOf(record);
		this.#home = home;
		this.#reading = reading;
		this.judge = new PageJudge(checks, {
			evidence: record.evidence,
			source: record.source,
			mode: record.mode,
			preset,
			context: { target, preset, auditedAt: record.auditedAt },
		});
		const judged = this.judge.home(home.value);
		this.#linkedFromHome = new Set(judged.row.links.map(({ url }) => url));
		this.#keep(judged);
	}

	/** @param file real path, in a folder */
	add(judged: JudgedPage, file: string | undefined): void {
		if (file !== undefined) this.#files.set(judged.row.url, file);
		this.judge.add(judged);
		this.#keep(judged);
		this.#read++;
		this.#reading.onPage?.(this.#read, Math.max(0, this.known - this.#read));
	}

	#keep(judged: JudgedPage): void {
		const { row } = judged;
		this.rows.add(row);
		const template = templateOf(row);
		this.#templates.set(template, (this.#templates.get(template) ?? 0) + 1);
		this.#name(this.judge.placesOf(judged));
	}

	/** The home page's file is known only at the end. */
	nameHome(file: string | undefined): void {
		if (file === undefined) return;
		this.#files.set(this.#home.value.url, file);
		for (const [index, each] of this.occurrences.entries()) this.occurrences[index] = { ...each, file };
	}

	note(visit: PageVisit, row?: PageRow): void {
		const linkedFrom = this.#linkedFromHome.has(visit.url) ? this.#home.value.url : visit.linkedFrom;
		const other = row && !isIndexable(row) ? ({ unindexed: row.noindex ? "noindex" : "canonical" } as const) : {};
		const noted = { ...visit, linkedFrom, ...other };
		this.rows.note(noted);
		this.#visits.push(noted);
	}

	#name(places: readonly PagePlace[]): void {
		for (const place of places) {
			const file = this.#files.get(place.page);
			this.occurrences.push(file === undefined ? place : { ...place, file });
		}
	}

	end(listed: Listed, isWithoutSitemap: boolean): SiteSeen {
		const { rows } = this;
		rows.isWhole = this.isWhole && (listed.whole || isWithoutSitemap);
		if (listed.whole) rows.listed = new Set(listed.entries.map(({ loc }) => addressKey(loc)));
		this.#name(this.judge.judgeRows(rows));
		const asked = this.#visits.filter(({ from }) => from.includes("sitemap")).length;
		const pages: SitePages = {
			read: this.#read,
			known: Math.max(this.known, this.#read),
			...(this.unchanged > 0 ? { unchanged: this.unchanged } : {}),
			...(asked > 0 ? { listed: asked } : {}),
			whole: rows.isWhole,
			left: this.left.slice(0, LEFT_KEPT),
			templates: Object.fromEntries(this.#templates),
			depths: rows.depths(),
			checks: this.judge.sums(),
			list: listOf(this.occurrences),
		};
		const faulty = (visit: PageVisit) => visit.failure !== null || (visit.status ?? 0) >= 300 || visit.hops > 0;
		const visits = this.#visits.toSorted((a, b) => Number(faulty(b)) - Number(faulty(a)) || (a.url < b.url ? -1 : 1));
		const kept = visits.slice(0, VISITS_KEPT).sort((a, b) => (a.url < b.url ? -1 : 1));
		return {
			evidence: { pages: { ...this.#home, value: pages }, visits: { ...this.#home, value: kept } },
			occurrences: this.occurrences,
		};
	}
}

function listOf(occurrences: readonly Occurrence[]): OccurrenceList {
	const digest = createHash("sha256");
	for (const occurrence of occurrences) digest.update(listLine(occurrence));
	return { count: occurrences.length, sha256: digest.digest("hex") };
}

async function readFolder(site: SiteTally, reading: FolderReading, home: Page, listed: Listed): Promise<void> {
	const { folder, signal } = reading;
	const homeFile = await folder.fileAt(home.url);
	site.nameHome(homeFile);
	const base = new URL(home.url);
	const inSitemap = new Set(listed.entries.flatMap(({ loc }) => usableAddress(loc, base) ?? []));
	const note = (visit: FolderVisit, row?: PageRow) =>
		site.note({ ...ANSWERED, from: [inSitemap.has(visit.url) ? "sitemap" : "page"], ...visit }, row);
	const addresses = new Map(homeFile === undefined ? [] : [[homeFile, [home.url]]]);
	const answered = new Set([...addresses.values()].flat());
	for await (const { file, page } of readAhead(reading, homeFile, site.judge)) {
		signal?.throwIfAborted();
		if ("why" in page) {
			site.left.push({ file: new URL(page.url).pathname, why: page.why });
			if (page.moved === undefined) continue;
			answered.add(page.url);
			note({ url: page.url, end: page.moved, hops: 1 });
			continue;
		}
		const { row } = page;
		addresses.set(file, [...(addresses.get(file) ?? []), row.url]);
		answered.add(row.url);
		site.add(page, file);
		note({ url: row.url, end: row.url }, row);
	}
	await reading.onAllRead?.();
	const linked = [...site.rows.named()].flatMap((url) => usableAddress(url, base) ?? []);
	const others = [...linked, ...inSitemap].filter((url) => !answered.has(url));
	for (const url of new Set(others)) for (const visit of await visitTo(url, folder, addresses)) note(visit);
}

type FolderVisit = Pick<PageVisit, "url" | "end"> & Partial<PageVisit>;

/** @param addresses of pages, by file: several links may lead to one @returns undefined for links out of the folder */
async function visitTo(
	url: string,
	folder: FolderClient,
	addresses: ReadonlyMap<string, readonly string[]>,
): Promise<readonly FolderVisit[]> {
	const answer = await folder.answerAt(url);
	if (!answer) return [];
	const { status, file, hops } = answer;
	// Hosts serve `about.html` at `/about` too: one page.
	const pages = (status === 200 && file !== undefined ? addresses.get(file) : undefined) ?? [];
	const end = pages.find((page) => withoutEnding(page) === withoutEnding(answer.end)) ?? pages[0] ?? answer.end;
	return [{ url, status, end, hops }];
}

function withoutEnding(url: string): string {
	return url.replace(/(?:(?<=\/)index)?(?:\.x?html?)?$/i, "");
}

const ANSWERED = { linkedFrom: null, status: 200, failure: null, hops: 0, softNotFound: false } as const;

interface NoPage {
	readonly url: string;
	readonly why: string;
	/** Target of a file that only redirects. */
	readonly moved?: string;
}

type FolderSeen = { readonly file: string; readonly page: JudgedPage | NoPage };

/** Fewer pages are read before threads have started. */
const FEW = 20;

/** Per thread: one page in progress and one waiting. */
const AHEAD = 2;
/** Pages read here that wait for earlier ones, such as the first ones of a starting thread. */
const WAITING = 100;

/** Yields in address order. */
async function* readAhead(
	reading: FolderReading,
	homeFile: string | undefined,
	judge: PageJudge,
): AsyncGenerator<FolderSeen> {
	const waiting: PageBegun[] = [];
	const pages = new SharedReading(reading, judge);
	for await (const entry of reading.folder.pages()) {
		if (entry.file === homeFile) continue;
		waiting.push(await pages.begin(entry));
		const [first] = waiting.length > WAITING ? waiting.splice(0, 1) : [];
		if (first) yield { file: first.file, page: await first.page };
	}
	for (const { file, page } of waiting) yield { file, page: await page };
}

interface PageBegun {
	readonly file: string;
	readonly page: Promise<FolderSeen["page"]>;
}

/** Reads few pages on this thread; many also in threads, with this one taking what they have no time for. */
class SharedReading {
	readonly #reading: FolderReading;
	readonly #judge: PageJudge;
	#count = 0;
	#inThreads = 0;

	constructor(reading: FolderReading, judge: PageJudge) {
		this.#reading = reading;
		this.#judge = judge;
	}

	/** Resolves immediately for pages that a thread reads. */
	async begin(entry: FolderPage): Promise<PageBegun> {
		const { folder, reader, threads } = this.#reading;
		const { file } = entry;
		const isMany = ++this.#count > FEW;
		if (this.#count === FEW + 1) limitHeapGrowth();
		if (isMany && this.#inThreads < AHEAD * threads.count) {
			this.#inThreads++;
			const page = pageOf(entry, folder, threads, this.#judge).finally(() => this.#inThreads--);
			return { file, page };
		}
		const page = pageOf(entry, folder, reader, this.#judge);
		await page;
		// Lets messages of the threads arrive.
		if (isMany) await setImmediate();
		return { file, page };
	}
}

/** Few pages are in use at a time; V8's default would let garbage grow to many times their size. */
function limitHeapGrowth(): void {
	setFlagsFromString("--heap-growing-percent=20");
}

async function pageOf(
	{ url }: FolderPage,
	folder: FolderClient,
	reader: PageReader,
	judge: PageJudge,
): Promise<FolderSeen["page"]> {
	try {
		const response = await folder.get(new URL(url), { maxRedirects: 0, overflow: "cut" });
		const seen = await readHtml(response, (html) => reader.readPage({ ...html, isListed: true }, judge));
		if (seen.state !== "found") return { url, why: "It has no address of its own." };
		const page = seen.value;
		if ("judged" in page) return page.judged;
		if ("fragment" in page) return { url, why: "It is not a page: it has no doctype, <html> or title." };
		return { url, why: `It sends its readers on at once, to ${page.moved}.`, moved: page.moved };
	} catch (error) {
		if (!isFailure(error)) throw error;
		return { url, why: error.message };
	}
}

async function crawl(
	site: SiteTally,
	{ source, pages, reader, journal, signal }: CrawlReading,
	record: EvidenceRecord,
	home: Page,
	listed: Listed,
): Promise<void> {
	const { randomPath } = record.evidence;
	const head = { pages, record, listed };
	const kept = journal && (await KeptPages.open(sinceAlike(journal, record), head));
	const earlier = kept && ((url: string) => kept.earlier(url));
	const read = async (html: HttpResponse, share: SiteSource) =>
		crawled(await (reader ?? judgingHere(share)).readPage(html, site.judge, share.signal));
	const crawl = new Crawl({ source, home, listed, pages: pages - 1, randomPath, read, earlier });
	try {
		for await (const seen of crawl.pages()) {
			signal?.throwIfAborted();
			site.known = crawl.known;
			const line = kept ? kept.lineOf(seen) : { visit: seen.visit, judged: seen.page };
			if (line.unchanged) site.unchanged++;
			site.note(seen.visit, line.judged?.row);
			if (!line.judged) continue;
			crawl.follow(addressesNamed(line.judged.row), line.judged.row.url);
			site.add(line.judged, undefined);
		}
		await kept?.end();
	} finally {
		await kept?.close();
	}
	site.known = crawl.known;
	site.isWhole = crawl.isWhole;
	site.left.push(...crawl.left);
}

/** Drops the earlier audit if the kind of site differs: that changes which checks apply. */
function sinceAlike(journal: JournalPlan, record: EvidenceRecord): JournalPlan {
	const { since } = journal;
	return since && presetOf(since.head.record) === presetOf(record) ? journal : { ...journal, since: undefined };
}

function presetOf({ evidence, host, presetAsked }: EvidenceRecord): Preset {
	return detectPreset(evidence, host, presetAsked).key;
}

function crawled(page: PageRead): CrawledPage<JudgedPage> {
	if ("moved" in page) return page;
	if ("fragment" in page) throw new Error("Files alone are fragments.");
	return { page: page.judged, fingerprint: page.judged.row.fingerprint };
}
