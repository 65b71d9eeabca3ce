import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { decodeStrictly } from "#core/bytes.ts";
import { parseJson } from "#core/json-object.ts";
import { receiptSchema } from "#core/receipt.ts";
import type { RunLine } from "#core/run-line.ts";
import { counted } from "#core/wording.ts";
import { TILE_WIDTH, tilePath } from "#log/tlog/tiles.ts";
import { readReceipt } from "#receipts/store/receipt.ts";
import { fileName } from "#receipts/store/receipt-store.ts";
import { findRunLines } from "#receipts/store/run-file.ts";
import { compareIndex, type PlacedReceipt } from "./compare-index.ts";
import { compareLists, type ListedLeaves } from "./compare-lists.ts";
import { asSentence, type Findings, listed } from "./findings.ts";
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
	const { reports } = options;
	reportLeaves(leaves, size, findings);
	reportLate(leaves, findings);
	const accounted = await compareLists(options, leaves, findings);
	const { absent, unlogged, kept, matching } = await matchReceipts(options, leaves.audits, accounted, findings);
	const log = { directory: join(reports, "log"), origin: options.origin, accounted };
	await compareIndex(log, leaves, matching, findings);
	const published = absent.filter(([, { index }]) => !accounted.isLive(index));
	const missing = published.filter(([, { index }]) => accounted.withdrawnBy(index) === undefined);
	const { changed, lost } = pairByTime(missing, unlogged);
	for (const { file, leaf } of changed)
		findings.fault(file, `It is not the receipt that leaf ${leaf} records for its time.`, undefined, leaf);
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
	await nameLost(lost, options, findings);
	return { receipts: matching.length, withdrawn: published.length - missing.length, pending };
}

function reportLeaves({ faults }: LogLeaves, size: number, findings: Findings): void {
	const todo = "It was signed like this and cannot be undone: report it as a defect of what sealed it.";
	for (const { index: leaf, says } of faults) {
		const place = { level: "entries", index: Math.floor(leaf / TILE_WIDTH) } as const;
		findings.fault(`log/${tilePath({ ...place, width: widthAt(place, size) })}`, says, todo);
	}
}

/** A date is the auditor's word: one that goes back is no fault. */
function reportLate({ late }: LogLeaves, findings: Findings): void {
	const [first] = late;
	if (first === undefined) return;
	const which =
		late.length === 1
			? `Leaf ${first} is`
			: `${counted(late.length, "leaf", "leaves")}, the first being leaf ${first}, are`;
	findings.notes.push(`${which} dated before the one before: sealed late, or a clock was wrong.`);
}

/** Reads every receipt file and looks for its leaf. */
async function matchReceipts(
	{ reports, withdrawals, onProgress }: AuditOptions,
	audits: LogLeaves["audits"],
	accounted: ListedLeaves,
	findings: Findings,
) {
	const seen = new Set<string>();
	const unlogged: StoredFile[] = [];
	const kept: string[] = [];
	const directory = join(reports, "receipts");
	const paths = (await filesUnder(directory)).filter((path) => /^[^/]+\/[^/.][^/]*\.json$/.test(path));
	const matching: PlacedReceipt[] = [];
	let done = 0;
	for (const path of paths) {
		const stored = await readStored(directory, path, audits);
		const { file, id = "", domain, auditedAt, fault } = stored;
		if (fault) findings.fault(file, fault);
		if (withdrawals?.active.has(domain) || withdrawals?.ids.has(id)) kept.push(file);
		const leaf = audits.get(id);
		if (leaf) seen.add(id);
		nameReturned(file, leaf?.index, findings, accounted);
		if (!leaf) unlogged.push(stored);
		else if (leaf.auditedAt === auditedAt) matching.push({ domain, ...leaf });
		else {
			const todo = "A leaf cannot be changed: draw up the receipt anew, and report this as a defect.";
			findings.fault(file, `Leaf ${leaf.index} says that it was drawn up at ${leaf.auditedAt}.`, todo, leaf.index);
		}
		onProgress?.({ done: ++done, total: paths.length, step: "receipts" });
	}
	return { absent: [...audits].filter(([id]) => !seen.has(id)), unlogged, kept, matching };
}

function nameReturned(
	file: string,
	index: number | undefined,
	findings: Findings,
	{ withdrawnBy }: ListedLeaves,
): void {
	if (index === undefined || withdrawnBy(index) === undefined) return;
	const says = `log/withdrawn says of leaf ${index}, which records it, that it was taken down.`;
	findings.fault(file, says, "Delete it, or find out who has put it back.", index);
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

/** Leaves whose receipts have no file and that no list names. */
async function nameLost(lost: Audits, { reports, withdrawals }: AuditOptions, findings: Findings): Promise<void> {
	const lines = await findRunLines(join(reports, "runs"), new Set(lost.map(([id]) => id)));
	for (const [id, leaf] of lost) {
		const isNamed = withdrawals?.ids.has(id);
		const todo = isNamed ? "Run npm run seal, which lists it in log/withdrawn." : RESTORE;
		findings.fault(placeOf(leaf, lines.get(id)), missingWords(id, leaf.index), todo, leaf.index);
	}
}

const RESTORE = "Restore it from git, or have it taken down by npm run removal.";

function placeOf({ auditedAt }: AuditLeaf, line: RunLine | undefined): string {
	const name = line ? fileName({ ...line, auditedAt }) : `${auditedAt.replaceAll(":", "-")}*.json`;
	return `receipts/${line?.domain ?? "*"}/${name}`;
}

function missingWords(id: string, index: number): string {
	return `Receipt file missing: leaf ${index} records the receipt ${id.slice(0, 16)}…, and no file here has that digest.`;
}
