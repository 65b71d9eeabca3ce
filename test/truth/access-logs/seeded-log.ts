import { shippedRanges } from "#access-logs/bot-ranges.ts";
import { seeded } from "#core/seeded.testkit.ts";

/** A log with known clients and responses of all lines. */
export interface SeededLog {
	readonly name: string;
	readonly lines: readonly string[];
	/** `GPTBot verified` → requests, by day: `GPTBot verified 2026-11-10` → requests; also `person`, `program`, `unread`, `other-host`. */
	readonly truth: ReadonlyMap<string, number>;
	readonly format?: string | undefined;
	readonly proxies: number;
	/** Words forbidden in all output. */
	readonly secrets: readonly string[];
}

interface Request {
	readonly at: number;
	readonly address: string;
	readonly path: string;
	readonly query: string;
	readonly status: number;
	readonly bytes: number;
	readonly agent: string;
	readonly referrer: string;
	readonly host: string;
}

type Writer = (request: Request, random: () => number) => string;

const DOMAIN = "example.com";
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

function clf(at: number, zoneMinutes: number): string {
	const day = new Date(at + zoneMinutes * 60_000);
	const two = (number: number) => String(Math.abs(number)).padStart(2, "0");
	const zone = `${zoneMinutes < 0 ? "-" : "+"}${two(Math.trunc(zoneMinutes / 60))}${two(zoneMinutes % 60)}`;
	return `${two(day.getUTCDate())}/${MONTHS[day.getUTCMonth()]}/${day.getUTCFullYear()}:${day.toISOString().slice(11, 19)} ${zone}`;
}

const target = ({ path, query }: Request) => path + query;
const iso = (at: number) => new Date(at).toISOString();
const combined =
	(zone: number): Writer =>
	(each) =>
		`${each.address} - - [${clf(each.at, zone)}] "GET ${target(each)} HTTP/1.1" ${each.status} ${each.bytes} "${each.referrer || "-"}" "${each.agent}"`;

const w3c: Writer = (each) =>
	[
		iso(each.at).slice(0, 10),
		iso(each.at).slice(11, 19),
		"10.0.0.5 GET",
		each.path,
		each.query.slice(1) || "-",
		"443 -",
		each.address,
		each.agent.replaceAll(" ", "+"),
		each.referrer || "-",
		`${each.status} 0 0 15`,
	].join(" ");
const IIS_HEAD =
	"#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) sc-status sc-substatus sc-win32-status time-taken";
const CLOUDFRONT_HEAD =
	"#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query";
const cloudfront: Writer = (each) =>
	[
		iso(each.at).slice(0, 10),
		iso(each.at).slice(11, 19),
		"FRA56-P1",
		each.bytes,
		each.address,
		"GET",
		"d111.cloudfront.net",
		each.path,
		each.status,
		each.referrer || "-",
		encodeURI(each.agent),
		each.query.slice(1) || "-",
	].join("\t");

const json =
	(build: (each: Request) => object): Writer =>
	(each) =>
		JSON.stringify(build(each));

interface Kind {
	readonly name: string;
	readonly write: Writer;
	readonly head?: readonly string[];
	readonly format?: string;
	readonly proxies?: number;
	readonly ipv6?: true;
	/** Formats without user agents show no bots. */
	readonly isBlind?: true;
	readonly hasHosts?: true;
}

const caddy = json((each) => ({
	level: "info",
	ts: each.at / 1_000,
	logger: "http.log.access.log0",
	request: {
		remote_ip: "10.1.1.1",
		client_ip: each.address,
		method: "GET",
		host: each.host,
		uri: target(each),
		headers: { "User-Agent": [each.agent], Referer: [each.referrer] },
	},
	duration: 0.004,
	size: each.bytes,
	status: each.status,
}));
const cloudflare = json((each) => ({
	ClientIP: each.address,
	ClientRequestHost: each.host,
	ClientRequestMethod: "GET",
	ClientRequestURI: target(each),
	ClientRequestUserAgent: each.agent,
	ClientRequestReferer: each.referrer,
	EdgeColoCode: "FRA",
	EdgeResponseBytes: each.bytes,
	EdgeResponseStatus: each.status,
	EdgeStartTimestamp: each.at * 1e6,
}));
const withProxy: Writer = (each) =>
	`10.0.0.9 [${iso(each.at)}] "GET ${target(each)} HTTP/2.0" ${each.status} ${each.bytes} "${each.agent}" "${each.referrer || "-"}" "203.0.113.77, ${each.address}"`;
