import { createSocket } from "node:dgram";
import { createServer, isIPv4, type Socket } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * A server's response to one type of question: records, or a failure. `nothing`: the name has other records; `late`:
 * only the second question is answered; `truncated`: only over TCP.
 */
export type Records<T> = readonly T[] | "servfail" | "refused" | "silent" | "nothing" | "truncated" | "late";

/** The final records for `late` and `truncated`. */
const AT_LAST: Readonly<Record<string, readonly string[]>> = { a: ["93.184.0.77"], aaaa: ["2606:4700::77"] };

/** Records of a name; a missing type counts as `nothing`. */
export interface NamedRecords {
	readonly a?: Records<string>;
	readonly aaaa?: Records<string> | "no-such-name";
	/** Each in chunks. */
	readonly txt?: Records<readonly string[]>;
	/** Target of an alias; its addresses follow in the same response. */
	readonly alias?: string;
}

/** A missing name does not exist. `*` is the fallback. */
export type Zone = Readonly<Record<string, NamedRecords>>;

export interface NameServer {
	readonly address: string;
	/** Questions so far, as `A example.com`. */
	readonly asked: readonly string[];
	close(): void;
}

/** For tests only: a name server on a port of 127.0.0.1, by UDP and TCP (RFC 1035). */
export async function startNameServer(zone: Zone | ((name: string) => NamedRecords | undefined)): Promise<NameServer> {
	const find = typeof zone === "function" ? zone : (name: string) => zone[name] ?? zone["*"];
	const asked: string[] = [];
	const tcp = createServer((socket) => serveOne(socket, (query) => answer(query, find, asked, "tcp")));
	await new Promise<void>((resolve) => tcp.listen(0, "127.0.0.1", resolve));
	const { port } = tcp.address() as { port: number };
	const udp = createSocket("udp4");
	udp.on("message", (query, from) => {
		const bytes = answer(query, find, asked, "udp");
		if (bytes) udp.send(bytes, from.port, from.address);
	});
	await new Promise<void>((resolve) => udp.bind(port, "127.0.0.1", resolve));
	return {
		address: `127.0.0.1:${port}`,
		asked,
		close: () => {
			udp.close();
			tcp.close();
		},
	};
}

/** Over TCP, each message has a length prefix; tests ask one question. */
function serveOne(socket: Socket, answerTo: (query: Buffer) => Buffer | undefined): void {
	let received = Buffer.alloc(0);
	socket.on("error", () => socket.destroy());
	socket.on("data", (chunk: Buffer) => {
		received = Buffer.concat([received, chunk]);
		while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
			const end = 2 + received.readUInt16BE(0);
			const bytes = answerTo(received.subarray(2, end));
			received = received.subarray(end);
			if (bytes) socket.write(Buffer.concat([uint16(bytes.length), bytes]));
		}
	});
}

const HEADER_BYTES = 12;
const KINDS = { 1: "a", 16: "txt", 28: "aaaa" } as const;
const CODES = { servfail: 2, "no-such-name": 3, refused: 5 } as const;
const TRUNCATED = 0x0200;

function answer(
	query: Buffer,
	find: (name: string) => NamedRecords | undefined,
	asked: string[],
	over: "udp" | "tcp",
): Buffer | undefined {
	const { name, end } = readName(query);
	const type = query.readUInt16BE(end);
	const kind = type in KINDS ? KINDS[type as keyof typeof KINDS] : undefined;
	asked.push(`${(kind ?? String(type)).toUpperCase()} ${name}`);
	const known = find(name);
	const has = recordsNow(known, find, kind, over === "tcp", asked);
	if (has === "silent") return undefined;
	const records = typeof has === "string" ? [] : has.map((data) => record(type, data));
	const aliases = known?.alias === undefined ? [] : [aliasRecord(known.alias)];
	const code = typeof has === "string" && has in CODES ? CODES[has as keyof typeof CODES] : 0;
	const flags = 0x8180 | code | (has === "truncated" ? TRUNCATED : 0);
	const header = [query.subarray(0, 2), uint16(flags), uint16(1), uint16(records.length + aliases.length), uint16(0)];
	const question = query.subarray(HEADER_BYTES, end + 4);
	return Buffer.concat([...header, uint16(0), question, ...aliases, ...records]);
}

/** The response to this question, the newest of those asked. */
function recordsNow(
	known: NamedRecords | undefined,
	find: (name: string) => NamedRecords | undefined,
	kind: (typeof KINDS)[keyof typeof KINDS] | undefined,
	overTcp: boolean,
	asked: readonly string[],
) {
	if (known === undefined) return "no-such-name";
	if (kind === undefined) return "nothing";
	const stated = (known.alias === undefined ? known : find(known.alias))?.[kind] ?? "nothing";
	const again = asked.indexOf(asked.at(-1) ?? "") < asked.length - 1;
	if (stated === "late") return again ? (AT_LAST[kind] ?? []) : "silent";
	return stated === "truncated" && overTcp ? (AT_LAST[kind] ?? []) : stated;
}

/** The requested name in lower case, and its end. */
function readName(query: Buffer): { name: string; end: number } {
	const labels: string[] = [];
	let at = HEADER_BYTES;
	for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
		labels.push(query.toString("latin1", at + 1, at + 1 + length));
		at += 1 + length;
	}
	return { name: labels.join(".").toLowerCase(), end: at + 1 };
}

/** A pointer to the question's name, the type, class IN, 60 s. */
function record(type: number, data: string | readonly string[]): Buffer {
	const bytes =
		typeof data === "string"
			? Buffer.from(isIPv4(data) ? data.split(".").map(Number) : ipaddr.parse(data).toByteArray())
			: Buffer.concat(data.map((piece) => Buffer.concat([Buffer.of(piece.length), Buffer.from(piece)])));
	return Buffer.concat([Buffer.from([0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 60]), uint16(bytes.length), bytes]);
}

function aliasRecord(target: string): Buffer {
	const labels = target.split(".").map((label) => Buffer.concat([Buffer.of(label.length), Buffer.from(label)]));
	const bytes = Buffer.concat([...labels, Buffer.of(0)]);
	return Buffer.concat([Buffer.from([0xc0, 0x0c, 0, 5, 0, 1, 0, 0, 0, 60]), uint16(bytes.length), bytes]);
}

function uint16(value: number): Buffer {
	return Buffer.from([value >> 8, value & 0xff]);
}
