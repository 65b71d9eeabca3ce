import { join } from "node:path";
import { Failure } from "#core/failure.ts";
import { treeRoot } from "#log/merkle-tree.ts";
import { formatVerifierKey } from "#log/note-key.ts";
import { toHex } from "#log/sha256.ts";
import { lockFile } from "#store/file-lock.ts";
import { DISK, type Disk, ensureDirectory } from "../store/durable-file.ts";
import { type Appending, appendLeaves } from "./append-leaves.ts";
import { archiveCheckpoint, stampCheckpoint, sweepTiles } from "./checkpoint-archive.ts";
import { type GatheredLeaves, gatherLeaves } from "./gather-leaves.ts";
import { catchUp, type LeafIndex, openLeafIndex } from "./leaf-index.ts";
import { logPaths } from "./log-files.ts";
import { expectLeaveToBegin, type OpenLog, openLog } from "./open-log.ts";
import { readAddress } from "./post-request.ts";
import { retireKeys } from "./publish.ts";
import type { LogHome, SealOptions, SealResult } from "./seal.ts";
import { makeSigningKey, signingKeyPath } from "./signing-keys.ts";
import { markSubmissions } from "./submitted-leaves.ts";
import { cosign, parseWitness, type Witness } from "./witness.ts";

/** How long another sealer is waited for. */
const PATIENCE_MS = 5000;

/**
 * Takes everything new in a reports directory, and everything that live audits have submitted, into its log, as the one
 * writer that there is.
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
	const outside = await readOutsiders(options);
	const pending = (await home.submissions?.pending()) ?? [];
	const log = await openLog(directory, home, options, disk);
	const published = log.before?.checkpoint ?? { size: 0, root: await treeRoot(0, nothing) };
	await ensureDirectory(home.state, disk);
	const index = openLeafIndex(join(home.state, "index.sqlite"));
	try {
		await catchUp(index, directory, published);
		const found = await gatherLeaves(home.reports, index, pending, options.onProgress);
		if (found.leaves.length > 0) expectLeaveToBegin(log, home, options);
		const made = log.signers.length === 0 && found.leaves.length > 0;
		const keyed = made ? await withNewKey(log, home, disk) : log;
		const work = { directory, home, log: keyed, disk, onProgress: options.onProgress };
		const { after, notes } = await extend(work, index, found, outside);
		if (after) await retireKeys({ directory, disk, before: after.text }, keyed);
		index.keepFiles(found.files, found.names);
		const untold = await markSubmissions(home.submissions, { pending, orphans: found.orphans }, index.position);
		if (after) await sweepTiles(directory, after.checkpoint.size, disk);
		const { size, root } = after?.checkpoint ?? published;
		const audits = found.leaves.filter(({ kind }) => kind === "audit").length;
		const [newest] = keyed.keys;
		return {
			origin: home.origin,
			size,
			root: toHex(root),
			added: { audits, rechecks: found.leaves.length - audits },
			...(made ? { madeKey: signingKeyPath(home.state) } : {}),
			vkey: newest ? formatVerifierKey(newest) : "",
			notes: [...log.notes, ...found.notes, ...notes, ...untold],
			faulty: found.faulty,
		};
	} finally {
		index.close();
	}
}

async function withNewKey(log: OpenLog, home: LogHome, disk: Disk): Promise<OpenLog> {
	const key = await makeSigningKey(home, disk);
	return { ...log, signers: [key], keys: [key], givenUp: [] };
}

/** The checkpoint afterwards; the one before where there is nothing to sign. */
async function extend(work: Appending, index: LeafIndex, { leaves, unlisted }: GatheredLeaves, outside: Outsiders) {
	const { directory, disk, log } = work;
	const isSigned = log.before?.note.signedBy.some(({ keyId }) => keyId === log.signers[0]?.keyId);
	if (leaves.length === 0 && (isSigned || !log.before)) return { after: log.before, notes: [] };
	const signed = await appendLeaves(work, leaves, unlisted);
	const { published, notes } = await cosign(signed, log.before, outside.witnesses, { directory, disk });
	await archiveCheckpoint(directory, published, disk);
	const { size } = published.checkpoint;
	const unstamped = outside.authority ? await stampCheckpoint(directory, size, outside.authority, disk) : [];
	index.advance(published.checkpoint, leaves);
	return { after: published, notes: [...notes, ...unstamped] };
}

/** Who is asked to vouch for the checkpoint once it is published. */
interface Outsiders {
	readonly witnesses: readonly Witness[];
	readonly authority: URL | undefined;
}

async function readOutsiders({ witnesses = [], timestamp }: SealOptions): Promise<Outsiders> {
	return {
		witnesses: await Promise.all(witnesses.map(parseWitness)),
		authority: timestamp === undefined ? undefined : readAddress(timestamp, "--timestamp"),
	};
}

function nothing(): never {
	throw new RangeError("The empty tree has no subtrees.");
}
