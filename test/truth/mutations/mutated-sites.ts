import { hash } from "node:crypto";
import { extname } from "node:path";
import { gzipSync } from "node:zlib";
import type { Report } from "#core/report.ts";
import { FakeSite } from "#evidence/fake-site.testkit.ts";
import type { HttpClient, HttpLimits, HttpResponse } from "#net/http-client.ts";
import { EXAMPLE_HOST, PLAIN_ANSWERS, PLAIN_HEADERS, plainPage } from "../example-site.ts";
import { auditClient } from "../exemplary-audit.ts";
import { ExemplaryServer } from "../exemplary-server.ts";
import { EXEMPLARY_SITES } from "../exemplary-sites.ts";
import { siteFolders } from "../sites/site-folders.ts";
import type { Change, Mutation } from "./mutation.ts";
import { PageSource } from "./page-source.ts";

/** A site whose home page, robots.txt and header fields can be changed before it is audited. */
export interface MutableSite {
	readonly host: string;
	readonly client: HttpClient;
	/** Path of the home page: the root, unless the folder has only inner pages. */
	readonly home: URL;
	readonly page: PageSource;
	readonly robots: string;
}

/** The exemplary sites and the plain example. */
export async function ownSites(): Promise<readonly MutableSite[]> {
	const home = { headers: PLAIN_HEADERS, body: plainPage() };
	const plain = new FakeSite({ ...PLAIN_ANSWERS, [`https://${EXAMPLE_HOST}/`]: home });
	const exemplary = EXEMPLARY_SITES.map(async (site) => mutableSite(site.host, await ExemplaryServer.open(site)));
	return Promise.all([mutableSite(EXAMPLE_HOST, plain), ...exemplary]);
}

/** Real sites beside the checkout, on a normal host; undefined if missing. */
export async function realSites(): Promise<readonly MutableSite[] | undefined> {
	const folders = siteFolders();
	return (
		folders &&
		Promise.all(
			folders.map(async (site) => {
				const path = site.pages.includes("/") ? "/" : site.pages[0];
				return mutableSite(site.host, await ExemplaryServer.open(site), path);
			}),
		)
	);
}

export async function mutableSite(host: string, client: HttpClient, path = "/"): Promise<MutableSite> {
	const kept = new KeptAnswers(client);
	const home = new URL(path, `https://${host}`);
	const [page, robots] = await Promise.all([textAt(kept, home), textAt(kept, new URL("/robots.txt", home))]);
	return { host, client: kept, home, page: new PageSource(page ?? ""), robots: robots ?? "" };
}

/** Light audit over the network of the original or mutated site; undefined without a change. */
export async function auditMutated(site: MutableSite, mutation: Mutation): Promise<Report | undefined> {
	const change = mutation.apply(site);
	return Object.keys(change).length === 0 ? undefined : auditChanged(site, change);
}

export async function auditUnchanged(site: MutableSite): Promise<Report> {
	return auditChanged(site, {});
}

async function auditChanged(site: MutableSite, change: Change): Promise<Report> {
	const client = new ChangedSite(site, change);
	return (await auditClient({ host: site.host, client, kind: "network", mode: "light" })).report;
}

async function textAt(client: HttpClient, url: URL): Promise<string | undefined> {
	const { status, body } = await client.get(url, { maxRedirects: 0 });
	return status === 200 ? new TextDecoder().decode(body) : undefined;
}

/** Requests each URL once. */
class KeptAnswers implements HttpClient {
	readonly #client: HttpClient;
	readonly #answers = new Map<string, Promise<HttpResponse>>();

	constructor(client: HttpClient) {
		this.#client = client;
	}

	get(url: URL, limits: Partial<HttpLimits> = {}): Promise<HttpResponse> {
		const { signal: _, ...asked } = limits;
		const key = JSON.stringify([url.href, asked]);
		const kept = this.#answers.get(key) ?? this.#client.get(url, asked);
		this.#answers.set(key, kept);
		return kept;
	}
}

class ChangedSite implements HttpClient {
	readonly #site: MutableSite;
	readonly #change: Change;

	constructor(site: MutableSite, change: Change) {
		this.#site = site;
		this.#change = change;
	}

	async get(url: URL, limits: Partial<HttpLimits> = {}): Promise<HttpResponse> {
		const { host, client } = this.#site;
		if (url.protocol !== "https:" || url.host !== host || limits.body !== undefined) return client.get(url, limits);
		const changed = this.#changedFile(url);
		if (changed) return changed;
		if (url.pathname === "/") return this.#changedHome(url, limits);
		const found = await client.get(url, limits);
		const { missing } = this.#change;
		return found.status === 404 && missing !== undefined ? answer(url, missing, "text/html") : found;
	}

	#changedFile(url: URL): HttpResponse | undefined {
		const { robots, files } = this.#change;
		const file = files?.[url.pathname] ?? (url.pathname === "/robots.txt" ? robots : undefined);
		if (file === undefined) return undefined;
		if (typeof file === "string") return answer(url, file, typeOf(url.pathname));
		return { ...answer(url, file.body, file.type), status: file.status ?? 200 };
	}

	async #changedHome(url: URL, limits: Partial<HttpLimits>): Promise<HttpResponse> {
		const { home, client, page } = this.#site;
		const { html, headers, status } = this.#change;
		const seen = await client.get(home, limits);
		const markdown = seen.headers["content-type"]?.startsWith("text/markdown") ?? false;
		const fields = { ...seen.headers, ...headers };
		const kept = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
		const asSent = { url: url.href, headers: kept as Record<string, string>, status: status ?? seen.status };
		const changed = { ...seen, ...asSent };
		const body = html ?? (home.pathname === "/" ? undefined : page.html);
		return markdown || body === undefined ? changed : { ...changed, ...bodyOf(body) };
	}
}

const TYPES: Readonly<Record<string, string>> = {
	".json": "application/json",
	".xml": "application/rss+xml",
	".html": "text/html",
	".vtt": "text/vtt",
};

function typeOf(path: string): string {
	return TYPES[extname(path)] ?? "text/plain";
}

function answer(url: URL, text: string, type: string): HttpResponse {
	return {
		url: url.href,
		status: 200,
		headers: { "content-type": `${type}; charset=utf-8`, "content-encoding": "gzip" },
		...bodyOf(text),
		truncated: false,
		hops: [],
		timings: { dns: 0, connect: 0, ttfb: 40, total: 45 },
		tls: { state: "valid", protocol: "TLSv1.3" },
	};
}

function bodyOf(text: string): Pick<HttpResponse, "body" | "sha256" | "encodedBytes"> {
	const body = new TextEncoder().encode(text);
	return { body, sha256: hash("sha256", body, "hex"), encodedBytes: gzipSync(body, { level: 1 }).length };
}
