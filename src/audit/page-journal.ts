import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { type FileHandle, mkdir, open, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { VERSION } from "#core/brand.ts";
import { Failure } from "#core/failure.ts";
import { METHODOLOGY } from "#core/methodology.ts";
import { clipped } from "#core/wording.ts";
import type { EarlierPage, SeenPage, Validators } from "#evidence/deep/crawl.ts";
import type { PageVisit } from "#evidence/evidence-map.ts";
import type { Listed } from "#evidence/files/collect-sitemap.ts";
import type { EvidenceRecord } from "./assess.ts";
import type { JudgedPage } from "./evaluate.ts";

/** Evidence of the site collected before its pages were read. */
interface JournalHead {
	readonly engine: string;
	readonly methodology: string;
	readonly pages: number;
	readonly record: EvidenceRecord;
	readonly listed: Listed;
}

/** One requested address. */
interface JournalLine {
	readonly visit: PageVisit;
	readonly validators?: Validators | undefined;
	readonly judged?: JudgedPage | undefined;
	/** Reused from an earlier audit. */
	readonly unchanged?: true | undefined;
}

type Head = Pick<JournalHead, "pages" | "record" | "listed">;

/** One file per host, kept between audits. */
export function journalFile(data: string, host: string): string {
	return join(data, "crawls", `${host}.ndjson`);
}

const PART = ".part";
const RECENT = 16;
/** More than a finding quotes, because some pages may change before the next audit. */
const QUOTED = 20;

/** The finished audit's file and the interrupted audit's. */
export function journalFiles(data: string, host: string): readonly string[] {
	const file = journalFile(data, host);
	return [file, `${file}${PART}`];
}

/** By address. */
type LinePlaces = ReadonlyMap<string, readonly [start: number, length: number]>;

/**
 * Judged pages, one per line (NDJSON), so that a killed audit can resume and the next one reads only changed pages. It
 * has a temporary name until the audit has ended.
 */
export class PageJournal {
	readonly head: JournalHead;
	readonly #file: string;
	readonly #lines: LinePlaces;
	/** Cache for lines that are read several times in a row. */
	readonly #recent = new Map<string, JournalLine>();
	readonly #read: number;
	/** Length in bytes, without an incomplete last line. */
	readonly #end: number;

	private constructor(file: string, head: JournalHead, lines: LinePlaces, end: number) {
		this.#file = file;
		this.head = head;
		this.#lines = lines;
		this.#end = end;
		this.#read = openSync(file, "r");
	}

	/** Undefined if no audit of this host was interrupted. */
	static unfinished(file: string): Promise<PageJournal | undefined> {
		return PageJournal.#open(`${file}${PART}`);
	}

	/** Undefined if no audit has ended. */
	static finished(file: string): Promise<PageJournal | undefined> {
		return PageJournal.#open(file);
	}

	/** Rejects journals of other versions, whose results may differ. */
	static async #open(file: string): Promise<PageJournal | undefined> {
		const handle = await open(file, "r").catch((error: NodeJS.ErrnoException) => {
			if (error.code === "ENOENT") return undefined;
			throw unreadable(file, error);
		});
		if (!handle) return undefined;
		try {
			let head: JournalHead | undefined;
			const lines = new Map<string, readonly [number, number]>();
			let start = 0;
			for await (const [line, length] of wholeLines(handle.createReadStream({ autoClose: false }))) {
				if (!head) head = JSON.parse(line) as JournalHead;
				else lines.set(addressIn(line), [start, length]);
				start += length + 1;
			}
			if (!head || head.engine !== VERSION || head.methodology !== METHODOLOGY) return undefined;
			return new PageJournal(file, head, lines, start);
		} finally {
			await handle.close();
		}
	}

	lineOf(url: string): JournalLine | undefined {
		const known = this.#recent.get(url);
		const place = this.#lines.get(url);
		if (known || !place) return known;
		const [start, length] = place;
		const bytes = Buffer.alloc(length);
		readSync(this.#read, bytes, 0, length, start);
		const line = JSON.parse(bytes.toString("utf8")) as JournalLine;
		this.#recent.set(url, line);
		if (this.#recent.size > RECENT) this.#recent.delete(this.#recent.keys().next().value ?? "");
		return line;
	}

	/** @param isOwn true for the current audit, of which every line counts; of earlier audits only pages do */
	earlier(url: string, isOwn: boolean): EarlierPage | undefined {
		const line = this.lineOf(url);
		if (!line || (!isOwn && !line.judged)) return undefined;
		const { visit, validators = {}, judged } = line;
		return { isOwn, isPage: judged !== undefined, visit, validators, fingerprint: judged?.row.fingerprint ?? [] };
	}

	async resume(): Promise<JournalWriter> {
		const handle = await open(this.#file, "r+");
		await handle.truncate(this.#end);
		return new JournalWriter(this.#file.slice(0, -PART.length), handle, this.#end);
	}

	close(): void {
		closeSync(this.#read);
	}
}

/** Appends lines; renames the file to its final name at the end. */
class JournalWriter {
	readonly #file: string;
	readonly #handle: FileHandle;
	#at: number;

	constructor(file: string, handle: FileHandle, at: number) {
		this.#file = file;
		this.#handle = handle;
		this.#at = at;
	}

	static async begin(file: string, head: Head): Promise<JournalWriter> {
		await mkdir(dirname(file), { recursive: true });
		const writer = new JournalWriter(file, await open(`${file}${PART}`, "w"), 0);
		writer.add({ engine: VERSION, methodology: METHODOLOGY, ...head });
		return writer;
	}

	/** Synchronous: survives a kill, and an event-loop turn costs more than the write. */
	add(line: JournalLine | JournalHead): void {
		const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
		this.#at += writeSync(this.#handle.fd, bytes, 0, bytes.length, this.#at);
	}

	async end(): Promise<void> {
		await rename(`${this.#file}${PART}`, this.#file);
	}

	close(): Promise<void> {
		return this.#handle.close();
	}
}

export interface JournalPlan {
	readonly file: string;
	/** The interrupted audit. */
	readonly unfinished?: PageJournal | undefined;
	/** The earlier audit with the pages to reuse. */
	readonly since?: PageJournal | undefined;
}

/** The journals of one audit: the earlier ones to read, and the new one to write. */
export class KeptPages {
	readonly #plan: JournalPlan;
	readonly #writer: JournalWriter;
	/** By check: number of passing pages kept with their text. */
	readonly #quoted = new Map<string, number>();
	readonly #isQuoted = (id: string): boolean => {
		const quoted = this.#quoted.get(id) ?? 0;
		this.#quoted.set(id, quoted + 1);
		return quoted < QUOTED;
	};

	private constructor(plan: JournalPlan, writer: JournalWriter) {
		this.#plan = plan;
		this.#writer = writer;
	}

	static async open(plan: JournalPlan, head: Head): Promise<KeptPages> {
		return new KeptPages(plan, await (plan.unfinished?.resume() ?? JournalWriter.begin(plan.file, head)));
	}

	earlier(url: string): EarlierPage | undefined {
		const { unfinished, since } = this.#plan;
		return unfinished?.earlier(url, true) ?? since?.earlier(url, false);
	}

	/** The line to keep of a page. A resumed audit keeps the same ones as an uninterrupted audit. */
	lineOf({ visit, validators, unchanged, page: fresh }: SeenPage<JudgedPage>): JournalLine {
		const { unfinished, since } = this.#plan;
		const own = unfinished?.lineOf(visit.url);
		if (own) return own;
		const judged = fresh ? shortened(fresh, this.#isQuoted) : unchanged && since?.lineOf(visit.url)?.judged;
		const line: JournalLine = {
			visit,
			...(validators ? { validators } : {}),
			...(judged ? { judged } : {}),
			...(judged && unchanged ? { unchanged } : {}),
		};
		this.#writer.add(line);
		return line;
	}

	/** Call it after the last page. */
	end(): Promise<void> {
		return this.#writer.end();
	}

	close(): Promise<void> {
		return this.#writer.close();
	}
}

const SHORT = 200;

/** Keeps the text of passes for the first pages only, and of inapplicable checks never. */
function shortened(judged: JudgedPage, isQuoted: (id: string) => boolean): JudgedPage {
	const verdicts = Object.entries(judged.verdicts).map(([id, verdict]) => {
		if (verdict.outcome === "not-applicable") return [id, { outcome: verdict.outcome, says: "" }];
		if (verdict.outcome !== "pass") return [id, verdict];
		return [id, { outcome: verdict.outcome, says: isQuoted(id) ? clipped(verdict.says, SHORT) : "It is right there." }];
	});
	return { ...judged, verdicts: Object.fromEntries(verdicts) };
}

/** Prefix of a line. */
const ADDRESS = /^\{"visit":\{"url":("(?:[^"\\]|\\.)*")/;

function addressIn(line: string): string {
	const [, address] = ADDRESS.exec(line) ?? [];
	return address === undefined ? (JSON.parse(line) as JournalLine).visit.url : JSON.parse(address);
}

/** Lines with their lengths in bytes; drops an incomplete last line. */
async function* wholeLines(stream: AsyncIterable<Buffer>): AsyncGenerator<readonly [string, number]> {
	let rest: Buffer[] = [];
	for await (const chunk of stream) {
		let from = 0;
		for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
			const line = Buffer.concat([...rest, chunk.subarray(from, end)]);
			rest = [];
			from = end + 1;
			yield [line.toString("utf8"), line.length];
		}
		if (from < chunk.length) rest.push(chunk.subarray(from));
	}
}

function unreadable(file: string, cause: Error): Failure {
	return new Failure(
		"store-unavailable",
		{
			what: `${file} could not be read.`,
			why: cause.message,
			todo: "Check the folder SIGHTLINE_DATA, or omit --resume and --since.",
		},
		{ cause },
	);
}
