import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFolder } from "#evidence/site/folder-source.ts";
import type { HttpClient } from "#net/http-client.ts";
import { makeCertificates } from "#test/internet/test-certificates.testkit.ts";

/** Folders of websites, each served under its own host name on one port of this machine. */
export interface SiteServer {
	readonly port: number;
	/** The folder as a client sees it: the same answers without a network. */
	client(host: string): HttpClient;
	close(): Promise<void>;
}

/** Fields that would make a browser leave the plain address, or run what the page brings. */
const LEFT_OUT: ReadonlySet<string> = new Set(["strict-transport-security", "content-security-policy"]);

/**
 * Serves `folders` (host → directory) over https, which browsers take some of the hosts to whatever is asked for, with
 * a certificate that nobody trusts. With `inert`, pages run no script of their own: what is judged is the page as it is
 * served, as we judge it.
 */
export async function serveSites(
	folders: ReadonlyMap<string, string>,
	{ inert }: { readonly inert: boolean },
): Promise<SiteServer> {
	const clients = new Map<string, HttpClient>();
	for (const [host, folder] of folders) clients.set(host, await openFolder(folder, host));
	const clientOf = (host: string): HttpClient => {
		const client = clients.get(host);
		if (!client) throw new RangeError(`There is no site ${host}.`);
		return client;
	};
	const listener: RequestListener = (request, response) => {
		const host = (request.headers.host ?? "").replace(/:\d+$/, "");
		const client = clients.get(host);
		if (!client) {
			response.writeHead(404).end();
			return;
		}
		client.get(new URL(request.url ?? "/", `https://${host}`), { maxRedirects: 0 }).then(
			({ status, headers, body }) => {
				const kept = Object.entries(headers).filter(([name]) => !LEFT_OUT.has(name));
				const policy = inert ? { "content-security-policy": "script-src 'none'" } : {};
				response.writeHead(status, { ...Object.fromEntries(kept), ...policy }).end(body);
			},
			(error: Error) => response.writeHead(500).end(error.message),
		);
	};
	const server = createServer(await certificateFor([...folders.keys()]), listener);
	const port = await listening(server);
	return {
		port,
		client: clientOf,
		close: () =>
			new Promise((resolve, reject) => {
				server.closeAllConnections();
				server.close((error) => (error ? reject(error) : resolve()));
			}),
	};
}

async function certificateFor(hosts: readonly string[]): Promise<{ readonly key: string; readonly cert: string }> {
	const place = await mkdtemp(join(tmpdir(), "sightline-sites-"));
	try {
		makeCertificates(place, hosts);
		const read = (name: string) => readFile(join(place, name), "utf8");
		return { key: await read("site-key.pem"), cert: await read("site.pem") };
	} finally {
		await rm(place, { recursive: true });
	}
}

function listening(server: Server): Promise<number> {
	return new Promise((resolve, reject) => {
		server.once("error", reject);
		server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
	});
}
