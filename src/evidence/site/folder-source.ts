import { hash } from "node:crypto";
import { closeSync, constants, type Dirent, fstatSync, openSync, readSync } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { basename, dirname, extname, join, relative, sep } from "node:path";
import { Failure, isFailure } from "#core/failure.ts";
import { upperCaseEscapes } from "#core/robots-rules.ts";
import type { HttpClient, HttpLimits, HttpResponse } from "#net/http-client.ts";
import { followRedirects, redirectOf } from "#net/redirects.ts";
import { declaredIn } from "../charset.ts";

const SETTINGS_MAX_BYTES = 1024 * 1024;
const DEFAULT_MAX_BYTES = 5 * 1024 * 1024;
const DEFAULT_MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const NOT_FOUND_TEXT = "Not found";
const NO_TIMINGS = { dns: 0, connect: 0, ttfb: 0, total: 0 };

interface Answer {
	readonly status: number;
	readonly file?: string | undefined;
	readonly location?: string | undefined;
}

interface Folder {
	readonly host: string;
	/** Path below which the folder is published, with a slash at both ends. */
	readonly base: string;
	readonly files: FolderFiles;
	readonly headers: HeaderRules;
	readonly redirects: RedirectRules;
}

export interface FolderClient extends HttpClient {
	fileAt(address: string): Promise<string | undefined>;
	/** The response of a host that serves the folder, without body; undefined for other addresses. */
	answerAt(address: string): Promise<FolderAnswer | undefined>;
	/** Every HTML file of the folder except the error page, in address order. */
	pages(): AsyncGenerator<FolderPage>;
	/** Start page of a folder without index.html; undefined if it has no page. */
	frontPage(): Promise<string | undefined>;
}

/** New contents by real path; the files need not exist, but their folders must. */
export type FolderChanges = ReadonlyMap<string, () => Uint8Array | Promise<Uint8Array>>;

export interface FolderAnswer {
	readonly status: number;
	/** After redirects. */
	readonly end: string;
	readonly hops: number;
	/** Real path. */
	readonly file?: string | undefined;
}

export interface FolderPage {
	readonly url: string;
	/** Real path. */
	readonly file: string;
}

/**
 * Serves as static hosts do: `index.html`, addresses without `.html`, `404.html`, `_headers`, `_redirects` (Netlify,
 * Cloudflare Pages). Skips dot-files except `.well-known`.
 * @param base path below which the folder is published, such as `/repo/`; host settings count only at the root
 * @param changes contents that replace files on the disk
 * @throws Failure `folder-unreadable`; from `get`, `not-in-folder` for any other host or scheme
 */
export async function openFolder(
	folder: string,
	host: string,
	base = "/",
	changes?: FolderChanges,
): Promise<FolderClient> {
	const files = await FolderFiles.open(folder, changes);
	const settings = (name: string) => (base === "/" ? files.readSettings(name, SETTINGS_MAX_BYTES) : "");
	const site: Folder = {
		host,
		base,
		files,
		headers: readHeaderRules(await settings("_headers")),
		redirects: readRedirectRules(await settings("_redirects")),
	};
	return {
		get: (url, limits = {}) => get(site, url, limits),
		fileAt: async (address) => {
			const answer = await answerAt(site, address);
			return answer?.status === 200 ? answer.file : undefined;
		},
		answerAt: (address) => answerAt(site, address),
		pages: () => pagesIn(site),
		frontPage: () => frontPageOf(site),
	};
}

const PAGE = /\.(?:x?html?)$/i;
const INDEX = /(^|\/)index\.html$/;

async function* pagesIn({ host, base, files }: Folder): AsyncGenerator<FolderPage> {
	for await (const { path, file } of files.list()) {
		if (!PAGE.test(path) || path === "404.html") continue;
		const address = path.replace(INDEX, "$1").split("/").map(encodeURIComponent).join("/");
		yield { url: new URL(`https://${host}${base}${address}`).href, file };
	}
}

const FRONT_NAMES = ["index", "home", "default", "main", "start", "welcome"];
const TITLE = /<title[\s>]/i;

