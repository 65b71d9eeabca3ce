import { createSocket } from "node:dgram";
import { isIPv4 } from "node:net";
import type { NameFault } from "./internet-world.testkit.ts";

/** What a name server knows of a name: its addresses, or what it does instead; undefined where there is no such name. */
export type NameAnswer = readonly string[] | NameFault | undefined;

/** Answers questions for A and AAAA records (RFC 1035, RFC 3596) on UDP port 53 of an address. */
export async function serveNames(at: string, answerTo: (question: string) => NameAnswer): Promise<void> {
	const socket = createSocket("udp4");
	socket.on("message", (query, from) => {
		const send = (bytes: Buffer) => socket.send(bytes, from.port, from.address);
		const { name, end } = readName(query);
		const question: Question = { query, name, end, type: query.readUInt16BE(end) };
		// A name that is rebound moves on with the question for A; resolvers ask for both kinds at once.
		const known = answerTo(question.type === TYPE.A ? `A ${name}` : name);
		if (typeof known === "string") misbehave(known, question, send);
		else send(answer(question, known));
	});
	await new Promise<void>((resolve) => socket.bind(53, at, resolve));
}

interface Question {
	readonly query: Buffer;
	readonly name: string;
	/** End of the name. */
	readonly end: number;
	readonly type: number;
}

const HEADER_BYTES = 12;
const SERVER_FAILURE = 2;
const NO_SUCH_NAME = 3;
const REFUSED = 5;
const TYPE = { A: 1, CNAME: 5, AAAA: 28 } as const;
const SLOW_MS = 3_000;
/** Addresses of sites that resolve despite the fault. */
const SOMEWHERE = ["93.184.100.0"];

function answer(question: Question, addresses: readonly string[] | undefined, code = NO_SUCH_NAME): Buffer {
	const { query, type, end } = question;
	const wanted = type === TYPE.A ? isIPv4 : type === TYPE.AAAA ? (text: string) => !isIPv4(text) : () => false;
	const records = (addresses ?? []).filter(wanted).map((address) => record(type, addressBytes(address)));
	return message(query, end, addresses === undefined ? code : 0, records);
}

function message(query: Buffer, end: number, code: number, records: readonly Buffer[]): Buffer {
	const header = Buffer.alloc(HEADER_BYTES);
	query.copy(header, 0, 0, 2);
	header.writeUInt16BE(0x8580 | code, 2);
	header.writeUInt16BE(1, 4);
	header.writeUInt16BE(records.length, 6);
	return Buffer.concat([header, query.subarray(HEADER_BYTES, end + 4), ...records]);
}

function misbehave(fault: NameFault, question: Question, send: (bytes: Buffer) => void): void {
	const right = answer(question, SOMEWHERE);
	if (fault === "slow") setTimeout(() => send(right), SLOW_MS).unref();
	else if (fault === "half-silent") question.type === TYPE.A && send(right);
	else if (fault !== "silent") send(WRONG_ANSWERS[fault](question, right));
}

type WrongAnswer = (question: Question, right: Buffer) => Buffer;

const WRONG_ANSWERS: Readonly<Record<Exclude<NameFault, "silent" | "slow" | "half-silent">, WrongAnswer>> = {
	refused: (question) => answer(question, undefined, REFUSED),
	"server-failure": (question) => answer(question, undefined, SERVER_FAILURE),
	garbage: () => Buffer.alloc(200, 0xc0),
	"other-id": (_, right) => changed(right, 0, (byte) => byte ^ 0xff),
	// The first letter of the name in the question, as servers that mix cases send it back.
	"other-case": (_, right) => changed(right, HEADER_BYTES + 1, (byte) => byte ^ 0x20),
	"other-name": (_, right) => changed(right, HEADER_BYTES + 1, () => 0x7a),
	cut: (_, right) => changed(right, 2, (byte) => byte | 0x02),
	"pointer-loop": ({ query, type, end }) =>
		message(query, end, 0, [record(type, Buffer.alloc(4), Buffer.of(0xc0, end + 4))]),
	"alias-loop": (question) => aliases(question, [`a.${question.name}`, `b.${question.name}`, question.name]),
	"alias-chain": (question) =>
		aliases(
			question,
			Array.from({ length: 12 }, (_, at) => `${at}.${question.name}`),
		),
};

function changed(bytes: Buffer, at: number, change: (byte: number) => number): Buffer {
	return Buffer.concat([bytes.subarray(0, at), Buffer.of(change(bytes[at] ?? 0)), bytes.subarray(at + 1)]);
}

/** A chain of aliases. */
function aliases({ query, end, name }: Question, names: readonly string[]): Buffer {
	const records = names.map((to, at) => record(TYPE.CNAME, written(to), written(names[at - 1] ?? name)));
	return message(query, end, 0, records);
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

/** The name in the question unless another is given, the type, class IN, no time to live. */
function record(type: number, data: Buffer, name: Buffer = Buffer.of(0xc0, HEADER_BYTES)): Buffer {
	return Buffer.concat([name, Buffer.from([0, type, 0, 1, 0, 0, 0, 0, data.length >> 8, data.length & 0xff]), data]);
}

function written(name: string): Buffer {
	const labels = name.split(".").map((label) => Buffer.concat([Buffer.of(label.length), Buffer.from(label)]));
	return Buffer.concat([...labels, Buffer.of(0)]);
}

function addressBytes(address: string): Buffer {
	return isIPv4(address) ? Buffer.from(address.split(".").map(Number)) : ipv6Bytes(address);
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
