// Runs inside a network namespace: every host of a world is a public website here, and whatever is not public listens too,
// so that a connection that should never have been made is seen. One JSON line a line of standard output.
import { appendFileSync, readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createServer as createTcpServer, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createSecureContext, type SecureContext } from "node:tls";
import { pathToFileURL } from "node:url";
import { isPublicAddress } from "#net/public-address.ts";
import { inRepository } from "../e2e/process.testkit.ts";
import { type NameAnswer, serveNames } from "./internet-names.testkit.ts";
import {
	type InternetAnswer,
	type InternetEvent,
	type InternetHost,
	type InternetWorld,
	LISTENED_PORTS,
	ownAddresses,
} from "./internet-world.testkit.ts";

/** Folder of world, certificates and events. */
const [place = ""] = process.argv.slice(2);
const read = (name: string) => readFileSync(join(place, name));
const eventsFile = join(place, "events.jsonl");
const { hosts } = JSON.parse(read("world.json").toString()) as InternetWorld;
const own = new Map(Object.keys(hosts).map((name, index) => [name, ownAddresses(index)]));
const asked = new Map<string, number>();

function tell(event: InternetEvent): void {
	appendFileSync(eventsFile, `${JSON.stringify(event)}\n`);
}

/** Under which a host is known: its name, or that of all names beside it. */
const keyOf = (name: string) => (Object.hasOwn(hosts, name) ? name : name.replace(/^[^.]+/, "*"));
const hostOf = (name: string): InternetHost | undefined => hosts[keyOf(name)];

/** Handlers of hosts that have a module instead of paths. */
type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const modules = new Map<string, Answer>();
for (const path of new Set(Object.values(hosts).flatMap(({ module = [] }) => module))) {
	modules.set(path, ((await import(pathToFileURL(inRepository(path)).href)) as { answer: Answer }).answer);
}

/** `A name` counts the question; a bare name repeats the last answer. */
function addressesOf(question: string): NameAnswer {
	const name = question.replace(/^A /, "");
	const host = hostOf(name);
	if (!host) return undefined;
	if (host.names) return host.names;
	const { addresses = own.get(keyOf(name)) ?? [] } = host;
	if (!isList(addresses)) return addresses;
	const at = asked.get(name) ?? 0;
	if (question !== name) asked.set(name, at + 1);
	return addresses[Math.min(at, addresses.length - 1)];
}

function isList(addresses: NonNullable<InternetHost["addresses"]>): addresses is readonly (readonly string[])[] {
	return Array.isArray(addresses[0]);
}

/** Closes connections to non-public addresses. */
function isOutside(socket: Socket): boolean {
	const address = (socket.localAddress ?? "").replace(/^::ffff:(?=\d+\.)/, "");
	if (isPublicAddress(address)) return true;
	tell({ kind: "inward", address, port: socket.localPort ?? 0 });
	socket.destroy();
	return false;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
	const name = (request.headers.host ?? "").replace(/:\d+$/, "");
	const path = request.url ?? "/";
	tell({
		kind: "request",
		host: name,
		path,
		userAgent: request.headers["user-agent"] ?? "",
		method: request.method,
		encrypted: "encrypted" in request.socket,
		signed: signedBy(request.headers),
	});
	const { paths = {}, module } = hostOf(name) ?? {};
	if (module !== undefined) return void modules.get(module)?.(request, response);
	const found = paths[path.split("?")[0] ?? "/"] ?? paths["*"] ?? { status: 404, body: "Nothing here." };
	const { status = 200, headers = {}, delayMs = 0, dripMs = 0 } = typeof found === "string" ? {} : found;
	if (delayMs > 0) await pause(delayMs);
	response.writeHead(status, { "content-type": "text/html; charset=utf-8", ...headers });
	const bytes = bytesOf(found);
	if (dripMs === 0) return void response.end(bytes);
	for (const byte of bytes) {
		if (response.destroyed) return;
		response.write(Uint8Array.of(byte));
		await pause(dripMs);
	}
	response.end();
}

function signedBy(headers: IncomingHttpHeaders): Record<string, string> | undefined {
	const fields = Object.entries(headers).filter(([name]) => name.startsWith("signature"));
	return fields.length > 0 ? Object.fromEntries(fields.map(([name, value]) => [name, String(value)])) : undefined;
}

function bytesOf(answer: string | InternetAnswer): Buffer {
	if (typeof answer === "string") return Buffer.from(answer);
	return answer.base64 === undefined ? Buffer.from(answer.body ?? "") : Buffer.from(answer.base64, "base64");
}

const SITE_CERTIFICATE = { key: read("site-key.pem"), cert: read("site.pem") };

function certificateOf(name: string, found: (error: Error | null, context?: SecureContext) => void): void {
	const fault = hostOf(name)?.certificate;
	found(null, fault && createSecureContext({ key: SITE_CERTIFICATE.key, cert: read(`${fault}.pem`) }));
}

const listening = LISTENED_PORTS.map((port) => {
	const server =
		port === 80
			? createServer(answer)
			: port === 443
				? createTlsServer({ ...SITE_CERTIFICATE, SNICallback: certificateOf }, answer)
				: createTcpServer((socket) => void isOutside(socket));
	if (port === 80 || port === 443) server.prependListener("connection", isOutside);
	return new Promise<void>((resolve) => server.listen({ port, host: "::", backlog: 1024 }, resolve));
});
await Promise.all([...listening, serveNames("127.0.0.53", addressesOf)]);
process.stdout.write("ready\n");
