import { type Stats, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { isIP } from "node:net";

/** Addresses that a hosts file gives a name, in its order; none where it does not name it. */
export type HostsFile = (host: string) => Promise<readonly string[]>;

const SYSTEM_FILE =
	process.platform === "win32"
		? `${process.env.SystemRoot ?? "C:\\Windows"}\\System32\\drivers\\etc\\hosts`
		: "/etc/hosts";
/** Lists of advertisers' names, which people put there, have 2 to 8 MB. What lies behind is not read. */
const MAX_BYTES = 16 * 1024 * 1024;
/** No such file, or not ours to read: then it names nobody, as for the system. */
const WITHOUT = new Set(["ENOENT", "ENOTDIR", "EACCES", "EPERM"]);

/**
 * Reads a hosts file (hosts(5)) once and again when it has changed. What is no regular file names nobody: a read of a
 * pipe may never end.
 */
export function createHostsFile(path = SYSTEM_FILE): HostsFile {
	let state = "";
	let names: Promise<ReadonlyMap<string, readonly string[]>> = Promise.resolve(new Map());
	return async (host) => {
		// Synchronous: microseconds, where the threads that an asynchronous one needs may all be busy.
		const stats = statsOf(path);
		const now = stats ? `${stats.ino} ${stats.size} ${stats.mtimeMs}` : "";
		if (now !== state) {
			state = now;
			names = stats ? readStart(path).then(parseHosts) : Promise.resolve(new Map());
			names.catch(() => {
				state = "";
				names = Promise.resolve(new Map());
			});
		}
		return (await names).get(host.toLowerCase()) ?? [];
	};
}

function statsOf(path: string): Stats | undefined {
	try {
		const stats = statSync(path, { throwIfNoEntry: false });
		return stats?.isFile() ? stats : undefined;
	} catch (error) {
		return without(error);
	}
}

async function readStart(path: string): Promise<string> {
	const file = await open(path).catch(without);
	if (!file) return "";
	try {
		const { size } = await file.stat();
		const bytes = Buffer.alloc(Math.min(size, MAX_BYTES));
		const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
		return bytes.toString("utf8", 0, bytesRead);
	} finally {
		await file.close();
	}
}

function without(error: unknown): undefined {
	const code = error instanceof Error && "code" in error ? String(error.code) : "";
	if (WITHOUT.has(code)) return undefined;
	throw error;
}

function parseHosts(text: string): ReadonlyMap<string, readonly string[]> {
	const names = new Map<string, string[]>();
	for (const line of text.split("\n")) {
		const [address = "", ...hosts] = line.replace(/#.*/, "").trim().toLowerCase().split(/\s+/);
		if (isIP(address) === 0) continue;
		for (const host of hosts) {
			const known = names.get(host);
			if (known === undefined) names.set(host, [address]);
			else if (!known.includes(address)) known.push(address);
		}
	}
	return names;
}