/** The page closest to the root, then by name; pages with a title first, as fragments have none. */
async function frontPageOf(site: Folder): Promise<string | undefined> {
	const pages: { readonly page: FolderPage; readonly rank: readonly [number, number] }[] = [];
	for await (const page of pagesIn(site)) {
		const names = new URL(page.url).pathname.slice(site.base.length).split("/");
		const name = FRONT_NAMES.indexOf(names.at(-1)?.replace(PAGE, "").toLowerCase() || "index");
		pages.push({ page, rank: [names.length, name < 0 ? FRONT_NAMES.length : name] });
	}
	pages.sort(({ rank: [depthA, nameA] }, { rank: [depthB, nameB] }) => depthA - depthB || nameA - nameB);
	for (const { page } of pages) {
		const { bytes } = await site.files.read(page.file, DEFAULT_MAX_BYTES);
		if (TITLE.test(Buffer.from(bytes).toString("latin1"))) return page.url;
	}
	return pages[0]?.page.url;
}

async function answerAt(site: Folder, address: string): Promise<FolderAnswer | undefined> {
	if (!URL.canParse(address)) return undefined;
	try {
		const { opened, hops } = await follow(site, new URL(address), DEFAULT_MAX_REDIRECTS);
		return { status: opened.status, end: opened.url.href, hops: hops.length, file: opened.answer.file };
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
		const isRoot = `${url.pathname}/` === site.base;
		const isInside = url.protocol === "https:" && url.host === site.host && url.pathname.startsWith(site.base);
		if (!isInside && !isRoot) throw notInFolder(site, url);
		const answer = isRoot ? { status: 301, location: site.base } : await answerTo(site, url);
		const { status } = answer;
		return { url, status, location: redirectOf(status, answer.location, url), discard: async () => {}, answer };
	});
}

/** Order: forced rules, files, other rules, 404. */
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

async function fileAt({ files, base }: Folder, pathname: string, search: string): Promise<Answer | undefined> {
	const segments = segmentsOf(pathname.slice(base.length - 1));
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
	const contentType = file === undefined ? "text/plain; charset=utf-8" : contentTypeOf(file, bytes);
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

/** Merges consecutive slashes, as nginx and Apache do by default. */
function segmentsOf(pathname: string): string[] | undefined {
	const segments: string[] = [];
	for (const part of pathname.split("/").filter(Boolean)) {
		const segment = safeDecode(part);
		if (segment === undefined || segment.includes("/")) return undefined;
		segments.push(segment);
	}
	return segments;
}

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
		what: `${url.href} was not requested.`,
		why: `The folder has only the files of https://${site.host}${site.base}.`,
		todo: "Audit the public site to check other addresses.",
	});
}

function tooLarge(url: URL, maxBytes: number): Failure {
	return new Failure("body-too-large", {
		what: `${url.href} is too large.`,
		why: `The file is over the limit of ${maxBytes} bytes.`,
		todo: "Make the file smaller or split it.",
	});
}

/** `file`: real path. */
export type Found = { readonly kind: "file" | "directory"; readonly file: string };

interface FileBytes {
	readonly bytes: Uint8Array;
	readonly longer: boolean;
}

/** Nesting depth; deeper folders come from circular links. */
const MAX_DEPTH = 60;

type Entry = Pick<Dirent, "isDirectory" | "isFile" | "isSymbolicLink">;

const ADDED: Entry = { isDirectory: () => false, isFile: () => true, isSymbolicLink: () => false };

class FolderFiles {
	readonly #root: string;
	readonly #changes: FolderChanges;
	readonly #names = new Map<string, Promise<ReadonlyMap<string, Entry> | undefined>>();

	constructor(root: string, changes: FolderChanges) {
		this.#root = root;
		this.#changes = changes;
	}

	/** @throws Failure `folder-unreadable` */
	static async open(folder: string, changes: FolderChanges = new Map()): Promise<FolderFiles> {
		const root = await realpath(folder).catch((error: unknown) => undefinedIfMissing(error));
		if (root === undefined || !(await stat(root)).isDirectory())
			throw unreadable(`"${folder}" is not a folder that can be read.`);
		return new FolderFiles(root, changes);
	}

