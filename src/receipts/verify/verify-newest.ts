import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Settings } from "#config/environment.ts";
import { Failure } from "#core/failure.ts";
import { parseTarget } from "#core/target.ts";
import type { NewestAudit } from "#core/verification.ts";
import { counted, shortDigest } from "#core/wording.ts";
import { logSigners, parseCheckpoint } from "#log/checkpoint.ts";
import { openNote, parseNote } from "#log/note.ts";
import { lookUpDomain } from "../domain-index/look-up.ts";
import { ifThere } from "../store/if-there.ts";
import { readSiteBase } from "./collect-material.ts";
import type { VerifyReceiptOptions } from "./material.ts";
import { openSite, type ReaderOfSite } from "./site-reader.ts";
import { chooseTrust, readOwnKeys } from "./trusted-keys.ts";

type Options = Pick<VerifyReceiptOptions, "subject" | "from" | "keys" | "trustSiteKey" | "onProgress">;
/** Reads a file below `log/`; undefined where there is none. */
type Read = (path: string, maxBytes: number) => Promise<Uint8Array | undefined>;

const CHECKPOINT_BYTES = 32 * 1024;

/**
 * Which receipt of a domain is the newest in a log, or that the log has none, by the index that the log binds: of the site
 * that was named, else of the log in SIGHTLINE_REPORTS, else of the own site.
 * @throws Failure `input-invalid` without a trusted key or an index; `not-fetched`; `signature-invalid`,
 * `signature-missing`, `log-inconsistent` or `log-malformed` for what was not signed
 */
export async function verifyNewest(options: Options, settings: Settings): Promise<NewestAudit> {
	const { host } = parseTarget(options.subject);
	const folder = join(settings.reports, "log");
	const readHere: Read = (path) => ifThere(readFile(join(folder, path)));
	if (options.from === undefined && (await readHere("checkpoint", CHECKPOINT_BYTES)))
		return { ...(await lookUp(host, readHere, options, settings)), from: folder };
	const site = openSite(readSiteBase(options.from ?? settings.baseUrl), settings.baseUrl);
	try {
		options.onProgress?.(`Asking ${site.base.host} …`);
		const readThere: Read = (path, most) => site.readIfThere("log", `log/${path}`, most);
		return { ...(await lookUp(host, readThere, options, settings, site)), from: site.base.href };
	} finally {
		await site.close();
	}
}

async function lookUp(
	domain: string,
	read: Read,
	options: Options,
	{ reports }: Settings,
	site?: ReaderOfSite,
): Promise<Omit<NewestAudit, "from">> {
	const readFile = async (path: string, most: number) => (await read(path, most)) ?? missing(path);
	const text = new TextDecoder().decode(await readFile("checkpoint", CHECKPOINT_BYTES));
	const note = parseNote(text);
	const { origin } = parseCheckpoint(note.text);
	const { keys, source } = await chooseTrust({ origin, note }, options, await readOwnKeys(reports), site);
	// A witness sees many logs; only the log's own key says that this is its state.
	const today = parseCheckpoint((await openNote(text, logSigners({ signedBy: keys }, origin))).text);
	const answer = await lookUpDomain(today, domain, readFile);
	if (!answer)
		throw new Failure("input-invalid", {
			what: `The log ${origin} has no index of its domains.`,
			why: "Its newest leaf binds none: a version before 0.3.4 has sealed it.",
			todo: "The next seal of a newer version adds one.",
		});
	const { newest, covers } = answer;
	const says = newest
		? `The newest receipt of ${domain} is leaf ${newest.index} of the log ${origin}, of ${newest.auditedAt.slice(0, 10)}: ${shortDigest(newest.receipt)}.`
		: `The log ${origin} has no receipt of ${domain} that is published, in any of its ${counted(covers, "leaf", "leaves")}.`;
	return {
		verdict: source === "site" ? "self-consistent" : "proved",
		domain,
		origin,
		size: today.size,
		keySource: source,
		...(newest ? { newest: { index: newest.index, auditedAt: newest.auditedAt, receipt: newest.receipt } } : {}),
		says,
	};
}

function missing(path: string): never {
	throw new Failure("not-fetched", {
		what: `log/${path} is not there.`,
		why: "The log may have no index, or none yet.",
	});
}
