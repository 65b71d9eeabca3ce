import { hash } from "node:crypto";
import * as z from "zod";
import type { Settings } from "#config/environment.ts";
import { toHex } from "#core/bytes.ts";
import { isFailure } from "#core/failure.ts";
import { parseJson } from "#core/json-object.ts";
import { parseTarget } from "#core/target.ts";
import type {
	LogContradiction,
	LogSighting,
	ReceiptLeaf,
	VerificationSource,
	WatchedLeaf,
} from "#core/verification.ts";
import { counted, plural } from "#core/wording.ts";
import { parseDecimal } from "#log/tlog/canonical.ts";
import { type Checkpoint, parseCheckpoint } from "#log/tlog/checkpoint.ts";
import { isReceiptLeaf } from "#log/tlog/leaf.ts";
import type { ReadHash } from "#log/tlog/merkle.ts";
import { formatVerifierKey, parseNote, shortKeyName } from "#log/tlog/note.ts";
import { TILE_WIDTH } from "#log/tlog/tiles.ts";
import { type KeyState, parseLeafList, readKeyList } from "../lists.ts";
import { readSiteBase } from "../verify/material.ts";
import {
	type Comparison,
	compareStates,
	lookUpDomain,
	type NewLeaf,
	notCommitted,
	type ReadLogFile,
	readNewLeaves,
} from "../verify/proven-log.ts";
import { LAST, openSeenStates, type SeenStates } from "../verify/seen-states.ts";
import { LIST_BYTES, openSite, RECEIPT_BYTES, type ReaderOfSite, readShownCheckpoint } from "../verify/site-reader.ts";
import { witnessTimes } from "../verify/verify-receipt.ts";
import { type OpenedState, openShownState } from "./site-keys.ts";

export interface MonitorOptions {
	readonly site: string;
	readonly domains: readonly string[];
	/** Public keys to trust in place of those that are known. */
	readonly keys: readonly string[];
	readonly onProgress?: (step: string) => void;
}

interface Monitored {
	readonly sighting: LogSighting;
	/** Only once what is new has been reported; does nothing where there is a contradiction. */
	readonly keep: () => Promise<void>;
}

/** A log that grew by a hundred thousand leaves is four hundred files. */
const WHOLE_MS = 600_000;

/**
 * Sends one request where nothing has changed.
 * @throws Failure `input-invalid` for what is no site, or where no key of its log can be had; `not-fetched`
 */
export async function monitorSite(options: MonitorOptions, settings: Settings): Promise<Monitored> {
	const base = readSiteBase(options.site);
	const domains = options.domains.map((domain) => parseTarget(domain).host);
	const site = openSite(base, settings.baseUrl, { wholeMs: WHOLE_MS });
	try {
		const seen = openSeenStates(settings.data, base);
		return await lookAt({ ...options, domains, ...recording(site), seen, reports: settings.reports });
	} finally {
		await site.close();
	}
}

interface Looking extends Omit<MonitorOptions, "site"> {
	readonly site: ReaderOfSite;
	readonly seen: SeenStates;
	readonly reports: string;
	readonly fetched: ReadonlyMap<string, Uint8Array>;
}

/** Asks for each file once and keeps it as evidence. */
function recording(site: ReaderOfSite) {
	const fetched = new Map<string, Uint8Array>();
	const read = async (what: VerificationSource["what"], path: string, maxBytes: number) => {
		const known = fetched.get(path);
		if (known) return known;
		const bytes = await site.read(what, path, maxBytes);
		fetched.set(path, bytes);
		return bytes;
	};
	return { site: { ...site, read }, fetched };
}

async function lookAt(looking: Looking): Promise<Monitored> {
	const { site, seen, keys } = looking;
	looking.onProgress?.(`Asking ${site.base.host} …`);
	const newest = await seen.newest();
	const { text: shown } = await readShownCheckpoint(site);
	const state = await openShownState(shown, keys, looking).catch((error: unknown) => {
		if (!isFailure(error) || !["signature-invalid", "signature-missing"].includes(error.code)) throw error;
		const says = `The state that the site shows is not signed by a key of its log that is trusted here. ${error.message} Where its owner says by another way that the key is a new one, give that with --key.`;
		return { kind: "signature", says } satisfies LogContradiction;
	});
	if ("kind" in state) return contradicted(looking, { contradiction: state, shown, last: newest?.text });
	const readFile = (path: string, most: number) => site.read("log", `log/${path}`, most);
	const compared = await compareStates(newest?.checkpoint, state.checkpoint, readFile);
	if (compared.contradiction)
		return contradicted(looking, { contradiction: compared.contradiction, shown, last: newest?.text, state });
	try {
		return await tellNew(looking, state, {
			shown,
			last: newest?.text,
			before: (await seen.last())?.checkpoint.size,
			compared,
		});
	} catch (error) {
		if (!isFailure(error) || !["log-inconsistent", "log-malformed"].includes(error.code)) throw error;
		const contradiction: LogContradiction = { kind: "damaged", says: error.message };
		return contradicted(looking, { contradiction, shown, last: newest?.text, state });
	}
}

