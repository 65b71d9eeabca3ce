import { readdirSync, readFileSync, statSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import PQueue from "p-queue";
import send from "send";
import { pageOfTwin, TWIN_TYPES, type TwinEnding, twinAddress } from "#site/page/site-links.ts";
import {
	acceptedCoding,
	CODINGS,
	COMPRESSION_FLOOR_BYTES,
	CodedBytes,
	type ContentCoding,
	codeBody,
	compressAside,
	preferredType,
} from "../api/negotiation.ts";

/** The 404 page must not be reachable under its own address. */
const NOT_FOUND_PAGE = /^\/404(?:\.html)?\/?$/;
const NOT_FOUND_FILE = "/404.html";
const HOME_FILE = "/index.html";

/** Negotiates the form itself: send and sirv neither weigh Accept(-Encoding) nor hide compressed files. */
export class SiteFiles {
	readonly #directory: string;
	readonly #home: string;
	readonly #origin: string;
	readonly #isFile: (path: string) => boolean;
	readonly #kept: CodedBytes | undefined;
	readonly #fieldsFor: (name: string) => readonly (readonly [string, string])[];

	/** @param watched whether files may change */
	constructor(directory: string, baseUrl: string, watched: boolean, homeFields: Readonly<Record<string, string>> = {}) {
		const { pathname, origin } = new URL(`${baseUrl}/`);
		this.#directory = directory;
		this.#home = pathname;
		this.#origin = origin;
		this.#isFile = watched ? fileOnDisk(directory) : fileOfListing(directory);
		this.#kept = watched ? undefined : new CodedBytes(notFoundPage(directory));
		this.#fieldsFor = onceForEachFile((name) =>
			Object.entries({ ...fieldsOf(name), ...(name === HOME_FILE && homeFields) }),
		);
	}

	/** Sends a built file or redirects to a page's address; else calls `next`. */
	answer(request: IncomingMessage, response: ServerResponse, next: () => void) {
		const [home, isFile] = [this.#home, this.#isFile];
		const path = pathUnder(home, request);
		if (path === undefined || !["GET", "HEAD"].includes(request.method ?? "")) return next();
		const plain = decoded(path);
		if (NOT_FOUND_PAGE.test(plain)) return this.answerNotFound(response);
		const page = pageMeant(isFile, plain);
		if (page !== undefined) return redirect(response, `${home}${page.slice(1)}`);
		const meant = plain.endsWith("/") ? `${plain}index.html` : plain;
		if (!isFile(meant) || isCompressedForm(isFile, meant)) return next();
		const name = chooseTwin(meant, { isFile, accept: request.headers.accept, home, origin: this.#origin }, response);
		for (const [field, value] of this.#fieldsFor(name)) response.setHeader(field, value);
		// Caches that ignore Vary must revalidate, or they serve a twin at the page's address.
		if (name !== meant) response.setHeader("Cache-Control", REVALIDATED);
		const coding = codingFor(isFile, name, request, response);
		const gone = () => this.answerNotFound(response);
		sendFile(request, response, { directory: this.#directory, name, coding, gone });
	}

	answerNotFound(response: ServerResponse): void {
		const accepted = response.req.headers["accept-encoding"]?.toString() ?? null;
		void codeBody(this.#kept ?? new CodedBytes(notFoundPage(this.#directory)), accepted).then(({ body, headers }) =>
			response.writeHead(404, { ...fieldsOf(NOT_FOUND_FILE), ...headers }).end(body),
		);
	}
}

interface FileToSend {
	readonly directory: string;
	readonly name: string;
	readonly coding: ContentCoding | undefined;
	readonly gone: () => void;
}

/** No ranges of compressed files. Always closes the file. */
function sendFile(request: IncomingMessage, response: ServerResponse, file: FileToSend): void {
	const { directory, name, coding, gone } = file;
	const path = `${name}${coding ? CODING_ENDINGS[coding] : ""}`.split("/").map(encodeURIComponent).join("/");
	if (coding) response.setHeader("Content-Encoding", coding);
	send(request, path, { root: directory, index: false, dotfiles: "allow", cacheControl: false })
		.on("headers", (_: ServerResponse, __: string, { size, mtimeMs }: { size: number; mtimeMs: number }) => {
			// Each encoding needs its own ETag, even at equal length.
			const tag = [size, Math.floor(mtimeMs)].map((part) => part.toString(16)).join("-");
			response.setHeader("ETag", `W/"${tag}${coding ? `-${coding}` : ""}"`);
		})
		.on("stream", (stream: NodeJS.ReadableStream & { destroy(): void }) => {
			if (response.closed) stream.destroy();
			else response.once("close", () => stream.destroy());
		})
		.on("error", ({ status }: { readonly status: number }) => {
			if (response.headersSent) return void response.destroy();
			for (const field of ["Content-Encoding", "ETag", "Last-Modified", "Cache-Control"]) response.removeHeader(field);
			if (status === 404) return gone();
			// 412 and 416 are the client's fault. Otherwise this process cannot open the file now.
			response.setHeader("Content-Type", "text/plain; charset=utf-8");
			if (status === 412 || status === 416) response.writeHead(status).end();
			else response.writeHead(503, { "Retry-After": "1", "Cache-Control": "no-store" }).end("Try again in a moment.\n");
		})
		.pipe(response);
}

/** For pages, which the next build may change. */
const REVALIDATED = "public, max-age=0, must-revalidate";
/** For files that other sites embed, programs read or an owner may take down: 5 minutes. */
const BRIEFLY_KEPT = "public, max-age=300";
const IMMUTABLE = "public, max-age=31536000, immutable";

/** The first match wins. docs/operating.md has the same table. */
const KEPT: readonly (readonly [RegExp, string])[] = [
	// Build and log never reuse a name for other content.
	[/^\/_astro\/|^\/log\/tile\//, IMMUTABLE],
	[/\.html$|^\/log\//, REVALIDATED],
	[/^/, BRIEFLY_KEPT],
];

const FOR_PROGRAMS = /^\/(?:\.well-known\/|llms\.txt$|robots\.txt$)/;

function fieldsOf(name: string): Record<string, string> {
	const ending = extname(name);
	const keep = KEPT.find(([pattern]) => pattern.test(name))?.[1] ?? REVALIDATED;
	const fields: Record<string, string> = { "X-Content-Type-Options": "nosniff", "Cache-Control": keep };
	const type = TEXT_TYPES[ending];
	// C2SP tlog-tiles: the checkpoint is text, tiles are octets.
	if (/^\/log\/tile\//.test(name)) fields["Content-Type"] = "application/octet-stream";
	else if (type) fields["Content-Type"] = type;
	else if (!/\.[a-z]+$/.test(name)) fields["Content-Type"] = "text/plain; charset=utf-8";
	const policy = POLICIES[ending];
	if (policy) fields["Content-Security-Policy"] = policy;
	// Pages of any origin may read files for programs.
	if (FOR_PROGRAMS.test(name)) fields["Access-Control-Allow-Origin"] = "*";
	return fields;
}

/** `frame-ancestors` is ignored in a page's meta element. A picture opened by itself must not run anything. */
const POLICIES: Readonly<Record<string, string>> = {
	".html": "frame-ancestors 'none'",
	".svg": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
};

/** Caches only existing files, so that the cache stays as small as the site. */
function onceForEachFile<T>(work: (name: string) => T): (name: string) => T {
	const known = new Map<string, T>();
	return (name) => {
		const found = known.get(name) ?? work(name);
		known.set(name, found);
		return found;
	};
}

/** A range request gets the uncompressed file, so that its parts fit together. */
function codingFor(isFile: IsFile, name: string, request: IncomingMessage, response: ServerResponse) {
	const { range, "accept-encoding": accepted } = request.headers;
	if (!isFile(name + CODING_ENDINGS.gzip)) return undefined;
	addVary(response, "Accept-Encoding");
	const coding = range === undefined ? acceptedCoding(accepted?.toString() ?? null) : undefined;
	return coding && isFile(name + CODING_ENDINGS[coding]) ? coding : undefined;
}

/** @param name decoded, begins with a slash */
type IsFile = (name: string) => boolean;

/** Dot files are the build's, except well-known addresses (RFC 8615). */
const HIDDEN = /\/\.(?!well-known\/)/;

function fileOfListing(directory: string): IsFile {
	const names = new Set<string>();
	for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
		const name = join(entry.parentPath, entry.name).slice(join(directory, "/").length - 1);
		if (entry.isFile()) names.add(name.replaceAll("\\", "/"));
	}
	return (name) => names.has(name) && !HIDDEN.test(name);
}

function fileOnDisk(directory: string): IsFile {
	return (name) => {
		if (HIDDEN.test(name) || /[\\\0]/.test(name)) return false;
		try {
			return statSync(join(directory, name), { throwIfNoEntry: false })?.isFile() ?? false;
		} catch {
			// For example, the name is too long for the file system.
			return false;
		}
	};
}

/** Compressed forms must not be reachable under their own address. */
function isCompressedForm(isFile: IsFile, name: string): boolean {
	return Object.values(CODING_ENDINGS).some((ending) => name.endsWith(ending) && isFile(name.slice(0, -ending.length)));
}

function notFoundPage(directory: string): Uint8Array<ArrayBuffer> {
	try {
		return new Uint8Array(readFileSync(join(directory, NOT_FOUND_FILE)));
	} catch {
		return new TextEncoder().encode("This page does not exist.");
	}
}

function redirect(response: ServerResponse, address: string): void {
	response.writeHead(308, { Location: address, "Cache-Control": BRIEFLY_KEPT, "Content-Length": 0 }).end();
}

/** Begins with a slash; undefined if it is outside the site. */
function pathUnder(home: string, request: IncomingMessage): string | undefined {
	const pathname = (request.url ?? "/").split("?")[0] ?? "/";
	if (pathname === home.slice(0, -1)) return "/";
	return pathname.startsWith(home) ? `/${pathname.slice(home.length)}` : undefined;
}

/** Maps a malformed path to no file. */
function decoded(path: string): string {
	try {
		return decodeURI(path);
	} catch {
		return path;
	}
}

/** Page addresses end in a slash; their files are called index.html. */
function pageMeant(isFile: IsFile, path: string): string | undefined {
	if (!/^(\/[\w~-][\w.~-]*)+\/?$/.test(path)) return undefined;
	const page = `${path.replace(/(\/index(\.html)?)?\/?$/, "")}/`;
	return page !== path && isFile(`${page}index.html`) ? page : undefined;
}

const PAGE = "index.html";
const ENDINGS = Object.keys(TWIN_TYPES) as TwinEnding[];

/** The HTML, or the twin that Accept prefers. Sets Vary for caches and a canonical link for search engines. */
function chooseTwin(
	name: string,
	{ isFile, accept, home, origin }: { isFile: IsFile; accept: string | undefined; home: string; origin: string },
	response: ServerResponse,
): string {
	const link = (page: string) =>
		response.setHeader("Link", `<${origin}${home}${encodeURI(page.slice(1))}>; rel="canonical"`);
	if (!name.endsWith(`/${PAGE}`)) {
		const page = pageOfTwin(name);
		if (page !== undefined && isFile(page + PAGE)) link(page);
		return name;
	}
	const page = name.slice(0, -PAGE.length);
	const twins = ENDINGS.filter((ending) => isFile(twinAddress(page, ending, "/")));
	if (twins.length === 0) return name;
	addVary(response, "Accept");
	const wanted = preferredType(accept, ["text/html", ...twins.map((ending) => TWIN_TYPES[ending])]);
	const ending = twins.find((each) => TWIN_TYPES[each] === wanted);
	if (ending === undefined) return name;
	const twin = twinAddress(page, ending, "/");
	response.setHeader("Content-Location", `${home}${encodeURI(twin.slice(1))}`);
	link(page);
	return twin;
}

function addVary(response: ServerResponse, field: string): void {
	const known = response.getHeader("Vary");
	response.setHeader("Vary", known === undefined ? field : `${String(known)}, ${field}`);
}

/** Text files and their types; pictures and fonts are already compressed. */
const TEXT_TYPES: Readonly<Record<string, string>> = {
	".html": "text/html; charset=utf-8",
	".css": "text/css; charset=utf-8",
	".js": "text/javascript; charset=utf-8",
	".json": "application/json; charset=utf-8",
	".svg": "image/svg+xml",
	".xml": "application/xml; charset=utf-8",
	".txt": "text/plain; charset=utf-8",
	".md": "text/markdown; charset=utf-8",
};

const CODING_ENDINGS: Readonly<Record<ContentCoding, string>> = { br: ".br", gzip: ".gz" };

/** Higher levels take 15 times as long, and only the last is smaller. */
const BROTLI_QUALITY = 6;
/** More than the zlib threads, so that none waits for a read. */
const FILES_AT_ONCE = 8;

/** Skips log files, which readers compare byte for byte. Must run after everything that writes files. */
export function compressedFilesIntegration(): AstroIntegration {
	return {
		name: "sightline-compressed-files",
		hooks: { "astro:build:done": ({ dir }) => compressFiles(fileURLToPath(dir)) },
	};
}

export async function compressFiles(directory: string): Promise<void> {
	const queue = new PQueue({ concurrency: FILES_AT_ONCE });
	const log = join(directory, "log");
	for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
		const isText = entry.isFile() && Object.hasOwn(TEXT_TYPES, extname(entry.name));
		const isPage = entry.name.endsWith(".html");
		if (!isText || (entry.parentPath.startsWith(log) && !isPage)) continue;
		void queue.add(() => compressFile(join(entry.parentPath, entry.name)));
	}
	await Promise.race([queue.onIdle(), queue.onError()]);
}

async function compressFile(path: string): Promise<void> {
	const bytes = await readFile(path);
	if (bytes.byteLength < COMPRESSION_FLOOR_BYTES) return;
	for (const coding of CODINGS) {
		const coded = await compressAside(bytes, coding, BROTLI_QUALITY);
		if (coded.byteLength < bytes.byteLength) await writeFile(path + CODING_ENDINGS[coding], coded);
	}
}
