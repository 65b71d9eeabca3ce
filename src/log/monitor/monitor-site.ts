import { hash } from "node:crypto";
import * as z from "zod";
import type { Settings } from "#config/environment.ts";
import { toHex } from "#core/bytes.ts";
import { isFailure } from "#core/failure.ts";
import { parseJson } from "#core/json-object.ts";
import { parseTarget } from "#core/target.ts";
import type { LogContradiction, LogSighting, ReceiptLeaf, WatchedLeaf } from "#core/verification.ts";
import { counted, plural } from "#core/wording.ts";
import { parseDecimal } from "#log/tlog/canonical.ts";
import { isReceiptLeaf } from "#log/tlog/leaf.ts";
import type { ReadHash } from "#log/tlog/merkle.ts";
import {
	type Checkpoint,
	formatVerifierKey,
	hasSigner,
	logSigners,
	type OpenedNote,
	openNote,
	parseCheckpoint,
	parseNote,
	parseVerifierKey,
	shortKeyName,
	type VerifierKey,
	witnessTimes,
} from "#log/tlog/note.ts";
import { TILE_WIDTH } from "#log/tlog/tiles.ts";
import { boundPart, type KeyState, parseLeafList, readKeyList } from "../lists.ts";
import { readSiteBase } from "../verify/material.ts";
import { compareStates, lookUpDomain, type NewLeaf, notCommitted, readNewLeaves } from "../verify/proven-log.ts";
import { LAST, type SeenState, SeenStates } from "../verify/seen-states.ts";
import { LIST_BYTES, RECEIPT_BYTES, readShownCheckpoint, SiteReader } from "../verify/site-reader.ts";
import { chooseTrust, readOwnKeys, readSiteKeys, type Trust } from "../verify/trusted-keys.ts";

export interface MonitorOptions {
	readonly site: string;
	readonly domains: readonly string[];
	/** Public keys to trust instead of the known ones. */
	readonly keys: readonly string[];
	readonly onProgress?: (step: string) => void;
}

interface Monitored {
	readonly sighting: LogSighting;
	/** Call after reporting what is new. A no-op if there is a contradiction. */
	readonly keep: () => Promise<void>;
}

/** Enough for the 400 files of a log that grew by 100,000 leaves. */
const WHOLE_MS = 600_000;

/**
 * Sends only one request if nothing has changed.
 * @throws Failure `input-invalid` if the address is not a site or no key of its log is available; `not-fetched`
 */
export async function monitorSite(options: MonitorOptions, settings: Settings): Promise<Monitored> {
	const site = new SiteReader(readSiteBase(options.site), settings, { wholeMs: WHOLE_MS, remembers: true });
	try {
		return await new Look(site, options, settings).run();
	} finally {
		await site.close();
	}
}

/** The signed state that the site publishes. */
interface OpenedState extends Trust {
	readonly note: OpenedNote;
	readonly checkpoint: Checkpoint;
	readonly signedBy: readonly VerifierKey[];
	/** Further keys that signed it and are trusted from now on. */
	readonly joined: readonly VerifierKey[];
	/** Keys to trust at the next look, and keys that were retired before this one. */
	readonly trusted: readonly string[];
	readonly gone: readonly string[];
}

type IndexedReceipt = ReceiptLeaf & { readonly index: number };

interface AbsentLeaf {
	readonly index: number;
	readonly receipt: string;
}

// Files kept between looks, besides the checkpoint.

/** Trusted keys of the log. */
const KEYS = "vkeys";
/** Keys that the log has retired since, as its leaves bind them. */
const RETIRED = "retired-vkeys";
/** Receipts with a known domain, one `<id> <domain>` per line, so that each is fetched once. */
const KNOWN = "receipts";
const KNOWN_LINE = /^([0-9a-f]{64}) (\S+)$/;
/** Domains whose newest receipt has been looked up. */
const LOOKED_UP = "domains";
/** Leaves whose removal has been reported. */
const REPORTED = "withdrawn";
/** Leaves without a receipt that have been reported: `<index> <receipt>`. */
const ABSENT = "absent";
const ABSENT_LINE = /^(\d+) ([0-9a-f]{64})$/;

/** Maximum absent receipts to ask for again per look. */
const MOST_ASKED = 10;
/** Maximum unreadable leaves to name, each once. `others` counts the rest. */
const MOST_NAMED = 10;
/** Signed content that must be wrong. It is evidence to report, so the look goes on. */
const DAMAGED = ["log-inconsistent", "log-malformed"];

const namedSchema = z.object({ domain: z.string() });

