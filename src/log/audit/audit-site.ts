import { hash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Settings } from "#config/environment.ts";
import { Failure, isFailure } from "#core/failure.ts";
import type { KeySource, LogAudit, LogFault } from "#core/verification.ts";
import { counted, digitGroups } from "#core/wording.ts";
import { parseDecimal } from "#log/tlog/canonical.ts";
import { isReceiptLeaf, type Leaf, parseLeaf } from "#log/tlog/leaf.ts";
import type { Checkpoint } from "#log/tlog/note.ts";
import { newTiles, parseEntries, partialTiles, TILE_BYTES, TILE_WIDTH, type Tile, tilePath } from "#log/tlog/tiles.ts";
import { writeAll } from "#receipts/store/durable-file.ts";
import { readPlace } from "#receipts/store/receipt-store.ts";
import { boundPart, coveredBy, parseIndexHead, parseLeafList } from "../lists.ts";
import { SeenStates, VERIFIED } from "../verify/seen-states.ts";
import {
	BUNDLE_BYTES,
	LIST_BYTES,
	notFetched,
	RECEIPT_BYTES,
	readShownCheckpoint,
	SiteReader,
} from "../verify/site-reader.ts";
import { chooseTrust, readOwnKeys } from "../verify/trusted-keys.ts";
import { recomputeLog } from "./verify-log.ts";

interface SiteAuditOptions {
	readonly base: URL;
	/** Public keys to trust instead of the ones built into this program. */
	readonly keys: readonly string[];
	readonly trustSiteKey: boolean;
	readonly onProgress?: (step: string) => void;
}

interface SiteAudit {
	readonly audit: LogAudit;
	readonly keySource: KeySource;
}

/** Long, because every receipt is fetched. */
const WHOLE_MS = 6 * 3_600_000;
const ADVICE = "Ask the operator of the site: everyone who fetches it sees the same.";

/**
 * Judges only what is published, so no run files. Remembers a log without faults: the site must never show an earlier
 * one.
 * @throws Failure `not-fetched`, `input-invalid` without a trusted key, `signature-missing`
 */
export async function auditSite(options: SiteAuditOptions, settings: Settings): Promise<SiteAudit> {
	const site = new SiteReader(options.base, settings, { wholeMs: WHOLE_MS });
	const root = await mkdtemp(join(tmpdir(), "sightline-site-"));
	try {
		return await auditMirror(site, root, options, settings);
	} finally {
		await site.close();
		await rm(root, { recursive: true, force: true });
	}
}

const MOST_TRIES = 3;

async function auditMirror(
	site: SiteReader,
	root: string,
	options: SiteAuditOptions,
	settings: Settings,
): Promise<SiteAudit> {
	const receipts = new Map<string, string>();
	const reports = join(root, "reports");
	for (let tries = 1; tries <= MOST_TRIES; tries++) {
		await rm(join(reports, "log"), { recursive: true, force: true });
		const found = await auditState({ site, reports, onProgress: options.onProgress, receipts }, options, settings);
		// If a new state is published during the read, we see parts of both states and must try again.
		const isWhole = found.audit.faults.length === 0 || (await readShownCheckpoint(site)).text === found.text;
		if (isWhole) return found;
	}
	throw notFetched(
		new URL("log/", site.base),
		`The site was published again during each of ${MOST_TRIES} reads. Check again later.`,
	);
}

const SEEN = "the state that this machine saw there last";

