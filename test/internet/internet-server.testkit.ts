// Runs inside a network namespace: every host of a world is a public website here, and whatever is not public listens too,
// so that a connection that should never have been made is seen. One JSON line a line of standard output.
import { appendFileSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createServer as createTcpServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { isPublicAddress } from "#net/public-address.ts";
import { serveNames } from "./internet-names.testkit.ts";
import {
	type InternetAnswer,
	type InternetEvent,
	type InternetHost,
	type InternetWorld,
	LISTENED_PORTS,
	ownAddresses,
} from "./internet-world.testkit.ts";

const [worldFile = "", keyFile = "", certificateFile = "", eventsFile = ""] = process.argv.slice(2);
const { hosts } = JSON.parse(readFileSync(worldFile, "utf8")) as InternetWorld;
const own = new Map(Object.keys(hosts).map((name, index) => [name, ownAddresses(index)]));
const asked = new Map<string, number>();

function tell(event: InternetEvent): void {
	appendFileSync(eventsFile, `${JSON.stringify(event)}\n`);
}

/** `A name` counts the question; a bare name is answered as it was counted last. */
function addressesOf(question: string): readonly string[] | undefined {
	const name = question.replace(/^A /, "");
	const host = hosts[name];
	if (!host) return undefined;
	const { addresses = own.get(name) ?? [] } = host;
	if (!isList(addresses)) return addresses;
	const at = asked.get(name) ?? 0;
	if (question !== name) asked.set(name, at + 1);
	return addresses[Math.min(at, addresses.length - 1)];
}

function isList(addresses: NonNullable<InternetHost["addresses"]>): addresses is readonly (readonly string[])[] {
	return Array.isArray(addresses[0]);
}

/** Closes what came in on an address that nobody outside could reach. */
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
	tell({ kind: "request", host: name, path, userAgent: request.headers["user-agent"] ?? "" });
	const { paths = {} } = hosts[name] ?? {};
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

function bytesOf(answer: string | InternetAnswer): Buffer {
	if (typeof answer === "string") return Buffer.from(answer);
	return answer.base64 === undefined ? Buffer.from(answer.body ?? "") : Buffer.from(answer.base64, "base64");
}

const listening = LISTENED_PORTS.map((port) => {
	const server =
		port === 80
			? createServer(answer)
			: port === 443
				? createTlsServer({ key: readFileSync(keyFile), cert: readFileSync(certificateFile) }, answer)
				: createTcpServer((socket) => void isOutside(socket));
	if (port === 80 || port === 443) server.prependListener("connection", isOutside);
	return new Promise<void>((resolve) => server.listen({ port, host: "::", backlog: 1024 }, resolve));
});
await Promise.all([...listening, serveNames("127.0.0.53", addressesOf)]);
process.stdout.write("ready\n");
