import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isFailure } from "#core/failure.ts";
import { parseJson } from "#core/json-object.ts";
import { type RunLine, runLineSchema } from "#core/run-line.ts";
import type { LogFault } from "#core/verification.ts";
import { counted } from "#core/wording.ts";
import { decodeStrictly } from "#log/encoding.ts";
import { TILE_WIDTH, tilePath } from "#log/tile.ts";
import { logPaths } from "../seal/log-files.ts";
import { isUnlisted, parseUnlisted } from "../seal/unlisted-leaves.ts";
import { namesIn, readIfThere } from "../store/if-there.ts";
import { readReceipt } from "../store/receipt.ts";
import { fileName } from "../store/receipt-store.ts";
import { asSentence, listed, RESTORE, reasonOf } from "./log-faults.ts";
import type { AuditLeaf, LogLeaves } from "./log-leaves.ts";
import { filesUnder } from "./log-listing.ts";
import type { AuditOptions } from "./recompute-log.ts";
import { widthAt } from "./recompute-tree.ts";

/** One file of the receipt store, as far as the log is concerned. */
interface StoredFile {
	/** Relative to the reports directory. */
	readonly file: string;
	readonly domain: string;
	/** Of a file that is a receipt. */
	readonly id?: string;
	readonly auditedAt?: string;
	/** Why it is none, as a sentence. */
	readonly fault?: string;
}

/** Audit leaves by the id of their receipt. */
type Audits = readonly (readonly [string, AuditLeaf])[];

/** Compares the leaves with each other and with the receipt store. */
export async function compareReceipts(options: AuditOptions, leaves: LogLeaves, size: number) {
	const { reports, withdrawals } = options;
	const faults = leaves.faults.map(({ index, says }) => leafFault(index, says, size));
	const isOfLive = await readUnlisted(join(reports, "log"), faults);
	const { absent, unlogged, kept, matching } = await matchReceipts(options, leaves.audits, faults);
	const published = absent.filter(([, { index }]) => !isOfLive(index));
	const missing = published.filter(([id]) => !withdrawals.ids.has(id));
	const { changed, lost } = pairByTime(missing, unlogged);
	for (const { file, leaf } of changed)
		faults.push({ file, says: `It is not the receipt that leaf ${leaf} records for its time.`, todo: RESTORE });
	const presumed = await explainLost(lost, options, faults);
	const pending = unlogged.filter(({ fault }) => !fault).length - changed.length;
	const unlisted = absent.length - published.length;
	const note = (count: number, one: string, many: string, says: string) =>
		count > 0 ? `${counted(count, "receipt")} ${count === 1 ? one : many} ${says}` : "";
	const notes = [
		note(pending, "waits", "wait", "for the next seal."),
		leaves.isComplete() ? "" : "Some entries cannot be read: receipts of theirs count as waiting for the next seal.",
		note(unlisted, "of the log is", "of the log are", "of live audits and not published."),
		kept.length > 0 ? `Taken down by notices.json and still here: ${listed(kept)}.` : "",
		presumed.unknown > 0
			? `${counted(presumed.unknown, "receipt")} of the log cannot be found; taken for what notices.json took down of ${[...withdrawals.domains].join(", ")}.`
			: "",
	];
	const withdrawn = published.length - missing.length + presumed.withdrawn;
	return { counts: { receipts: matching, withdrawn, pending }, faults, notes };
}

function leafFault(leaf: number, says: string, size: number): LogFault {
	const place = { level: "entries", index: Math.floor(leaf / TILE_WIDTH) } as const;
	const todo = "It was signed like this and cannot be undone: report it as a defect of what sealed it.";
	return { file: `log/${tilePath({ ...place, width: widthAt(place, size) })}`, says, todo };
}

/** Which leaves are of live audits, whose receipts are not looked for. */
async function readUnlisted(directory: string, faults: LogFault[]): Promise<(leaf: number) => boolean> {
	try {
		const ranges = parseUnlisted((await readIfThere(logPaths(directory).unlisted)) ?? "");
		return (leaf) => isUnlisted(ranges, leaf);
	} catch (error) {
		if (!isFailure(error)) throw error;
		faults.push({ file: "log/unlisted", says: reasonOf(error), todo: RESTORE });
		// A list that cannot be read excuses nothing.
		return () => false;
	}
}