interface Seen {
	readonly shown: string;
	readonly last: string | undefined;
	/** Leaves at the last look. */
	readonly before: number | undefined;
	readonly compared: Comparison & { readonly contradiction?: undefined };
}

async function tellNew(looking: Looking, state: OpenedState, given: Seen): Promise<Monitored> {
	const { site, seen, domains, onProgress } = looking;
	const { shown, last, before, compared } = given;
	const { size } = state.checkpoint;
	const readFile = (path: string, most: number) => site.read("log", `log/${path}`, most);
	const fresh = await readFresh(given, size, readFile);
	const keys = await readBoundKeys(fresh, readFile);
	const givenUp = keys && signedByRetired(state, keys.inUse);
	if (givenUp) return contradicted(looking, { contradiction: givenUp, shown, last, state });
	const ofReceipts = fresh.flatMap(({ index, leaf }): (ReceiptLeaf & { readonly index: number })[] =>
		leaf && isReceiptLeaf(leaf) ? [{ ...leaf, index }] : [],
	);
	const reported = await readAbsent(seen);
	const lists = domains.length + reported.length > 0 ? await readBoundLists(fresh, readFile) : NO_LISTS;
	const listed = new Set([...(lists.withdrawn ?? []), ...lists.live]);
	const isListed = (index: number) => listed.has(index);
	const watched = await findWatchedLeaves(ofReceipts, domains, looking, isListed, onProgress);
	const asked = { domains, known: watched.known, hasGrown: before !== size };
	const keepLearned = await learnFromIndex(asked, state.checkpoint, { site, seen, readFile });
	const { withdrawn } = lists;
	const removals =
		withdrawn &&
		(await findRemovedLeaves({ withdrawn, domains, known: watched.known, size }, await compared.openTree(), {
			seen,
			readFile,
		}));
	const fault = await contradictionsOf(looking, given, { fresh, isListed, reported, absent: watched.absent });
	const audits = ofReceipts.filter(({ kind }) => kind === "audit").length;
	const sighting: LogSighting = {
		site: site.base.href,
		log: logOf(state),
		...(before === undefined ? {} : { before }),
		added: { audits, rechecks: ofReceipts.length - audits, others: fresh.length - ofReceipts.length },
		leaves: watched.leaves,
		removed: removals?.removed ?? [],
		contradictions: fault.contradictions,
		notes: [...state.notes, ...keyChanges(keys), ...watched.notes, ...(removals?.notes ?? [])],
		requests: site.sources.length,
	};
	return {
		sighting,
		async keep() {
			await state.keep(keys?.retired ?? []);
			if (domains.length > 0) await watched.keep();
			await keepLearned();
			await removals?.keep();
			await keepAbsent(seen, fault.absent);
			if (before !== size) await seen.keep(LAST, shown);
		},
	};
}

async function readFresh({ before, compared }: Seen, size: number, readFile: ReadLogFile): Promise<NewLeaf[]> {
	const fresh: NewLeaf[] = [];
	if (before === undefined || before >= size) return fresh;
	for await (const leaf of readNewLeaves({ from: before, size }, await compared.openTree(), readFile)) fresh.push(leaf);
	return fresh;
}

/** What a retired key signs may be a thief's work. */
function signedByRetired({ signedBy, joined }: OpenedState, inUse: readonly string[]): LogContradiction | undefined {
	if ([...signedBy, ...joined].some((key) => inUse.includes(formatVerifierKey(key)))) return undefined;
	return {
		kind: "signature",
		says: "The state that the site shows is signed by no key that the log itself has in use.",
	};
}

interface FoundInLeaves {
	readonly fresh: readonly NewLeaf[];
	readonly isListed: (index: number) => boolean;
	readonly reported: readonly AbsentLeaf[];
	readonly absent: readonly AbsentLeaf[];
}

