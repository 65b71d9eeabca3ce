import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { decodeStrictly } from "#core/bytes.ts";
import { counted, plural } from "#core/wording.ts";
import { type Leaf, type ListLeaf, parseLeaf } from "#log/tlog/leaf.ts";
import { TILE_WIDTH, tilePath } from "#log/tlog/tiles.ts";
import { readReceipt } from "#receipts/store/receipt.ts";
import { fileName, readPlace } from "#receipts/store/receipt-store.ts";
import { findRunLines, parseRunName, type RunDigest, type RunLine, runDigests } from "#receipts/store/run-file.ts";
import {
	blindDomain,
	coveredBy,
	isKeptName,
	isNewerAudit,
	KEPT,
	KEPT_KINDS,
	keptName,
	newestAudits,
	parseIndexHead,
	parseLeafList,
	parseShard,
	readKeptFiles,
} from "../lists.ts";
import { mayBindAgain, POLICY_NAME } from "../seal/bind-files.ts";
import { widthAt } from "./compare-tiles.ts";
import {
	asSentence,
	type Findings,
	filesUnder,
	listed,
	RESTORE_LOG,
	readBytes,
	readGrowingList,
	reasonOf,
	SIGNED,
} from "./findings.ts";
import type { AuditOptions } from "./verify-log.ts";

type AuditLeaf = { readonly index: number; readonly auditedAt: string };

interface BoundFile {
	readonly index: number;
	readonly leaf: ListLeaf;
}

/** Keeps about 250 bytes per leaf. */
export class LogLeaves {
	/** By the receipt's id. */
	readonly audits = new Map<string, AuditLeaf>();
	/** By the name of the file, oldest first. */
	readonly bound = new Map<string, BoundFile[]>();
	/** Receipt leaves dated before their predecessor. */
	readonly late: number[] = [];
	readonly faults: { readonly index: number; readonly says: string }[] = [];
	isComplete = true;
	readonly #known = new Set<string>();
	#last = "";

	/** Leaves must come in order. @param entry undefined where it is missing or damaged */
	add(index: number, entry: Uint8Array | undefined): void {
		this.isComplete &&= entry !== undefined;
		const says = entry && this.#read(entry, index);
		if (says) this.faults.push({ index, says: `Leaf ${index} ${says}` });
	}

	#read(entry: Uint8Array, index: number): string | undefined {
		try {
			const leaf = parseLeaf(entry);
			// A binary string, the shortest form of a digest: there is one for every leaf.
			const key = hash("sha256", entry, "binary");
			if (this.#known.has(key)) return "is in the log twice.";
			this.#known.add(key);
			return this.#faultOf(leaf, index);
		} catch (error) {
			return `is not a leaf of this log. ${reasonOf(error)}`;
		}
	}

	#faultOf(leaf: Leaf, index: number): string | undefined {
		if (leaf.kind === "list") {
			const same = this.bound.get(leaf.name);
			if (same) same.push({ index, leaf });
			else this.bound.set(leaf.name, [{ index, leaf }]);
			return undefined;
		}
		const { kind, receipt, auditedAt } = leaf;
		if (auditedAt < this.#last) this.late.push(index);
		this.#last = auditedAt;
		const audit = this.audits.get(receipt);
		// If leaves are missing, one of them may be the audit.
		if (kind === "recheck" && !audit && this.isComplete) return "rechecks a receipt that no leaf before it records.";
		if (kind === "audit" && audit) return `records the receipt of leaf ${audit.index} again.`;
		if (kind === "audit") this.audits.set(receipt, { index, auditedAt });
		return undefined;
	}
}

interface StoredFile {
	/** Relative to the reports directory. */
	readonly file: string;
	readonly domain: string;
	readonly id?: string;
	readonly auditedAt?: string;
	readonly fault?: string;
}

type Audits = readonly (readonly [string, AuditLeaf])[];

/** @returns numbers of receipts that match the log, were taken down, or are not sealed yet */
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
	note(pending, "is", "are", "not sealed yet.");
	if (!leaves.isComplete)
		findings.notes.push("Some entries cannot be read, so their receipts count as not sealed yet.");
	const unlisted = absent.length - published.length;
	note(unlisted, "of the log is", "of the log are", "of live audits and not published.");
	if (kept.length > 0) findings.notes.push(`notices.json takes these down, but they are still here: ${listed(kept)}.`);
	await reportLost(lost, options, findings);
	return { receipts: matching.length, withdrawn: published.length - missing.length, pending };
}

