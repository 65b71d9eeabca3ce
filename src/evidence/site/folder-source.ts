import { hash } from "node:crypto";
import { Failure, isFailure } from "#core/failure.ts";
import type { HttpClient, HttpLimits, HttpResponse } from "#net/http-client.ts";
import { followRedirects, redirectOf } from "#net/redirects.ts";
import { contentTypeOf, FolderFiles } from "./folder-files.ts";
import {
	applyHeaderRules,
	findRedirect,
	type HeaderRules,
	type RedirectRules,
	readHeaderRules,
	readRedirectRules,
} from "./folder-rules.ts";

const SETTINGS_MAX_BYTES = 1024 * 1024;
const DEFAULT_MAX_BYTES = 5 * 1024 * 1024;
const DEFAULT_MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const NOT_FOUND_TEXT = "Not found";
const NO_TIMINGS = { dns: 0, connect: 0, ttfb: 0, total: 0 };

/** A response before its body is read. */
interface Answer {
	readonly status: number;
	/** Absent: a short text in its place. */
	readonly file?: string | undefined;
	readonly location?: string | undefined;
}

interface Folder {
	readonly host: string;
	readonly files: FolderFiles;
	readonly headers: HeaderRules;
	readonly redirects: RedirectRules;
}

export interface FolderClient extends HttpClient {
	/** Real path of the file that stands at an address, redirects followed; undefined where none does. */
	fileAt(address: string): Promise<string | undefined>;
}

/**
 * Serves a folder with a built static site as `https://<host>/`, as static hosts do: `index.html`, addresses without
 * `.html`, `404.html`, `_headers` and `_redirects` (Netlify's and Cloudflare Pages' formats). It shows no dot-files but
 * `.well-known`, and nothing outside the folder.
 *
 * @param host ASCII host name that the folder stands for
 * @throws Failure `folder-unreadable`; from `get`, `not-in-folder` for any other host or scheme
 */
export async function openFolder(folder: string, host: string): Promise<FolderClient> {
	const files = await FolderFiles.open(folder);
	const site: Folder = {
		host,
		files,
		headers: readHeaderRules(await files.readSettings("_headers", SETTINGS_MAX_BYTES)),
		redirects: readRedirectRules(await files.readSettings("_redirects", SETTINGS_MAX_BYTES)),
	};
	return { get: (url, limits = {}) => get(site, url, limits), fileAt: (address) => fileBehind(site, address) };
}

async function fileBehind(site: Folder, address: string): Promise<string | undefined> {
	if (!URL.canParse(address)) return undefined;
	try {
		const { opened } = await follow(site, new URL(address), DEFAULT_MAX_REDIRECTS);
		return opened.status === 200 ? opened.answer.file : undefined;
	} catch (error) {
		if (isFailure(error)) return undefined;
		throw error;
	}
}

async function get(site: Folder, start: URL, limits: Partial<HttpLimits>): Promise<HttpResponse> {
	const { opened, hops } = await follow(site, start, limits.maxRedirects ?? DEFAULT_MAX_REDIRECTS, limits.signal);
	return { ...(await respond(site, opened.url, opened.answer, limits)), hops };
}

function follow(site: Folder, start: URL, maxRedirects: number, signal?: AbortSignal) {
	return followRedirects(start, maxRedirects, async (url) => {
		signal?.throwIfAborted();
		if (url.protocol !== "https:" || url.host !== site.host) throw notInFolder(site, url);
		const answer = await answerTo(site, url);
		const { status } = answer;
		return { url, status, location: redirectOf(status, answer.location, url), discard: async () => {}, answer };
	});
}

