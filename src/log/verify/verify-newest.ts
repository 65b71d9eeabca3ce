import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import type { Settings } from "#config/environment.ts";
import { machineFault } from "#config/named-file.ts";
import { sameBytes } from "#core/bytes.ts";
import { Failure, isFailure } from "#core/failure.ts";
import { parseJson } from "#core/json-object.ts";
import { parseTarget } from "#core/target.ts";
import type { NewestAudit, ReceiptLeaf, VerificationStep } from "#core/verification.ts";
import { counted, shortDigest } from "#core/wording.ts";
import { consistencyProof, verifyConsistency } from "#log/tlog/merkle.ts";
import { type Checkpoint, logSigners, openNote, parseCheckpoint, parseNote, type VerifierKey } from "#log/tlog/note.ts";
import { parseTile, readFromTiles, TILE_BYTES, tilePath } from "#log/tlog/tiles.ts";
import { ifThere, namesIn } from "#receipts/store/if-there.ts";
import { readSiteBase, type VerifyReceiptOptions } from "./material.ts";
import { compareStates, type IndexAnswer, lookUpDomain, type ReadLogFile } from "./proven-log.ts";
import { SeenStates, VERIFIED } from "./seen-states.ts";
import { CHECKPOINT_BYTES, RECEIPT_BYTES, SiteReader } from "./site-reader.ts";
import { chooseTrust, readOwnKeys } from "./trusted-keys.ts";

type Options = Pick<VerifyReceiptOptions, "subject" | "from" | "keys" | "trustSiteKey" | "onProgress">;

interface Source {
	/** Reads a file below `log/`; undefined if there is none. */
	readonly read: (path: string, maxBytes: number) => Promise<Uint8Array | undefined>;
	readonly readReceipt: (leaf: ReceiptLeaf, domain: string) => Promise<Uint8Array | undefined>;
	/** Undefined for a folder. */
	readonly site?: SiteReader;
}

/**
 * Reads the given site, else SIGHTLINE_REPORTS, else our own site. Compares a site's state with the newest seen there.
 * @throws Failure `input-invalid` without a trusted key or an index; `not-fetched`, also for a missing receipt that the
 * index names; `signature-invalid`, `signature-missing`; `log-inconsistent` or `log-malformed` for unsigned content
 */
export async function verifyNewest(options: Options, settings: Settings): Promise<NewestAudit> {
	const { host } = parseTarget(options.subject);
	const folder = join(settings.reports, "log");
	const here: Source = {
		read: (path) => ifThere(readFile(join(folder, path))),
		readReceipt: (leaf, domain) => findReceipt(join(settings.reports, "receipts", domain), leaf),
	};
	if (options.from === undefined && (await here.read("checkpoint", CHECKPOINT_BYTES)))
		return { ...(await lookUp(host, here, options, settings)), from: folder };
	const site = new SiteReader(readSiteBase(options.from ?? settings.baseUrl), settings);
	try {
		options.onProgress?.(`Asking ${site.base.host} …`);
		const there: Source = {
			read: (path, most) => site.readIfThere("log", `log/${path}`, most),
			readReceipt: ({ receipt }) => site.readIfThere("receipt", `receipts/${receipt}.json`, RECEIPT_BYTES),
			site,
		};
		return { ...(await lookUp(host, there, options, settings)), from: site.base.href };
	} finally {
		await site.close();
	}
}

/** File names begin with the time, but several audits may share it. */
async function findReceipt(directory: string, { auditedAt, receipt }: ReceiptLeaf): Promise<Uint8Array | undefined> {
	const names = (await namesIn(directory)).filter((name) => name.startsWith(auditedAt.replaceAll(":", "-")));
	const files = await Promise.all(names.map((name) => ifThere(readFile(join(directory, name)))));
	return files.find((bytes) => bytes && hash("sha256", bytes) === receipt);
}

async function lookUp(
	domain: string,
	source: Source,
	options: Options,
	{ reports, data }: Settings,
): Promise<Omit<NewestAudit, "from">> {
	const readFile = async (path: string, most: number) => (await source.read(path, most)) ?? missing(path);
	const text = new TextDecoder().decode(await readFile("checkpoint", CHECKPOINT_BYTES));
	const note = parseNote(text);
	const { origin } = parseCheckpoint(note.text);
	const trust = await chooseTrust({ origin, note }, options, await readOwnKeys(reports), source.site);
	// A witness cosigns many logs; only the log's own key vouches for its state.
	const today = parseCheckpoint((await openNote(text, logSigners({ signedBy: trust.keys }, origin))).text);
	const known = { domain, origin, size: today.size, keySource: trust.source };
	const seen = source.site && new SeenStates(data, source.site.base);
	const steps = seen ? await compareWithSeen(readFile, text, today, seen) : [];
	const contradiction = steps.find(({ state }) => state === "disproved");
	if (contradiction) return { ...known, verdict: "disproved", says: contradiction.says };
	const answer = (await lookUpDomain(today, domain, readFile)) ?? lacksIndex(origin);
	const asOf = answer.sealedAt;
	const other = answer.newest && (await contradictedBy(answer.newest, domain, source));
	if (other !== undefined) return { ...known, asOf, verdict: "disproved", says: other };
	const open = steps.flatMap(({ state, says }) => (state === "open" ? [says] : []));
	const { newest } = answer;
	return {
		...known,
		asOf,
		verdict: trust.source === "site" ? "self-consistent" : "proved",
		...(newest ? { newest: { index: newest.index, auditedAt: newest.auditedAt, receipt: newest.receipt } } : {}),
		says: [
			inWords(answer, domain, origin),
			`The log was last sealed on ${asOf.slice(0, 10)}, by its own word.`,
			...open,
		].join(" "),
	};
}

