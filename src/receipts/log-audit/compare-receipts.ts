import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseJson } from "#core/json-object.ts";
import { receiptSchema } from "#core/receipt.ts";
import { type RunLine, runLineSchema } from "#core/run-line.ts";
import { counted } from "#core/wording.ts";
import { decodeStrictly } from "#log/encoding.ts";
import { TILE_WIDTH, tilePath } from "#log/tile.ts";
import { logPaths } from "../seal/log-files.ts";
import { isUnlisted, parseUnlisted } from "../seal/unlisted-leaves.ts";
import { namesIn, readIfThere } from "../store/if-there.ts";
import { readReceipt } from "../store/receipt.ts";
import { fileName } from "../store/receipt-store.ts";
import { asSentence, type Findings, listed, reasonOf } from "./findings.ts";
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

/**
 * Compares the leaves with each other and with the receipt store.
 * @returns how many receipts are as logged, were taken down, wait for the next seal
 */
export async function compareReceipts(options: AuditOptions, leaves: LogLeaves, size: number, findings: Findings) {
	const { reports, withdrawals } = options;
	reportLeaves(leaves, size, findings);
	const isOfLive = await readUnlisted(join(reports, "log"), findings);
	const { absent, unlogged, kept, matching } = await matchReceipts(options, leaves.audits, findings);
	const published = absent.filter(([, { index }]) => !isOfLive(index));
	const missing = published.filter(([id]) => !withdrawals.ids.has(id));
	const { changed, lost } = pairByTime(missing, unlogged);
	for (const { file, leaf } of changed)
		findings.fault(file, `It is not the receipt that leaf ${leaf} records for its time.`);
	const pending = unlogged.filter(({ fault }) => !fault).length - changed.length;
	const note = (count: number, one: string, many: string, says: string) => {
		if (count > 0) findings.notes.push(`${counted(count, "receipt")} ${count === 1 ? one : many} ${says}`);
	};
	note(pending, "waits", "wait", "for the next seal.");
	if (!leaves.isComplete())
		findings.notes.push("Some entries cannot be read: receipts of theirs count as waiting for the next seal.");
	const unlisted = absent.length - published.length;
	note(unlisted, "of the log is", "of the log are", "of live audits and not published.");
	if (kept.length > 0) findings.notes.push(`Taken down by notices.json and still here: ${listed(kept)}.`);
	const { unknown, presumed } = await explainLost(lost, options, findings);
	const whose = [...withdrawals.domains].join(", ");
	const says = `of the log cannot be found; taken for what notices.json took down of ${whose}.`;
	note(unknown, says, says, "");
	return { receipts: matching, withdrawn: published.length - missing.length + presumed, pending };
}

function reportLeaves({ faults }: LogLeaves, size: number, findings: Findings): void {
	const todo = "It was signed like this and cannot be undone: report it as a defect of what sealed it.";
	for (const { index: leaf, says } of faults) {
		const place = { level: "entries", index: Math.floor(leaf / TILE_WIDTH) } as const;
		findings.fault(`log/${tilePath({ ...place, width: widthAt(place, size) })}`, says, todo);
	}
}

/** Which leaves are of live audits, whose receipts are not looked for. */
async function readUnlisted(directory: string, findings: Findings): Promise<(leaf: number) => boolean> {
	try {
		const ranges = parseUnlisted((await readIfThere(logPaths(directory).unlisted)) ?? "");
		return (leaf) => isUnlisted(ranges, leaf);
	} catch (error) {
		findings.fault("log/unlisted", reasonOf(error));
		// A list that cannot be read excuses nothing.
		return () => false;
	}
}

/** Reads every receipt file and looks for its leaf. */
async function matchReceipts(
	{ reports, withdrawals: { ids, active }, onProgress }: AuditOptions,
	audits: LogLeaves["audits"],
	findings: Findings,
) {
	const seen = new Set<string>();
	const unlogged: StoredFile[] = [];
	const kept: string[] = [];
	const directory = join(reports, "receipts");
	const paths = (await filesUnder(directory)).filter((path) => /^[^/]+\/[^/.][^/]*\.json$/.test(path));
	let [matching, done] = [0, 0];
	for (const path of paths) {
		const stored = await readStored(directory, path, audits);
		const { file, id = "", domain, auditedAt, fault } = stored;
		if (fault) findings.fault(file, fault);
		if (active.has(domain) || ids.has(id)) kept.push(file);
		const leaf = audits.get(id);
		if (leaf) seen.add(id);
		if (!leaf) unlogged.push(stored);
		else if (leaf.auditedAt === auditedAt) matching++;
		else {
			const todo = "A leaf cannot be changed: draw up the receipt anew, and report this as a defect.";
			findings.fault(file, `Leaf ${leaf.index} says that it was drawn up at ${leaf.auditedAt}.`, todo);
		}
		onProgress?.({ done: ++done, total: paths.length, step: "receipts" });
	}
	return { absent: [...audits].filter(([id]) => !seen.has(id)), unlogged, kept, matching };
}

const placedSchema = receiptSchema.pick({ domain: true, auditedAt: true, source: true, mode: true }).strip();

/** Bytes that the log has were read strictly when they were sealed: of them only the place is looked at. */
async function readStored(directory: string, path: string, audits: LogLeaves["audits"]): Promise<StoredFile> {
	const [domain = "", name = ""] = path.split("/");
	const stored = { file: `receipts/${path}`, domain };
	try {
		const text = decodeStrictly(await readFile(join(directory, path)));
		if (text === undefined) return { ...stored, fault: "It is not UTF-8 text." };
		const { id, receipt } = readLogged(text, audits) ?? (await readReceipt(text, "It"));
		const place = `${receipt.domain}/${fileName(receipt)}`;
		if (place !== `${domain}/${name}`) return { ...stored, fault: `It is the receipt that belongs at ${place}.` };
		return { ...stored, id, auditedAt: receipt.auditedAt };
	} catch (error) {
		return { ...stored, fault: asSentence(error) };
	}
}

/** What names a receipt's file; undefined for a text that the log does not have. */
function readLogged(text: string, audits: LogLeaves["audits"]) {
	const id = hash("sha256", text, "hex");
	const receipt = audits.has(id) ? placedSchema.safeParse(parseJson(text)).data : undefined;
	return receipt && { id, receipt };
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
async function explainLost(lost: Audits, { reports, withdrawals }: AuditOptions, findings: Findings) {
	const { domains } = withdrawals;
	const lines = await findRunLines(join(reports, "runs"), new Set(lost.map(([id]) => id)));
	let [unknown, presumed] = [0, 0];
	for (const [id, { index, auditedAt }] of lost) {
		const line = lines.get(id);
		if (!line && domains.size > 0) unknown++;
		if (line ? domains.has(line.domain) : domains.size > 0) presumed++;
		else {
			const name = line ? fileName({ ...line, auditedAt }) : `${auditedAt.replaceAll(":", "-")}*.json`;
			findings.fault(
				`receipts/${line?.domain ?? "*"}/${name}`,
				`Receipt file missing: leaf ${index} records the receipt ${id.slice(0, 16)}…, and no file here has that digest.`,
				"Restore it from git, or say in notices.json that it was taken down.",
			);
		}
	}
	return { unknown, presumed };
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