async function auditState(
	mirror: Mirror,
	{ keys, trustSiteKey, onProgress }: SiteAuditOptions,
	settings: Settings,
): Promise<SiteAudit & { readonly text: string }> {
	const { site, reports } = mirror;
	onProgress?.(`Asking ${site.base.host} …`);
	const { data, text, note, checkpoint } = await readShownCheckpoint(site);
	const { origin, size } = checkpoint;
	const trust = await chooseTrust({ origin, note }, { keys, trustSiteKey }, await readOwnKeys(settings.reports), site);
	await writeAll(join(reports, "log"), [{ path: "checkpoint", data }]);
	await mirrorSite(mirror, size);
	const seen = new SeenStates(settings.data, site.base);
	const newest = await seen.newest();
	const { audit } = await recomputeLog({
		reports,
		state: join(reports, "..", "state"),
		origin,
		given: trust.source === "site" ? [] : trust.keys,
		isOutside: true,
		...(newest ? { since: { file: SEEN, bytes: Buffer.from(newest.text) } } : {}),
	});
	if (audit.faults.length === 0) await remember(seen, newest?.checkpoint, { text, size });
	const isAgainstSeen = ({ file, says }: LogFault) => file === SEEN || says.includes(SEEN);
	const against = audit.faults.filter(isAgainstSeen).map(({ says }) => says);
	const evidence = newest && against.length > 0 && { shown: text, seen: newest.text, says: against.join(" ") };
	const todo = evidence ? `${ADVICE} Kept as evidence: ${await seen.keepEvidence(evidence)}` : ADVICE;
	const faults = audit.faults.map((fault) => ({ ...fault, todo: isAgainstSeen(fault) ? todo : ADVICE }));
	return {
		text,
		audit: { ...audit, faults },
		keySource: trust.source,
	};
}

async function remember(
	seen: SeenStates,
	before: Checkpoint | undefined,
	{ text, size }: { readonly text: string; readonly size: number },
): Promise<void> {
	if (!before || before.size < size) await seen.keep(VERIFIED, text);
}

interface Mirror {
	readonly site: SiteReader;
	readonly reports: string;
	readonly onProgress: ((step: string) => void) | undefined;
	/** Receipts fetched for an earlier state: their bytes cannot change. */
	readonly receipts: Map<string, string>;
}

const MOST_LEAVES = 4_000_000;
const AT_ONCE = 8;

/** Trusts nothing that it fetches. @throws Failure `not-fetched`, `input-invalid` for a log that is too large */
async function mirrorSite(mirror: Mirror, size: number): Promise<void> {
	if (size > MOST_LEAVES)
		throw new Failure("input-invalid", {
			what: `The log says to have ${digitGroups(size)} leaves.`,
			why: `No more than ${digitGroups(MOST_LEAVES)} are fetched.`,
		});
	const lists = ["vkeys", "retired-vkeys", "withdrawn", "live", "keys", "policy.txt", "checkpoints.txt"];
	const listed = await fetchAll(mirror, "lists", lists, LIST_BYTES);
	const kept = await readKept(mirror);
	const archived = kept.map((name) => `checkpoints/${name}`);
	await fetchAll(mirror, "earlier checkpoints", [...new Set([...archived, `checkpoints/${size}`])], BUNDLE_BYTES);
	const sizes = kept.flatMap((name) => parseDecimal(name) ?? []);
	const tiles = [...newTiles(0, size), ...sizes.flatMap(partialTiles).filter((tile) => isPartialOf(tile, size))];
	const paths = [...new Set(tiles.map(tilePath))];
	const found = await fetchAll(mirror, "tiles", paths, Math.max(BUNDLE_BYTES, TILE_BYTES));
	const leaves = readLeaves(found, size);
	await fetchIndex(mirror, leaves);
	await fetchReceipts(mirror, leaves, listed);
}

/** Whether this tile is partial in the current tree, so only readers of an earlier checkpoint need it. */
function isPartialOf({ level, index }: Tile, size: number): boolean {
	const hashes = level === "entries" ? size : Math.floor(size / TILE_WIDTH ** level);
	return (index + 1) * TILE_WIDTH > hashes;
}

async function readKept({ site }: Mirror): Promise<string[]> {
	const list = await site.readIfThere("log", "log/checkpoints.txt", LIST_BYTES);
	const names = new TextDecoder().decode(list ?? new Uint8Array()).split("\n");
	return names.filter((name) => parseDecimal(name) !== undefined);
}

function readLeaves(found: ReadonlyMap<string, Uint8Array>, size: number): ReadonlyMap<number, Leaf> {
	const leaves = new Map<number, Leaf>();
	for (let index = 0; index * TILE_WIDTH < size; index++) {
		const width = Math.min(TILE_WIDTH, size - index * TILE_WIDTH);
		const bytes = found.get(tilePath({ level: "entries", index, width }));
		const entries = bytes ? unlessMalformed(() => parseEntries(bytes, width)) : undefined;
		for (const [at, entry] of (entries ?? []).entries()) {
			const leaf = unlessMalformed(() => parseLeaf(entry));
			if (leaf) leaves.set(index * TILE_WIDTH + at, leaf);
		}
	}
	return leaves;
}

