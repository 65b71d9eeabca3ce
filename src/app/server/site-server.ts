import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { SiteFiles } from "./site-files.ts";

/** Astro's handler of live routes, in its middleware form. */
export type PagesHandler = (request: IncomingMessage, response: ServerResponse, next: () => void) => Promise<void>;

export interface SiteServerOptions {
	readonly files: SiteFiles;
	readonly pages: PagesHandler;
	/** Whether the site's address is https: then browsers are told to stay there. */
	readonly isSecure: boolean;
}

/** What a client may take to send a whole request, headers first; milliseconds. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;
/** Longer than usual proxies keep an idle connection, so that none of them sends into one that is closing. */
const KEEP_ALIVE_MS = 75_000;
const MAX_HEADER_BYTES = 16 * 1024;
/** Two years, as the preload list asks. */
const HSTS = "max-age=63072000; includeSubDomains";

/** Methods that no Request of the Fetch standard may have; under another name they are refused like all unknown ones. */
function readableMethod(method = "GET"): string {
	return /^(CONNECT|TRACE|TRACK)$/i.test(method) ? `X-${method}` : method;
}

/** Built files first, then live pages and the API, then the site's page for what is not there. Not yet listening. */
export function createSiteServer({ files, pages, isSecure }: SiteServerOptions): Server {
	const limits = {
		headersTimeout: HEADERS_MS,
		requestTimeout: REQUEST_MS,
		keepAliveTimeout: KEEP_ALIVE_MS,
		maxHeaderSize: MAX_HEADER_BYTES,
	};
	return createServer(limits, (request, response) => {
		response.setHeader("X-Content-Type-Options", "nosniff");
		response.setHeader("Referrer-Policy", "strict-origin-when-cross-origin");
		if (isSecure) response.setHeader("Strict-Transport-Security", HSTS);
		files.answer(request, response, () => {
			request.method = readableMethod(request.method);
			void pages(request, response, () => files.answerNotFound(response));
		});
	});
}
