import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Settings } from "#config/environment.ts";
import { isFailure } from "#core/failure.ts";
import type { KeySource, LogAudit } from "#core/verification.ts";
import { type Checkpoint, parseCheckpoint } from "#log/checkpoint.ts";
import { type Note, parseNote } from "#log/note.ts";
import { openSeenStates, type SeenStates, VERIFIED } from "../monitor/seen-states.ts";
import { writeAll } from "../store/write-all.ts";
import { notFetched, openSite, type ReaderOfSite } from "../verify/site-reader.ts";
import { chooseTrust, readOwnKeys } from "../verify/trusted-keys.ts";
import { mirrorSite } from "./mirror-site.ts";
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

const CHECKPOINT_BYTES = 32 * 1024;
/** Every receipt is fetched. */
const WHOLE_MS = 6 * 3_600_000;
const TODO = "Ask whoever runs the site: anybody who fetches it sees the same.";

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

async function auditMirror(
	site: ReaderOfSite,
	root: string,
	{ keys, trustSiteKey, onProgress }: SiteAuditOptions,
	settings: Settings,
): Promise<SiteAudit> {
	onProgress?.(`Asking ${site.base.host} …`);
	const data = await site.read("log", "log/checkpoint", CHECKPOINT_BYTES);
	const text = new TextDecoder().decode(data);
	const { note, checkpoint } = readCheckpoint(text, site.base);
	const { origin, size } = checkpoint;
	const trust = await chooseTrust({ origin, note }, { keys, trustSiteKey }, await readOwnKeys(settings.reports), site);
	const reports = join(root, "reports");
	await writeAll(join(reports, "log"), [{ path: "checkpoint", data }]);
	await mirrorSite({ site, reports, onProgress }, size);
	const seen = openSeenStates(settings.data, site.base);
	const newest = await seen.newest();
	const { audit } = await recomputeLog({
		reports,
		state: join(root, "state"),
		origin,
		given: trust.source === "site" ? [] : trust.keys,
		withdrawals: { ids: new Set(), domains: new Set(), active: new Set() },
		isOutside: true,
		...(newest
			? { since: { file: "the state that this machine saw there last", bytes: Buffer.from(newest.text) } }
			: {}),
	});
	if (audit.faults.length === 0) await remember(seen, newest?.checkpoint, { text, size });
	return {
		audit: { ...audit, faults: audit.faults.map((fault) => ({ ...fault, todo: TODO })) },
		keySource: trust.source,
	};
}

/** A page that says "not found" with status 200 is no evidence against anybody. */
function readCheckpoint(text: string, base: URL): { readonly note: Note; readonly checkpoint: Checkpoint } {
	try {
		const note = parseNote(text);
		return { note, checkpoint: parseCheckpoint(note.text) };
	} catch (error) {
		if (!isFailure(error)) throw error;
		throw notFetched(new URL("log/checkpoint", base), `What the site gives there is no checkpoint. ${error.message}`);
	}
}

async function remember(
	seen: SeenStates,
	before: Checkpoint | undefined,
	{ text, size }: { readonly text: string; readonly size: number },
): Promise<void> {
	if (!before || before.size < size) await seen.keep(VERIFIED, text);
}