function unlessMalformed<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch (error) {
		if (isFailure(error)) return undefined;
		throw error;
	}
}

async function fetchIndex(mirror: Mirror, leaves: ReadonlyMap<number, Leaf>): Promise<void> {
	const newest = [...leaves.values()].findLast((leaf) => leaf.kind === "list" && coveredBy(leaf.name) !== undefined);
	const covers = newest?.kind === "list" ? coveredBy(newest.name) : undefined;
	if (newest?.kind !== "list" || covers === undefined) return;
	const head = (await fetchAll(mirror, "the index", [newest.name], LIST_BYTES)).get(newest.name);
	const shards = head && unlessMalformed(() => parseIndexHead(new TextDecoder().decode(head), covers));
	const paths = [...new Set(shards?.values())].map((digest) => `index/${digest}`);
	await fetchAll(mirror, "the index", paths, LIST_BYTES);
}

/** Records the leaf as lacking a receipt if its file is missing or differs from what was logged. */
async function fetchReceipts(
	mirror: Mirror,
	leaves: ReadonlyMap<number, Leaf>,
	found: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
	const { site, reports, receipts } = mirror;
	const live = boundLines("live", leaves, found.get("live"));
	const withdrawn = boundLines("withdrawn", leaves, found.get("withdrawn"));
	const ids: string[] = [];
	for (const [index, leaf] of leaves) {
		if (!isReceiptLeaf(leaf) || leaf.kind !== "audit" || live.has(index)) continue;
		const path = receipts.get(leaf.receipt);
		// The receipt may have been taken down after an earlier try fetched it.
		if (path !== undefined && withdrawn.has(index)) await rm(join(reports, "receipts", path), { force: true });
		if (path === undefined || withdrawn.has(index)) ids.push(leaf.receipt);
	}
	await inBatches(mirror, "receipts", ids, async (id) => {
		const data = await site.readIfThere("receipt", `receipts/${id}.json`, RECEIPT_BYTES);
		if (!data || hash("sha256", data) !== id) return;
		const path = readPlace(new TextDecoder().decode(data))?.place ?? `unknown/${id}.json`;
		await writeAll(join(reports, "receipts"), [{ path, data }]);
		receipts.set(id, path);
	});
}

/** Leaves on the part of a list that its newest list leaf binds. Nothing vouches for the rest. */
function boundLines(
	name: string,
	leaves: ReadonlyMap<number, Leaf>,
	bytes: Uint8Array | undefined,
): ReadonlySet<number> {
	const newest = [...leaves.values()].findLast((leaf) => leaf.kind === "list" && leaf.name === name);
	const bound = newest?.kind === "list" ? boundPart(bytes, newest) : undefined;
	return new Set(bound && unlessMalformed(() => parseLeafList(new TextDecoder().decode(bound))));
}

async function fetchAll(mirror: Mirror, what: string, paths: readonly string[], most: number) {
	const found = new Map<string, Uint8Array>();
	await inBatches(mirror, what, paths, async (path) => {
		const data = await mirror.site.readIfThere("log", `log/${path}`, most);
		if (!data) return;
		// `checkpoints.txt` lists the archived checkpoints; the log directory has no such file.
		if (path !== "checkpoints.txt") await writeAll(join(mirror.reports, "log"), [{ path, data }]);
		found.set(path, data);
	});
	return found;
}

async function inBatches<T>(
	{ onProgress }: Mirror,
	what: string,
	items: readonly T[],
	work: (item: T) => Promise<void>,
): Promise<void> {
	for (let at = 0; at < items.length; at += AT_ONCE) {
		onProgress?.(`Fetching ${what}: ${at} of ${counted(items.length, "file")} …`);
		await Promise.all(items.slice(at, at + AT_ONCE).map(work));
	}
}
