import { hash } from "node:crypto";
import { join } from "node:path";
import type { Settings } from "#config/environment.ts";
import { toHex } from "#core/bytes.ts";
import { Failure } from "#core/failure.ts";
import type { LogProgress } from "#core/verification.ts";
import type { Leaf } from "#log/tlog/leaf.ts";
import { formatVerifierKey } from "#log/tlog/note.ts";
import { openSubmissions, type Submissions } from "#receipts/live/submissions.ts";
import type { Forget } from "#receipts/removal/remove-rows.ts";
import { DISK, type Disk, ensureDirectory } from "#receipts/store/durable-file.ts";
import { openEvidence, withLiveStore } from "#receipts/store/record-audit.ts";
import { type Exported, openWatchedExport, type WatchedExport } from "#receipts/watched/export-receipts.ts";
import { lockExclusively, lockFile } from "#store/locks.ts";
import { bindFiles, sweepIndex, sweepTails } from "./bind-files.ts";
import {
	type Appending,
	completeRetirement,
	type Extended,
	extendLog,
	readOutsiders,
	resumePending,
} from "./extend-log.ts";
import { type GatheredLeaves, gatherLeaves, markInStore } from "./gather-leaves.ts";
import { catchUp, type LeafIndex, openLeafIndex } from "./leaf-index.ts";
import { type CheckpointFile, logPaths, retireKeys, sweepTiles } from "./log-folder.ts";
import { expectLeaveToBegin, type OpenLog, openLog } from "./open-log.ts";
import { type PublishedPlace, publishedSite } from "./published-places.ts";
import { createKeyPair, makeSigningKey, signingKeyPath } from "./signing-keys.ts";

/**
 * With DATABASE_URL, receipts in Postgres become files first. A live store that is away stops the seal: it must not
 * pass over what waits there in silence.
 * @param elsewhere where the published log is looked at without LOG_PUBLISHED_URL, such as a git remote
 * @throws Failure as `sealLog`
 */
export function seal(
	options: SealOptions,
	settings: Settings,
	elsewhere: readonly PublishedPlace[] = [],
): Promise<SealResult> {
	const { reports, data } = settings;
	const { publishedAt, ...log } = settings.log;
	const places = publishedAt === undefined ? elsewhere : [publishedSite(publishedAt)];
	// A key made up here has signed nothing yet; a given one may have, in another checkout.
	const mayBegin = log.signingKeys.length === 0;
	const home = { reports, state: join(data, "log"), ...log, mayBegin, places, isIndexed: true };
	return withLiveStore(settings, async (db) => {
		if (!db) return sealLog(options, home);
		const submissions = openSubmissions(db);
		if (!db.pool) return sealLog(options, { ...home, submissions });
		const lock = await lockExclusively(db.pool, "seal");
		try {
			const forget: Forget = async (digests) =>
				settings.evidence ? (await openEvidence(settings)).remove(digests) : 0;
			const watched = openWatchedExport(db, reports, forget);
			return await sealLog(options, { ...home, submissions, watched, expectAlone: () => lock.expectHeld() });
		} finally {
			await lock.release();
		}
	});
}

/** Keeps nothing. */
export function newKey({ log }: Settings): Promise<{ readonly privateKey: string; readonly vkey: string }> {
	return createKeyPair(log.origin);
}

export interface SealOptions {
	/** Begins a log: there must be none. A given key may have signed one that is elsewhere. */
	readonly newLog?: boolean;
	/** Makes the first of the signing keys the log's newest; the others sign along. */
	readonly rotate?: boolean;
	/** The old private key is gone: the new one signs alone. Only with `rotate`. */
	readonly acceptLostKey?: boolean;
	/** Each `<vkey> <submission address>`. */
	readonly witnesses?: readonly string[];
	/** How long a witness is waited for, in milliseconds; 15 s by default. */
	readonly answerMs?: number;
	readonly onProgress?: (progress: LogProgress) => void;
}

export interface SealResult {
	readonly origin: string;
	readonly size: number;
	/** Hex. */
	readonly root: string;
	/** `files`: leaves that bind a list, a run or another file. */
	readonly added: { readonly audits: number; readonly rechecks: number; readonly files: number };
	/** Leaves of the tree that is signed and waits for its witnesses. */
	readonly waiting?: number;
	/** Where the published checkpoint was looked at before something was signed; absent where it was nowhere. */
	readonly comparedWith?: string;
	/** Path of the private key that was made up, where there was none. */
	readonly madeKey?: string;
	/** The newest public key; empty only while nothing has ever been sealed. */
	readonly vkey: string;
	/** Sentences: what was left out and why, witnesses that failed, what a rotation means. */
	readonly notes: readonly string[];
	/** Whether something could not be sealed because its file is damaged. */
	readonly faulty: boolean;
}

export interface LogHome {
	readonly reports: string;
	/** Directory of this machine's own index, last checkpoint, and a key made up here. */
	readonly state: string;
	readonly origin: string;
	/** Private keys, the newest first. */
	readonly signingKeys: readonly string[];
	/** Whether a key that is made up here would be lost. */
	readonly ci: boolean;
	/** Whether a log may begin here unasked. */
	readonly mayBegin: boolean;
	readonly submissions?: Submissions;
	readonly watched?: WatchedExport;
	/** Where what is published can be looked at; the first that can be seen decides. */
	readonly places?: readonly PublishedPlace[];
	/** Whether the operator has named the log; a name is kept for ever. True by default. */
	readonly isNamed?: boolean;
	/** Whether each seal ends with a leaf that binds the index of domains. False by default. */
	readonly isIndexed?: boolean;
	/** Called before anything is signed. @throws Failure when another machine may be sealing by now */
	readonly expectAlone?: () => Promise<void>;
}

