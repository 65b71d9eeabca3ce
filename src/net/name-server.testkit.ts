import { createSocket } from "node:dgram";

/** TXT records of names, each in its pieces; or a server's failure. A name that is missing does not exist. */
export type Zone = Readonly<Record<string, readonly (readonly string[])[] | "servfail">>;

/** For tests only: a name server on a UDP port of 127.0.0.1 (RFC 1035) that knows TXT records. */
export async function startNameServer(zone: Zone): Promise<{ readonly address: string; close(): void }> {
	const socket = createSocket("udp4");
	socket.on("message", (query, from) => socket.send(answer(query, zone), from.port, from.address));
	await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
	return { address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() };
}

const HEADER_BYTES = 12;
const NO_ERROR = 0;
const SERVER_FAILURE = 2;
const NO_SUCH_NAME = 3;

function answer(query: Buffer, zone: Zone): Buffer {
	const { name, end } = readName(query);
	const records = zone[name];
	const found = Array.isArray(records) ? records : [];
	const code = records === undefined ? NO_SUCH_NAME : records === "servfail" ? SERVER_FAILURE : NO_ERROR;
	const header = Buffer.alloc(HEADER_BYTES);
	query.copy(header, 0, 0, 2);
	header.writeUInt16BE(0x8580 | code, 2);
	header.writeUInt16BE(1, 4);
	header.writeUInt16BE(found.length, 6);
	return Buffer.concat([header, query.subarray(HEADER_BYTES, end + 4), ...found.map(txtRecord)]);
}

/** The name that is asked for, in lower case, and where it ends. */
function readName(query: Buffer): { name: string; end: number } {
	const labels: string[] = [];
	let at = HEADER_BYTES;
	for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
		labels.push(query.toString("latin1", at + 1, at + 1 + length));
		at += 1 + length;
	}
	return { name: labels.join(".").toLowerCase(), end: at + 1 };
}

/** A pointer to the name in the question, type TXT, class IN, 60 s. */
function txtRecord(pieces: readonly string[]): Buffer {
	const data = Buffer.concat(pieces.map((piece) => Buffer.concat([Buffer.of(piece.length), Buffer.from(piece)])));
	const head = Buffer.from([0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 0xff]);
	return Buffer.concat([head, data]);
}