/** A file at exactly this address comes before the rules, unless a rule is forced; then rules, then 404. */
async function answerTo(site: Folder, url: URL): Promise<Answer> {
	const rule = findRedirect(site.redirects, site.host, url.pathname, url.search);
	const here = rule?.forced ? undefined : await fileAt(site, url.pathname, url.search);
	if (here) return here;
	if (!rule) return notFound(site);
	if (REDIRECTS.has(rule.status)) return { status: rule.status, location: rule.to };
	const target = new URL(rule.to, url);
	if (target.host !== site.host) throw notInFolder(site, target);
	const served = await fileAt(site, target.pathname, target.search);
	return served?.file === undefined ? notFound(site) : { status: rule.status, file: served.file };
}

/** `/about` is `about.html`, or sends to `/about/` where that is a folder with an index. */
async function fileAt({ files }: Folder, pathname: string, search: string): Promise<Answer | undefined> {
	const segments = segmentsOf(pathname);
	if (segments === undefined || isSettings(segments)) return undefined;
	const name = segments.at(-1);
	if (name === undefined || pathname.endsWith("/")) {
		const index = await files.find([...segments, "index.html"]);
		return index?.kind === "file" ? { status: 200, file: index.file } : undefined;
	}
	const exact = await files.find(segments);
	if (exact?.kind === "file") return { status: 200, file: exact.file };
	const page = await files.find([...segments.slice(0, -1), `${name}.html`]);
	if (page?.kind === "file") return { status: 200, file: page.file };
	const index = await files.find([...segments, "index.html"]);
	return index?.kind === "file" ? { status: 301, location: `${pathname}/${search}` } : undefined;
}

async function notFound({ files }: Folder): Promise<Answer> {
	const page = await files.find(["404.html"]);
	return { status: 404, file: page?.kind === "file" ? page.file : undefined };
}

async function respond(
	site: Folder,
	url: URL,
	{ status, file, location }: Answer,
	limits: Partial<HttpLimits>,
): Promise<Omit<HttpResponse, "hops">> {
	const maxBytes = limits.maxBytes ?? DEFAULT_MAX_BYTES;
	const { bytes, longer } =
		file === undefined
			? { bytes: new TextEncoder().encode(location === undefined ? NOT_FOUND_TEXT : ""), longer: false }
			: await site.files.read(file, maxBytes);
	if (longer && limits.overflow !== "cut") throw tooLarge(url, maxBytes);
	const contentType = file === undefined ? "text/plain; charset=utf-8" : contentTypeOf(file);
	const own = location === undefined ? { "content-type": contentType } : { location };
	return {
		url: url.href,
		status,
		headers: applyHeaderRules(site.headers, site.host, url.pathname, own),
		body: bytes,
		truncated: longer,
		encodedBytes: bytes.length,
		sha256: hash("sha256", bytes, "hex"),
		timings: NO_TIMINGS,
	};
}

/** Decoded names of a path's parts; undefined when one of them is no name, such as an encoded slash. */
function segmentsOf(pathname: string): string[] | undefined {
	const raw = pathname.split("/").slice(1);
	if (raw.at(-1) === "") raw.pop();
	const segments: string[] = [];
	for (const part of raw) {
		const segment = safeDecode(part);
		if (segment === undefined || segment === "" || segment.includes("/")) return undefined;
		segments.push(segment);
	}
	return segments;
}

/** The host keeps these to itself. */
function isSettings(segments: readonly string[]): boolean {
	return segments.length === 1 && (segments[0] === "_headers" || segments[0] === "_redirects");
}

function safeDecode(text: string): string | undefined {
	try {
		return decodeURIComponent(text);
	} catch (error) {
		if (error instanceof URIError) return undefined;
		throw error;
	}
}

function notInFolder(site: Folder, url: URL): Failure {
	return new Failure("not-in-folder", {
		what: `${url.href} was not looked at.`,
		why: `The folder holds the files of https://${site.host}/ only.`,
		todo: "Audit the public site to have other addresses looked at.",
	});
}

function tooLarge(url: URL, maxBytes: number): Failure {
	return new Failure("body-too-large", {
		what: `${url.href} is too large.`,
		why: `The file goes beyond the limit of ${maxBytes} bytes.`,
		todo: "Make the file smaller or split it.",
	});
}
