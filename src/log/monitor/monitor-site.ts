import type { Settings } from "#config/environment.ts";
import { toHex } from "#core/bytes.ts";
import { isFailure } from "#core/failure.ts";
import { parseTarget } from "#core/target.ts";
import type { LogContradiction, LogSighting, ReceiptLeaf, VerificationSource } from "#core/verification.ts";
import { parseCheckpoint } from "#log/tlog/checkpoint.ts";
import { isReceiptLeaf } from "#log/tlog/leaf.ts";
import { formatVerifierKey, parseNote, shortKeyName } from "#log/tlog/note.ts";
import { readSiteBase } from "../verify/collect-material.ts";
import { witnessTimes } from "../verify/proof.ts";
import { readShownCheckpoint } from "../verify/shown-checkpoint.ts";
import { openSite, type ReaderOfSite } from "../verify/site-reader.ts";
import { type AbsentLeaf, keepAbsent, readAbsent, stillAbsent } from "./absent-leaves.ts";
import { type BoundLists, readBoundKeys, readBoundLists } from "./bound-lists.ts";
import { learnFromIndex } from "./indexed-receipts.ts";
import { type Comparison, compareStates, type ReadLogFile } from "./log-states.ts";
import { type NewLeaf, readNewLeaves } from "./new-leaves.ts";
import { findRemovedLeaves } from "./removed-leaves.ts";
import { LAST, openSeenStates, type SeenStates } from "./seen-states.ts";
import { type OpenedState, openShownState } from "./site-keys.ts";
import { findWatchedLeaves } from "./watched-leaves.ts";

export interface MonitorOptions {
	/** Where the site lives. */
	readonly site: string;
	/** Domains whose new leaves are listed. */
	readonly domains: readonly string[];
	/** Public keys to trust in place of those that are known. */
	readonly keys: readonly string[];
	readonly onProgress?: (step: string) => void;
}

export interface Monitored {
	readonly sighting: LogSighting;
	/** Remembers the state, once what is new has been reported; does nothing where there is a contradiction. */
	readonly keep: () => Promise<void>;
}

/** A log that grew by a hundred thousand leaves is four hundred files. */
const WHOLE_MS = 600_000;

/**
 * Looks at the log of a site once: whether it goes on from the state that was seen last, and what it has that is new. One
 * request where nothing has changed.
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
	/** All that was fetched, by its path. */
	readonly fetched: ReadonlyMap<string, Uint8Array>;
}

/** The same site, each file of which is asked for once, and is at hand as evidence. */
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
	/** The newest state that was seen, as it was shown. */
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

/** Nobody can tell what is signed by a key that was given up from what a thief has signed. */
function signedByRetired({ signedBy, joined }: OpenedState, inUse: readonly string[]): LogContradiction | undefined {
	if ([...signedBy, ...joined].some((key) => inUse.includes(formatVerifierKey(key)))) return undefined;
	return {
		kind: "signature",
		says: "The state that the site shows is signed by no key that the log itself has in use.",
	};
}

interface FoundInLeaves {
	readonly fresh: readonly NewLeaf[];
	/** Whether a leaf is named as one whose receipt is not published. */
	readonly isListed: (index: number) => boolean;
	/** Leaves that earlier looks found absent, and those of this one. */
	readonly reported: readonly AbsentLeaf[];
	readonly absent: readonly AbsentLeaf[];
}

/** What is wrong with leaves: new faults with their evidence, and absences of before that are as they were. */
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

/** As `verify` has it: nothing leaves the log without its leaf being on a list. */
function absence({ index }: AbsentLeaf): LogContradiction {
	const says = `Leaf ${index} records a receipt that is neither published nor listed in log/withdrawn or log/live.`;
	return { kind: "absent", says };
}

/** Leaves that cannot be read are named once and then passed: of more than these, the number is known by `others`. */
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