const mixed: Writer = (each, random) =>
	([combined(0), caddy, cloudflare][Math.floor(random() * 3)] ?? combined(0))(each, random);

const KINDS: readonly Kind[] = [
	{ name: "combined", write: combined(0) },
	{ name: "combined, east", write: combined(330) },
	{ name: "combined, west", write: combined(-570) },
	{ name: "combined, IPv6", write: combined(60), ipv6: true },
	{ name: "hosts", write: (each, random) => `${each.host}:443 ${combined(0)(each, random)}`, hasHosts: true },
	{
		name: "common",
		isBlind: true,
		write: (each) =>
			`${each.address} - - [${clf(each.at, 0)}] "GET ${target(each)} HTTP/1.1" ${each.status} ${each.bytes}`,
	},
	{
		name: "nginx, behind a proxy",
		write: withProxy,
		format: `$remote_addr [$time_iso8601] "$request" $status $body_bytes_sent "$http_user_agent" "$http_referer" "$http_x_forwarded_for"`,
		proxies: 1,
	},
	{
		name: "Apache, of its own",
		write: (each) =>
			`${clf(each.at, 0)}`.replace(
				/.*/,
				`[${clf(each.at, 0)}] ${each.status} ${each.bytes} "GET ${target(each)} HTTP/1.1" ${each.address} "${each.agent}"`,
			),
		format: '%t %>s %O "%r" %a "%{User-Agent}i"',
	},
	{ name: "caddy", write: caddy, hasHosts: true },
	{
		name: "traefik",
		hasHosts: true,
		write: json((each) => ({
			ClientHost: each.address,
			DownstreamContentSize: each.bytes,
			DownstreamStatus: each.status,
			Duration: 1_500_000,
			RequestHost: each.host,
			RequestMethod: "GET",
			RequestPath: target(each),
			StartUTC: iso(each.at),
			"request_User-Agent": each.agent,
			request_Referer: each.referrer,
		})),
	},
	{ name: "cloudflare", write: cloudflare, hasHosts: true },
	{
		name: "vercel",
		hasHosts: true,
		write: json((each) => ({
			id: "1",
			source: "static",
			timestamp: each.at,
			proxy: {
				timestamp: each.at,
				method: "GET",
				host: each.host,
				path: target(each),
				userAgent: [each.agent],
				referer: each.referrer,
				statusCode: each.status,
				clientIp: each.address,
				region: "fra1",
				responseByteSize: each.bytes,
			},
		})),
	},
	{
		name: "netlify",
		hasHosts: true,
		write: json((each) => ({
			timestamp: iso(each.at),
			client_ip: each.address,
			method: "GET",
			url: `https://${each.host}${target(each)}`,
			status_code: each.status,
			user_agent: each.agent,
			referrer: each.referrer,
			response_size: each.bytes,
			duration: 12,
		})),
	},
	{
		name: "nginx json",
		hasHosts: true,
		write: json((each) => ({
			time_iso8601: iso(each.at),
			remote_addr: each.address,
			host: each.host,
			request_method: "GET",
			request_uri: target(each),
			status: String(each.status),
			body_bytes_sent: String(each.bytes),
			request_time: "0.004",
			http_referer: each.referrer,
			http_user_agent: each.agent,
		})),
	},
	{ name: "iis", write: w3c, head: ["#Software: Microsoft Internet Information Services 10.0", IIS_HEAD] },
	{
		name: "cloudfront",
		write: (each, random) => cloudfront(each, random),
		head: ["#Version: 1.0", CLOUDFRONT_HEAD.replace("cs(Host)", "cs(Host)")],
	},
	{
		name: "cloudfront json",
		write: json((each) => ({
			date: iso(each.at).slice(0, 10),
			time: iso(each.at).slice(11, 19),
			"x-edge-location": "FRA56",
			"sc-bytes": String(each.bytes),
			"c-ip": each.address,
			"cs-method": "GET",
			"cs-uri-stem": each.path,
			"cs-uri-query": each.query.slice(1) || "-",
			"sc-status": String(each.status),
			"cs(User-Agent)": encodeURI(each.agent),
			"cs(Referer)": each.referrer || "-",
		})),
	},
	{
		name: "alb",
		write: (each) =>
			`h2 ${iso(each.at)} app/lb/50dc6c49 ${each.address.includes(":") ? `[${each.address}]` : each.address}:40812 10.0.0.1:80 0.001 0.048 0.000 ${each.status} ${each.status} 0 ${each.bytes} "GET https://${each.host}:443${target(each)} HTTP/2.0" "${each.agent}" ECDHE TLSv1.3`,
		hasHosts: true,
	},
	{ name: "mixed", write: mixed },
	{ name: "mixed, IPv6", write: mixed, ipv6: true },
];
export const SEEDED_LOGS = KINDS.length;

