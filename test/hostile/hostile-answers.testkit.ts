/** Serves the catalogue's sites on a test's Internet. */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { InternetHost } from "../internet/internet-world.testkit.ts";
import { hostOf, siteOf } from "./catalogue.testkit.ts";
import { type Asked, type HostileSite, page, type RawAnswer, type Reply } from "./hostile-site.testkit.ts";

/** Hosts of a world, each answered by this module. */
export function hostileHosts(sites: readonly HostileSite[]): Record<string, InternetHost> {
	const hosts = sites.map((each): [string, InternetHost] => {
		const { addresses, names, certificate } = each;
		const module = "test/hostile/hostile-answers.testkit.ts";
		return [
			hostOf(each),
			{ module, ...(addresses && { addresses }), ...(names && { names }), ...(certificate && { certificate }) },
		];
	});
	return { ...Object.fromEntries(hosts), ...HELPERS };
}

/** Where some of the sites lead. */
const HELPERS: Readonly<Record<string, InternetHost>> = {
	"private.example.com": { addresses: ["192.168.0.1"] },
	"*.silent.example.com": { names: "silent" },
};

const NOTHING: Reply = { status: 404, body: "Nothing here." };
const HOME: Reply = { body: () => page("") };
const counts = new Map<string, number>();

export function answer(request: IncomingMessage, response: ServerResponse): void {
	const host = (request.headers.host ?? "").replace(/:\d+$/, "");
	const path = (request.url ?? "/").split("?")[0] ?? "/";
	const before = counts.get(host) ?? 0;
	counts.set(host, before + 1);
	const reply = replyTo({ host, path, method: request.method ?? "GET", before });
	// The client may disconnect at any time.
	request.socket.on("error", () => undefined);
	if ("raw" in reply) reply.raw(request.socket);
	else send(reply, response);
}

function replyTo(asked: Asked): Reply | RawAnswer {
	const { host, path } = asked;
	const paths = siteOf(host)?.paths ?? {};
	const found = Object.hasOwn(paths, path) ? paths[path] : (paths["*"] ?? (path === "/" ? HOME : NOTHING));
	return typeof found === "function" ? found(asked) : (found ?? NOTHING);
}

function send({ status = 200, headers = {}, body = "" }: Reply, response: ServerResponse): void {
	const fields = Object.entries(headers).map(([name, value]) => [name, typeof value === "string" ? value : [...value]]);
	response.writeHead(status, { "content-type": "text/html; charset=utf-8", ...Object.fromEntries(fields) });
	response.end(typeof body === "function" ? body() : body);
}
