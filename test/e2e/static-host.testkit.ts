/** Serves a built site like a static host; never shipped. */

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
	".html": "text/html",
	".css": "text/css",
	".js": "text/javascript",
	".json": "application/json",
	".svg": "image/svg+xml",
	".xml": "application/xml",
};

export interface StaticHost {
	/** Address of the home page, with a trailing slash. */
	readonly home: string;
	close(): void;
}

/** @param prefix path under which the site lives, with both slashes; everything else is 404 */
export async function serveStatic(directory: string, prefix: string): Promise<StaticHost> {
	const server = createServer(async (request, response) => {
		const { pathname } = new URL(request.url ?? "/", "http://localhost");
		const path = pathname.startsWith(prefix) ? pathname.slice(prefix.length) : "/nowhere";
		const file = join(directory, path === "" || path.endsWith("/") ? `${path}index.html` : path);
		const body = await readFile(file).catch(() => undefined);
		response.writeHead(body ? 200 : 404, { "content-type": TYPES[body ? extname(file) : ""] ?? "text/plain" });
		response.end(body ?? "There is no such page.");
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	return { home: `http://127.0.0.1:${port}${prefix}`, close: () => server.close() };
}