	async find(segments: readonly string[]): Promise<Found | undefined> {
		if (!segments.every(isPlainName) || isHidden(segments)) return undefined;
		let path = this.#root;
		let entry: Entry | undefined;
		for (const segment of segments) {
			const names = await this.#namesIn(path);
			entry = names?.get(segment);
			if (!names || entry?.isSymbolicLink()) return this.#findByPath(segments);
			if (!entry) return undefined;
			path = join(path, segment);
		}
		if (!entry || entry.isDirectory()) return { kind: "directory", file: path };
		return entry.isFile() ? { kind: "file", file: path } : undefined;
	}

	/** Cached, because a site's links request far more files than there are folders. Undefined unless it is a folder. */
	#namesIn(folder: string): Promise<ReadonlyMap<string, Entry> | undefined> {
		const known = this.#names.get(folder);
		if (known) return known;
		const added = [...this.#changes.keys()].filter((file) => dirname(file) === folder);
		const read = readdir(folder, { withFileTypes: true })
			.then((entries) => {
				const names = new Map<string, Entry>(entries.map((entry) => [entry.name, entry]));
				for (const file of added) if (!names.has(basename(file))) names.set(basename(file), ADDED);
				return names;
			})
			.catch((error: unknown) => undefinedIfMissing(error));
		this.#names.set(folder, read);
		return read;
	}

