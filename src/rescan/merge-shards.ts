import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import type { Settings } from "#config/environment.ts";
import { Failure } from "#core/failure.ts";
import { parseJson } from "#core/json-object.ts";
import { type Notices, removalOf } from "#core/notice.ts";
import { seriesKey } from "#core/receipt.ts";
import { type RunLine, runLineSchema, withdrawLine } from "#core/run-line.ts";
import { listing } from "#core/wording.ts";
import { canonicalJson } from "#log/canonical-json.ts";
import { noticesPath } from "#receipts/removal/removal.ts";
import { replaceFile } from "#receipts/store/durable-file.ts";
import { namesIn, readIfThere } from "#receipts/store/if-there.ts";
import { readNotices } from "#receipts/store/notices-file.ts";
import { readReceipt } from "#receipts/store/receipt.ts";
import { fileName, openReceiptFiles } from "#receipts/store/receipt-store.ts";
import { writeRunFile } from "#receipts/store/run-file.ts";
import { type RescanOptions, rescan } from "./rescan.ts";
import { type Shard, shareOf } from "./shard.ts";
import { readWatchlist, type Watchlist } from "./watchlist-file.ts";
import { ENOUGH } from "./work-on.ts";

/** What a machine hands to the one that merges: `part.json`, written last, beside `runs/` and `receipts/`. */
const partSchema = z.strictObject({
	shard: z.number().int(),
	of: z.number().int(),
	/** Of the whole watchlist. */
	list: z.string(),
	run: z.iso.datetime({ precision: 3 }),
});
type Part = z.infer<typeof partSchema>;
type PlacedPart = Part & { readonly folder: string };

/** A part that is older is of a night before: nights are a day apart. */
const SAME_NIGHT_MS = 12 * 60 * 60 * 1000;

/**
 * Audits one share of a watchlist, and puts what it found into a folder. A share whose part is there is not audited again.
 * @param folder receipts that are new, and the lines of the run
 * @throws Failure as `rescan` does; `input-invalid` with DATABASE_URL, where the queue shares the work out
 */
export async function rescanShard(shard: Shard, folder: string, options: RescanOptions, settings: Settings) {
	if (settings.databaseUrl !== undefined)
		throw new Failure("input-invalid", {
			what: "--shard cannot be used with DATABASE_URL.",
			why: "Machines that have a database in common share the sites by its queue.",
			todo: "Leave one of them out.",
		});
	const list = digestOf(await readWatchlist(options.watchlist));
	const done = await readPart(folder);
	const isDone = done && done.list === list && done.shard === shard.number && done.of === shard.of;
	if (isDone && Date.now() - Date.parse(done.run) < SAME_NIGHT_MS) {
		const lines = await linesOf(folder, done);
		for (const line of lines) options.onLine?.(line);
		return { lines, runFile: runFileOf(folder, done) };
	}
	const { run, runFile } = await rescan({ ...options, shard, runs: join(folder, "runs") }, settings);
	const part: Part = { shard: shard.number, of: shard.of, list, run };
	const lines = await linesOf(folder, part);
	const kept = openReceiptFiles(join(settings.reports, "receipts"));
	const given = openReceiptFiles(join(folder, "receipts"));
	for (const line of lines) {
		const [stored] = (await kept.list(line)).filter(({ id }) => id === line.receipt && line.status === "recorded");
		if (stored) await given.put(stored);
	}
	await replaceFile(join(folder, "part.json"), `${canonicalJson(part)}\n`);
	return { lines, runFile };
}

/**
 * Joins what the shards of one night found into the reports: their receipts, and one run. Merging twice changes nothing;
 * nothing is written before all parts are known to be sound, and enough.
 * @param folder its folders are the parts
 * @throws Failure `input-invalid` where parts are of different lists, hold what is not of their share, or too many sites
 * have no result, which are named; `receipt-invalid` where a receipt is not the one that its line names
 */
export async function mergeShards(folder: string, watchlistPath: string, settings: Settings) {
	const watchlist = await readWatchlist(watchlistPath);
	const parts = await readParts(folder, digestOf(watchlist));
	const run = parts.map((part) => part.run).toSorted()[0] ?? "";
	const found = await findLines(parts, run, watchlist, await readNotices(noticesPath(settings)));
	const has = new Set(found.map(({ line }) => seriesKey(line)));
	const missing = watchlist.sites.filter((site) => !has.has(seriesKey(site)));
	if (missing.length > watchlist.sites.length * (1 - ENOUGH)) throw tooMuchMissing(missing, watchlist, parts);
	const kept = openReceiptFiles(join(settings.reports, "receipts"));
	// Read a second time, since the receipts of a long list do not fit into memory.
	for (const { line, from } of found) if (from !== undefined) await kept.put(await receiptOf(from, line));
	const says = "The machine that had this site in its share did not end its work.";
	const absent = missing.map(({ domain, source, mode }): RunLine => {
		return { run, domain, source, mode, status: "missing", ok: false, says };
	});
	const lines = [...found.map(({ line }) => line), ...absent];
	const runFile = await writeRunFile(join(settings.reports, "runs"), run, lines);
	return { lines, runFile, missing: missing.map(({ domain }) => domain) };
}

/** A line of the run, and the part that holds its receipt where there is one to keep. */
interface FoundLine {
	readonly line: RunLine;
	readonly from?: string;
}

