import { hash } from "node:crypto";
import { Failure } from "#core/failure.ts";
import { canonicalJson } from "#core/json-object.ts";
import { byCodeUnits } from "#core/wording.ts";
import { AddressSet, isAddressRange } from "#net/public-address.ts";
import shipped from "./bot-ranges.json" with { type: "json" };

/** A vendor's published list of addresses, which identifies genuine requests of its bots. */
interface Feed {
	readonly id: string;
	readonly url: string;
	/** Tokens of `core/crawlers.ts` with requests from these addresses; empty for proxies in front of sites. */
	readonly tokens: readonly string[];
}

const GOOGLE = "https://developers.google.com/static/crawling/ipranges";

/** Meta, You.com, Mistral's training crawler have no list; Google-Extended and Applebot-Extended send no requests. */
export const FEEDS: readonly Feed[] = [
	{ id: "google-common-crawlers", url: `${GOOGLE}/common-crawlers.json`, tokens: ["Googlebot"] },
	{ id: "google-user-triggered-agents", url: `${GOOGLE}/user-triggered-agents.json`, tokens: ["Google-Agent"] },
	{
		id: "google-user-triggered-fetchers",
		url: `${GOOGLE}/user-triggered-fetchers.json`,
		tokens: ["Google-GeminiNotebook"],
	},
	{
		id: "google-user-triggered-fetchers-google",
		url: `${GOOGLE}/user-triggered-fetchers-google.json`,
		tokens: ["Google-GeminiNotebook"],
	},
	{ id: "bing-bingbot", url: "https://www.bing.com/toolbox/bingbot.json", tokens: ["Bingbot"] },
	{ id: "openai-gptbot", url: "https://openai.com/gptbot.json", tokens: ["GPTBot"] },
	{ id: "openai-searchbot", url: "https://openai.com/searchbot.json", tokens: ["OAI-SearchBot"] },
	{ id: "openai-chatgpt-user", url: "https://openai.com/chatgpt-user.json", tokens: ["ChatGPT-User"] },
	{ id: "openai-adsbot", url: "https://openai.com/adsbot.json", tokens: ["OAI-AdsBot"] },
	{
		id: "anthropic-bots",
		url: "https://claude.com/crawling/bots.json",
		tokens: ["ClaudeBot", "Claude-User", "Claude-SearchBot"],
	},
	{ id: "perplexity-bot", url: "https://www.perplexity.com/perplexitybot.json", tokens: ["PerplexityBot"] },
	{ id: "perplexity-user", url: "https://www.perplexity.com/perplexity-user.json", tokens: ["Perplexity-User"] },
	{ id: "apple-applebot", url: "https://search.developer.apple.com/applebot.json", tokens: ["Applebot"] },
	{ id: "duckduckgo-duckassistbot", url: "https://duckduckgo.com/duckassistbot.json", tokens: ["DuckAssistBot"] },
	{ id: "mistral-index", url: "https://mistral.ai/mistralai-index-ips.json", tokens: ["MistralAI-Index"] },
	{ id: "mistral-user", url: "https://mistral.ai/mistralai-user-ips.json", tokens: ["MistralAI-User"] },
	{ id: "commoncrawl-ccbot", url: "https://index.commoncrawl.org/ccbot.json", tokens: ["CCBot"] },
	{ id: "amazon-amazonbot", url: "https://developer.amazon.com/amazonbot/ip-addresses/", tokens: ["Amazonbot"] },
	{
		id: "amazon-searchbot",
		url: "https://developer.amazon.com/amazonbot/searchbot-ip-addresses/",
		tokens: ["Amzn-SearchBot"],
	},
	{ id: "amazon-user", url: "https://developer.amazon.com/amazonbot/live-ip-addresses/", tokens: ["Amzn-User"] },
	{ id: "edge-cloudflare", url: "https://www.cloudflare.com/ips/", tokens: [] },
	{ id: "edge-fastly", url: "https://api.fastly.com/public-ip-list", tokens: [] },
];

/** Domains of bots' host names, which must resolve in both directions, as documented by their vendors. */
export const HOST_NAMES: Readonly<Record<string, readonly string[]>> = {
	Googlebot: ["googlebot.com", "google.com"],
	"Google-Agent": ["google.com", "gae.googleusercontent.com"],
	"Google-GeminiNotebook": ["google.com", "gae.googleusercontent.com"],
	Bingbot: ["search.msn.com"],
	Applebot: ["applebot.apple.com"],
	CCBot: ["crawl.commoncrawl.org"],
	Amazonbot: ["crawl.amazonbot.amazon"],
};

export interface RangeList {
	readonly id: string;
	readonly url: string;
	readonly tokens: readonly string[];
	/** Date that the vendor states; absent if none. */
	readonly published?: string;
	/** Date of the copy. */
	readonly taken: string;
	/** Source of the shipped copy; absent for the owner's own list. */
	readonly mirror?: string;
	readonly ranges: readonly string[];
}

