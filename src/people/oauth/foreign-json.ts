import { ProtocolError } from "#core/api/protocol-error.ts";
import { userAgent } from "#core/brand.ts";
import { isFailure } from "#core/failure.ts";
import { DEPTH_MAX, isDeeperThan } from "#core/json-object.ts";
import { GuardedClient } from "#net/guarded-client.ts";
import { isPublicAddress } from "#net/public-address.ts";

interface ReadOptions {
	readonly leastFreshMs?: number;
	readonly count?: CountLookUp | undefined;
}

/** Called before each fetch on behalf of the sender of the URL; cached documents are free. @throws to refuse it */
export type CountLookUp = () => Promise<void>;

const MAX_BYTES = 64 * 1024;
const PATIENCE_MS = 5_000;
const KEPT_MS = 5 * 60_000;
/** Failures are cached for less time. */
const KEPT_FAULT_MS = 30_000;
/** Bounds memory. A sender of many URLs can only evict others. */
const KEPT_MOST = 500;
/** Concurrent fetches, in total and per host, because anyone can name URLs. */
const UNDER_WAY_MOST = 20;
const OF_HOST_MOST = 2;
/** Milliseconds for which a good document may be reused under load. */
const GOOD_MS = 3_600_000;

/** Opens a client that the caller must close. */
export type WayOut = () => Pick<GuardedClient, "get" | "close">;

export function publicWayOut(issuer: string): WayOut {
	return () => new GuardedClient({ userAgent: userAgent(issuer), isPublicAddress, ports: [443] });
}

interface Kept {
	readonly found: Promise<unknown>;
	readonly at: number;
	until: number;
	/** Also false during the fetch. */
	isGood: boolean;
}

/** https, no redirects, small and fast documents. Caches briefly and shares concurrent fetches. */
export class ForeignJson {
	readonly #openClient: WayOut;
	readonly #now: () => number;
	readonly #kept = new Map<string, Kept>();
	readonly #underWay = new UnderWay();

	constructor(openClient: WayOut, now: () => number = Date.now) {
		this.#openClient = openClient;
		this.#now = now;
	}

	/** May be stale under load. @throws ProtocolError `temporarily_unavailable` without one; whatever `count` throws */
	async read(url: string, { leastFreshMs = 0, count }: ReadOptions = {}): Promise<unknown> {
		const before = this.#known(url, leastFreshMs);
		if (before) return before;
		await count?.();
		// Another fetch may have begun during `count`.
		return this.#known(url, leastFreshMs) ?? this.#lookUp(url);
	}

	#known(url: string, leastFreshMs: number): Promise<unknown> | undefined {
		const entry = this.#kept.get(url);
		const age = this.#now() - (entry?.at ?? 0);
		if (entry && this.#now() < entry.until && (leastFreshMs === 0 || age < leastFreshMs)) return entry.found;
		if (!this.#underWay.isFull(url)) return undefined;
		if (entry?.isGood && age < GOOD_MS) return entry.found;
		throw tooMuch();
	}

	async #lookUp(url: string): Promise<unknown> {
		const kept = this.#kept;
		const found = this.#underWay.run(url, (address) => this.#fetch(address));
		const entry: Kept = { found, at: this.#now(), until: this.#now() + KEPT_MS, isGood: false };
		kept.delete(url);
		if (kept.size >= KEPT_MOST) kept.delete(leastUseful(kept));
		kept.set(url, entry);
		try {
			const read = await found;
			entry.isGood = read !== undefined;
			if (!entry.isGood) entry.until = this.#now() + KEPT_FAULT_MS;
			return read;
		} catch (error) {
			if (kept.get(url) === entry) kept.delete(url);
			throw error;
		}
	}

	async #fetch(url: string): Promise<unknown> {
		const client = this.#openClient();
		try {
			return await readJson(client, url);
		} finally {
			await client.close();
		}
	}
}

/** The oldest failure, else the oldest document. */
function leastUseful(kept: ReadonlyMap<string, Kept>): string {
	for (const [url, { isGood }] of kept) if (!isGood) return url;
	const [oldest = ""] = kept.keys();
	return oldest;
}

function tooMuch(): ProtocolError {
	const seconds = PATIENCE_MS / 1000;
	return new ProtocolError(503, "temporarily_unavailable", "Too many external documents are being read.", {
		more: { retry_after: seconds },
		headers: { "Retry-After": String(seconds) },
	});
}

class UnderWay {
	readonly #byHost = new Map<string, number>();
	#all = 0;

	isFull(url: string): boolean {
		return this.#all >= UNDER_WAY_MOST || (this.#byHost.get(hostOf(url)) ?? 0) >= OF_HOST_MOST;
	}

	async run(url: string, ask: (url: string) => Promise<unknown>): Promise<unknown> {
		this.#change(hostOf(url), 1);
		try {
			return await ask(url);
		} finally {
			this.#change(hostOf(url), -1);
		}
	}

	#change(host: string, by: 1 | -1): void {
		this.#all += by;
		const left = (this.#byHost.get(host) ?? 0) + by;
		if (left === 0) this.#byHost.delete(host);
		else this.#byHost.set(host, left);
	}
}

function hostOf(url: string): string {
	return URL.parse(url)?.hostname ?? "";
}

async function readJson(client: Pick<GuardedClient, "get">, address: string): Promise<unknown> {
	const url = URL.parse(address);
	if (url?.protocol !== "https:") return undefined;
	try {
		const { status, body } = await client.get(url, {
			headers: { accept: "application/json" },
			maxBytes: MAX_BYTES,
			overflow: "fail",
			maxRedirects: 0,
			signal: AbortSignal.timeout(PATIENCE_MS),
		});
		if (status !== 200) return undefined;
		const found: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
		return isDeeperThan(DEPTH_MAX, found) ? undefined : found;
	} catch (error) {
		// Do not tell the sender of the URL whether it is unreachable, too large, too slow or not JSON.
		if (isFailure(error) || error instanceof SyntaxError || error instanceof TypeError) return undefined;
		throw error;
	}
}