async function contradictionsOf(
	{ site, seen, fetched }: Looking,
	{ shown, last }: Seen,
	{ fresh, isListed, reported, absent }: FoundInLeaves,
) {
	const unreadable = fresh.flatMap(({ says }): LogContradiction[] =>
		says === undefined ? [] : [{ kind: "unreadable", says }],
	);
	const found = [...unreadable, ...absent.map(absence)].slice(0, MOST_NAMED);
	const says = found.map((each) => each.says).join("\n");
	const evidence = found.length > 0 ? await seen.keepEvidence({ shown, seen: last, says, fetched }) : undefined;
	const still = await stillAbsent(reported, site, isListed);
	const named = found.map((each) => (evidence === undefined ? each : { ...each, evidence }));
	return {
		contradictions: [...named, ...still.map(absence)].slice(0, MOST_NAMED),
		absent: [...still, ...absent],
	};
}

const NO_LISTS: BoundLists = { withdrawn: undefined, live: [] };

/** As in `verify`: a receipt may only leave the log when a list names its leaf. */
function absence({ index }: AbsentLeaf): LogContradiction {
	const says = `Leaf ${index} records a receipt that is neither published nor listed in log/withdrawn or log/live.`;
	return { kind: "absent", says };
}

/** Unreadable leaves are named once and then passed; `others` is the number of further ones. */
const MOST_NAMED = 10;

function keyChanges(keys: Awaited<ReturnType<typeof readBoundKeys>>): string[] {
	if (!keys) return [];
	const names = (texts: readonly string[]) => texts.map(shortKeyName).join(", ");
	const retired = keys.retired.length > 0 ? `, and ${names(keys.retired)} given up` : "";
	return [`Leaf ${keys.index} binds a changed list of the log's keys: ${names(keys.inUse)} in use${retired}.`];
}

function logOf({ checkpoint, signedBy, source, note, signers }: OpenedState): NonNullable<LogSighting["log"]> {
	const { origin, size, root } = checkpoint;
	const names = signedBy.map(({ name, keyId }) => `${name}+${keyId}`);
	return {
		origin,
		size,
		root: toHex(root),
		signedBy: names,
		keySource: source,
		witnesses: witnessTimes(note, signers),
	};
}

interface Contradicted {
	readonly contradiction: LogContradiction;
	readonly shown: string;
	readonly last: string | undefined;
	readonly state?: OpenedState;
}

async function contradicted(looking: Looking, found: Contradicted): Promise<Monitored> {
	const { seen, site, fetched } = looking;
	const { contradiction, shown, last, state } = found;
	const evidence = await seen.keepEvidence({ shown, seen: last, says: contradiction.says, fetched });
	const sighting: LogSighting = {
		site: site.base.href,
		...(state ? { log: logOf(state) } : {}),
		...(last === undefined ? {} : { before: parseCheckpoint(parseNote(last).text).size }),
		added: { audits: 0, rechecks: 0, others: 0 },
		leaves: [],
		removed: [],
		contradictions: [{ ...contradiction, evidence }],
		notes: state?.notes ?? [],
		requests: site.sources.length,
	};
	return { sighting, keep: async () => undefined };
}

interface BoundLists {
	/** Undefined where no new leaf binds that list. */
	readonly withdrawn: readonly number[] | undefined;
	readonly live: readonly number[];
}

/**
 * A leaf's own seal, or a later one, binds why its receipt is absent.
 * @throws Failure `log-inconsistent` for a list that is not what was bound, `log-malformed`, `not-fetched`
 */
async function readBoundLists(fresh: readonly NewLeaf[], readFile: ReadLogFile): Promise<BoundLists> {
	const read = async (name: string) => {
		const text = (await readBound(fresh, name, readFile))?.text;
		return text === undefined ? undefined : parseLeafList(text);
	};
	return { withdrawn: await read("withdrawn"), live: (await read("live")) ?? [] };
}

/** Undefined where no new leaf binds the keys. @throws Failure as `readBoundLists` */
async function readBoundKeys(
	fresh: readonly NewLeaf[],
	readFile: ReadLogFile,
): Promise<(KeyState & { readonly index: number }) | undefined> {
	const bound = await readBound(fresh, "keys", readFile);
	return bound && { ...readKeyList(bound.text), index: bound.index };
}