function reportLeaves({ faults }: LogLeaves, size: number, findings: Findings): void {
	const todo = "It is signed and cannot be undone. Report it as a bug of the program that sealed it.";
	for (const { index: leaf, says } of faults) {
		const place = { level: "entries", index: Math.floor(leaf / TILE_WIDTH) } as const;
		findings.fault(`log/${tilePath({ ...place, width: widthAt(place, size) })}`, says, todo);
	}
}

/** Dates are the auditor's claim, so going back in time is only noted. */
function reportLate({ late }: LogLeaves, findings: Findings): void {
	const [first] = late;
	if (first === undefined) return;
	const which =
		late.length === 1
			? `Leaf ${first} is`
			: `${counted(late.length, "leaf", "leaves")}, the first being leaf ${first}, are`;
	findings.notes.push(`${which} dated before the previous leaf: sealed late, or a clock was wrong.`);
}

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
		reportReturned(file, leaf?.index, findings, accounted);
		if (!leaf) unlogged.push(stored);
		else if (leaf.auditedAt === auditedAt) matching.push({ domain, ...leaf });
		else {
			const todo = "A leaf cannot be changed: make a new receipt, and report this as a bug.";
			findings.fault(file, `Leaf ${leaf.index} dates it ${leaf.auditedAt}.`, todo, leaf.index);
		}
		onProgress?.({ done: ++done, total: paths.length, step: "receipts" });
	}
	return { absent: [...audits].filter(([id]) => !seen.has(id)), unlogged, kept, matching };
}

function reportReturned(
	file: string,
	index: number | undefined,
	findings: Findings,
	{ withdrawnBy }: ListedLeaves,
): void {
	if (index === undefined || withdrawnBy(index) === undefined) return;
	const says = `log/withdrawn says that leaf ${index}, which records it, was taken down.`;
	findings.fault(file, says, "Delete it, or find out who has put it back.", index);
}

/** Logged bytes were validated when they were sealed, so only their place is checked here. */
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

function readLogged(text: string, audits: LogLeaves["audits"]) {
	const id = hash("sha256", text, "hex");
	const receipt = audits.has(id) ? readPlace(text) : undefined;
	return receipt && { id, receipt };
}

/** Takes an unlogged file with the time of a missing receipt for a changed copy of it. */
function pairByTime(missing: Audits, unlogged: readonly StoredFile[]) {
	const changed: { readonly file: string; readonly leaf: number }[] = [];
	const byTime = Map.groupBy(unlogged, ({ file }) => /\/([^/~]*?)(~[^/]*)?\.json$/.exec(file)?.[1]);
	const lost = [...Map.groupBy(missing, ([, { auditedAt }]) => auditedAt)].flatMap(([time, lacking]) => {
		const candidates = byTime.get(time.replaceAll(":", "-")) ?? [];
		const damaged = candidates.filter(({ fault }) => fault);
		// If enough files are damaged to explain every missing receipt, the others are new. Otherwise any may be the one.
		const suspects = damaged.length >= lacking.length ? damaged : candidates;
		const leaf = lacking[0]?.[1].index ?? 0;
		for (const { file, fault } of suspects) if (!fault) changed.push({ file, leaf });
		return lacking.slice(suspects.length);
	});
	return { changed, lost };
}