const PATIENCE_MS = 5000;

/**
 * Only one may write the log at a time.
 * @throws Failure `signing-key`, `log-inconsistent`, `log-changed`, `log-malformed`, `signature-invalid`,
 * `signature-missing`, `store-busy`, `store-unavailable`, `input-invalid`; nothing has been signed then
 */
export async function sealLog(options: SealOptions, home: LogHome, disk: Disk = DISK): Promise<SealResult> {
	const directory = join(home.reports, "log");
	await ensureDirectory(directory, disk);
	const release = await lockFile(logPaths(directory).lock, PATIENCE_MS);
	if (!release)
		throw new Failure("store-busy", {
			what: "Another seal is at work on this log.",
			why: `It has held ${logPaths(directory).lock} for ${PATIENCE_MS / 1000} s.`,
			todo: "Let it end, then seal again; what is new is not lost.",
		});
	try {
		return await sealHeld(options, home, directory, disk);
	} finally {
		release();
	}
}

async function sealHeld(options: SealOptions, home: LogHome, directory: string, disk: Disk): Promise<SealResult> {
	const outside = await readOutsiders(options, directory);
	const pending = (await home.submissions?.pending()) ?? [];
	const opened = await openLog(directory, home, options, disk);
	const { onProgress } = options;
	await ensureDirectory(home.state, disk);
	const resumed = await resumePending({ directory, home, log: opened, disk, onProgress }, outside);
	if (resumed.waiting) return resultOf(home, opened, resumed);
	const published = resumed.after?.checkpoint ?? { size: 0, root: Buffer.from(EMPTY_ROOT, "hex") };
	const index = openLeafIndex(join(home.state, "index.sqlite"));
	try {
		await catchUp(index, directory, published);
		const log = await completeRetirement({ directory, disk }, { ...opened, before: resumed.after }, index);
		const exported = await exportWatched(home, log, options, index.position, disk);
		const found = await gatherLeaves(home.reports, index, pending, onProgress);
		if (found.leaves.length > 0) expectLeaveToBegin(log, home, options);
		const bound = await bindFiles({ reports: home.reports, size: published.size, index, found }, log, home);
		const made = log.signers.length === 0 && found.leaves.length > 0;
		const fresh = made ? [await makeSigningKey(home, disk)] : [];
		const keyed = made ? { ...log, signers: fresh, keys: fresh, retired: [] } : log;
		const work = { directory, home, log: keyed, disk, onProgress };
		const extended = await extendLog(work, { leaves: found.leaves, bound: bound.files }, outside);
		const { after, waiting } = extended;
		const isPublished = after !== undefined && !waiting;
		if (isPublished) {
			index.advance(after.checkpoint, extended.leaves);
			await retireKeys({ directory, disk, before: after.text }, keyed);
			index.keepFiles(withoutNames(found.files, bound.changed), found.names);
		}
		const unmarked = await markInStore(home, { pending, orphans: found.orphans, exported }, index.position);
		if (isPublished) await tidy(work, after, index);
		return {
			...resultOf(home, keyed, {
				...extended,
				comparedWith: extended.comparedWith ?? resumed.comparedWith,
				leaves: [...resumed.leaves, ...extended.leaves],
				notes: [...resumed.notes, ...exported.notes, ...found.notes, ...bound.notes, ...extended.notes, ...unmarked],
			}),
			...(made ? { madeKey: signingKeyPath(home.state) } : {}),
			faulty: found.faulty || exported.faulty || bound.changed.length > 0,
		};
	} finally {
		index.close();
	}
}

function resultOf(home: LogHome, { keys, notes }: OpenLog, extended: Extended): SealResult {
	const { after, leaves, waiting, comparedWith } = extended;
	const [newest] = keys;
	const count = (kind: Leaf["kind"]) => leaves.filter((leaf) => leaf.kind === kind).length;
	return {
		origin: home.origin,
		size: after?.checkpoint.size ?? 0,
		root: after ? toHex(after.checkpoint.root) : EMPTY_ROOT,
		added: { audits: count("audit"), rechecks: count("recheck"), files: count("list") },
		...(waiting ? { waiting: waiting.checkpoint.size } : {}),
		...(comparedWith === undefined ? {} : { comparedWith }),
		vkey: newest ? formatVerifierKey(newest) : "",
		notes: [...notes, ...extended.notes],
		faulty: false,
	};
}

/** SHA-256 of nothing: the root of a log without leaves. RFC 6962 section 2.1. */
const EMPTY_ROOT = hash("sha256", "");

async function exportWatched(
	home: LogHome,
	log: OpenLog,
	options: SealOptions,
	position: LeafIndex["position"],
	disk: Disk,
): Promise<Exported> {
	if (!home.watched) return { leaves: [], notes: [], faulty: false };
	// A directory without its log would have every receipt exported again.
	expectLeaveToBegin(log, home, options);
	return home.watched.exportNew(position, disk);
}

function withoutNames(files: GatheredLeaves["files"], names: readonly string[]): GatheredLeaves["files"] {
	return new Map([...files].filter(([name]) => !names.includes(name)));
}

async function tidy({ directory, disk }: Appending, after: CheckpointFile, index: LeafIndex): Promise<void> {
	await sweepTiles(directory, after.checkpoint.size, disk);
	await sweepIndex(directory, index, disk);
	await sweepTails(directory, index, disk);
}