function inWords({ newest, covers }: IndexAnswer, domain: string, origin: string): string {
	return newest
		? `The newest receipt of ${domain} is leaf ${newest.index} of the log ${origin}, of ${newest.auditedAt.slice(0, 10)}: ${shortDigest(newest.receipt)}.`
		: `The log ${origin} has no receipt of ${domain} that is published, in any of its ${counted(covers, "leaf", "leaves")}.`;
}

const namedSchema = z.object({ domain: z.string(), auditedAt: z.string() });

/** @throws Failure `not-fetched` if the receipt is missing, because that could hide a newer one; `log-inconsistent` */
async function contradictedBy(
	leaf: ReceiptLeaf & { readonly index: number },
	domain: string,
	{ readReceipt }: Source,
): Promise<string | undefined> {
	const bytes = await readReceipt(leaf, domain);
	if (!bytes)
		throw new Failure("not-fetched", {
			what: `The log's index names leaf ${leaf.index} as the newest of ${domain}, and its receipt is not there.`,
			why: `So we cannot check whether it is of that domain: ${leaf.receipt}.`,
			todo: "It may have been taken down a moment ago: look again after the next seal.",
		});
	if (hash("sha256", bytes) !== leaf.receipt)
		throw new Failure("log-inconsistent", { what: `The receipt of leaf ${leaf.index} is not what was logged.` });
	const named = namedSchema.safeParse(parseJson(new TextDecoder().decode(bytes))).data;
	if (named?.domain === domain && named.auditedAt === leaf.auditedAt) return undefined;
	return `The log's index names leaf ${leaf.index} as the newest of ${domain}, and the receipt of that leaf is of ${named?.domain ?? "no domain"}, ${named?.auditedAt ?? "undated"}: the log has signed something false.`;
}

function lacksIndex(origin: string): never {
	throw new Failure("input-invalid", {
		what: `The log ${origin} has no index of its domains.`,
		why: "Its newest leaf binds none.",
		todo: "The next seal adds one.",
	});
}

function missing(path: string): never {
	throw new Failure("not-fetched", {
		what: `log/${path} is not there.`,
		why: "The log may have no index, or none yet.",
	});
}

interface NamedReceipt {
	readonly domain: string;
	/** Hex SHA-256. */
	readonly id: string;
}

/** @param today a state with a verified signature @returns undefined if the state has no index */
async function newestInIndex(
	today: Checkpoint,
	{ domain, id }: NamedReceipt,
	readFile: ReadLogFile,
): Promise<VerificationStep | undefined> {
	try {
		const answer = await lookUpDomain(today, domain, readFile);
		if (!answer) return undefined;
		const { newest, covers } = answer;
		const leaves = counted(covers, "leaf", "leaves");
		if (newest?.receipt === id) {
			const says = `It is the domain's newest receipt: so says the index that the log binds, of its ${leaves}.`;
			return { id: "newest-receipt", state: "proved", says };
		}
		const says = newest
			? `There is a newer receipt of the domain: leaf ${newest.index}, of ${newest.auditedAt.slice(0, 10)}, ${shortDigest(newest.receipt)}, by the index that the log binds.`
			: `The log's index of its ${leaves} has no receipt of the domain: what there was has been taken down.`;
		return { id: "newest-receipt", state: "open", says };
	} catch (error) {
		if (!isFailure(error)) throw error;
		const says = `We could not check in the log's index whether there is a newer receipt. ${error.message}`;
		return { id: "newest-receipt", state: "open", says };
	}
}

/** Only the site's claim, so it proves and disproves nothing. */
async function newestByWord(site: SiteReader, { domain, id }: NamedReceipt): Promise<VerificationStep> {
	return asOpen("newest-receipt", "We could not check whether there is a newer receipt", async () => {
		const newest = await site.newestReceipt(domain);
		const says =
			newest === id
				? "It is the domain's newest receipt in the log, by the site's own word."
				: `The site has a newer receipt of the domain in its log: ${shortDigest(newest)}.`;
		return { id: "newest-receipt", state: "open", says };
	});
}