/** Reads every receipt file and looks for its leaf. */
async function matchReceipts(
	{ reports, withdrawals: { ids, active }, onProgress }: AuditOptions,
	audits: LogLeaves["audits"],
	faults: LogFault[],
) {
	const seen = new Set<string>();
	const unlogged: StoredFile[] = [];
	const kept: string[] = [];
	const directory = join(reports, "receipts");
	const paths = (await filesUnder(directory)).filter((path) => /^[^/]+\/[^/.][^/]*\.json$/.test(path));
	let [matching, done] = [0, 0];
	for (const path of paths) {
		const stored = await readStored(directory, path);
		const { file, id = "", domain, auditedAt, fault } = stored;
		if (fault) faults.push({ file, says: fault, todo: RESTORE });
		if (active.has(domain) || ids.has(id)) kept.push(file);
		const leaf = audits.get(id);
		if (leaf) seen.add(id);
		if (!leaf) unlogged.push(stored);
		else if (leaf.auditedAt === auditedAt) matching++;
		else {
			const todo = "A leaf cannot be changed: draw up the receipt anew, and report this as a defect.";
			faults.push({ file, says: `Leaf ${leaf.index} says that it was drawn up at ${leaf.auditedAt}.`, todo });
		}
		onProgress?.({ done: ++done, total: paths.length, step: "receipts" });
	}
	return { absent: [...audits].filter(([id]) => !seen.has(id)), unlogged, kept, matching };
}

async function readStored(directory: string, path: string): Promise<StoredFile> {
	const [domain = "", name = ""] = path.split("/");
	const stored = { file: `receipts/${path}`, domain };
	try {
		const text = decodeStrictly(await readFile(join(directory, path)));
		if (text === undefined) return { ...stored, fault: "It is not UTF-8 text." };
		const { id, receipt } = await readReceipt(text, "It");
		const place = `${receipt.domain}/${fileName(receipt)}`;
		if (place !== `${domain}/${name}`) return { ...stored, fault: `It is the receipt that belongs at ${place}.` };
		return { ...stored, id, auditedAt: receipt.auditedAt };
	} catch (error) {
		if (isFailure(error)) return { ...stored, fault: asSentence(error) };
		throw error;
	}
}

/** A file that the log does not know is the one that it lacks, changed, when it bears the same time. */
function pairByTime(missing: Audits, unlogged: readonly StoredFile[]) {
	const changed: { readonly file: string; readonly leaf: number }[] = [];
	const byTime = Map.groupBy(unlogged, ({ file }) => /\/([^/~]*?)(~[^/]*)?\.json$/.exec(file)?.[1]);
	const lost = [...Map.groupBy(missing, ([, { auditedAt }]) => auditedAt)].flatMap(([time, lacking]) => {
		const candidates = byTime.get(time.replaceAll(":", "-")) ?? [];
		const damaged = candidates.filter(({ fault }) => fault);
		// With as many damaged files as are missing, the others are new; otherwise any of them may be meant.
		const suspects = damaged.length >= lacking.length ? damaged : candidates;
		const leaf = lacking[0]?.[1].index ?? 0;
		for (const { file, fault } of suspects) if (!fault) changed.push({ file, leaf });
		return lacking.slice(suspects.length);
	});
	return { changed, lost };
}

/** A leaf whose receipt has no file: it was taken down with all of its domain, or it is a fault. */
async function explainLost(lost: Audits, { reports, withdrawals }: AuditOptions, faults: LogFault[]) {
	const { domains } = withdrawals;
	const lines = await findRunLines(join(reports, "runs"), new Set(lost.map(([id]) => id)));
	let [unknown, withdrawn] = [0, 0];
	for (const [id, leaf] of lost) {
		const line = lines.get(id);
		if (line ? domains.has(line.domain) : domains.size > 0) withdrawn++;
		else faults.push(lostReceipt(id, leaf, line));
		if (!line && domains.size > 0) unknown++;
	}
	return { unknown, withdrawn };
}

function lostReceipt(id: string, { index, auditedAt }: AuditLeaf, line: RunLine | undefined): LogFault {
	return {
		file: line
			? `receipts/${line.domain}/${fileName({ ...line, auditedAt })}`
			: `receipts/*/${auditedAt.replaceAll(":", "-")}*.json`,
		says: `Receipt file missing: leaf ${index} records the receipt ${id.slice(0, 16)}…, and no file here has that digest.`,
		todo: "Restore it from git, or say in notices.json that it was taken down.",
	};
}

/** The lines of the run files that name one of these receipts, by its id. A leaf names nobody. */
async function findRunLines(directory: string, ids: ReadonlySet<string>): Promise<Map<string, RunLine>> {
	const found = new Map<string, RunLine>();
	const names = ids.size > 0 ? await namesIn(directory) : [];
	for (const name of names.filter((each) => each.endsWith(".jsonl")))
		for (const text of (await readFile(join(directory, name), "utf8")).split("\n")) {
			const line = runLineSchema.safeParse(parseJson(text)).data;
			if (line?.receipt !== undefined && ids.has(line.receipt)) found.set(line.receipt, line);
		}
	return found;
}