const AGENTS: Readonly<Record<string, string>> = {
	Googlebot: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
	Bingbot:
		"Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0.1938.76 Safari/537.36",
	GPTBot: "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; GPTBot/1.3; +https://openai.com/gptbot",
	"OAI-SearchBot":
		"Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36; compatible; OAI-SearchBot/1.3; +https://openai.com/searchbot",
	"ChatGPT-User":
		"Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot",
	ClaudeBot: "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)",
	"Claude-User": "Mozilla/5.0 (compatible; Claude-User/1.0; +Claude-User@anthropic.com)",
	PerplexityBot:
		"Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)",
	Applebot:
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)",
	CCBot: "CCBot/2.0 (https://commoncrawl.org/faq/)",
	Amazonbot:
		"Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot) Chrome/119.0.6045.214 Safari/537.36",
	"meta-externalagent": "meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)",
};
const BROWSERS = [
	"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36",
	"Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
];
const PROGRAMS = [
	"curl/8.5.0",
	"python-requests/2.32.3",
	"Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)",
];

/** First and last address of a range as numbers, computed independently of the program. */
function spanOf(range: string): { readonly first: bigint; readonly last: bigint; readonly bits: 32 | 128 } {
	const [address = "", length] = range.split("/");
	const bits = address.includes(":") ? 128 : 32;
	const size = 1n << BigInt(bits - Number(length ?? bits));
	const first = (numberOf(address) / size) * size;
	return { first, last: first + size - 1n, bits };
}

function numberOf(address: string): bigint {
	if (!address.includes(":")) return address.split(".").reduce((all, part) => all * 256n + BigInt(part), 0n);
	const [left = "", right] = address.split("::");
	const words = (text: string) => (text === "" ? [] : text.split(":").map((word) => BigInt(`0x${word}`)));
	const [front, back] = [words(left), words(right ?? "")];
	const all =
		right === undefined ? front : [...front, ...Array<bigint>(8 - front.length - back.length).fill(0n), ...back];
	return all.reduce((sum, word) => sum * 65_536n + word, 0n);
}

function addressOf(number: bigint, bits: 32 | 128): string {
	if (bits === 32) return [24n, 16n, 8n, 0n].map((shift) => (number >> shift) & 255n).join(".");
	return Array.from({ length: 8 }, (_, at) => ((number >> BigInt(112 - at * 16)) & 65_535n).toString(16)).join(":");
}

const FIRST_DAY = Date.UTC(2026, 9, 1);
const DAY_MS = 86_400_000;

interface Asker {
	readonly address: string;
	readonly agent: string;
	/** Of the truth. */
	readonly key: string;
}

/** Picks a client: a person, a program, or a bot inside, next to or outside its vendor's ranges. */
class Askers {
	readonly #random: () => number;
	readonly #spans = new Map<string, readonly ReturnType<typeof spanOf>[]>();
	readonly #edges: readonly ReturnType<typeof spanOf>[];

	constructor(random: () => number, ipv6: boolean) {
		this.#random = random;
		const { lists } = shippedRanges();
		const spans = (rows: typeof lists) => rows.flatMap(({ ranges }) => ranges.map(spanOf));
		this.#edges = spans(lists.filter(({ tokens }) => tokens.length === 0));
		for (const token of Object.keys(AGENTS)) {
			const own = spans(lists.filter(({ tokens }) => tokens.includes(token)));
			const wide = own.filter(({ bits }) => bits === 128);
			this.#spans.set(token, ipv6 && wide.length > 0 ? wide : own);
		}
	}