/** Looks at a site's log once and compares it with what this machine saw before. */
class Look {
	readonly #site: SiteReader;
	readonly #seen: SeenStates;
	readonly #reports: string;
	readonly #domains: readonly string[];
	readonly #keys: readonly string[];
	readonly #onProgress: ((step: string) => void) | undefined;
	/** The newest state that this machine has seen. */
	#newest: SeenState | undefined;
	/** The signed note that the site publishes, verbatim. */
	#shown = "";
	#state: OpenedState | undefined;
	/** Number of leaves at the last look; undefined at the first. */
	#before: number | undefined;
	readonly #fresh: NewLeaf[] = [];
	/** Domains of receipts, by id. */
	readonly #known = new Map<string, string>();
	/** Leaves that the log lists as having no published receipt. */
	#listed: ReadonlySet<number> = new Set();
	readonly #notes: string[] = [];
	/** Writes to do after the report. */
	readonly #keeps: (() => Promise<void>)[] = [];

	constructor(site: SiteReader, { domains, keys, onProgress }: MonitorOptions, { data, reports }: Settings) {
		this.#site = site;
		this.#seen = new SeenStates(data, site.base);
		this.#reports = reports;
		this.#domains = domains.map((domain) => parseTarget(domain).host);
		this.#keys = keys;
		this.#onProgress = onProgress;
	}

