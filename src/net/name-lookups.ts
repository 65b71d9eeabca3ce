import { promises } from "node:dns";
import { type Stats, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { isIP } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import PQueue, { type QueueAddOptions } from "p-queue";
import { Failure, isFailure } from "#core/failure.ts";
import { FairQueue, type FairQueueOptions } from "#core/fair-queue.ts";
import { siteOf } from "#core/target.ts";
import { networkFailure, systemCode } from "./network-failure.ts";

/** No trailing dot. @throws Failure `name-not-found`, `name-lookup-failed`, `overloaded`; the signal's reason */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

export interface ResolverOptions {
	/** `address:port`; the system's servers by default. */
	readonly servers?: readonly string[] | undefined;
	readonly hostsFile?: Pick<HostsFile, "addressesOf"> | undefined;
	/** Milliseconds for the first try; doubled each round. */
	readonly tryMs?: number | undefined;
	readonly tries?: number | undefined;
	/** Milliseconds to wait for the other address family. */
	readonly lateFamilyMs?: number | undefined;
}

/** A lost packet costs a second; the last of 3 servers still gets its turn. */
const TRY_MS = 1_000;
const TRIES = 3;
/** Servers that drop one of the 2 queries are common (RFC 4074), and every connection waits this long. */
const LATE_FAMILY_MS = 500;

/** c-ares codes: no such name, no such record, a name that no query can carry. */
const NOTHING: ReadonlySet<string> = new Set(["ENOTFOUND", "ENODATA", "EBADNAME"]);
const NEXT_SERVER: ReadonlySet<string> = new Set(["ESERVFAIL", "EREFUSED", "ENOTIMP", "EFORMERR", "EBADRESP"]);

/**
 * Asks the hosts file, then name servers over own sockets: on libuv's few threads, one silent server would block all
 * lookups. No search domains. Returns one family's addresses if the other is silent: callers dial only those returned.
 */
export async function resolveHost(
	host: string,
	signal: AbortSignal,
	options: ResolverOptions = {},
): Promise<readonly string[]> {
	const { hostsFile = systemHosts, lateFamilyMs = LATE_FAMILY_MS } = options;
	const listed = await hostsFile.addressesOf(host);
	if (listed.length > 0) return listed;
	return withChannel(options, signal, host, async (channel) => {
		const families = [channel.resolve6(host), channel.resolve4(host)];
		const late = new AbortController();
		// Only ends the wait for the second family; both results are read below.
		Promise.any(families)
			.then(() => pause(lateFamilyMs, undefined, { signal: late.signal }))
			.then(() => channel.cancel())
			.catch(() => undefined);
		const settled = await Promise.allSettled(families).finally(() => late.abort());
		const found = settled.flatMap((family) => (family.status === "fulfilled" ? family.value : []));
		// Some servers deny a name when asked for IPv6, so only 2 denials count.
		const errors = settled.flatMap((family) => (family.status === "rejected" ? [family.reason] : []));
		if (found.length === 0) throw errors.find((error) => !isNoSuchName(error)) ?? errors[0];
		return found;
	});
}

/** Milliseconds per lookup, whatever the servers do. */
export const LOOKUP_MS = 5_000;

/** With chunks joined; empty if name or record does not exist. @throws Failure `name-lookup-failed` if unknown */
export async function readTxtRecords(name: string, options: ResolverOptions = {}): Promise<readonly string[]> {
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
}

/** Names that an address is registered under; empty if it has none. @throws Failure `name-lookup-failed` */
export async function readHostNames(address: string, options: ResolverOptions = {}): Promise<readonly string[]> {
	const end = new AbortController();
	const timer = setTimeout(() => end.abort(networkFailure("name-lookup-failed", address)), LOOKUP_MS);
	try {
		return await withChannel(options, end.signal, address, (channel) => channel.reverse(address));
	} catch (error) {
		if (isFailure(error) && error.code === "name-not-found") return [];
		throw error;
	} finally {
		clearTimeout(timer);
	}
}

/**
 * A channel per lookup costs 25 µs and gets its own port, which makes responses hard to forge, reads the current
 * servers and isolates lookups. Falls back to the next server after an error (Node disables that in c-ares).
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
	// Node reads a server with a zone (`fe80::1%eth0`) from the settings, but cannot set it.
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

function isNoSuchName(error: unknown): boolean {
	return NOTHING.has(systemCode(error) ?? "");
}

function lookupFailure(name: string, error: unknown): Failure {
	if (isNoSuchName(error)) return networkFailure("name-not-found", name, error);
	const code = systemCode(error);
	if (code === "ENOMEM") return networkFailure("overloaded", name, error);
	// The machine's own servers refused, or c-ares had no free descriptor.
	if (code === "ECONNREFUSED") return noServer(name, error);
	return networkFailure("name-lookup-failed", name, error);
}

function noServer(name: string, cause: unknown): Failure {
	return new Failure(
		"overloaded",
		{
			what: `${name} could not be looked up.`,
			why: "This machine's name servers cannot be reached (ECONNREFUSED).",
			todo: "Check the machine's network settings (on Linux /etc/resolv.conf) and its limit of open files.",
		},
		{ cause },
	);
}

const SYSTEM_FILE =
	process.platform === "win32"
		? `${process.env.SystemRoot ?? "C:\\Windows"}\\System32\\drivers\\etc\\hosts`
		: "/etc/hosts";
/** Bytes. Ad-blocking hosts files have 2 to 8 MB; the rest of a larger file is ignored. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Errors that the system, too, treats as an empty hosts file. */
const WITHOUT = new Set(["ENOENT", "ENOTDIR", "EACCES", "EPERM"]);
const NO_NAMES: Promise<ReadonlyMap<string, readonly string[]>> = Promise.resolve(new Map());

/** Rereads hosts(5) when it changes. Regular files only: reading a pipe may never end. */
export class HostsFile {
	readonly #path: string;
	#state = "";
	#names: Promise<ReadonlyMap<string, readonly string[]>> = NO_NAMES;

	constructor(path = SYSTEM_FILE) {
		this.#path = path;
	}

	async addressesOf(host: string): Promise<readonly string[]> {
		// Synchronous: takes microseconds, while asynchronous I/O waits for threads that may all be busy.
		const stats = statsOf(this.#path);
		const state = stats ? `${stats.ino} ${stats.size} ${stats.mtimeMs}` : "";
		if (state !== this.#state) {
			this.#state = state;
			this.#names = stats ? readStart(this.#path).then(parseHosts) : NO_NAMES;
			this.#names.catch(() => {
				this.#state = "";
				this.#names = NO_NAMES;
			});
		}
		return (await this.#names).get(host.toLowerCase()) ?? [];
	}
}

const systemHosts = new HostsFile();

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

interface AuditLookupsOptions {
	/** Without a caller, each audit counts as its own. */
	readonly caller?: string | undefined;
	/** Milliseconds per lookup, not counting the wait for its turn. */
	readonly timeout?: number | undefined;
}

/** Per process; each uses one socket, or a few with several name servers. */
const AT_ONCE = 128;
/** Silent servers occupy each slot for `LOOKUP_MS`. One audit has at most 7 lookups in flight. */
const AT_ONCE_PER_CALLER = 32;
/** Milliseconds to wait for a turn; audits have 20 s in all. */
const TURN_MS = 12_000;
/** Most audits need 2 to 30 names. */
const NAMES_PER_AUDIT = 100;
/** Milliseconds until the same caller may look up a silent name again. */
const SILENT_MS = 5_000;
/** After this many silent names, the audit looks up no more of the site; each cost `LOOKUP_MS`. */
const SILENT_PER_SITE = 4;
const SILENT_NAMES = 1_000;

export interface NameLookupsOptions {
	readonly resolve?: Resolve | undefined;
	readonly atOnce?: number | undefined;
	readonly atOncePerCaller?: number | undefined;
	readonly turnMs?: number | undefined;
}

/** Shared by the process, fairly between callers. */
export class NameLookups {
	readonly #resolve: Resolve;
	readonly #turns: CallerTurns;
	readonly #silent = new SilentNames();
	#audits = 0;

	constructor(options: NameLookupsOptions = {}) {
		const { atOnce = AT_ONCE, atOncePerCaller = AT_ONCE_PER_CALLER, turnMs = TURN_MS } = options;
		this.#resolve = options.resolve ?? resolveHost;
		this.#turns = new CallerTurns(atOnce, atOncePerCaller, turnMs);
	}

	open({ caller = `audit ${++this.#audits}`, timeout = LOOKUP_MS }: AuditLookupsOptions = {}): AuditLookups {
		return new AuditLookups({ resolve: this.#resolve, turns: this.#turns, silent: this.#silent }, caller, timeout);
	}
}

interface SharedLookups {
	readonly resolve: Resolve;
	readonly turns: CallerTurns;
	readonly silent: SilentNames;
}

export class AuditLookups {
	readonly #shared: SharedLookups;
	readonly #caller: string;
	readonly #timeout: number;
	readonly #names = new AuditNames();
	readonly #closing = new AbortController();

	constructor(shared: SharedLookups, caller: string, timeout: number) {
		this.#shared = shared;
		this.#caller = caller;
		this.#timeout = timeout;
	}

	/** @throws Failure `name-not-found`, `name-lookup-failed`; `overloaded` if its turn never came; `request-budget` */
	async resolve(host: string): Promise<readonly string[]> {
		const { resolve, turns, silent } = this.#shared;
		const { signal } = this.#closing;
		const caller = this.#caller;
		const known = silent.reason(caller, host);
		if (known) throw known;
		this.#names.admit(host);
		return turns.take({ caller, host, signal }, async () => {
			try {
				return await resolveInTime(resolve, host, this.#timeout, signal);
			} catch (error) {
				if (isFailure(error) && error.code === "name-lookup-failed") {
					silent.remember(caller, host, error);
					this.#names.unanswered(host);
				}
				throw error;
			}
		});
	}

	close(): void {
		this.#closing.abort();
	}
}

let ofProcess: NameLookups | undefined;

export function processLookups(): NameLookups {
	ofProcess ??= new NameLookups();
	return ofProcess;
}

/** Returns in time even if a resolver ignores its signal. */
async function resolveInTime(resolve: Resolve, host: string, timeout: number, closing: AbortSignal) {
	const end = new AbortController();
	const { promise, reject } = Promise.withResolvers<never>();
	end.signal.addEventListener("abort", () => reject(end.signal.reason), { once: true });
	const timer = setTimeout(() => end.abort(networkFailure("name-lookup-failed", host)), timeout);
	const close = () => end.abort(closing.reason);
	closing.addEventListener("abort", close, { once: true });
	try {
		return await Promise.race([resolve(host, end.signal), promise]);
	} finally {
		clearTimeout(timer);
		closing.removeEventListener("abort", close);
	}
}

interface Turn {
	readonly caller: string;
	readonly host: string;
	readonly signal: AbortSignal;
}

/** One queue per caller, in front of the common one. */
class CallerTurns {
	readonly #all: PQueue<FairQueue, QueueAddOptions & FairQueueOptions>;
	readonly #own = new Map<string, { readonly queue: PQueue; users: number }>();
	readonly #perCaller: number;
	readonly #turnMs: number;

	constructor(atOnce: number, perCaller: number, turnMs: number) {
		this.#all = new PQueue({ concurrency: atOnce, queueClass: FairQueue });
		this.#perCaller = perCaller;
		this.#turnMs = turnMs;
	}

	/** @throws Failure `overloaded` if the work did not start in time; the signal's reason */
	async take<T>({ caller, host, signal: closing }: Turn, work: () => Promise<T>): Promise<T> {
		closing.throwIfAborted();
		const waiting = new AbortController();
		const { signal } = waiting;
		const timer = setTimeout(() => waiting.abort(noTurn(host)), this.#turnMs);
		const close = () => waiting.abort(closing.reason);
		closing.addEventListener("abort", close, { once: true });
		const begin = () => {
			clearTimeout(timer);
			return work();
		};
		const own = this.#own.get(caller) ?? { queue: new PQueue({ concurrency: this.#perCaller }), users: 0 };
		this.#own.set(caller, own);
		own.users++;
		try {
			return await own.queue.add(() => this.#all.add(begin, { caller, signal }), { signal });
		} finally {
			clearTimeout(timer);
			closing.removeEventListener("abort", close);
			if (--own.users === 0) this.#own.delete(caller);
		}
	}
}

class AuditNames {
	readonly #names = new Set<string>();
	readonly #unanswered = new Map<string, number>();

	/** @throws Failure `request-budget`; `name-lookup-failed` after too many silent names of the site */
	admit(host: string): void {
		if (this.#names.has(host)) return;
		if (this.#names.size >= NAMES_PER_AUDIT) throw tooManyNames(host);
		if ((this.#unanswered.get(siteOf(host)) ?? 0) >= SILENT_PER_SITE) throw networkFailure("name-lookup-failed", host);
		this.#names.add(host);
	}

	unanswered(host: string): void {
		const site = siteOf(host);
		this.#unanswered.set(site, (this.#unanswered.get(site) ?? 0) + 1);
	}
}

/** Caches silent names, so that 5 audits of one name cost its caller one lookup. */
class SilentNames {
	readonly #until = new Map<string, { readonly end: number; readonly failure: Failure }>();

	reason(caller: string, host: string): Failure | undefined {
		const known = this.#until.get(keyOf(caller, host));
		return known && known.end > performance.now() ? known.failure : undefined;
	}

	remember(caller: string, host: string, failure: Failure): void {
		const key = keyOf(caller, host);
		this.#until.delete(key);
		this.#until.set(key, { end: performance.now() + SILENT_MS, failure });
		const [oldest] = this.#until.keys();
		if (this.#until.size > SILENT_NAMES && oldest !== undefined) this.#until.delete(oldest);
	}
}

function keyOf(caller: string, host: string): string {
	return `${host} ${caller}`;
}

function noTurn(host: string): Failure {
	return new Failure("overloaded", {
		what: `${host} could not be looked up.`,
		why: "Too many names were being looked up at once.",
		todo: "Try again in a minute.",
	});
}

function tooManyNames(host: string): Failure {
	return new Failure("request-budget", {
		what: `${host} was not looked up.`,
		why: `The site uses more than ${NAMES_PER_AUDIT} different host names.`,
	});
}