async function readBound(fresh: readonly NewLeaf[], name: string, readFile: ReadLogFile) {
	const bound = fresh.flatMap(({ index, leaf }) => (leaf?.kind === "list" ? [{ index, leaf }] : []));
	const newest = bound.findLast(({ leaf }) => leaf.name === name);
	if (!newest) return undefined;
	const { index, leaf } = newest;
	const bytes = (await readFile(name, LIST_BYTES)).subarray(0, leaf.size);
	if (bytes.length < leaf.size || hash("sha256", bytes) !== leaf.digest) throw notCommitted(`log/${name}`);
	return { index, text: new TextDecoder().decode(bytes) };
}

/** Receipts whose domain is known, one `<id> <domain>` a line, so that each is asked for once. */
const KNOWN = "receipts";
const KNOWN_LINE = /^([0-9a-f]{64}) (\S+)$/;
const namedSchema = z.object({ domain: z.string() });

/**
 * A leaf names no domain, so this reads each unknown receipt from `/receipts/<id>.json` and checks it against its id.
 * @param isListed whether the log lists the leaf as one without a receipt
 * @returns `absent`: leaves whose receipt is neither there nor listed
 * @throws Failure `not-fetched`
 */
async function findWatchedLeaves(
	leaves: readonly (ReceiptLeaf & { readonly index: number })[],
	domains: readonly string[],
	{ site, seen }: { readonly site: ReaderOfSite; readonly seen: SeenStates },
	isListed: (index: number) => boolean,
	onProgress?: (step: string) => void,
) {
	const known = parseKnown((await seen.read(KNOWN)) ?? "");
	const hidden = new Set<string>();
	const absent: AbsentLeaf[] = [];
	const found: WatchedLeaf[] = [];
	for (const [at, { index, kind, auditedAt, receipt }] of (domains.length > 0 ? leaves : []).entries()) {
		onProgress?.(`Looking whose the new leaves are: ${at + 1} of ${leaves.length} …`);
		const domain = known.get(receipt) ?? (hidden.has(receipt) ? undefined : await askDomain(site, receipt));
		if (domain === undefined) hidden.add(receipt);
		else known.set(receipt, domain);
		if (domain === undefined && kind === "audit" && !isListed(index)) absent.push({ index, receipt });
		if (domain !== undefined && domains.includes(domain)) found.push({ domain, index, kind, auditedAt, receipt });
	}
	const count = counted(hidden.size, "receipt", "receipts");
	const says = `${count} of new leaves ${plural(hidden.size, "is", "are")} not published, or not as logged: whose ${plural(hidden.size, "it is", "they are")} is unknown.`;
	return {
		leaves: found,
		known,
		absent,
		notes: hidden.size > 0 ? [says] : [],
		keep: () => seen.keep(KNOWN, [...known].map(([id, domain]) => `${id} ${domain}\n`).join("")),
	};
}

function parseKnown(text: string): Map<string, string> {
	const known = new Map<string, string>();
	for (const line of text.split("\n")) {
		const [, id, domain] = KNOWN_LINE.exec(line) ?? [];
		if (id !== undefined && domain !== undefined) known.set(id, domain);
	}
	return known;
}

async function askDomain(site: ReaderOfSite, id: string): Promise<string | undefined> {
	const bytes = await site.readIfThere("receipt", `receipts/${id}.json`, RECEIPT_BYTES);
	if (!bytes || hash("sha256", bytes, "hex") !== id) return undefined;
	return namedSchema.safeParse(parseJson(new TextDecoder().decode(bytes))).data?.domain;
}

/** Domains, one a line, whose newest receipt has been looked up. */
const LOOKED_UP = "domains";

/**
 * Learns each domain's newest receipt, to notice the removal of one that was logged before the first look. In a log
 * that did not grow, it looks up new domains only.
 * @param known domains of receipts, by id, which it adds to
 * @throws Failure `log-inconsistent` or `log-malformed` for an index that was not signed, `not-fetched`
 */
