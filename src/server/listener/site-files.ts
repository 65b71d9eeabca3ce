import { readdirSync, readFileSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import send from "send";
import { pageOfTwin, TWIN_TYPES, type TwinEnding, twinAddress } from "#site/page/page-twins.ts";
import { acceptedCoding, CodedBytes, type ContentCoding, codeBody, preferredType } from "../api/negotiation.ts";
import { CODING_ENDINGS, TEXT_TYPES } from "./compressed-files.ts";

export interface SiteFiles {
	/** Answers with a file of the built site, or with the redirect to a page's address; else calls `next`. */
	answer(request: IncomingMessage, response: ServerResponse, next: () => void): void;
	/** The site's own page for what is not there. */
	answerNotFound(response: ServerResponse): void;
}

/** The page for 404 answers has no address of its own. */
const NOT_FOUND_PAGE = /^\/404(?:\.html)?\/?$/;
const NOT_FOUND_FILE = "/404.html";
const HOME_FILE = "/index.html";

/**
 * A built site as a static host gives it. `send` sends a file with its validators and ranges; which file and which of its
 * compressed forms is chosen here, since neither send nor sirv weighs Accept-Encoding and Accept, or hides these forms.
 * @param watched whether files may change while they are served
 */
export function createSiteFiles(
	directory: string,
	baseUrl: string,
	watched: boolean,
	homeFields: Readonly<Record<string, string>> = {},
): SiteFiles {
	const { pathname: home, origin } = new URL(`${baseUrl}/`);
	const isFile = watched ? fileOnDisk(directory) : fileOfListing(directory);
	const readNotFound = () => notFoundPage(directory);
	const kept = watched ? undefined : new CodedBytes(readNotFound());
	const fieldsFor = onceForEachFile((name) =>
		Object.entries({ ...fieldsOf(name), ...(name === HOME_FILE && homeFields) }),
	);
	const setFields = (response: ServerResponse, name: string, meant: string) => {
		for (const [field, value] of fieldsFor(name)) response.setHeader(field, value);
		// At a page's address caches that pass over Vary must ask again, or they show a twin for the page.
		if (name !== meant) response.setHeader("Cache-Control", REVALIDATED);
	};
	const siteFiles: SiteFiles = {
		answer(request, response, next) {
			const path = pathUnder(home, request);
			if (path === undefined || !["GET", "HEAD"].includes(request.method ?? "")) return next();
			const plain = decoded(path);
			if (NOT_FOUND_PAGE.test(plain)) return siteFiles.answerNotFound(response);
			const page = pageMeant(isFile, plain);
			if (page !== undefined) return redirect(response, `${home}${page.slice(1)}`);
			const meant = plain.endsWith("/") ? `${plain}index.html` : plain;
			if (!isFile(meant) || isCompressedForm(isFile, meant)) return next();
			const name = chooseTwin(meant, { isFile, accept: request.headers.accept, home, origin }, response);
			setFields(response, name, meant);
			const coding = codingFor(isFile, name, request, response);
			const gone = () => siteFiles.answerNotFound(response);
			sendFile(request, response, { directory, name, coding, gone });
		},
		answerNotFound(response) {
			const accepted = response.req.headers["accept-encoding"]?.toString() ?? null;
			void codeBody(kept ?? new CodedBytes(readNotFound()), accepted).then(({ body, headers }) =>
				response.writeHead(404, { ...fieldsOf(NOT_FOUND_FILE), ...headers }).end(body),
			);
		},
	};
	return siteFiles;
}

interface FileToSend {
	readonly directory: string;
	readonly name: string;
	readonly coding: ContentCoding | undefined;
	readonly gone: () => void;
}

/** With validators, and ranges of what has no coding. The file is closed when the answer ends, however it ends. */
function sendFile(request: IncomingMessage, response: ServerResponse, file: FileToSend): void {
	const { directory, name, coding, gone } = file;
	const path = `${name}${coding ? CODING_ENDINGS[coding] : ""}`.split("/").map(encodeURIComponent).join("/");
	if (coding) response.setHeader("Content-Encoding", coding);
	send(request, path, { root: directory, index: false, dotfiles: "allow", cacheControl: false })
		.on("headers", (_: ServerResponse, __: string, { size, mtimeMs }: { size: number; mtimeMs: number }) => {
			// Forms of one file have tags of their own, also where they are equally long.
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
			// 412 and 416 are the client's; all else is that this process cannot open the file just now.
			response.setHeader("Content-Type", "text/plain; charset=utf-8");
			if (status === 412 || status === 416) response.writeHead(status).end();
			else response.writeHead(503, { "Retry-After": "1", "Cache-Control": "no-store" }).end("Try again in a moment.\n");
		})
		.pipe(response);
}

/** A page changes with the next build, and nothing tells its readers: they ask whether it has. */
const REVALIDATED = "public, max-age=0, must-revalidate";
/** What other sites show, programs read, or an owner may ask to take down: five minutes. */
const BRIEFLY_KEPT = "public, max-age=300";
const IMMUTABLE = "public, max-age=31536000, immutable";

/** Names → how long copies are kept; the first that fits. docs/operating.md has the same table. */
const KEPT: readonly (readonly [RegExp, string])[] = [
	// The build and the log never use a name again for other bytes.
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
	// C2SP tlog-tiles: the checkpoint and its like are text, tiles are octets.
	if (/^\/log\/tile\//.test(name)) fields["Content-Type"] = "application/octet-stream";
	else if (type) fields["Content-Type"] = type;
	else if (!/\.[a-z]+$/.test(name)) fields["Content-Type"] = "text/plain; charset=utf-8";
	const policy = POLICIES[ending];
	if (policy) fields["Content-Security-Policy"] = policy;
	// What programs look for, pages of any origin may read.
	if (FOR_PROGRAMS.test(name)) fields["Access-Control-Allow-Origin"] = "*";
	return fields;
}

/**
 * Beside the policy in a page's own head, which cannot say who may frame it. A picture that is opened as a page of its
 * own does nothing but show.
 */
const POLICIES: Readonly<Record<string, string>> = {
	".html": "frame-ancestors 'none'",
	".svg": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
};

/**
 * Worked out at the first request for a file; asked for files that are there alone, so that it stays as small as the
 * site.
 */
function onceForEachFile<T>(work: (name: string) => T): (name: string) => T {
	const known = new Map<string, T>();
	return (name) => {
		const found = known.get(name) ?? work(name);
		known.set(name, found);
		return found;
	};
}

/** A range is one of the file itself: its parts fit together, whatever was asked for before. */
function codingFor(isFile: IsFile, name: string, request: IncomingMessage, response: ServerResponse) {
	const { range, "accept-encoding": accepted } = request.headers;
	if (!isFile(name + CODING_ENDINGS.gzip)) return undefined;
	addVary(response, "Accept-Encoding");
	const coding = range === undefined ? acceptedCoding(accepted?.toString() ?? null) : undefined;
	return coding && isFile(name + CODING_ENDINGS[coding]) ? coding : undefined;
}

/** Whether a name is that of a file of the site; names are decoded and begin with a slash. */
type IsFile = (name: string) => boolean;

/** Names that begin with a dot are the build's business, but for the folder of well-known addresses (RFC 8615). */
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
			// A name too long for the file system, for one.
			return false;
		}
	};
}

