import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { readEnvironment } from "#config/environment.ts";
import { cosignedAt, openNote, parseNote, type VerifierKey } from "#log/tlog/note.ts";
import { parsePolicy } from "#log/tlog/policy.ts";
import { parseTilePath } from "#log/tlog/tiles.ts";
import { ifThere } from "#receipts/store/if-there.ts";

/** Checkpoints, keys, tiles, entries, lists of leaves; not the seal's private files. Empty before the first seal. */
export async function publicLogFiles(directory: string): Promise<string[]> {
	const entries = (await ifThere(readdir(directory, { recursive: true, withFileTypes: true }))) ?? [];
	const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
	const paths = files.map((file) => file.slice(directory.length + 1)).filter(isPublic);
	return paths.includes("checkpoint") ? paths.sort() : [];
}

function isPublic(path: string): boolean {
	if (["checkpoint", "vkeys", "retired-vkeys", "withdrawn", "live", "keys"].includes(path) || parseTilePath(path))
		return true;
	return /^checkpoints\/(0|[1-9]\d*)$/.test(path) || /^index\/(\d+|[0-9a-f]{64})$/.test(path);
}

/** For an address without a file, or of a folder. */
const NO_FILE = ["ENOENT", "EISDIR", "ENOTDIR"];

/** Undefined if there is none. Two are derived from `vkeys`; one lists `checkpoints/`, which HTTP cannot. */
export async function readLogFile(directory: string, path: string, address: string): Promise<Uint8Array | undefined> {
	if (isPublic(path)) return ifThere(readFile(join(directory, path)), NO_FILE);
	if (path === "checkpoints.txt") return listCheckpoints(directory);
	if (path !== "vkey" && path !== "policy.txt") return undefined;
	const keys = await ifThere(readFile(join(directory, "vkeys"), "utf8"), NO_FILE);
	const key = keys?.split("\n")[0];
	if (!key) return undefined;
	if (path === "vkey") return new TextEncoder().encode(`${key}\n`);
	const own = await ifThere(readFile(join(directory, path), "utf8"), NO_FILE);
	return new TextEncoder().encode(logPolicy(key, address, own));
}

/** One per line. */
async function listCheckpoints(directory: string): Promise<Uint8Array | undefined> {
	const paths = await publicLogFiles(directory);
	if (paths.length === 0) return undefined;
	const names = paths.flatMap((path) => /^checkpoints\/(.*)$/.exec(path)?.[1] ?? []);
	return new TextEncoder().encode(names.map((name) => `${name}\n`).join(""));
}

/** C2SP tlog-policy. @param own the operator's policy, which may omit this log */
export function logPolicy(key: string, address: string, own = "quorum none\n"): string {
	return /^[ \t]*log[ \t]/m.test(own) ? own : `log ${key} ${address}\n${own}`;
}

export type LogArchive = Awaited<ReturnType<typeof load>>;

let loading: Promise<LogArchive> | undefined;

export function logArchive(): Promise<LogArchive> {
	loading ??= load();
	return loading;
}

async function load() {
	const paths = await publicLogFiles(join(readEnvironment(process.env).reports, "log"));
	const sizes = paths.flatMap((path) => /^checkpoints\/(0|[1-9]\d*)$/.exec(path)?.[1] ?? []).map(Number);
	/** In leaves, smallest first. */
	return { sizes: sizes.sort((a, b) => a - b) };
}

/** Signers with other names than the log's; not verified here. */
export function cosigners(checkpoint: string, origin: string) {
	const others = parseNote(checkpoint).signatures.filter(({ name }) => name !== origin);
	return others.map(({ name, keyId, signature }) => ({ name, keyId, at: cosignedAt(signature) }));
}

export interface LogQuorum {
	/** Undefined without witnesses. */
	readonly policy: string | undefined;
	/** Undefined if the policy requires no quorum. */
	readonly name: string | undefined;
	readonly isReached: boolean;
}

/** @throws Failure as `readLogQuorum` */
export function logQuorum(checkpoint: string): Promise<LogQuorum> {
	return readLogQuorum(join(readEnvironment(process.env).reports, "log"), checkpoint);
}

/** @param checkpoint the signed note @throws Failure `log-malformed` for an invalid policy, `signature-invalid` */
export async function readLogQuorum(directory: string, checkpoint: string): Promise<LogQuorum> {
	const text = await ifThere(readFile(join(directory, "policy.txt"), "utf8"));
	if (text === undefined) return { policy: undefined, name: undefined, isReached: false };
	const { witnesses, quorum, isReached } = await parsePolicy(text);
	if (quorum === "none") return { policy: text, name: undefined, isReached: false };
	const { signatures } = parseNote(checkpoint);
	const keys = witnesses.map(({ key }) => key).filter((key) => signatures.some((each) => isOf(each, key)));
	const signedBy = keys.length === 0 ? [] : (await openNote(checkpoint, keys)).signedBy;
	return { policy: text, name: quorum, isReached: isReached(({ key }) => signedBy.some((each) => isOf(each, key))) };
}

/** Compares name and id; signatures were verified with the keys. */
function isOf(one: Pick<VerifierKey, "name" | "keyId">, other: Pick<VerifierKey, "name" | "keyId">): boolean {
	return one.name === other.name && one.keyId === other.keyId;
}