/** Serializable, for threads. */
export interface BotRanges {
	readonly lists: readonly RangeList[];
	/** SHA-256 over all lists, which a receipt records as the basis of its verdicts. */
	readonly digest: string;
}

export function shippedRanges(): BotRanges {
	const lists = FEEDS.flatMap((feed) => {
		const list = (shipped.lists as Record<string, Omit<RangeList, keyof Feed | "ranges"> & { ranges: string }>)[
			feed.id
		];
		return list ? [{ ...feed, ...list, ranges: list.ranges.split(" ") }] : [];
	});
	return withDigest(lists);
}

function withDigest(lists: readonly RangeList[]): BotRanges {
	const rows = lists.map(({ id, tokens, ranges }) => ({ id, tokens, ranges: ranges.toSorted(byCodeUnits) }));
	return { lists, digest: hash("sha256", canonicalJson(rows), "hex") };
}

const TODO =
	'Give a list as its vendor publishes it, named as `sightline logs ranges` names it, such as openai-gptbot.json, or a map such as {"GPTBot": ["192.0.2.0/24"]}.';

/**
 * An owner's file replaces the shipped list of the same name; a map by token replaces all lists of a token.
 * @param name of the file, without folder @param taken modification date of the file
 * @throws Failure `input-invalid`
 */
export function withRangesFile({ lists }: BotRanges, name: string, text: string, taken: string): BotRanges {
	const refused = (why: string) => new Failure("input-invalid", { what: `${name} cannot be used.`, why, todo: TODO });
	const value = parsed(text, refused);
	const feed = FEEDS.find(({ id, url }) => name === `${id}.json` || url.endsWith(`/${name}`));
	if (Array.isArray((value as { prefixes?: unknown }).prefixes)) {
		if (!feed) throw refused("Its name does not say which bot the list is of.");
		const { creationTime } = value as { creationTime?: unknown };
		const published = typeof creationTime === "string" ? { published: creationTime.slice(0, 10) } : {};
		const list = { ...feed, ...published, taken, ranges: prefixesOf(value as { prefixes: unknown[] }, refused) };
		return withDigest([...lists.filter(({ id }) => id !== feed.id), list]);
	}
	const own = Object.entries(value).map(([token, ranges]) => {
		const known = [...lists, ...FEEDS].some(({ tokens }) => tokens.includes(token)) || /^[A-Za-z_-]{2,60}$/.test(token);
		if (!known || !Array.isArray(ranges)) throw refused("It is neither a vendor's list nor a map of bots to ranges.");
		return { id: `own-${token}`, url: name, tokens: [token], taken, ranges: checked(ranges, refused) };
	});
	const replaced = new Set(own.flatMap(({ tokens }) => tokens));
	const kept = lists
		.map((list) => ({ ...list, tokens: list.tokens.filter((token) => !replaced.has(token)) }))
		.filter(({ id, tokens }) => tokens.length > 0 || id.startsWith("edge-"));
	return withDigest([...kept, ...own]);
}

type Refused = (why: string) => Failure;

function parsed(text: string, refused: Refused): object {
	try {
		const value: unknown = JSON.parse(text);
		if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
	} catch {
		throw refused("It is not JSON.");
	}
	throw refused("It is neither a vendor's list nor a map of bots to ranges.");
}

function prefixesOf({ prefixes }: { readonly prefixes: readonly unknown[] }, refused: Refused): string[] {
	const ranges = prefixes.map((row) => {
		const { ipv4Prefix, ipv6Prefix } = (row ?? {}) as Record<string, unknown>;
		return ipv4Prefix ?? ipv6Prefix;
	});
	return checked(ranges, refused);
}

function checked(ranges: readonly unknown[], refused: Refused): string[] {
	if (ranges.length === 0) throw refused("It lists no range.");
	for (const range of ranges) {
		if (typeof range !== "string" || !isAddressRange(range))
			throw refused("One of its entries is no range of addresses.");
	}
	return ranges as string[];
}

/** Finds the owner of an address. Merges lists of the same bot. */
export class RangeIndex {
	readonly #byToken = new Map<string, AddressSet>();
	readonly #edges: AddressSet;

	constructor({ lists }: BotRanges) {
		for (const token of new Set(lists.flatMap(({ tokens }) => tokens))) {
			const ranges = lists.filter(({ tokens }) => tokens.includes(token)).flatMap((list) => list.ranges);
			this.#byToken.set(token, new AddressSet(ranges));
		}
		this.#edges = new AddressSet(lists.filter(({ tokens }) => tokens.length === 0).flatMap((list) => list.ranges));
	}

	/** Undefined if there is no list of this bot. */
	isOf(token: string, address: string): boolean | undefined {
		return this.#byToken.get(token)?.has(address);
	}

	/** Whether the address belongs to a proxy for others, such as Cloudflare: it does not identify the bot. */
	isEdge(address: string): boolean {
		return this.#edges.has(address);
	}
}