/** Reads and checks all parts. */
async function findLines(
	parts: readonly PlacedPart[],
	run: string,
	watchlist: Watchlist,
	notices: Notices,
): Promise<FoundLine[]> {
	const found: FoundLine[] = [];
	for (const part of parts) {
		const lines = await linesOf(part.folder, part);
		requireShare(part, lines, shareOf(watchlist, { number: part.shard, of: part.of }));
		for (const line of lines) {
			const isDown = removalOf(notices, line.domain, line.receipt) !== undefined;
			const isNew = line.status === "recorded" && !isDown;
			if (isNew) await receiptOf(part.folder, line);
			found.push({ line: { ...(isDown ? withdrawLine(line) : line), run }, ...(isNew ? { from: part.folder } : {}) });
		}
	}
	return found;
}

/**
 * The machines that read sites are the ones that could be taken over: a part may speak of its share alone, once of each.
 * @throws Failure `input-invalid`
 */
function requireShare({ folder }: PlacedPart, lines: readonly RunLine[], { sites, faults }: Watchlist): void {
	const ours = new Set(sites.map(seriesKey));
	const faulty = new Set(faults.map(({ domain }) => domain));
	// By its place where it has no name of its own; places change when other entries come and go.
	const isFault = ({ domain }: RunLine) => faulty.has(domain) || /^line \d+$/.test(domain);
	const seen = new Set<string>();
	for (const line of lines) {
		const series = seriesKey(line);
		if (!ours.has(series) && !(line.status === "refused" && isFault(line)))
			throw unfit(folder, `It has a result for ${line.domain}, which its shard was not asked for.`);
		if (seen.has(series)) throw unfit(folder, `It has two results for ${line.domain}.`);
		seen.add(series);
	}
	const refusals = lines.filter((line) => !ours.has(seriesKey(line))).length;
	if (refusals > faults.length) throw unfit(folder, "It names more entries that cannot be used than its share has.");
}

async function readParts(folder: string, list: string): Promise<PlacedPart[]> {
	// A single part may lie in the folder itself: actions/download-artifact puts it there.
	const own = await readPart(folder);
	const folders = own ? [folder] : (await namesIn(folder)).toSorted().map((name) => join(folder, name));
	const read = await Promise.all(folders.map(async (each) => ({ folder: each, part: await readPart(each) })));
	const parts = read.flatMap(({ folder: each, part }) => (part ? [{ ...part, folder: each }] : []));
	const [first] = parts;
	if (!first) throw unfit(folder, "There is no part in it: no folder with a part.json.");
	const other = parts.find((part) => part.list !== list);
	if (other) throw unfit(folder, `Shard ${other.shard} was audited by another watchlist than the one here.`);
	const shards = new Set(parts.map(({ shard }) => shard));
	if (parts.some(({ of }) => of !== first.of) || shards.size < parts.length)
		throw unfit(folder, "The parts are of different nights: their shards do not fit together.");
	return parts;
}

function unfit(folder: string, why: string): Failure {
	const todo = "Give a folder that holds the parts of one night, each as rescan --shard has written it.";
	return new Failure("input-invalid", { what: `${folder} cannot be merged.`, why, todo });
}

function tooMuchMissing(
	missing: readonly { readonly domain: string }[],
	{ sites }: Watchlist,
	parts: readonly Part[],
): Failure {
	const there = new Set(parts.map(({ shard }) => shard));
	const all = Array.from({ length: parts[0]?.of ?? 0 }, (_, at) => at + 1);
	const gone = all.filter((shard) => !there.has(shard));
	const lost = `${gone.length > 1 ? "shards" : "shard"} ${listing(gone.map(String), 20)} of ${all.length} did not end`;
	const why = gone.length > 0 ? lost : "the parts are there, but their runs do not name every site";
	return new Failure("input-invalid", {
		what: `${missing.length} of ${sites.length} sites have no result: ${listing(
			missing.map(({ domain }) => domain),
			20,
		)}.`,
		why: `At most one site in a hundred may be missing, and ${why}.`,
		todo: "Run those shards again, then merge again.",
	});
}

async function readPart(folder: string): Promise<Part | undefined> {
	const text = await readIfThere(join(folder, "part.json"));
	return text === undefined ? undefined : partSchema.safeParse(parseJson(text)).data;
}

function runFileOf(folder: string, { run }: Pick<Part, "run">): string {
	return join(folder, "runs", `${run.slice(0, 10)}.jsonl`);
}

async function linesOf(folder: string, part: Pick<Part, "run">): Promise<RunLine[]> {
	const text = (await readIfThere(runFileOf(folder, part))) ?? "";
	const lines = text.split("\n").filter((line) => line !== "");
	return lines.map((line) => runLineSchema.parse(JSON.parse(line))).filter(({ run }) => run === part.run);
}

/** @throws Failure `receipt-invalid` where the file is not the receipt that the line names */
async function receiptOf(folder: string, line: RunLine) {
	const path = join(folder, "receipts", line.domain, fileName({ ...line, auditedAt: line.auditedAt ?? "" }));
	const stored = await readReceipt(await readFile(path, "utf8"), path);
	if (stored.id === line.receipt && seriesKey(stored.receipt) === seriesKey(line)) return stored;
	throw new Failure("receipt-invalid", {
		what: `${path} is not the receipt of its shard.`,
		why: `The run names ${line.receipt} for ${line.domain}.`,
		todo: "Run the shard again.",
	});
}

/** Of what is asked of a list: where an entry stands, and its agency, change nothing of the shards. */
function digestOf({ sites, faults }: Watchlist): string {
	const asked = [...sites.map(seriesKey), ...faults.map(({ says }) => says)];
	return createHash("sha256").update(asked.join("\n")).digest("hex");
}
