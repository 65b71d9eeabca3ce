import { createSocket } from "node:dgram";
import { isIPv4 } from "node:net";

/** Answers questions for A and AAAA records (RFC 1035, RFC 3596) on UDP port 53 of an address. */
export async function serveNames(
	at: string,
	addressesOf: (name: string) => readonly string[] | undefined,
): Promise<void> {
	const socket = createSocket("udp4");
	socket.on("message", (query, from) => socket.send(answer(query, addressesOf), from.port, from.address));
	await new Promise<void>((resolve) => socket.bind(53, at, resolve));
}

const HEADER_BYTES = 12;
const NO_SUCH_NAME = 3;
const TYPE = { A: 1, AAAA: 28 } as const;

function answer(query: Buffer, addressesOf: (name: string) => readonly string[] | undefined): Buffer {
	const { name, end } = readName(query);
	const type = query.readUInt16BE(end);
	const wanted = type === TYPE.A ? isIPv4 : type === TYPE.AAAA ? (text: string) => !isIPv4(text) : () => false;
	// A name that is rebound moves on with the question for A; resolvers ask for both kinds at once.
	const all = addressesOf(type === TYPE.A ? `A ${name}` : name);
	const found = (all ?? []).filter(wanted);
	const header = Buffer.alloc(HEADER_BYTES);
	query.copy(header, 0, 0, 2);
	header.writeUInt16BE(0x8580 | (all === undefined ? NO_SUCH_NAME : 0), 2);
	header.writeUInt16BE(1, 4);
	header.writeUInt16BE(found.length, 6);
	const question = query.subarray(HEADER_BYTES, end + 4);
	return Buffer.concat([header, question, ...found.map((address) => record(type, address))]);
}

function readName(query: Buffer): { readonly name: string; readonly end: number } {
	const labels: string[] = [];
	let at = HEADER_BYTES;
	for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
		labels.push(query.toString("latin1", at + 1, at + 1 + length));
		at += 1 + length;
	}
	return { name: labels.join(".").toLowerCase(), end: at + 1 };
}

/** A pointer to the name in the question, the type, class IN, no time to live. */
function record(type: number, address: string): Buffer {
	const data = isIPv4(address) ? Buffer.from(address.split(".").map(Number)) : ipv6Bytes(address);
	return Buffer.concat([Buffer.from([0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length]), data]);
}

function ipv6Bytes(address: string): Buffer {
	// Mapped forms may end in a dotted quad, which the two groups before it stand for.
	const plain = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...quad: string[]) => {
		const [a = 0, b = 0, c = 0, d = 0] = quad.slice(0, 4).map(Number);
		return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
	});
	const [head = "", tail] = plain.split("::");
	const front = head === "" ? [] : head.split(":");
	const back = tail === undefined || tail === "" ? [] : tail.split(":");
	const zeros = tail === undefined ? 0 : 8 - front.length - back.length;
	const groups = [...front, ...Array.from({ length: zeros }, () => "0"), ...back];
	return Buffer.concat(groups.map((group) => Buffer.from(group.padStart(4, "0"), "hex")));
}
