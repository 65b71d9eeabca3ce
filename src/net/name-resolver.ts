import { promises } from "node:dns";
import { type Stats, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { isIP } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { Failure, isFailure } from "#core/failure.ts";
import { networkFailure, systemCode } from "./network-failure.ts";

/** Without trailing dot. @throws Failure `name-not-found`, `name-lookup-failed`, `overloaded`; the signal's reason */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

export interface ResolverOptions {
	/** `address:port`; the system's by default. */
	readonly servers?: readonly string[] | undefined;
	readonly hostsFile?: HostsFile | undefined;
	/** Milliseconds for the first try; each round doubles them. */
	readonly tryMs?: number | undefined;
	readonly tries?: number | undefined;
	/** Milliseconds that one family waits for the other. */
	readonly lateFamilyMs?: number | undefined;
}

/** A lost packet costs a second; the last of three servers still has its turn. */
const TRY_MS = 1_000;
const TRIES = 3;
/** Servers that swallow one of the two questions are common (RFC 4074), and each connection waits this long. */
const LATE_FAMILY_MS = 500;

/** c-ares for: no such name, no such record, a name that no query can hold. */
const NOTHING: ReadonlySet<string> = new Set(["ENOTFOUND", "ENODATA", "EBADNAME"]);
const NEXT_SERVER: ReadonlySet<string> = new Set(["ESERVFAIL", "EREFUSED", "ENOTIMP", "EFORMERR", "EBADRESP"]);

/**
 * Hosts file, else name servers, over its own sockets: on libuv's few threads a silent server would stop everybody.
 * No search domains. One family's addresses are taken where the other is silent; hidden ones are never dialled.
 */
export function createResolver(options: ResolverOptions = {}): Resolve {
	const { hostsFile = createHostsFile(), lateFamilyMs = LATE_FAMILY_MS } = options;
	return async (host, signal) => {
		const listed = await hostsFile(host);
		if (listed.length > 0) return listed;
		return withChannel(options, signal, host, async (channel) => {
			const families = [channel.resolve6(host), channel.resolve4(host)];
			const late = new AbortController();
			// Only ends the wait for the second one; both are read below.
			Promise.any(families)
				.then(() => pause(lateFamilyMs, undefined, { signal: late.signal }))
				.then(() => channel.cancel())
				.catch(() => undefined);
			const settled = await Promise.allSettled(families).finally(() => late.abort());
			const found = settled.flatMap((family) => (family.status === "fulfilled" ? family.value : []));
			// Some servers deny a name when asked for IPv6: only two answers decide.
			const errors = settled.flatMap((family) => (family.status === "rejected" ? [family.reason] : []));
			if (found.length === 0) throw errors.find((error) => !saysNothingThere(error)) ?? errors[0];
			return found;
		});
	};
}

/** Pieces joined; none where name or record is missing. Rejects with Failure `name-lookup-failed`: nothing is known. */
export type ReadTxtRecords = (name: string) => Promise<readonly string[]>;

/** Milliseconds for one lookup, whatever its servers do. */
export const LOOKUP_MS = 5_000;

export function createTxtRecordReader(options: ResolverOptions = {}): ReadTxtRecords {
	return async (name) => {
		const end = new AbortController();
		const timer = setTimeout(() => end.abort(networkFailure("name-lookup-failed", name)), LOOKUP_MS);
		try {
			const records = await withChannel(options, end.signal, name, (channel) => channel.resolveTxt(name));
			return records.map((pieces) => pieces.join(""));
		} catch (error) {
			if (isFailure(error) && error.code === "name-not-found") return [];
			throw error;
		} finally {
			clearTimeout(timer);
		}
	};
}

/**
 * Own port: answers are hard to forge, servers current, other lookups unharmed. Costs 25 µs. Where a server fails, the
 * next one is asked (Node turns this off in c-ares).
 * @throws Failure `name-not-found`, `name-lookup-failed`, `overloaded`; the signal's reason
 */
async function withChannel<T>(
	options: ResolverOptions,
	signal: AbortSignal,
	name: string,
	ask: (channel: promises.Resolver) => Promise<T>,
): Promise<T> {
	signal.throwIfAborted();
	const channel = new promises.Resolver({ timeout: options.tryMs ?? TRY_MS, tries: options.tries ?? TRIES });
	if (options.servers) channel.setServers(options.servers);
	// A server with a zone (`fe80::1%eth0`) can be read from the settings, but not be set.
	const others = channel.getServers().filter((server, index) => index > 0 && !server.includes("%"));
	const stop = () => channel.cancel();
	signal.addEventListener("abort", stop, { once: true });
	try {
		return await ask(channel);
	} catch (error) {
		signal.throwIfAborted();
		if (others.length > 0 && NEXT_SERVER.has(systemCode(error) ?? ""))
			return await withChannel({ ...options, servers: others }, signal, name, ask);
		throw isFailure(error) ? error : lookupFailure(name, error);
	} finally {
		signal.removeEventListener("abort", stop);
	}
}

function saysNothingThere(error: unknown): boolean {
	return NOTHING.has(systemCode(error) ?? "");
}

function lookupFailure(name: string, error: unknown): Failure {
	if (saysNothingThere(error)) return networkFailure("name-not-found", name, error);
	const code = systemCode(error);
	if (code === "ENOMEM") return networkFailure("overloaded", name, error);
	// From this machine's own servers, or c-ares without a free descriptor.
	if (code === "ECONNREFUSED") return noServer(name, error);
	return networkFailure("name-lookup-failed", name, error);
}

function noServer(name: string, cause: unknown): Failure {
	return new Failure(
		"overloaded",
		{
			what: `${name} could not be looked up.`,
			why: "None of the name servers that this machine is set to ask can be reached (ECONNREFUSED).",
			todo: "Check the machine's network settings (on Linux /etc/resolv.conf) and how many files it may open.",
		},
		{ cause },
	);
}

type HostsFile = (host: string) => Promise<readonly string[]>;

const SYSTEM_FILE =
	process.platform === "win32"
		? `${process.env.SystemRoot ?? "C:\\Windows"}\\System32\\drivers\\etc\\hosts`
		: "/etc/hosts";
/** Advertisers' names make 2 to 8 MB. The rest is not read. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Names no host then, as for the system. */
const WITHOUT = new Set(["ENOENT", "ENOTDIR", "EACCES", "EPERM"]);

/** Reads hosts(5) again when it has changed. Regular files only: a read of a pipe may never end. */
export function createHostsFile(path = SYSTEM_FILE): HostsFile {
	let state = "";
	let names: Promise<ReadonlyMap<string, readonly string[]>> = Promise.resolve(new Map());
	return async (host) => {
		// Synchronous takes microseconds; the threads for an asynchronous one may all be busy.
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
