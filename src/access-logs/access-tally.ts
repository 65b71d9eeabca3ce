import type { Crawler } from "#core/crawlers.ts";
import { isWithin } from "#core/hosts/is-within.ts";
import { BoundedCounts, type BoundedRows, hashOf } from "./bounded-counts.ts";
import { type LogEntry, ownText } from "./log-entry.ts";
import { type Asker, assistantOf } from "./user-agents.ts";

/** `spoofed`: the address does not belong to the bot's vendor. `unverifiable`: we cannot tell whose address it is. */
export const IDENTITIES = ["verified", "spoofed", "unverifiable"] as const;
export type Identity = (typeof IDENTITIES)[number];

/** Counters per bot, in total and per day. */
const COUNTED = [
	"requests",
	"pages",
	"ok",
	"redirects",
	"forbidden",
	"limited",
	"clientErrors",
	"serverErrors",
	"bytes",
	"milliseconds",
	"timed",
	"robots",
	"markdown",
	"llms",
] as const;
type Counted = (typeof COUNTED)[number];
export type Counts = Record<Counted, number>;

const AT = Object.fromEntries(COUNTED.map((name, index) => [name, index])) as Record<Counted, number>;
/** Columns after the counters of a total: first and last visit, and last request for robots.txt. */
const [FIRST, LAST, ROBOTS_LAST] = [COUNTED.length, COUNTED.length + 1, COUNTED.length + 2];

/** Counters per path; the last two are subsets of `forbidden`. */
export const PATH_COUNTED = [
	"requests",
	"ok",
	"redirects",
	"forbidden",
	"limited",
	"serverErrors",
	"unauthorized",
	"unpaid",
] as const;
const [UNAUTHORIZED, UNPAID] = [PATH_COUNTED.indexOf("unauthorized"), PATH_COUNTED.indexOf("unpaid")];

/** Distinct keys counted exactly; only paths of large sites exceed this, even in months of logs. */
const MOST = {
	days: 20_000,
	paths: 4_000,
	refused: 2_000,
	edges: 1_000,
	queries: 2_000,
	addresses: 2_000,
	hosts: 1_000,
};

export interface TallySettings {
	/** Lines that name another host are ignored. */
	readonly domain: string;
	/** Paths of pages to search for. */
	readonly pages: readonly string[];
}

const LISTS = {
	days: [MOST.days, COUNTED.length],
	paths: [MOST.paths, PATH_COUNTED.length],
	refused: [MOST.refused, PATH_COUNTED.length],
	refusedAt: [MOST.refused, 1],
	edges: [MOST.edges, 2],
	queries: [MOST.queries, 1],
	addresses: [MOST.addresses, 1],
	referrals: [MOST.days, 1],
} as const;
type ListName = keyof typeof LISTS;

/** Serialized, for threads and storage. */
export interface TallyState {
	readonly totals: readonly (readonly [key: string, counts: readonly number[]])[];
	readonly pages: readonly (readonly [token: string, counts: readonly number[]])[];
	readonly others: readonly number[];
	readonly lists: Readonly<Record<ListName, BoundedRows>>;
}

const OTHERS = ["people", "programs", "otherHosts"] as const;

/** Counts of a log or of part of it. Only sums, so that parts can be merged in any order. */
export class AccessTally {
	readonly #settings: TallySettings;
	readonly #pageNumbers: ReadonlyMap<string, number>;
	readonly #totals = new Map<string, number[]>();
	readonly #pages = new Map<string, number[]>();
	readonly #others = [0, 0, 0];
	/** Cache: whether a host belongs to the domain. */
	readonly #hosts = new Map<string, boolean>();
	readonly #dayNames = new Map<number, string>();
	readonly lists = Object.fromEntries(
		Object.entries(LISTS).map(([name, [most, width]]) => [name, new BoundedCounts(most, width)]),
	) as Record<ListName, BoundedCounts>;

	constructor(settings: TallySettings) {
		this.#settings = settings;
		this.#pageNumbers = new Map(settings.pages.map((path, index) => [path, index]));
	}