	pick<T>(all: readonly T[]): T {
		return all[Math.floor(this.#random() * all.length)] as T;
	}

	next(): Asker {
		const who = this.#random();
		if (who < 0.35) return { address: this.#home(81), agent: this.pick(BROWSERS), key: "person" };
		if (who < 0.45) return { address: this.#home(82), agent: this.pick(PROGRAMS), key: "program" };
		const token = this.pick(Object.keys(AGENTS));
		const agent = AGENTS[token] ?? "";
		if (token === "meta-externalagent") return { address: this.#home(57), agent, key: `${token} unverifiable` };
		if (who < 0.5) {
			const address = this.pick(["10.3.4.5", "192.168.7.8", "162.158.90.1", "fd00::12"]);
			return { address, agent, key: `${token} unverifiable` };
		}
		if (who < 0.62) return { address: this.#neighbour(token), agent, key: `${token} spoofed` };
		return { address: this.#inside(token), agent, key: `${token} verified` };
	}

	#home(first: number): string {
		return `${first}.2.${Math.floor(this.#random() * 200)}.${Math.floor(this.#random() * 250)}`;
	}

	#inside(token: string): string {
		const { first, last, bits } = this.pick(this.#spans.get(token) ?? []);
		return addressOf(first + (BigInt(Math.floor(this.#random() * 2 ** 40)) % (last - first + 1n)), bits);
	}

	/** Just after a real range, outside this bot's ranges. */
	#neighbour(token: string): string {
		const spans = this.#spans.get(token) ?? [];
		for (;;) {
			const { last, bits } = this.pick(spans);
			const next = last + 1n;
			const isFree = [...spans, ...this.#edges].every(
				(span) => span.bits !== bits || next < span.first || next > span.last,
			);
			if (isFree) return addressOf(next, bits);
		}
	}
}

const PATHS = ["/", "/about", "/products/kettle", "/robots.txt", "/llms.txt", "/blog/a.md", "/caf\u00c3\u00a9"];
const STATUSES = [200, 200, 200, 301, 304, 403, 404, 429, 500];
const BROKEN = ["", "\u0000\u0000", 'broken "81.2.1.1" line', '{"not": "a request"', "\u001b[31mred"];

function requestOf(asker: Asker, askers: Askers, random: () => number, isElsewhere: boolean): Request {
	return {
		...asker,
		at: FIRST_DAY + Math.floor(random() * 40 * DAY_MS),
		path: askers.pick(PATHS),
		query: random() < 0.4 ? `?q=secret${Math.floor(random() * 1e9)}z&mail=ann%40example.org` : "",
		status: askers.pick(STATUSES),
		bytes: Math.floor(random() * 50_000),
		referrer: asker.key === "person" && random() < 0.3 ? `https://chatgpt.com/c/${Math.floor(random() * 1e9)}z` : "",
		host: isElsewhere ? "other.example.net" : askers.pick([DOMAIN, `www.${DOMAIN}`]),
	};
}

/** A day without Microsoft's bots. */
function isMissing(key: string, at: number): boolean {
	return key.startsWith("Bingbot") && iso(at).startsWith("2026-10-10");
}

/** @param seed from 1 @param count of requests */
export function seededLog(seed: number, count: number): SeededLog {
	const kind = KINDS[(seed - 1) % KINDS.length] as Kind;
	const random = seeded(seed * 7_919);
	const askers = new Askers(random, kind.ipv6 === true);
	const truth = new Map<string, number>();
	const note = (key: string) => truth.set(key, (truth.get(key) ?? 0) + 1);
	const lines = [...(kind.head ?? [])];
	const secrets = new Set<string>();
	for (let index = 0; index < count; index++) {
		const asker = askers.next();
		const isElsewhere = kind.hasHosts === true && random() < 0.05;
		const request = requestOf(asker, askers, random, isElsewhere);
		if (isMissing(asker.key, request.at)) continue;
		const broken = random() < 0.02 ? askers.pick(BROKEN) : "";
		lines.push(broken);
		if (broken.replaceAll("\u0000", "") !== "") note("unread");
		lines.push(kind.write(request, random));
		secrets.add(asker.address);
		if (request.query !== "") secrets.add(request.query.slice(1));
		for (const key of keysOf(kind, asker.key, isElsewhere, request.at)) note(key);
	}
	return {
		name: `${seed} ${kind.name}`,
		lines,
		truth,
		format: kind.format,
		proxies: kind.proxies ?? 0,
		secrets: [...secrets],
	};
}

function keysOf({ isBlind }: Kind, key: string, isElsewhere: boolean, at: number): readonly string[] {
	if (isElsewhere) return ["other-host"];
	if (isBlind) return ["program"];
	return key.includes(" ") ? [key, `${key} ${iso(at).slice(0, 10)}`] : [key];
}