async function reportLost(lost: Audits, { reports, withdrawals }: AuditOptions, findings: Findings): Promise<void> {
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

interface ListedLeaves {
	isLive(leaf: number): boolean;
	/** Undefined for a leaf that is not withdrawn. */
	withdrawnBy(leaf: number): number | undefined;
}

/** Append-only lists: each must still begin with the bytes that every leaf about it binds. */
const GROWING = ["withdrawn", "live", "keys"];
const KNOWN = [...GROWING, POLICY_NAME];

async function compareLists(
	{ reports, isOutside = false }: Pick<AuditOptions, "reports" | "isOutside">,
	leaves: LogLeaves,
	findings: Findings,
): Promise<ListedLeaves> {
	const directory = join(reports, "log");
	for (const [name, bound] of leaves.bound) {
		const [first] = bound;
		const isKnown = KNOWN.includes(name) || parseRunName(name) || coveredBy(name) !== undefined;
		if (isKnown || isKeptName(name) || !first) continue;
		const says = `Leaf ${first.index} binds it in a way that this version does not know.`;
		findings.fault(`log/${name}`, says, "Use a newer version.");
	}
	const read = async (name: string) => readLeafList(directory, name, leaves, findings);
	const [withdrawn, live] = [await read("withdrawn"), await read("live")];
	if (!isOutside) {
		await compareRuns(reports, leaves.bound, findings);
		await compareKept(reports, leaves.bound, findings);
	}
	return {
		isLive: (leaf) => live.has(leaf),
		withdrawnBy: (leaf) => withdrawn.get(leaf),
	};
}

async function readLeafList(
	directory: string,
	name: string,
	leaves: LogLeaves,
	findings: Findings,
): Promise<ReadonlyMap<number, number>> {
	const whole = await readGrowingList(directory, name, leaves, findings);
	try {
		const listed = parseLeafList(new TextDecoder("utf-8", { fatal: false }).decode(whole));
		const audits = new Set([...leaves.audits.values()].map(({ index }) => index));
		const odd = leaves.isComplete ? listed.find((leaf) => !audits.has(leaf)) : undefined;
		if (odd !== undefined) findings.fault(`log/${name}`, `It lists leaf ${odd}, which is not an audit.`, SIGNED);
		return whoBound(listed, leaves.bound.get(name) ?? []);
	} catch (error) {
		findings.fault(`log/${name}`, reasonOf(error), SIGNED);
		return new Map();
	}
}

/** Computes line offsets from the numbers themselves: a line is the number's digits and a newline. */
function whoBound(listed: readonly number[], bound: readonly BoundFile[]): ReadonlyMap<number, number> {
	const found = new Map<number, number>();
	let [end, at] = [0, 0];
	for (const leaf of listed) {
		end += `${leaf}\n`.length;
		while ((bound[at]?.leaf.size ?? end) < end) at++;
		found.set(leaf, bound[at]?.index ?? 0);
	}
	return found;
}

async function compareRuns(reports: string, bound: LogLeaves["bound"], findings: Findings): Promise<void> {
	const all = [...bound.values()].flat().flatMap((leaf) => {
		const named = parseRunName(leaf.leaf.name);
		return named ? [{ ...leaf, ...named }] : [];
	});
	let again = 0;
	for (const [night, leaves] of Map.groupBy(all, (leaf) => leaf.night)) {
		const file = `runs/${night}.jsonl`;
		const bytes = await readBytes(join(reports, file));
		const there = new Map(runDigests(night, (bytes ?? Buffer.alloc(0)).toString("utf8")).map((run) => [run.run, run]));
		for (const [run, unordered] of Map.groupBy(leaves, (leaf) => leaf.run)) {
			const states = unordered.toSorted((a, b) => a.index - b.index);
			const says = bytes ? difference(states, there.get(run)) : "The file is missing";
			const newest = states.at(-1);
			if (says !== undefined && newest)
				findings.fault(file, `${says}: leaf ${newest.index} binds ${newest.leaf.name}.`);
			if (states.length > 1) again++;
		}
	}
	if (again > 0)
		findings.notes.push(
			`${counted(again, "run was", "runs were")} bound again after removals, or after a share was run again. Whether anything else was changed by then shows in git.`,
		);
}

/** Owners may keep these receipts elsewhere, so a missing file is no fault. */
async function compareKept(reports: string, bound: LogLeaves["bound"], findings: Findings): Promise<void> {
	const files = await readKeptFiles(reports);
	for (const { file, kind, fault } of files)
		if (fault !== undefined) findings.fault(file, fault, `Restore it, or make it again with ${KEPT[kind].command}.`);
	for (const kind of KEPT_KINDS) {
		const pending = files.filter(
			(each) => each.kind === kind && each.sealed && !bound.has(keptName(kind, each.sealed.id)),
		).length;
		const { one, several } = KEPT[kind];
		if (pending > 0)
			findings.notes.push(`${counted(pending, one, several)} ${plural(pending, "is", "are")} not sealed.`);
	}
}

function difference(states: readonly BoundFile[], run: RunDigest | undefined): string | undefined {
	const newest = states.at(-1)?.leaf;
	if (!newest) return undefined;
	if (!run) return "It has no line of a run";
	if (run.lines !== newest.size) return `It has ${run.lines} lines of a run that had ${newest.size}`;
	if (run.digest !== newest.digest) return "One of its lines has changed";
	const isFounded = states.every(({ leaf }, at) => {
		const before = states[at - 1]?.leaf;
		return !before || mayBindAgain(before, leaf);
	});
	return isFounded ? undefined : "A run in it was bound again, and neither a removal nor a missing site says why";
}

interface PlacedReceipt extends AuditLeaf {
	readonly domain: string;
}

interface IndexedLog {
	readonly directory: string;
	readonly origin: string;
	/** Leaves that the index must not name, because their receipts are not published. */
	readonly accounted: ListedLeaves;
}

/** Checks the newest index of domains, because a lookup reads nothing else. */
async function compareIndex(
	{ directory, origin, accounted }: IndexedLog,
	leaves: LogLeaves,
	receipts: readonly PlacedReceipt[],
	findings: Findings,
): Promise<void> {
	const found = newestIndex(leaves);
	if (!found) return;
	const { file, covers, digest, index } = found;
	if (covers !== index) return findings.fault(file, `Leaf ${index} binds it, and it says to cover ${covers}.`, SIGNED);
	const later = [...leaves.audits.values()].filter((leaf) => leaf.index > index).length;
	if (later > 0)
		findings.notes.push(`The index of domains covers the first ${covers} leaves: later audits are not in it.`);
	const head = await readBound(directory, file, digest, findings);
	const lines = head === undefined ? undefined : await readShards(directory, file, { head, covers }, findings);
	const named = { file, covers, origin, accounted };
	if (lines && leaves.isComplete) compareLines(lines, named, leaves, receipts, findings);
}

function newestIndex({ bound }: LogLeaves) {
	const indexes = [...bound].flatMap(([name, leaves]) => {
		const covers = coveredBy(name);
		return covers === undefined ? [] : leaves.map(({ index, leaf: { digest } }) => ({ name, covers, digest, index }));
	});
	const newest = indexes.toSorted((a, b) => b.index - a.index)[0];
	return newest && { file: `log/${newest.name}`, ...newest };
}

/** Reports a fault and returns undefined for a text with another digest. */
async function readBound(directory: string, file: string, digest: string, findings: Findings) {
	const bytes = await readBytes(join(directory, "..", file));
	const text = bytes && hash("sha256", bytes) === digest ? decodeStrictly(bytes) : undefined;
	if (text !== undefined) return text;
	return findings.fault(file, bytes ? "It differs from what the log binds." : "The file is missing.", RESTORE_LOG);
}

async function readShards(
	directory: string,
	file: string,
	{ head, covers }: { readonly head: string; readonly covers: number },
	findings: Findings,
): Promise<ReadonlyMap<string, number> | undefined> {
	const lines = new Map<string, number>();
	let isWhole = true;
	try {
		for (const [prefix, digest] of parseIndexHead(head, covers)) {
			const shard = await readBound(directory, `log/index/${digest}`, digest, findings);
			isWhole &&= shard !== undefined;
			for (const [key, leaf] of parseShard(shard ?? "", prefix)) lines.set(key, leaf);
		}
		return isWhole ? lines : undefined;
	} catch (error) {
		return findings.fault(file, reasonOf(error), SIGNED);
	}
}

interface NamedIndex extends Omit<IndexedLog, "directory"> {
	readonly file: string;
	readonly covers: number;
}

function compareLines(
	lines: ReadonlyMap<string, number>,
	{ file, covers, origin, accounted }: NamedIndex,
	{ audits }: LogLeaves,
	receipts: readonly PlacedReceipt[],
	findings: Findings,
): void {
	const { isLive, withdrawnBy } = accounted;
	const published = receipts.filter(({ index }) => !isLive(index) && withdrawnBy(index) === undefined);
	const newest = newestByName(published, covers, origin);
	const there = new Set(published.map(({ index }) => index));
	// Until the next seal, the index may name receipts taken down since. It must never name a live or listed leaf: that
	// would hide the newest receipt behind one that is not published.
	const mayBeNamed = ({ index }: AuditLeaf) =>
		index < covers && !there.has(index) && !isLive(index) && (withdrawnBy(index) ?? covers) >= covers;
	const gone = new Map([...audits.values()].filter(mayBeNamed).map((leaf) => [leaf.index, leaf]));
	for (const [key, { domain, ...leaf }] of newest) {
		const index = lines.get(key) ?? -1;
		const other = gone.get(index);
		if (index === leaf.index || (other && isNewerAudit(other, leaf))) continue;
		const what = index < 0 ? `It does not list ${domain}` : `It names leaf ${index} for ${domain}`;
		findings.fault(file, `${what}, whose newest audit is leaf ${leaf.index}.`, SIGNED);
	}
	for (const [key, index] of lines)
		if (!newest.has(key) && !gone.has(index))
			findings.fault(file, `It names leaf ${index} for a domain of another leaf.`, SIGNED);
}

function newestByName(receipts: readonly PlacedReceipt[], covers: number, origin: string) {
	const covered = receipts.filter(({ index }) => index < covers);
	return newestAudits(covered.map((receipt) => [blindDomain(origin, receipt.domain), receipt]));
}