	async run(): Promise<Monitored> {
		this.#onProgress?.(`Asking ${this.#site.base.host} …`);
		this.#newest = await this.#seen.newest();
		this.#shown = (await readShownCheckpoint(this.#site)).text;
		try {
			this.#state = await this.#openState();
		} catch (error) {
			if (!isFailure(error) || !["signature-invalid", "signature-missing"].includes(error.code)) throw error;
			const says = `The site's state is not signed with a trusted key of its log. ${error.message} If its owner confirms a new key in another way, use it with --key.`;
			return this.#contradicted({ kind: "signature", says });
		}
		const compared = await compareStates(this.#newest?.checkpoint, this.#state.checkpoint, this.#readFile);
		if (compared.contradiction) return this.#contradicted(compared.contradiction);
		try {
			return await this.#tellNew(this.#state, compared.openTree);
		} catch (error) {
			if (!isFailure(error) || !DAMAGED.includes(error.code)) throw error;
			return this.#contradicted({ kind: "damaged", says: error.message });
		}
	}

	readonly #readFile = (path: string, most: number) => this.#site.read("log", `log/${path}`, most);

	/**
	 * Trusts the given keys, else the built-in keys, else those of the last look, else (at the first look) the
	 * site's own. A key that signs together with a trusted one is trusted too, as in a rotation.
	 * @throws Failure `log-malformed`, `signature-invalid`, `signature-missing`, `input-invalid`, `not-fetched`
	 */
	async #openState(): Promise<OpenedState> {
		const parsed = parseNote(this.#shown);
		const { origin } = parseCheckpoint(parsed.text);
		const isOfLog = (line: string) => line.startsWith(`${origin}+`);
		const lines = (await this.#seen.lines(KEYS)).filter(isOfLog);
		const own = await readOwnKeys(this.#reports);
		const gone = await this.#seen.lines(RETIRED);
		const retired = [...own.retired, ...(await Promise.all(gone.map(parseVerifierKey)))];
		const isOwn = own.lines.some(isOfLog) || lines.length === 0;
		const known = isOwn ? { ...own, retired } : { ...own, retired, lines, from: "remembered" as const };
		const options = { keys: this.#keys, trustSiteKey: lines.length === 0 };
		const trust = await chooseTrust({ origin, note: parsed }, options, known, this.#site);
		const note = await openNote(this.#shown, trust.keys);
		const signedBy = logSigners(note, origin);
		const ofLog = logSigners({ signedBy: trust.keys }, origin);
		const stranger = parsed.signatures.find((each) => each.name === origin && !hasSigner(ofLog, each));
		const joined = stranger && signedBy.length > 0 ? await this.#findJoined(ofLog, origin) : [];
		const names = joined.map(shortName).join(", ");
		if (joined.length > 0 && trust.source === "remembered")
			this.#notes.push(
				`${names} signs the log beside a key that is trusted here: it is being rotated. From now on that key will do.`,
			);
		const trusted = [...joined, ...(stranger ? signedBy : ofLog)].map(formatVerifierKey);
		return { ...trust, note, checkpoint: parseCheckpoint(note.text), signedBy, joined, trusted, gone };
	}

	async #findJoined(known: readonly VerifierKey[], origin: string): Promise<readonly VerifierKey[]> {
		const listed = (await readSiteKeys(this.#site)).filter((key) => key.name === origin && !hasSigner(known, key));
		if (listed.length === 0) return [];
		try {
			return logSigners(await openNote(this.#shown, listed), origin);
		} catch (error) {
			// An invalid signature by a key not yet trusted says nothing about the log.
			if (isFailure(error)) return [];
			throw error;
		}
	}

	async #tellNew(state: OpenedState, openTree: () => Promise<ReadHash>): Promise<Monitored> {
		const { size } = state.checkpoint;
		this.#before = (await this.#seen.last())?.checkpoint.size;
		await this.#readFresh(size, openTree);
		const keys = await this.#readKeys();
		// A signature by a retired key may be a thief's.
		if (keys && ![...state.signedBy, ...state.joined].some((key) => keys.inUse.includes(formatVerifierKey(key))))
			return this.#contradicted({
				kind: "signature",
				says: "The state that the site shows is signed by no key that the log itself has in use.",
			});
		if (keys) this.#notes.push(keyChange(keys));
		this.#keeps.push(() => this.#keepKeys(state, keys?.retired ?? []));
		const receipts = this.#fresh.flatMap(({ index, leaf }): IndexedReceipt[] =>
			leaf && isReceiptLeaf(leaf) ? [{ ...leaf, index }] : [],
		);
		const reported = await this.#readAbsent();
		const withdrawn = this.#domains.length + reported.length > 0 ? await this.#readLists() : undefined;
		await this.#readKnown();
		const { leaves, absent } = await this.#findWatched(receipts);
		await this.#learnFromIndex(state.checkpoint);
		const removed = withdrawn ? await this.#findRemoved(withdrawn, size, openTree) : [];
		const contradictions = await this.#findContradictions(reported, absent);
		if (this.#before !== size) this.#keeps.push(() => this.#seen.keep(LAST, this.#shown));
		const audits = receipts.filter(({ kind }) => kind === "audit").length;
		return {
			sighting: {
				...this.#seenSoFar(),
				...(this.#before === undefined ? {} : { before: this.#before }),
				added: { audits, rechecks: receipts.length - audits, others: this.#fresh.length - receipts.length },
				leaves,
				removed,
				contradictions,
			},
			keep: async () => {
				for (const keep of this.#keeps) await keep();
			},
		};
	}

	async #readFresh(size: number, openTree: () => Promise<ReadHash>): Promise<void> {
		if (this.#before === undefined || this.#before >= size) return;
		const range = { from: this.#before, size };
		for await (const leaf of readNewLeaves(range, await openTree(), this.#readFile)) this.#fresh.push(leaf);
	}

	async #keepKeys({ trusted, gone }: OpenedState, retired: readonly string[]): Promise<void> {
		const all = new Set([...gone, ...retired]);
		await this.#seen.keepLines(RETIRED, all);
		await this.#seen.keepLines(
			KEYS,
			trusted.filter((key) => !all.has(key)),
		);
	}

	/** Undefined if no new leaf binds the keys. @throws Failure as `readBound` */
	async #readKeys(): Promise<(KeyState & { readonly index: number }) | undefined> {
		const bound = await this.#readBound("keys");
		return bound && { ...readKeyList(bound.text), index: bound.index };
	}

	/**
	 * The list that explains an absent receipt is bound by the seal of its leaf or a later one.
	 * @returns leaves taken down; undefined if no new leaf binds that list
	 * @throws Failure as `readBound`
	 */
	async #readLists(): Promise<readonly number[] | undefined> {
		const [withdrawn, live] = [await this.#readBound("withdrawn"), await this.#readBound("live")];
		const leaves = withdrawn && parseLeafList(withdrawn.text);
		this.#listed = new Set([...(leaves ?? []), ...parseLeafList(live?.text ?? "")]);
		return leaves;
	}

	/** @throws Failure `log-inconsistent` for a list that differs from the bound one, `log-malformed`, `not-fetched` */
	async #readBound(name: string) {
		const bound = this.#fresh.flatMap(({ index, leaf }) => (leaf?.kind === "list" ? [{ index, leaf }] : []));
		const newest = bound.findLast(({ leaf }) => leaf.name === name);
		if (!newest) return undefined;
		const { index, leaf } = newest;
		const bytes = boundPart(await this.#readFile(name, LIST_BYTES), leaf);
		if (!bytes) throw notCommitted(`log/${name}`);
		return { index, text: new TextDecoder().decode(bytes) };
	}

	async #readKnown(): Promise<void> {
		for (const line of await this.#seen.lines(KNOWN)) {
			const [, id, domain] = KNOWN_LINE.exec(line) ?? [];
			if (id !== undefined && domain !== undefined) this.#known.set(id, domain);
		}
	}

	/**
	 * Leaves do not name domains, so this fetches each unknown receipt and checks it against its id.
	 * @returns `absent`: leaves with a receipt that is neither published nor listed
	 * @throws Failure `not-fetched`
	 */
	async #findWatched(receipts: readonly IndexedReceipt[]) {
		const hidden = new Set<string>();
		const absent: AbsentLeaf[] = [];
		const leaves: WatchedLeaf[] = [];
		for (const [at, leaf] of (this.#domains.length > 0 ? receipts : []).entries()) {
			this.#onProgress?.(`Looking whose the new leaves are: ${at + 1} of ${receipts.length} …`);
			const { index, kind, receipt } = leaf;
			const domain = this.#known.get(receipt) ?? (hidden.has(receipt) ? undefined : await this.#askDomain(receipt));
			if (domain === undefined) hidden.add(receipt);
			else this.#known.set(receipt, domain);
			if (domain === undefined && kind === "audit" && !this.#listed.has(index)) absent.push({ index, receipt });
			if (domain !== undefined && this.#domains.includes(domain)) leaves.push({ domain, ...leaf });
		}
		const count = counted(hidden.size, "receipt", "receipts");
		const says = `${count} of new leaves ${plural(hidden.size, "is", "are")} not published, or not as logged: whose ${plural(hidden.size, "it is", "they are")} is unknown.`;
		if (hidden.size > 0) this.#notes.push(says);
		if (this.#domains.length > 0)
			this.#keeps.push(() =>
				this.#seen.keepLines(
					KNOWN,
					[...this.#known].map((line) => line.join(" ")),
				),
			);
		return { leaves, absent };
	}

	async #askDomain(id: string): Promise<string | undefined> {
		const bytes = await this.#site.readIfThere("receipt", `receipts/${id}.json`, RECEIPT_BYTES);
		if (!bytes || hash("sha256", bytes, "hex") !== id) return undefined;
		return namedSchema.safeParse(parseJson(new TextDecoder().decode(bytes))).data?.domain;
	}

	/**
	 * Learns each domain's newest receipt, to notice the removal of one logged before the first look. If the log has
	 * not grown, looks up new domains only.
	 * @throws Failure `log-inconsistent` or `log-malformed` for an index that was not signed, `not-fetched`
	 */
	async #learnFromIndex(today: Checkpoint): Promise<void> {
		const before = new Set(await this.#seen.lines(LOOKED_UP));
		const asked = this.#domains.filter((domain) => this.#before !== today.size || !before.has(domain));
		for (const domain of asked) {
			const receipt = (await lookUpDomain(today, domain, this.#readFile))?.newest?.receipt;
			// The index only claims the domain; the receipt proves it.
			if (receipt !== undefined && !this.#known.has(receipt) && (await this.#askDomain(receipt)) === domain)
				this.#known.set(receipt, domain);
		}
		const all = new Set([...before, ...asked]);
		if (all.size > before.size) this.#keeps.push(() => this.#seen.keepLines(LOOKED_UP, all));
	}

	/** Only an earlier look knows a removed receipt's domain. @throws Failure as `readNewLeaves` */
	async #findRemoved(
		withdrawn: readonly number[],
		size: number,
		openTree: () => Promise<ReadHash>,
	): Promise<WatchedLeaf[]> {
		// A damaged file on this machine is not the site's fault. What it lost is reported again.
		const reported = new Set((await this.#seen.lines(REPORTED)).map(parseDecimal));
		const fresh = withdrawn.filter((index) => !reported.has(index) && index < size);
		const found: (WatchedLeaf | undefined)[] = [];
		for (const together of Map.groupBy(fresh, (index) => Math.floor(index / TILE_WIDTH)).values()) {
			const range = { from: Math.min(...together), to: Math.max(...together) + 1, size };
			for await (const { index, leaf } of readNewLeaves(range, await openTree(), this.#readFile))
				if (together.includes(index)) found.push(leaf && isReceiptLeaf(leaf) ? this.#ofDomain(leaf, index) : undefined);
		}
		const removed = found.filter((leaf) => leaf !== undefined);
		const strangers = found.length - removed.length;
		const says = `${counted(strangers, "receipt", "receipts")} ${plural(strangers, "was", "were")} taken down that this machine had not seen: whose ${plural(strangers, "it was", "they were")} is unknown.`;
		if (strangers > 0) this.#notes.push(says);
		this.#keeps.push(() => this.#seen.keepLines(REPORTED, withdrawn));
		return removed.filter(({ domain }) => this.#domains.includes(domain));
	}

	#ofDomain(leaf: ReceiptLeaf, index: number): WatchedLeaf | undefined {
		const domain = this.#known.get(leaf.receipt);
		return domain === undefined ? undefined : { domain, index, ...leaf };
	}

	async #findContradictions(
		reported: readonly AbsentLeaf[],
		absent: readonly AbsentLeaf[],
	): Promise<LogSighting["contradictions"]> {
		const unreadable = this.#fresh.flatMap(({ says }): LogContradiction[] =>
			says === undefined ? [] : [{ kind: "unreadable", says }],
		);
		const found = [...unreadable, ...absent.map(absence)].slice(0, MOST_NAMED);
		const evidence = found.length > 0 && (await this.#keepEvidence(found.map(({ says }) => says).join("\n")));
		const still = await this.#stillAbsent(reported);
		this.#keeps.push(() =>
			this.#seen.keepLines(
				ABSENT,
				[...still, ...absent].map(({ index, receipt }) => `${index} ${receipt}`),
			),
		);
		const named = found.map((each) => (evidence ? { ...each, evidence } : each));
		return [...named, ...still.map(absence)].slice(0, MOST_NAMED);
	}

	async #readAbsent(): Promise<AbsentLeaf[]> {
		return (await this.#seen.lines(ABSENT)).flatMap((line) => {
			const [, number = "", receipt = ""] = ABSENT_LINE.exec(line) ?? [];
			const index = parseDecimal(number);
			return index === undefined ? [] : [{ index, receipt }];
		});
	}

	/** Reports an absence again, because one report could be missed. @throws Failure `not-fetched` */
	async #stillAbsent(reported: readonly AbsentLeaf[]): Promise<AbsentLeaf[]> {
		const left = reported.filter(({ index }) => !this.#listed.has(index));
		const ask = async (leaf: AbsentLeaf) => ((await this.#askDomain(leaf.receipt)) === undefined ? [leaf] : []);
		const asked = await Promise.all(left.slice(0, MOST_ASKED).map(ask));
		return [...asked.flat(), ...left.slice(MOST_ASKED)];
	}

	/** @returns the folder */
	#keepEvidence(says: string): Promise<string> {
		const { fetched } = this.#site;
		return this.#seen.keepEvidence({ shown: this.#shown, seen: this.#newest?.text, says, fetched });
	}

	async #contradicted(contradiction: LogContradiction): Promise<Monitored> {
		const evidence = await this.#keepEvidence(contradiction.says);
		const before = this.#newest?.checkpoint.size;
		const sighting: LogSighting = {
			...this.#seenSoFar(),
			...(before === undefined ? {} : { before }),
			added: { audits: 0, rechecks: 0, others: 0 },
			leaves: [],
			removed: [],
			contradictions: [{ ...contradiction, evidence }],
		};
		return { sighting, keep: async () => undefined };
	}

	#seenSoFar(): Pick<LogSighting, "site" | "log" | "notes" | "requests"> {
		return {
			site: this.#site.base.href,
			...(this.#state ? { log: logOf(this.#state) } : {}),
			notes: this.#notes,
			requests: this.#site.sources.length,
		};
	}
}

function shortName({ name, keyId }: VerifierKey): string {
	return `${name}+${keyId}`;
}

function logOf({ checkpoint, signedBy, source, note }: OpenedState): NonNullable<LogSighting["log"]> {
	const { origin, size, root } = checkpoint;
	const names = signedBy.map(shortName);
	return { origin, size, root: toHex(root), signedBy: names, keySource: source, witnesses: witnessTimes(note) };
}

function keyChange({ index, inUse, retired }: KeyState & { readonly index: number }): string {
	const names = (texts: readonly string[]) => texts.map(shortKeyName).join(", ");
	const gone = retired.length > 0 ? `, and ${names(retired)} given up` : "";
	return `Leaf ${index} binds a changed list of the log's keys: ${names(inUse)} in use${gone}.`;
}

/** Same rule as `verify`: a receipt may be absent only if a list names its leaf. */
function absence({ index }: AbsentLeaf): LogContradiction {
	const says = `Leaf ${index} records a receipt that is neither published nor listed in log/withdrawn or log/live.`;
	return { kind: "absent", says };
}