/** The form of a file with a coding has no address of its own. */
function isCompressedForm(isFile: IsFile, name: string): boolean {
	return Object.values(CODING_ENDINGS).some((ending) => name.endsWith(ending) && isFile(name.slice(0, -ending.length)));
}

function notFoundPage(directory: string): Uint8Array<ArrayBuffer> {
	try {
		return new Uint8Array(readFileSync(join(directory, NOT_FOUND_FILE)));
	} catch {
		return new TextEncoder().encode("There is no page at this address.");
	}
}

function redirect(response: ServerResponse, address: string): void {
	response.writeHead(308, { Location: address, "Cache-Control": BRIEFLY_KEPT, "Content-Length": 0 }).end();
}

/** The path below the site's home, with a slash at its front; undefined for what lies elsewhere. */
function pathUnder(home: string, request: IncomingMessage): string | undefined {
	const pathname = (request.url ?? "/").split("?")[0] ?? "/";
	if (pathname === home.slice(0, -1)) return "/";
	return pathname.startsWith(home) ? `/${pathname.slice(home.length)}` : undefined;
}

/** What cannot be read names no file either. */
function decoded(path: string): string {
	try {
		return decodeURI(path);
	} catch {
		return path;
	}
}

/** Address of the page that a path means: pages end in a slash, and their files are called index.html. */
function pageMeant(isFile: IsFile, path: string): string | undefined {
	if (!/^(\/[\w~-][\w.~-]*)+\/?$/.test(path)) return undefined;
	const page = `${path.replace(/(\/index(\.html)?)?\/?$/, "")}/`;
	return page !== path && isFile(`${page}index.html`) ? page : undefined;
}

const PAGE = "index.html";
const ENDINGS = Object.keys(TWIN_TYPES) as TwinEnding[];

/**
 * The file that a client gets for a page: its HTML, or the twin whose type it prefers. Caches learn that the answer depends on
 * Accept, and search engines that a twin is the page once more.
 */
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

/** Names a field of the request that the answer depends on. */
function addVary(response: ServerResponse, field: string): void {
	const known = response.getHeader("Vary");
	response.setHeader("Vary", known === undefined ? field : `${String(known)}, ${field}`);
}