/** @param seen remembered states of the site; undefined to remember nothing */
export async function newestLogState(
	site: SiteReader,
	proved: Checkpoint,
	keys: readonly VerifierKey[],
	{ seen, receipt }: { readonly seen: SeenStates | undefined; readonly receipt: NamedReceipt | undefined },
): Promise<VerificationStep[]> {
	let newest: VerificationStep | undefined;
	const steps: VerificationStep[] = [];
	const readFile: ReadLogFile = (path, most) => site.read("log", `log/${path}`, most);
	const state = await asOpen("log-state", "We could not check whether today's log continues from there", async () => {
		const text = new TextDecoder().decode(await site.read("log", "log/checkpoint", CHECKPOINT_BYTES));
		// A witness cosigns many logs; only the log's own key vouches for its state.
		const logKeys = logSigners({ signedBy: keys }, proved.origin);
		const today = parseCheckpoint((await openNote(text, logKeys)).text);
		if (today.origin !== proved.origin) throw new Failure("log-malformed", { what: `It is the log ${today.origin}.` });
		if (seen) steps.push(...(await compareWithSeen(readFile, text, today, seen)));
		if (today.size < proved.size) {
			const says = `The site shows an older state of the log, of ${today.size} leaves.`;
			return { id: "log-state", state: "open", says };
		}
		newest = receipt && (await newestInIndex(today, receipt, readFile));
		return compare(readFile, proved, today);
	});
	newest ??= receipt && (await newestByWord(site, receipt));
	return [...(newest ? [newest] : []), state, ...steps];
}

/** Keeps the signed state if it extends the newest one seen. @returns no steps the first time */
async function compareWithSeen(
	readFile: ReadLogFile,
	text: string,
	today: Checkpoint,
	seen: SeenStates,
): Promise<VerificationStep[]> {
	const unknown = "We could not check whether the log continues from what this machine saw last";
	const step = await asOpen("log-memory", unknown, async () => {
		const last = await seen.newest();
		if (!last) return undefined;
		const { contradiction } = await compareStates(last.checkpoint, today, readFile);
		if (!contradiction) {
			const says = `It goes on from the state of ${counted(last.checkpoint.size, "leaf", "leaves")} that this machine saw there last.`;
			const unkept = today.size > last.checkpoint.size ? await saveState(seen, text) : [];
			return { id: "log-memory", state: "proved", says: [says, ...unkept.map((each) => each.says)].join(" ") };
		}
		const { kind, says } = contradiction;
		if (kind === "damaged") return { id: "log-memory", state: "open", says };
		const folder = await seen.keepEvidence({ shown: text, seen: last.text, says });
		return { id: "log-memory", state: "disproved", says: `${says} Kept as evidence: ${folder}` };
	});
	return step ? [step] : saveState(seen, text);
}

async function compare(readFile: ReadLogFile, proved: Checkpoint, today: Checkpoint): Promise<VerificationStep> {
	if (today.size === proved.size && !sameBytes(today.root, proved.root)) {
		const says =
			"The log shows two histories: the site's state of the same size has another root, signed by the same key.";
		return { id: "log-state", state: "disproved", says };
	}
	const read = readFromTiles(today.size, async (tile) =>
		parseTile(await readFile(tilePath(tile), TILE_BYTES), tile.width),
	);
	const proof = today.size === proved.size ? [] : await consistencyProof(proved.size, today.size, read);
	if (await verifyConsistency(proved, today, proof)) {
		const grown = today.size === proved.size ? "is still this one" : `of ${today.size} leaves goes on from it`;
		return { id: "log-state", state: "proved", says: `The log's state on the site today ${grown}.` };
	}
	const says = `The site's log of ${today.size} leaves does not go on from this state: its tiles are damaged, or its history was rewritten.`;
	return { id: "log-state", state: "disproved", says };
}

/** An unwritable data folder only adds a step: the proof of the receipt does not depend on it. */
async function saveState(seen: SeenStates, text: string): Promise<VerificationStep[]> {
	try {
		await seen.keep(VERIFIED, text);
		return [];
	} catch (error) {
		const why = machineFault(error);
		if (why === undefined) throw error;
		return [
			{ id: "log-memory", state: "open", says: `The state of the log was not kept in ${seen.directory}. ${why}` },
		];
	}
}

/** Turns missing or damaged files of the site into an open step. */
async function asOpen<T extends VerificationStep | undefined>(
	id: VerificationStep["id"],
	unknown: string,
	look: () => Promise<T>,
): Promise<T | VerificationStep> {
	try {
		return await look();
	} catch (error) {
		if (!isFailure(error)) throw error;
		return { id, state: "open", says: `${unknown}. ${error.message}` };
	}
}
