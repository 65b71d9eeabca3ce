import type { Crawler } from "#core/crawlers.ts";
import { isIPAddress, isPublicAddress } from "#net/public-address.ts";
import type { Identity } from "./access-tally.ts";
import { type BotRanges, HOST_NAMES, RangeIndex } from "./bot-ranges.ts";
import { type LogEntry, ownText } from "./log-entry.ts";
import type { SignatureCheck, SignedRequest } from "./signed-requests.ts";

/** Optional proofs besides address ranges, which take time; names also need a network. */
export interface OtherProofs {
	/** By reverse and forward DNS; undefined if the name servers did not respond. */
	byName?: ((token: string, address: string) => Promise<boolean | undefined>) | undefined;
	bySignature?: SignatureCheck | undefined;
}

/** Cached verdicts on IPv6 addresses and on names. Other verdicts are as fast as the cache. */
const KEPT = 4_000;

/** Verifies that a request with a bot's user agent came from that bot. */
export class IdentityCheck {
	readonly #ranges: RangeIndex;
	readonly #proxies: number;
	readonly #proofs: OtherProofs;
	/** By token, then by address. */
	readonly #kept = new Map<string, Map<string, Identity>>();
	#size = 0;

	/** @param proxies number of the owner's trusted proxies that each request passed */
	constructor(ranges: BotRanges, proxies: number, proofs: OtherProofs = {}) {
		this.#ranges = new RangeIndex(ranges);
		this.#proxies = proxies;
		this.#proofs = proofs;
	}

	/** By ranges alone; undefined if another proof is needed. */
	quickly(token: string, entry: LogEntry): Identity | undefined {
		entry.address = clientAddress(entry, this.#proxies);
		const isKept = this.#asksNames(token) || entry.address.includes(":");
		const kept = isKept ? this.#kept.get(token)?.get(entry.address) : undefined;
		const isSigned = this.#proofs.bySignature?.concerns(token, entry) === true;
		if (kept !== undefined && (kept === "verified" || !isSigned)) return kept;
		const range = this.#byRanges(token, entry.address);
		if (range !== true && isSigned) return undefined;
		if (range !== "unverifiable" && range !== true && this.#asksNames(token)) return undefined;
		return isKept ? this.#keep(token, entry.address, verdictOf(range)) : verdictOf(range);
	}

	async thoroughly(token: string, entry: LogEntry): Promise<Identity> {
		const range = this.#byRanges(token, entry.address);
		if (range === "unverifiable" || range === true || !this.#asksNames(token)) return verdictOf(range);
		const named = await this.#proofs.byName?.(token, entry.address);
		return this.#keep(token, entry.address, verdictOf(named ?? range));
	}

	/** Undefined if the signature proves nothing. @param otherwise verdict by ranges and names */
	async signed(bot: Crawler, entry: LogEntry, otherwise: Identity): Promise<SignedRequest | undefined> {
		const { bySignature } = this.#proofs;
		if (otherwise === "verified" || !bySignature?.concerns(bot.token, entry)) return undefined;
		const proof = await bySignature.proofOf(bot.token, entry);
		const { address } = entry;
		return proof && { bot, entry, ...proof, from: this.#isProxy(address) ? undefined : address, otherwise };
	}

	#isProxy(address: string): boolean {
		return !isIPAddress(address) || !isPublicAddress(address) || this.#ranges.isEdge(address);
	}

	#asksNames(token: string): boolean {
		return this.#proofs.byName !== undefined && HOST_NAMES[token] !== undefined;
	}

	/** The address of a proxy, or a host name, does not identify the bot. */
	#byRanges(token: string, address: string): boolean | undefined | "unverifiable" {
		const isOf = this.#ranges.isOf(token, address);
		return isOf !== true && this.#isProxy(address) ? "unverifiable" : isOf;
	}

	#keep(token: string, address: string, identity: Identity): Identity {
		if (++this.#size > KEPT) {
			this.#kept.clear();
			this.#size = 1;
		}
		const there = this.#kept.get(token) ?? new Map<string, Identity>();
		this.#kept.set(token, there.set(ownText(address), identity));
		return identity;
	}
}

function verdictOf(proof: boolean | undefined | "unverifiable"): Identity {
	if (proof === undefined || proof === "unverifiable") return "unverifiable";
	return proof ? "verified" : "spoofed";
}

/** Each proxy appends its client's address, so the client is the nth from the end for n proxies. */
function clientAddress({ address, forwarded }: LogEntry, proxies: number): string {
	const named = proxies > 0 && forwarded !== "" ? forwarded.split(",").at(-proxies)?.trim() : undefined;
	return withoutPort(named ?? address);
}

function withoutPort(text: string): string {
	const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1];
	if (bracketed !== undefined) return bracketed;
	const colon = text.indexOf(":");
	return colon > 0 && colon === text.lastIndexOf(":") ? text.slice(0, colon) : text;
}
