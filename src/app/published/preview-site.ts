import { createReadStream, existsSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import sirv from "sirv";

/**
 * Serves a built site as a static host does, under the path of its base URL: pages, and the log's files, whose names have
 * no ending. Not yet listening.
 *
 * @param directory the build's output
 * @param baseUrl where the site was built to live, without a trailing slash
 */
export function createPreview(directory: string, baseUrl: string): Server {
	const home = new URL(`${baseUrl}/`).pathname;
	const files = sirv(directory, {
		dev: true,
		etag: true,
		extensions: ["html"],
		onNoMatch: (_, response) => sendNotFound(directory, response),
		setHeaders(response, pathname) {
			response.setHeader("X-Content-Type-Options", "nosniff");
			// C2SP tlog-tiles: the checkpoint and its like are text, tiles are octets.
			if (/^\/log\/tile\//.test(pathname)) response.setHeader("Content-Type", "application/octet-stream");
			else if (!/\.[a-z]+$|\/$/.test(pathname)) response.setHeader("Content-Type", "text/plain; charset=utf-8");
		},
	});
	return createServer((request, response) => {
		const path = pathUnder(home, request);
		if (path === undefined) return sendNotFound(directory, response);
		if (isSlashlessPage(directory, path))
			return response.writeHead(308, { Location: `${home}${path.slice(1)}/` }).end();
		request.url = path;
		files(request, response);
	});
}

/** The path below the site's home, with a slash at its front; undefined for what lies elsewhere. */
function pathUnder(home: string, request: IncomingMessage): string | undefined {
	const pathname = (request.url ?? "/").split("?")[0] ?? "/";
	if (pathname === home.slice(0, -1)) return "/";
	return pathname.startsWith(home) ? `/${pathname.slice(home.length)}` : undefined;
}

/** Pages end in a slash. */
function isSlashlessPage(directory: string, path: string): boolean {
	return /^(\/[\w~-][\w.~-]*)+$/.test(path) && existsSync(join(directory, path, "index.html"));
}

function sendNotFound(directory: string, response: ServerResponse): void {
	response.writeHead(404, { "Content-Type": "text/html; charset=utf-8" });
	createReadStream(join(directory, "404.html"))
		.on("error", () => response.end("There is no page at this address."))
		.pipe(response);
}
