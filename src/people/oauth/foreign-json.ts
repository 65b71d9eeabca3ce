import { userAgent } from "#core/brand.ts";
import { isFailure } from "#core/failure.ts";
import { DEPTH_MAX, isDeeperThan } from "#core/json-object.ts";
import { createGuardedClient, type GuardedClient } from "#net/guarded-client.ts";
import { isPublicAddress } from "#net/public-address.ts";

/** Reads JSON that others publish, and keeps what it read for a short time. */
export interface ForeignJson {
	/** Undefined where it cannot be read; why is nobody's business who names an address. */
	read(url: string, options?: { readonly leastFreshMs?: number }): Promise<unknown>;
}

export interface ForeignJsonParts {
	/** A way out to public addresses alone; it is closed after each use. */
	readonly openClient: () => GuardedClient;
	readonly now: () => number;
}

const MAX_BYTES = 64 * 1024;
const PATIENCE_MS = 5_000;
const KEPT_MS = 5 * 60_000;
/** What could not be read is tried again sooner. */
const KEPT_FAULT_MS = 30_000;
/** Whoever names many addresses pushes others out, and no more. */
const KEPT_MOST = 500;
/** At once, for all who ask: addresses are named by anybody. */
const UNDER_WAY_MOST = 20;

/** To documents and keys on public addresses. @param issuer address of this installation, which asks in its name */
export function publicWayOut(issuer: string): () => GuardedClient {
	return () => createGuardedClient({ userAgent: userAgent(issuer), isPublicAddress, ports: [443] });
}

/** The one way to JSON of others: https, no redirects, little and soon. What is asked for at the same time is asked for once. */
export function createForeignJson({ openClient, now }: ForeignJsonParts): ForeignJson {
	const kept = new Map<string, { readonly found: Promise<unknown>; at: number; until: number }>();
	let underWay = 0;
	const fetchJson = async (url: string): Promise<unknown> => {
		underWay++;
		const client = openClient();
		try {
			return await readJson(client, url);
		} finally {
			underWay--;
			await client.close();
		}
	};
	return {
		async read(url, { leastFreshMs = 0 } = {}) {
			const known = kept.get(url);
			if (known && now() < known.until && (leastFreshMs === 0 || now() < known.at + leastFreshMs)) return known.found;
			if (underWay >= UNDER_WAY_MOST) return undefined;
			const entry = { found: fetchJson(url), at: now(), until: now() + KEPT_MS };
			kept.delete(url);
			kept.set(url, entry);
			for (const oldest of kept.keys()) {
				if (kept.size <= KEPT_MOST) break;
				kept.delete(oldest);
			}
			try {
				const found = await entry.found;
				if (found === undefined) entry.until = now() + KEPT_FAULT_MS;
				return found;
			} catch (error) {
				kept.delete(url);
				throw error;
			}
		},
	};
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
		// Not to be reached, too large, too slow, or no JSON: all the same to who named it.
		if (isFailure(error) || error instanceof SyntaxError || error instanceof TypeError) return undefined;
		throw error;
	}
}
