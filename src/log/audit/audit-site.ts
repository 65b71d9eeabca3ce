import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Settings } from "#config/environment.ts";
import type { KeySource, LogAudit, LogFault } from "#core/verification.ts";
import type { Checkpoint } from "#log/tlog/checkpoint.ts";
import { writeAll } from "#receipts/store/write-all.ts";
import { openSeenStates, type SeenStates, VERIFIED } from "../monitor/seen-states.ts";
import { readShownCheckpoint } from "../verify/shown-checkpoint.ts";
import { notFetched, openSite, type ReaderOfSite } from "../verify/site-reader.ts";
import { chooseTrust, readOwnKeys } from "../verify/trusted-keys.ts";
import { type Mirror, mirrorSite } from "./mirror-site.ts";
import { recomputeLog } from "./recompute-log.ts";

export interface SiteAuditOptions {
	/** Where the site lives; ends in a slash. */
	readonly base: URL;
	/** Public keys to trust in place of those that this program knows. */
	readonly keys: readonly string[];
	readonly trustSiteKey: boolean;
	readonly onProgress?: (step: string) => void;
}

export interface SiteAudit {
	readonly audit: LogAudit;
	readonly keySource: KeySource;
}

/** Every receipt is fetched. */
const WHOLE_MS = 6 * 3_600_000;
const ADVICE = "Ask whoever runs the site: anybody who fetches it sees the same.";

/**
 * Judges the log of a site as `verify` does the folder that it was made from, by what anybody can fetch. Run files are not
 * published, and not judged. A log without faults is remembered: the site must never show an earlier one.
 * @throws Failure `not-fetched`, `input-invalid` without a trusted key, `signature-missing`
 */
export async function auditSite(options: SiteAuditOptions, settings: Settings): Promise<SiteAudit> {
	const site = openSite(options.base, settings.baseUrl, { wholeMs: WHOLE_MS });
	const root = await mkdtemp(join(tmpdir(), "sightline-site-"));
	try {
		return await auditMirror(site, root, options, settings);
	} finally {
		await site.close();
		await rm(root, { recursive: true, force: true });
	}
}

/** Times that a site is read which is published anew meanwhile. */
const MOST_TRIES = 3;

async function auditMirror(
	site: ReaderOfSite,
	root: string,
	options: SiteAuditOptions,
	settings: Settings,
): Promise<SiteAudit> {
	const receipts = new Map<string, string>();
	const reports = join(root, "reports");
	for (let tries = 1; tries <= MOST_TRIES; tries++) {
		await rm(join(reports, "log"), { recursive: true, force: true });
		const found = await auditState({ site, reports, onProgress: options.onProgress, receipts }, options, settings);
		// A site that is published while it is read is two halves, of which either may lack what the other has.
		const isWhole = found.audit.faults.length === 0 || (await readShownCheckpoint(site)).text === found.text;
		if (isWhole) return found;
	}
	throw notFetched(
		new URL("log/", site.base),
		`The site was published anew each of the ${MOST_TRIES} times that it was read. Look again when that has ended.`,
	);
}

/** What `--since` names in an audit of a folder. */
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
	const seen = openSeenStates(settings.data, site.base);
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