	/** @returns whether the request is for the audited domain */
	isOwn(host: string): boolean {
		if (host === "" || this.#isOfDomain(host)) return true;
		this.#others[2] = (this.#others[2] ?? 0) + 1;
		return false;
	}

	#isOfDomain(host: string): boolean {
		const kept = this.#hosts.get(host);
		if (kept !== undefined) return kept;
		const name = host.toLowerCase().replace(/:\d+$/, "").replace(/\.$/, "");
		const own = isWithin(name, this.#settings.domain.replace(/^www\./, ""));
		if (this.#hosts.size > MOST.hosts) this.#hosts.clear();
		this.#hosts.set(ownText(host), own);
		return own;
	}

	addOther(kind: Exclude<Asker, Crawler>, entry: LogEntry): void {
		const index = kind === "person" ? 0 : 1;
		this.#others[index] = (this.#others[index] ?? 0) + 1;
		if (kind !== "person") return;
		const assistant = assistantOf(entry.referrer, entry.target);
		if (assistant !== undefined) increase(this.lists.referrals.of(assistant, this.#dayName(entry.at)), 0);
	}

	addBot({ token }: Crawler, identity: Identity, entry: LogEntry): void {
		const key = keyOf(token, identity);
		const total = this.#totalOf(key);
		const path = pathOf(entry.target);
		addTimes(total, entry.at, path);
		addCounts(total, this.lists.days.of(key, this.#dayName(entry.at)), entry, path);
		if (identity === "spoofed") increase(this.lists.addresses.of(token, entry.address), 0);
		if (identity === "verified") this.#addPath(token, path, entry);
	}

	/** Cached name of a day. */
	#dayName(at: number): string {
		const day = dayOf(at);
		const name = this.#dayNames.get(day) ?? String(day);
		this.#dayNames.set(day, name);
		return name;
	}

	#totalOf(key: string): number[] {
		const there = this.#totals.get(key);
		if (there) return there;
		const total = new Array<number>(COUNTED.length).fill(0).concat([Number.POSITIVE_INFINITY, 0, 0]);
		this.#totals.set(key, total);
		return total;
	}

	#addPath(token: string, path: string, { target, status, edge }: LogEntry): void {
		const column = columnOf(status);
		const counts = this.lists.paths.of(token, path);
		increase(counts, 0);
		if (column > 0) increase(counts, column);
		if (column >= 3) {
			const refused = this.lists.refused.of(token, path);
			increase(refused, 0);
			increase(refused, column);
			if (status === 401 || status === 402) increase(refused, status === 401 ? UNAUTHORIZED : UNPAID);
		}
		if (edge !== "") this.#addEdge(token, path, edge.slice(0, 40).replaceAll("\t", " "), column >= 3);
		const query = target.indexOf("?");
		if (query >= 0) {
			const hash = hashOf(target, hashOf(path), query);
			increase(
				this.lists.queries.ofHashed(token, hash, () => `${path}\t${hash}`),
				0,
			);
		}
		const page = this.#pageNumbers.get(path);
		if (page !== undefined && isSuccess(status))
			this.#pageCounts(token)[page] = 1 + (this.#pageCounts(token)[page] ?? 0);
	}

	#addEdge(token: string, path: string, edge: string, isRefused: boolean): void {
		const there = this.lists.edges.of(token, edge);
		increase(there, 0);
		if (!isRefused) return;
		increase(there, 1);
		// Hashed by path: the sample has all edges of a path, or none.
		increase(
			this.lists.refusedAt.ofHashed(token, hashOf(path), () => `${path}\t${edge}`),
			0,
		);
	}

	#pageCounts(token: string): number[] {
		const there = this.#pages.get(token);
		if (there) return there;
		const counts = new Array<number>(this.#settings.pages.length).fill(0);
		this.#pages.set(token, counts);
		return counts;
	}

	toJSON(): TallyState {
		return {
			totals: [...this.#totals],
			pages: [...this.#pages],
			others: this.#others,
			lists: Object.fromEntries(
				Object.entries(this.lists).map(([name, list]) => [name, list.toJSON()]),
			) as TallyState["lists"],
		};
	}

	merge({ totals, pages, others, lists }: TallyState): void {
		for (const [key, added] of totals) mergeTotal(this.#totalOf(key), added);
		for (const [token, added] of pages) addAll(this.#pageCounts(token), added);
		addAll(this.#others, others);
		for (const name of Object.keys(LISTS) as ListName[]) this.lists[name].merge(lists[name]);
	}

	get others(): Readonly<Record<(typeof OTHERS)[number], number>> {
		const [people = 0, programs = 0, otherHosts = 0] = this.#others;
		return { people, programs, otherHosts };
	}

	totals(): readonly (BotTotal & { readonly token: string; readonly identity: Identity })[] {
		return [...this.#totals].map(([key, row]) => {
			const [token = "", identity] = key.split("\t");
			return { token, identity: identity as Identity, ...totalOf(row) };
		});
	}

	/** Successful requests by a verified bot for each of `pages`, in order. */
	pagesOf(token: string): readonly number[] {
		return this.#pages.get(token) ?? [];
	}
}

const keys = new Map<string, Readonly<Record<Identity, string>>>();

/** `GPTBot\tverified`, cached. */
function keyOf(token: string, identity: Identity): string {
	const kept =
		keys.get(token) ??
		(Object.fromEntries(IDENTITIES.map((each) => [each, `${token}\t${each}`])) as Record<Identity, string>);
	keys.set(token, kept);
	return kept[identity];
}

interface BotTotal {
	readonly counts: Counts;
	/** Milliseconds since 1970. */
	readonly first: number;
	readonly last: number;
	/** 0 if it never requested robots.txt. */
	readonly robotsLast: number;
}

function totalOf(row: readonly number[]): BotTotal {
	return {
		counts: countsOf(row),
		first: row[FIRST] ?? 0,
		last: row[LAST] ?? 0,
		robotsLast: row[ROBOTS_LAST] ?? 0,
	};
}

export function countsOf(row: readonly number[]): Counts {
	return Object.fromEntries(COUNTED.map((name, index) => [name, row[index] ?? 0])) as Counts;
}

function mergeTotal(total: number[], added: readonly number[]): void {
	for (let at = 0; at < COUNTED.length; at++) total[at] = (total[at] ?? 0) + (added[at] ?? 0);
	total[FIRST] = Math.min(total[FIRST] ?? 0, added[FIRST] ?? Number.POSITIVE_INFINITY);
	total[LAST] = Math.max(total[LAST] ?? 0, added[LAST] ?? 0);
	total[ROBOTS_LAST] = Math.max(total[ROBOTS_LAST] ?? 0, added[ROBOTS_LAST] ?? 0);
}

function addAll(counts: number[], added: readonly number[]): void {
	for (let at = 0; at < added.length; at++) counts[at] = (counts[at] ?? 0) + (added[at] ?? 0);
}

function increase(counts: number[] | undefined, at: number, by = 1): void {
	if (counts) counts[at] = (counts[at] ?? 0) + by;
}

function addTimes(total: number[], at: number, path: string): void {
	total[FIRST] = Math.min(total[FIRST] ?? at, at);
	total[LAST] = Math.max(total[LAST] ?? at, at);
	if (path === "/robots.txt") total[ROBOTS_LAST] = Math.max(total[ROBOTS_LAST] ?? at, at);
}

function addCounts(total: number[], day: number[] | undefined, entry: LogEntry, path: string): void {
	const { status, bytes, seconds, method } = entry;
	const add = (at: number, by = 1) => {
		increase(total, at, by);
		increase(day, at, by);
	};
	add(AT.requests);
	add(AT.bytes, bytes);
	add(AT[kindOf(status)]);
	if (seconds >= 0) {
		add(AT.milliseconds, Math.round(seconds * 1_000));
		add(AT.timed);
	}
	if (path === "/robots.txt") add(AT.robots);
	else if (path.startsWith("/llms") && LLMS.test(path)) add(AT.llms);
	else if (path.endsWith(".md")) add(AT.markdown);
	if (isSuccess(status) && method !== "HEAD" && isPage(path)) add(AT.pages);
}

const LLMS = /^\/llms(?:-full)?\.txt$/;

/** Served to the client. 304 confirms the client's cached copy. */
function isSuccess(status: number): boolean {
	return (status >= 200 && status < 300) || status === 304;
}

/** Index into COUNTED; requests without a status count as server errors. */
function kindOf(status: number): Counted {
	if (isSuccess(status)) return "ok";
	if (status >= 300 && status < 400) return "redirects";
	// 401 demands a password, 402 a payment: both keep the bot out.
	if (status === 403 || status === 401 || status === 402) return "forbidden";
	if (status === 429) return "limited";
	return status >= 400 && status < 500 ? "clientErrors" : "serverErrors";
}

/** Index into PATH_COUNTED; 0 for other client errors. */
function columnOf(status: number): number {
	return Math.max(0, PATH_COUNTED.indexOf(kindOf(status) as (typeof PATH_COUNTED)[number]));
}

const ASSET =
	/\.(?:css|m?js|json|xml|txt|ico|png|jpe?g|gif|svg|webp|avif|bmp|woff2?|ttf|otf|eot|map|mp[34]|webm|zip|gz|rss|atom)$/i;

function isPage(path: string): boolean {
	return path !== "" && !ASSET.test(path);
}

/** Characters; longer paths are truncated. */
const LONGEST_PATH = 300;

/** Without query and without path parameters (`;`), which hold sessions. */
export function pathOf(target: string): string {
	const most = Math.min(target.length, LONGEST_PATH);
	for (let at = 0; at < most; at++) {
		const letter = target.charCodeAt(at);
		if (letter === QUESTION || letter === HASH || letter === SEMICOLON) return target.slice(0, at);
	}
	return target.slice(0, most);
}

const [QUESTION, HASH, SEMICOLON] = [63, 35, 59];

const DAY_MS = 86_400_000;

/** Days since 1970, UTC. */
function dayOf(at: number): number {
	return Math.floor(at / DAY_MS);
}
