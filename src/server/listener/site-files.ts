import { createReadStream, existsSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import sirv from "sirv";

export interface SiteFiles {
	/** Answers with a file of the built site, or with the redirect to a page's address; else calls `next`. */
	answer(request: IncomingMessage, response: ServerResponse, next: () => void): void;
	/** The site's own page for what is not there. */
	answerNotFound(response: ServerResponse): void;
}

/** Names of what a build never changes under the same name. */
const IMMUTABLE = /^\/_astro\/|^\/log\/tile\//;

/** The page for 404 answers has no address of its own. */
const NOT_FOUND_PAGE = /^\/404(?:\.html)?\/?$/;

/**
 * A built site as a static host gives it: pages under the path of its address, and the log's files, whose names have no
 * ending.
 * @param directory the build's output
 * @param watched whether files may change while they are served
 */
export function createSiteFiles(directory: string, baseUrl: string, watched: boolean): SiteFiles {
	const home = new URL(`${baseUrl}/`).pathname;
	const files = sirv(directory, { dev: watched, etag: true, dotfiles: false, extensions: [], setHeaders });
	const siteFiles: SiteFiles = {
		answer(request, response, next) {
			const path = pathUnder(home, request);
			if (path === undefined || !["GET", "HEAD"].includes(request.method ?? "")) return next();
			const plain = decoded(path);
			if (NOT_FOUND_PAGE.test(plain)) return siteFiles.answerNotFound(response);
			const page = pageMeant(directory, plain);
			if (page !== undefined) return void response.writeHead(308, { Location: `${home}${page.slice(1)}` }).end();
			const { url } = request;
			request.url = path.endsWith("/") ? `${path}index.html` : path;
			files(request, response, () => {
				request.url = url ?? "/";
				next();
			});
		},
		answerNotFound(response) {
			response.writeHead(404, { "Content-Type": "text/html; charset=utf-8", "X-Content-Type-Options": "nosniff" });
			createReadStream(join(directory, "404.html"))
				.on("error", () => response.end("There is no page at this address."))
				.pipe(response);
		},
	};
	return siteFiles;
}

function setHeaders(response: ServerResponse, pathname: string): void {
	response.setHeader("X-Content-Type-Options", "nosniff");
	if (IMMUTABLE.test(pathname)) response.setHeader("Cache-Control", "public, max-age=31536000, immutable");
	// C2SP tlog-tiles: the checkpoint and its like are text, tiles are octets.
	if (/^\/log\/tile\//.test(pathname)) response.setHeader("Content-Type", "application/octet-stream");
	else if (!/\.[a-z]+$|\/$/.test(pathname)) response.setHeader("Content-Type", "text/plain; charset=utf-8");
}

/** The path below the site's home, with a slash at its front; undefined for what lies elsewhere. */
function pathUnder(home: string, request: IncomingMessage): string | undefined {
	const pathname = (request.url ?? "/").split("?")[0] ?? "/";
	if (pathname === home.slice(0, -1)) return "/";
	return pathname.startsWith(home) ? `/${pathname.slice(home.length)}` : undefined;
}

/** As the file server reads it; what cannot be read names no file either. */
function decoded(path: string): string {
	try {
		return decodeURI(path);
	} catch {
		return path;
	}
}

/** Address of the page that a path means: pages end in a slash, and their files are called index.html. */
function pageMeant(directory: string, path: string): string | undefined {
	if (!/^(\/[\w~-][\w.~-]*)+\/?$/.test(path)) return undefined;
	const page = `${path.replace(/(\/index(\.html)?)?\/?$/, "")}/`;
	return page !== path && existsSync(join(directory, page, "index.html")) ? page : undefined;
}

/**
 * Serves a built site as a static host does, under the path of its base URL. Not yet listening.
 * @param baseUrl where the site was built to live, without a trailing slash
 */
export function createPreview(directory: string, baseUrl: string): Server {
	const files = createSiteFiles(directory, baseUrl, true);
	return createServer((request, response) => files.answer(request, response, () => files.answerNotFound(response)));
}
