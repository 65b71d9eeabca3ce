import { isIP } from "node:net";
import * as z from "zod";
import type { Settings } from "#config/environment.ts";
import { userAgent } from "#core/brand.ts";
import { Failure, isFailure } from "#core/failure.ts";
import { parseJson } from "#core/json-object.ts";
import type { VerificationSource } from "#core/verification.ts";
import { type Checkpoint, type Note, parseCheckpoint, parseNote } from "#log/tlog/note.ts";
import { GuardedClient } from "#net/guarded-client.ts";
import { hostOf, systemResolve, WEB_PORTS } from "#net/host-vetting.ts";
import type { HttpResponse } from "#net/http-client.ts";
import { resolveHost } from "#net/name-lookups.ts";
import { canonicalAddress, isPublicAddress } from "#net/public-address.ts";

/** Maximum bytes to read per kind of file. */

export const CHECKPOINT_BYTES = 32 * 1024;
export const RECEIPT_BYTES = 4 * 1024 * 1024;
/** Lists of leaves and keys, enough for the largest log. */
export const LIST_BYTES = 64 * 1024 * 1024;
/** 256 entries. The format allows 64 KiB each; ours are below 1 KiB. */
export const BUNDLE_BYTES = 256 * 1024;

interface SiteReading {
	/** For untrusted input: the site must have a public address, and proxies are ignored. */
	readonly publicOnly?: boolean | undefined;
	readonly signal?: AbortSignal | undefined;
	/** Total timeout in milliseconds; one minute by default. */
	readonly wholeMs?: number;
	/** Whether to fetch each file once and keep it in `fetched`; false by default. */
	readonly remembers?: boolean;
}

/** Timeouts in milliseconds, for one file and in total. */
const FILE_MS = 15_000;
const WHOLE_MS = 60_000;
/** Statuses that mean there is no such file, rather than a failed request. */
const ABSENT_STATUS: ReadonlySet<number> = new Set([404, 410]);
const EMBED_BYTES = 64 * 1024;

/** URL of a receipt's page, which may name another host than the site's. */
const RECEIPT_PAGE = /\/receipts\/([0-9a-f]{64})\/$/;
const embedSchema = z.object({ receipt: z.string().regex(RECEIPT_PAGE) });

/** The host that the user typed may be private. Redirects must lead to it or to a public host. */
export class SiteReader {
	/** Ends in a slash. */
	readonly base: URL;
	readonly sources: VerificationSource[] = [];
	/** Content by path, if `remembers` is set. */
	readonly fetched = new Map<string, Uint8Array>();
	readonly #remembers: boolean;
	readonly #client: GuardedClient;
	readonly #signal: AbortSignal | undefined;
	readonly #deadline: AbortSignal;
	readonly #newest = new Map<string, string>();

	constructor(base: URL, { baseUrl, proxies }: Pick<Settings, "baseUrl" | "proxies">, reading: SiteReading = {}) {
		const { publicOnly = false, signal, wholeMs = WHOLE_MS, remembers = false } = reading;
		this.base = base;
		this.#remembers = remembers;
		this.#signal = signal;
		this.#deadline = AbortSignal.timeout(wholeMs);
		const reach = publicOnly ? { isPublicAddress } : { ...trustTyped(base), proxies };
		this.#client = new GuardedClient({ userAgent: userAgent(baseUrl), ...reach });
	}