async function learnFromIndex(
	{
		domains,
		known,
		hasGrown,
	}: {
		readonly domains: readonly string[];
		readonly known: Map<string, string>;
		readonly hasGrown: boolean;
	},
	today: Checkpoint,
	{
		site,
		seen,
		readFile,
	}: {
		readonly site: ReaderOfSite;
		readonly seen: SeenStates;
		readonly readFile: ReadLogFile;
	},
): Promise<() => Promise<void>> {
	const before = new Set(((await seen.read(LOOKED_UP)) ?? "").split("\n").filter(Boolean));
	const asked = domains.filter((domain) => hasGrown || !before.has(domain));
	for (const domain of asked) {
		const receipt = (await lookUpDomain(today, domain, readFile))?.newest?.receipt;
		// The index is only the log's word for the domain; the receipt shows it.
		if (receipt !== undefined && !known.has(receipt) && (await askDomain(site, receipt)) === domain)
			known.set(receipt, domain);
	}
	return async () => {
		const all = new Set([...before, ...asked]);
		if (all.size > before.size) await seen.keep(LOOKED_UP, [...all].map((domain) => `${domain}\n`).join(""));
	};
}

const REPORTED = "withdrawn";

interface Removals {
	readonly withdrawn: readonly number[];
	readonly domains: readonly string[];
	/** Domains of the receipts that were seen here while they were published. */
	readonly known: ReadonlyMap<string, string>;
	readonly size: number;
}

/** Only an earlier look shows whose a removed receipt was. @throws Failure as `readNewLeaves` */
async function findRemovedLeaves(
	{ withdrawn, domains, known, size }: Removals,
	read: ReadHash,
	{ seen, readFile }: { readonly seen: SeenStates; readonly readFile: ReadLogFile },
) {
	// A damaged file of this machine is nothing against the site: what it lost is reported again.
	const reported = new Set(((await seen.read(REPORTED)) ?? "").split("\n").map(parseDecimal));
	const fresh = withdrawn.filter((index) => !reported.has(index) && index < size);
	const found: (WatchedLeaf | undefined)[] = [];
	for (const together of Map.groupBy(fresh, (index) => Math.floor(index / TILE_WIDTH)).values()) {
		const wanted = new Set(together);
		const range = { from: Math.min(...together), to: Math.max(...together) + 1, size };
		for await (const { index, leaf } of readNewLeaves(range, read, readFile))
			if (wanted.has(index)) found.push(leaf && isReceiptLeaf(leaf) ? ofDomain(leaf, index, known) : undefined);
	}
	const removed = found.filter((leaf) => leaf !== undefined);
	const strangers = found.length - removed.length;
	const says = `${counted(strangers, "receipt", "receipts")} ${plural(strangers, "was", "were")} taken down that this machine had not seen: whose ${plural(strangers, "it was", "they were")} is unknown.`;
	return {
		removed: removed.filter(({ domain }) => domains.includes(domain)),
		notes: strangers > 0 ? [says] : [],
		keep: () => seen.keep(REPORTED, withdrawn.map((index) => `${index}\n`).join("")),
	};
}

function ofDomain(leaf: ReceiptLeaf, index: number, known: Removals["known"]): WatchedLeaf | undefined {
	const domain = known.get(leaf.receipt);
	return domain === undefined ? undefined : { domain, index, ...leaf };
}

interface AbsentLeaf {
	readonly index: number;
	readonly receipt: string;
}

/** Lines are `<index> <receipt>`. */
const ABSENT = "absent";
/** Receipts to ask for again at a look; the others stay absent until then. */
const MOST_ASKED = 10;
const ABSENT_LINE = /^(\d+) ([0-9a-f]{64})$/;

async function readAbsent(seen: SeenStates): Promise<AbsentLeaf[]> {
	return ((await seen.read(ABSENT)) ?? "").split("\n").flatMap((line) => {
		const [, number = "", receipt = ""] = ABSENT_LINE.exec(line) ?? [];
		const index = parseDecimal(number);
		return index === undefined ? [] : [{ index, receipt }];
	});
}

/** Repeats an absence, since one report could be missed. @throws Failure `not-fetched` */
async function stillAbsent(
	before: readonly AbsentLeaf[],
	site: ReaderOfSite,
	isListed: (index: number) => boolean,
): Promise<AbsentLeaf[]> {
	const left = before.filter(({ index }) => !isListed(index));
	const asked = await Promise.all(
		left.slice(0, MOST_ASKED).map(async (leaf) => ((await askDomain(site, leaf.receipt)) === undefined ? [leaf] : [])),
	);
	return [...asked.flat(), ...left.slice(MOST_ASKED)];
}

async function keepAbsent(seen: SeenStates, leaves: readonly AbsentLeaf[]): Promise<void> {
	const text = leaves.map(({ index, receipt }) => `${index} ${receipt}\n`).join("");
	if (text !== ((await seen.read(ABSENT)) ?? "")) await seen.keep(ABSENT, text);
}
