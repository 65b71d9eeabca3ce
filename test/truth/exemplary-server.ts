import { hash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { Failure } from "#core/failure.ts";
import { openFolder } from "#evidence/site/folder-source.ts";
import type { HttpClient, HttpLimits, HttpResponse, TlsState } from "#net/http-client.ts";
import { answerMessage } from "./exemplary-mcp.ts";
import type { ExemplarySite } from "./exemplary-sites.ts";

const TLS: TlsState = { state: "valid", protocol: "TLSv1.3" };
const TIMINGS = { dns: 0, connect: 0, ttfb: 40, total: 45 };
/** Types that a server compresses. */
const TEXT = /^text\/|json|xml|javascript|yaml/;
/** Hosts of the owners' profiles. */
const PROFILES = "social.example.net";

/**
 * The web around an exemplary site, as good servers keep it: the folder over https, compressed and with an ETag; http and
 * the sibling host lead there; Markdown for those who ask for it, where a page has a twin; an MCP endpoint at `/mcp`.
 */
export class ExemplaryServer implements HttpClient {
	/** Requested URLs in order. */
	readonly requests: string[] = [];
	readonly #host: string;
	readonly #files: HttpClient;

	private constructor(host: string, files: HttpClient) {
		this.#host = host;
		this.#files = files;
	}

	static async open({ host, folder }: Pick<ExemplarySite, "host" | "folder">): Promise<ExemplaryServer> {
		return new ExemplaryServer(host, await openFolder(folder, host));
	}

	async get(url: URL, limits: Partial<HttpLimits> = {}): Promise<HttpResponse> {
		this.requests.push(url.href);
		if (url.host === PROFILES) return overTls(made(url, 200, "text/html; charset=utf-8", "<title>Our profile</title>"));
		if (url.host !== this.#host && url.host !== siblingOf(this.#host)) {
			throw new Failure("name-not-found", { what: `${url.host} has no address.` });
		}
		const home = `https://${this.#host}${url.pathname}${url.search}`;
		if (url.protocol === "http:") return redirect(url, url.host === this.#host ? home : secure(url));
		if (url.host !== this.#host) return overTls(redirect(url, home));
		return overTls(await this.#answer(url, limits));
	}

	async #answer(url: URL, limits: Partial<HttpLimits>): Promise<HttpResponse> {
		if (limits.body !== undefined) return made(url, ...answerMessage(this.#host, url.pathname, limits.body));
		const page = await this.#files.get(url, limits);
		if (page.status !== 200) return compressed(page, "accept-encoding");
		const twin = await this.#twinOf(url, limits);
		if (!twin) return compressed(page, "accept-encoding");
		const asked = limits.headers?.accept?.startsWith("text/markdown") ?? false;
		return compressed(asked ? { ...twin, url: url.href } : page, "accept, accept-encoding");
	}

	/** `index.md` beside an `index.html`. */
	async #twinOf(url: URL, limits: Partial<HttpLimits>): Promise<HttpResponse | undefined> {
		if (!url.pathname.endsWith("/")) return undefined;
		const twin = await this.#files.get(new URL("index.md", url), limits);
		return twin.status === 200 ? twin : undefined;
	}
}

function siblingOf(host: string): string {
	return host.startsWith("www.") ? host.slice("www.".length) : `www.${host}`;
}

function secure({ host, pathname, search }: URL): string {
	return `https://${host}${pathname}${search}`;
}

function overTls(response: HttpResponse): HttpResponse {
	return { ...response, tls: TLS };
}

function redirect(url: URL, location: string): HttpResponse {
	return { ...made(url, 301, "text/html; charset=utf-8", ""), headers: { location } };
}

function made(url: URL, status: number, contentType: string, text: string): HttpResponse {
	const body = new TextEncoder().encode(text);
	const sha256 = hash("sha256", body, "hex");
	const headers = { "content-type": contentType };
	const length = { truncated: false, encodedBytes: body.length };
	return { url: url.href, status, headers, body, sha256, hops: [], timings: TIMINGS, ...length };
}

function compressed(response: HttpResponse, vary: string): HttpResponse {
	const headers: Record<string, string> = { ...response.headers, vary, etag: `"${response.sha256.slice(0, 16)}"` };
	if (!TEXT.test(headers["content-type"] ?? "")) return { ...response, headers, timings: TIMINGS };
	const encodedBytes = gzipSync(response.body).length;
	return { ...response, headers: { ...headers, "content-encoding": "gzip" }, encodedBytes, timings: TIMINGS };
}