	async #findByPath(segments: readonly string[]): Promise<Found | undefined> {
		const real = await realpath(join(this.#root, ...segments)).catch((error: unknown) => undefinedIfMissing(error));
		if (real === undefined || !this.#serves(real)) return undefined;
		const facts = await stat(real);
		if (facts.isDirectory()) return { kind: "directory", file: real };
		return facts.isFile() ? { kind: "file", file: real } : undefined;
	}

	/** Every file that the folder serves, by name; `path` has slashes, `file` is the real path. */
	async *list(
		segments: readonly string[] = [],
		above: readonly string[] = [this.#root],
	): AsyncGenerator<{ readonly path: string; readonly file: string }> {
		const names = await this.#namesIn(join(this.#root, ...segments));
		for (const name of [...(names?.keys() ?? [])].toSorted()) {
			const inner = [...segments, name];
			const found = await this.find(inner);
			if (found?.kind === "file") yield { path: inner.join("/"), file: found.file };
			// Skip links to a parent folder, which would recurse endlessly.
			else if (found && segments.length < MAX_DEPTH && !above.includes(found.file))
				yield* this.list(inner, [...above, found.file]);
		}
	}

	/** Synchronous: event-loop turns would cost more than reading a page. @throws Failure `folder-unreadable` */
	async read(file: string, max: number): Promise<FileBytes> {
		const changed = await this.#changes.get(file)?.();
		if (changed) return { bytes: changed.subarray(0, max), longer: changed.length > max };
		const unread = () => unreadable(`"${relative(this.#root, file)}" cannot be read.`);
		const handle = openIfThere(file);
		if (handle === undefined) throw unread();
		try {
			const facts = fstatSync(handle);
			if (!facts.isFile()) throw unread();
			const bytes = new Uint8Array(Math.min(facts.size, max + 1));
			let length = 0;
			for (let read = -1; read !== 0 && length < bytes.length; length += read) {
				read = readSync(handle, bytes, length, bytes.length - length, length);
			}
			return { bytes: bytes.subarray(0, Math.min(length, max)), longer: length > max };
		} finally {
			closeSync(handle);
		}
	}

	async readSettings(name: string, max: number): Promise<string> {
		const found = await this.find([name]);
		if (found?.kind !== "file") return "";
		return Buffer.from((await this.read(found.file, max)).bytes).toString("utf8");
	}

	/** A link may lead to a hidden file or out of the folder. */
	#serves(real: string): boolean {
		if (real === this.#root) return true;
		if (!real.startsWith(this.#root.endsWith(sep) ? this.#root : this.#root + sep)) return false;
		return !isHidden(relative(this.#root, real).split(sep));
	}
}

function openIfThere(file: string): number | undefined {
	try {
		// O_NONBLOCK: never blocks on a pipe that has replaced the file.
		return openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
	} catch (error) {
		return undefinedIfMissing(error);
	}
}

function unreadable(what: string): Failure {
	return new Failure("folder-unreadable", {
		what,
		todo: "Use the site's build folder, with an index.html in it and readable files.",
	});
}

/** A backslash is allowed in names unless it is the path separator. */
const UNNAMED = sep === "\\" ? /[\0/\\]/ : /[\0/]/;

function isPlainName(segment: string): boolean {
	return segment !== "" && segment !== "." && segment !== ".." && !UNNAMED.test(segment);
}

/** `.well-known` (RFC 8615) is the only exception. */
function isHidden(segments: readonly string[]): boolean {
	return segments.some((segment, depth) => segment.startsWith(".") && !(depth === 0 && segment === ".well-known"));
}

const NOT_THERE: ReadonlySet<string> = new Set([
	"ENOENT",
	"ENOTDIR",
	"ELOOP",
	"ENAMETOOLONG",
	"EACCES",
	"EPERM",
	"ENXIO",
]);

function undefinedIfMissing(error: unknown): undefined {
	if (error instanceof Error && "code" in error && NOT_THERE.has(String(error.code))) return undefined;
	throw error;
}

/** IANA media types. */
const TYPES = new Map([
	...typesIn(`
		.atom application/atom+xml | .css text/css | .csv text/csv | .htm text/html | .html text/html |
		.js text/javascript | .json application/json | .jsonld application/ld+json | .md text/markdown |
		.mjs text/javascript | .rss application/rss+xml | .txt text/plain | .webmanifest application/manifest+json |
		.xhtml application/xhtml+xml | .xml application/xml | .yaml application/yaml | .yml application/yaml
	`).map(([extension, type]) => [extension, `${type}; charset=utf-8`] as const),
	...typesIn(`
		.avif image/avif | .gif image/gif | .gz application/gzip | .ico image/vnd.microsoft.icon | .jpeg image/jpeg |
		.jpg image/jpeg | .mp4 video/mp4 | .pdf application/pdf | .png image/png | .svg image/svg+xml |
		.wasm application/wasm | .webp image/webp | .woff font/woff | .woff2 font/woff2
	`),
]);

function typesIn(text: string) {
	return text.split("|").map((each) => each.trim().split(" ") as [extension: string, type: string]);
}

/** Most hosts send charset=utf-8 for text; for pages that declare another encoding we send none. */
export function contentTypeOf(path: string, bytes: Uint8Array): string {
	const type = TYPES.get(extname(path).toLowerCase()) ?? "application/octet-stream";
	const isHtml = /^(?:text\/html|application\/xhtml)/.test(type);
	return isHtml && (declaredIn(bytes) ?? "utf-8") !== "utf-8" ? type.replace(/;.*/, "") : type;
}

interface HeaderRule {
	readonly pattern: PathPattern;
	readonly set: (readonly [name: string, value: string])[];
	readonly remove: string[];
}

type HeaderRules = readonly HeaderRule[];

/** As Netlify and Cloudflare Pages do: `! Name` removes a header, `#` starts a comment, unknown lines are skipped. */
function readHeaderRules(text: string): HeaderRules {
	const rules: HeaderRule[] = [];
	for (const raw of text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/)) {
		const line = raw.trim();
		if (line === "" || line.startsWith("#")) continue;
		if (/^\S/.test(raw) && /^(?:\/|https?:\/\/)/i.test(line)) {
			rules.push({ pattern: parsePattern(line), set: [], remove: [] });
			continue;
		}
		const rule = rules.at(-1);
		const field = /^([\w!#$%&'*+.^`|~-]+)\s*:\s*(.*)$/.exec(line);
		const removed = /^!\s*(\S+)$/.exec(line)?.[1];
		if (removed !== undefined) rule?.remove.push(removed.toLowerCase());
		else if (field) rule?.set.push([(field[1] ?? "").toLowerCase(), field[2] ?? ""]);
	}
	return rules;
}

/** Every matching rule applies and replaces the host's value; repeated names are joined with ", ". */
function applyHeaderRules(
	rules: HeaderRules,
	host: string,
	path: string,
	own: Readonly<Record<string, string>>,
): Record<string, string> {
	const given = new Map<string, string>();
	const removed = new Set<string>();
	for (const rule of rules) {
		if (!rule.pattern.match(host, path)) continue;
		for (const name of rule.remove) {
			given.delete(name);
			removed.add(name);
		}
		for (const [name, value] of rule.set) {
			const before = given.get(name);
			given.set(name, before === undefined ? value : `${before}, ${value}`);
		}
	}
	const kept = Object.entries(own).filter(([name]) => !removed.has(name));
	return Object.fromEntries([...kept, ...given]);
}

interface RedirectRule {
	readonly pattern: PathPattern;
	readonly to: string;
	readonly status: number;
	/** `!`: applies even if a file exists at the address. */
	readonly forced: boolean;
}

type RedirectRules = readonly RedirectRule[];

interface Redirected {
	/** Includes the request's query unless the rule has one. */
	readonly to: string;
	/** 301, 302, 303, 307, 308 redirect; any other status serves `to` at the requested address. */
	readonly status: number;
	readonly forced: boolean;
}

/** Netlify's `from to [status[!]]` (docs.netlify.com/routing/redirects/); skips rules with visitor conditions. */
function readRedirectRules(text: string): RedirectRules {
	return text
		.replace(/^\ufeff/, "")
		.split(/\r\n|\r|\n/)
		.flatMap((line) => readRule(line) ?? []);
}

function readRule(line: string): RedirectRule | undefined {
	const [from = "", to = "", last = "301", ...more] = (line.split(/\s#|^#/, 1)[0] ?? "").trim().split(/\s+/);
	const status = /^([1-5]\d\d)(!?)$/.exec(last);
	if (!isAddress(from) || !isAddress(to) || !status || more.length > 0) return undefined;
	// An http:// rule concerns the scheme, not the files.
	if (/^http:/i.test(from)) return undefined;
	return { pattern: parsePattern(from), to: encodePath(to), status: Number(status[1]), forced: status[2] === "!" };
}

function isAddress(text: string): boolean {
	return /^(?:\/|https?:\/\/)/i.test(text);
}

/** `path` is percent-encoded; `search` starts with "?" or is "". */
function findRedirect(rules: RedirectRules, host: string, path: string, search: string): Redirected | undefined {
	for (const { pattern, to, status, forced } of rules) {
		const matched = pattern.match(host, path);
		if (!matched) continue;
		const filled = fillIn(to, matched);
		return { to: filled.includes("?") ? filled : filled + search, status, forced };
	}
	return undefined;
}

/**
 * `*` is named `splat`, `:name` matches one segment (docs.netlify.com/routing/redirects/redirect-options/,
 * developers.cloudflare.com/pages/configuration/headers/).
 */
interface PathPattern {
	/** @param path percent-encoded @returns values by wildcard */
	match(host: string, path: string): ReadonlyMap<string, string> | undefined;
}

const WILDCARD = /\*|:[a-z]\w*/gi;
const ABSOLUTE = /^https?:\/\/([^/]*)(\/.*)?$/i;

function parsePattern(text: string): PathPattern {
	const absolute = ABSOLUTE.exec(text);
	const wantedHost = absolute?.[1]?.toLowerCase();
	const { expression, names } = compile(encodePath(absolute ? (absolute[2] ?? "/") : text));
	return {
		match(host, path) {
			if (wantedHost !== undefined && wantedHost !== host) return undefined;
			const found = expression.exec(upperCaseEscapes(path));
			if (!found) return undefined;
			return new Map(names.map((name, index) => [name, found[index + 1] ?? ""]));
		},
	};
}

function fillIn(target: string, matched: ReadonlyMap<string, string>): string {
	return target.replace(/:([a-z]\w*)/gi, (whole, name: string) => matched.get(name) ?? whole);
}

function encodePath(text: string): string {
	return upperCaseEscapes(text.replace(/[^\x21-\x7e]+/g, encodeURIComponent));
}

function compile(path: string): { expression: RegExp; names: string[] } {
	const names: string[] = [];
	let source = "";
	let at = 0;
	for (const wildcard of path.matchAll(WILDCARD)) {
		source += escapeLiteral(path.slice(at, wildcard.index));
		const splat = wildcard[0] === "*";
		names.push(splat ? "splat" : wildcard[0].slice(1));
		// "/dir/*" also matches "/dir".
		if (splat && source.endsWith("/")) source = `${source.slice(0, -1)}(?:/(.*))?`;
		else source += splat ? "(.*)" : "([^/]+)";
		at = wildcard.index + wildcard[0].length;
	}
	return { expression: new RegExp(`^${source}${escapeLiteral(path.slice(at))}$`, "s"), names };
}

function escapeLiteral(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
