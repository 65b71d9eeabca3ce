import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import type { Check } from "#checks/define-check.ts";
import { canonicalOf } from "#checks/shared/duplicate-pages.ts";
import { isFailure } from "#core/failure.ts";
import { listLine, type Occurrence, type OccurrenceList } from "#core/occurrence.ts";
import type { Target } from "#core/target.ts";
import { readPage } from "#evidence/collect-home.ts";
import type { Found, Page, SitePages } from "#evidence/evidence-map.ts";
import type { ForeignReader } from "#evidence/reading/readers.ts";
import type { FolderClient, FolderPage } from "#evidence/site/folder-source.ts";
import type { EvidenceRecord } from "./assess.ts";
import { type PageFault, PageJudge, toPlaces } from "./evaluate.ts";
import { detectPreset } from "./preset.ts";

interface SiteReading {
	readonly folder: FolderClient;
	readonly reader: ForeignReader;
	/** Reads several pages at once; they take a second to start. */
	readonly threads: ForeignReader;
	readonly checks: readonly Check[];
	readonly target: Target;
	readonly signal?: AbortSignal | undefined;
	/** Called after each page, with how many were read. */
	readonly onPage?: ((read: number) => void) | undefined;
}

export interface SiteSeen {
	readonly pages: Found<SitePages>;
	/** Of the home page first, then page by page in the order of addresses. */
	readonly occurrences: readonly Occurrence[];
}

/** Files that are no page, which are named; the rest is counted by `read`. */
const LEFT_MAX = 100;

/** Reads each page of a folder, judges it, and keeps its faults. Undefined where there is no home page to begin with. */
export async function readSitePages(record: EvidenceRecord, reading: SiteReading): Promise<SiteSeen | undefined> {
	const { folder, checks, target, signal, onPage } = reading;
	const { home } = record.evidence;
	if (home.state !== "found") return undefined;
	const preset = detectPreset(record.evidence, record.host, record.presetAsked).key;
	const judge = new PageJudge(checks, {
		evidence: record.evidence,
		source: record.source,
		mode: record.mode,
		preset,
		context: { target, preset, auditedAt: record.auditedAt },
	});
	const homeFile = await folder.fileAt(home.value.url);
	const occurrences = judge.home().flatMap((fault) => occurrencesOf(home.value, fault, homeFile));
	const left: { file: string; why: string }[] = [];
	let read = 0;
	for await (const { entry, page } of readAhead(reading, homeFile, home.value.sitePath)) {
		signal?.throwIfAborted();
		if ("why" in page) {
			if (left.length < LEFT_MAX) left.push({ file: new URL(entry.url).pathname, why: page.why });
			continue;
		}
		for (const fault of judge.add(page)) occurrences.push(...occurrencesOf(page, fault, entry.file));
		read++;
		onPage?.(read);
	}
	return { pages: { ...home, value: { read, left, checks: judge.sums(), list: listOf(occurrences) } }, occurrences };
}

function listOf(occurrences: readonly Occurrence[]): OccurrenceList {
	const digest = createHash("sha256");
	for (const occurrence of occurrences) digest.update(listLine(occurrence));
	return { count: occurrences.length, sha256: digest.digest("hex") };
}

type ReadPage = Promise<Page | { readonly why: string }>;

/** Pages that are read sooner than threads have started. */
const FEW = 20;

/** In the order of addresses, several at once where there are many. */
async function* readAhead(reading: SiteReading, homeFile: string | undefined, sitePath: string | undefined) {
	const { folder, reader, threads } = reading;
	const waiting: { readonly entry: FolderPage; readonly page: ReadPage }[] = [];
	let count = 0;
	for await (const entry of folder.pages()) {
		if (entry.file === homeFile) continue;
		const isFew = ++count <= FEW;
		waiting.push({ entry, page: pageOf(entry, folder, isFew ? reader : threads, sitePath) });
		const [first] = waiting.length > (isFew ? 0 : 2 * availableParallelism()) ? waiting.splice(0, 1) : [];
		if (first) yield { entry: first.entry, page: await first.page };
	}
	for (const { entry, page } of waiting) yield { entry, page: await page };
}

async function pageOf(
	{ url }: FolderPage,
	folder: FolderClient,
	reader: ForeignReader,
	sitePath: string | undefined,
): Promise<Page | { readonly why: string }> {
	try {
		const response = await folder.get(new URL(url), { maxRedirects: 0, overflow: "cut" });
		const seen = await readPage(response, reader);
		if (seen.state !== "found") return { why: "It is served by no address of its own." };
		const page = seen.value;
		if (isFragment(page)) return { why: "It is no page: it has no doctype, no <html> and no title." };
		return { ...page, ...(sitePath === undefined ? {} : { sitePath }), url: namedAddress(page) };
	} catch (error) {
		if (!isFailure(error)) throw error;
		return { why: error.message };
	}
}

/** A file that pages load in part, or one that proves to a service who owns the site. */
function isFragment({ digest }: Page): boolean {
	return !digest.doctype && digest.titles.length === 0 && digest.lang === null && digest.metas.length === 0;
}

/** Hosts serve `about.html` at `/about` too: the page says which of them is its own. */
function namedAddress(page: Page): string {
	const short = page.url.replace(/\.html$/, "");
	return canonicalOf(page) === short ? short : page.url;
}

function occurrencesOf(page: Page, fault: PageFault, file: string | undefined): Occurrence[] {
	const { check, verdict } = fault;
	return toPlaces(page, fault).map((place) => ({
		check: check.id,
		outcome: verdict.outcome,
		page: page.url,
		...(file === undefined ? {} : { file }),
		...place,
		says: verdict.says,
		fix: verdict.fix,
	}));
}
