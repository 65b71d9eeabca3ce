import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import type { Settings } from "#config/environment.ts";
import { Failure } from "#core/failure.ts";
import { parseJson } from "#core/json-object.ts";
import { parseTarget } from "#core/target.ts";
import type { NewestAudit, ReceiptLeaf } from "#core/verification.ts";
import { counted, shortDigest } from "#core/wording.ts";
import { logSigners, parseCheckpoint } from "#log/tlog/checkpoint.ts";
import { openNote, parseNote } from "#log/tlog/note.ts";
import { ifThere, namesIn } from "#receipts/store/if-there.ts";
import { type IndexAnswer, lookUpDomain } from "../domain-index/look-up.ts";
import { openSeenStates } from "../monitor/seen-states.ts";
import { readSiteBase } from "./collect-material.ts";
import { compareWithSeen } from "./current-log.ts";
import { CHECKPOINT_BYTES, RECEIPT_BYTES } from "./file-bounds.ts";
import type { VerifyReceiptOptions } from "./material.ts";
import { openSite, type ReaderOfSite } from "./site-reader.ts";
import { chooseTrust, readOwnKeys } from "./trusted-keys.ts";

type Options = Pick<VerifyReceiptOptions, "subject" | "from" | "keys" | "trustSiteKey" | "onProgress">;

/** Where a log is read from. */
interface Source {
	/** Reads a file below `log/`; undefined where there is none. */
	readonly read: (path: string, maxBytes: number) => Promise<Uint8Array | undefined>;
	/** The receipt of a leaf that is said to be of that domain. */
	readonly readReceipt: (leaf: ReceiptLeaf, domain: string) => Promise<Uint8Array | undefined>;
	/** Undefined for a folder. */
	readonly site?: ReaderOfSite;
}

/**
 * Which receipt of a domain is the newest in a log, or that the log has none, by the index that the log binds: of the site
 * that was named, else of the log in SIGHTLINE_REPORTS, else of the own site. A site's state is held against the newest that
 * this machine saw there, and remembered.
 * @throws Failure `input-invalid` without a trusted key or an index; `not-fetched`, also for a receipt that the index names;
 * `signature-invalid`, `signature-missing`, `log-inconsistent` or `log-malformed` for what was not signed
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
	const site = openSite(readSiteBase(options.from ?? settings.baseUrl), settings.baseUrl);
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

/** A receipt's file is named by its time, and by how it was audited. */
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
	// A witness sees many logs; only the log's own key says that this is its state.
	const today = parseCheckpoint((await openNote(text, logSigners({ signedBy: trust.keys }, origin))).text);
	const known = { domain, origin, size: today.size, keySource: trust.source };
	const seen = source.site && openSeenStates(data, source.site.base);
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

/**
 * How the receipt that the index names contradicts it; undefined where it is the domain's and of that time.
 * @throws Failure `not-fetched` where it is not there: a newer one could be hidden behind it; `log-inconsistent`
 */
async function contradictedBy(
	leaf: ReceiptLeaf & { readonly index: number },
	domain: string,
	{ readReceipt }: Source,
): Promise<string | undefined> {
	const bytes = await readReceipt(leaf, domain);
	if (!bytes)
		throw new Failure("not-fetched", {
			what: `The log's index names leaf ${leaf.index} as the newest of ${domain}, and its receipt is not there.`,
			why: `So nobody can see whether it is of that domain: ${leaf.receipt}.`,
			todo: "It may have been taken down a moment ago: look again after the next seal.",
		});
	if (hash("sha256", bytes) !== leaf.receipt)
		throw new Failure("log-inconsistent", { what: `The receipt of leaf ${leaf.index} is not what was logged.` });
	const named = namedSchema.safeParse(parseJson(new TextDecoder().decode(bytes))).data;
	if (named?.domain === domain && named.auditedAt === leaf.auditedAt) return undefined;
	return `The log's index names leaf ${leaf.index} as the newest of ${domain}, and the receipt of that leaf is of ${named?.domain ?? "nobody"}, ${named?.auditedAt ?? "undated"}: the log has signed what is not so.`;
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