	/** @param path below `base` @throws Failure `not-fetched` */
	async read(what: VerificationSource["what"], path: string, maxBytes: number): Promise<Uint8Array> {
		const known = this.fetched.get(path);
		if (known) return known;
		const bytes = this.#take(what, path, await this.#get(path, maxBytes));
		if (this.#remembers) this.fetched.set(path, bytes);
		return bytes;
	}

	/** Undefined for status 404 or 410. @throws Failure `not-fetched` */
	async readIfThere(what: VerificationSource["what"], path: string, maxBytes: number): Promise<Uint8Array | undefined> {
		const got = await this.#get(path, maxBytes);
		return ABSENT_STATUS.has(got.status) ? undefined : this.#take(what, path, got);
	}

	/** Id of the slug's newest receipt, from the site's oEmbed response. @throws Failure `not-fetched` */
	async newestReceipt(slug: string): Promise<string> {
		const known = this.#newest.get(slug);
		if (known !== undefined) return known;
		const path = `oembed/${encodeURIComponent(slug)}.json`;
		const body = new TextDecoder().decode(await this.read("embed", path, EMBED_BYTES));
		const embed = embedSchema.safeParse(parseJson(body));
		const id = embed.success ? RECEIPT_PAGE.exec(embed.data.receipt)?.[1] : undefined;
		if (id === undefined)
			throw notFetched(new URL(path, this.base), "It names no receipt: none is in the log yet, or it was taken down.");
		this.#newest.set(slug, id);
		return id;
	}

	close(): Promise<void> {
		return this.#client.close();
	}

	#get(path: string, maxBytes: number): Promise<HttpResponse> {
		const ends = this.#signal ? [this.#deadline, this.#signal] : [this.#deadline];
		const signal = AbortSignal.any([AbortSignal.timeout(FILE_MS), ...ends]);
		return this.#client.get(new URL(path, this.base), { maxBytes, signal }).catch((error: unknown) => {
			this.#signal?.throwIfAborted();
			throw isFailure(error) ? new Failure("not-fetched", { what: error.message }, { cause: error }) : error;
		});
	}

	#take(what: VerificationSource["what"], path: string, { status, url, body }: HttpResponse): Uint8Array {
		if (status !== 200)
			throw notFetched(new URL(path, this.base), `The site answers with status ${status}. ${ABSENT[what]}`.trim());
		this.sources.push({ what, from: url, fetched: true });
		return body;
	}
}

const ABSENT: Readonly<Record<VerificationSource["what"], string>> = {
	receipt: "It may have been taken down; its entry in the log stays.",
	proof: "A receipt has no proof before the next seal.",
	embed: "It may not know that domain.",
	key: "It may have no log.",
	log: "",
};

/** Allows the addresses of the typed host; every other host must be public. */
function trustTyped(base: URL) {
	const typed = hostOf(base);
	const allowed = new Set(isIP(typed) === 0 ? [] : [canonicalAddress(typed)]);
	return {
		ports: [...WEB_PORTS, ...(base.port === "" ? [] : [Number(base.port)])],
		privateNames: [typed],
		isPublicAddress: (address: string) => isPublicAddress(address) || allowed.has(canonicalAddress(address)),
		async resolve(host: string, signal: AbortSignal) {
			if (host !== typed) return resolveHost(host, signal);
			const addresses = await systemResolve(host);
			for (const address of addresses) allowed.add(canonicalAddress(address));
			return addresses;
		},
	};
}

export function notFetched(url: URL, why: string): Failure {
	return new Failure("not-fetched", { what: `${url.href} could not be fetched.`, why });
}

/** A checkpoint with unverified signatures. */
interface ShownCheckpoint {
	readonly data: Uint8Array;
	readonly text: string;
	readonly note: Note;
	readonly checkpoint: Checkpoint;
}

/** A "not found" page with status 200 counts as `not-fetched`. @throws Failure `not-fetched` */
export async function readShownCheckpoint(site: SiteReader): Promise<ShownCheckpoint> {
	const data = await site.read("log", "log/checkpoint", CHECKPOINT_BYTES);
	const text = new TextDecoder().decode(data);
	try {
		const note = parseNote(text);
		return { data, text, note, checkpoint: parseCheckpoint(note.text) };
	} catch (error) {
		if (!isFailure(error)) throw error;
		throw notFetched(
			new URL("log/checkpoint", site.base),
			`What the site gives there is no checkpoint. ${error.message}`,
		);
	}
}
