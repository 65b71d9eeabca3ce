import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { parseCheckpoint } from "#log/checkpoint.ts";
import { signEd25519 } from "#log/ed25519.ts";
import { fromBase64, toBase64 } from "#log/encoding.ts";
import { type TreeHead, verifyConsistency } from "#log/merkle-proof.ts";
import { formatNote, openNote } from "#log/note.ts";
import {
	cosignedMessage,
	createSignerKey,
	formatVerifierKey,
	parseVerifierKey,
	SIGNATURE_TYPES,
	type VerifierKey,
} from "#log/note-key.ts";
import { sha256, toHex } from "#log/sha256.ts";

export interface TestWitness {
	/** For `--witness`. */
	readonly option: string;
	readonly key: VerifierKey;
	/** The last tree that it has cosigned. */
	seen(): TreeHead | undefined;
	/** Sizes that were given as `old`, in order. */
	readonly asked: number[];
	close(): void;
}

/** A witness of C2SP tlog-witness that checks signature and consistency before it cosigns; knows one log. */
export async function startWitness(logKeys: readonly VerifierKey[]): Promise<TestWitness> {
	const { key, seed } = await cosignerOf("witness.example");
	let seen: TreeHead | undefined;
	const asked: number[] = [];
	const answer = async ({ old, proof, note }: AddCheckpoint): Promise<[status: number, body?: string]> => {
		asked.push(old);
		const opened = await openNote(note, logKeys).catch(() => undefined);
		if (!opened) return [403];
		const checkpoint = parseCheckpoint(opened.text);
		if (old > checkpoint.size) return [400];
		if (old !== (seen?.size ?? 0)) return [409, `${seen?.size ?? 0}\n`];
		const consistent = seen ? await verifyConsistency(seen, checkpoint, proof) : proof.length === 0;
		if (!consistent) return [422];
		seen = checkpoint;
		return [200, await cosignatureLine(key, seed, opened.text)];
	};
	const server = createServer(async (request, response) => {
		let body = "";
		for await (const chunk of request) body += chunk;
		const asking = request.url === "/w/add-checkpoint" ? readRequest(body) : undefined;
		const [status, text] = asking ? await answer(asking) : [400];
		response.writeHead(status, { "content-type": status === 409 ? "text/x.tlog.size" : "text/plain" }).end(text);
	});
	const { address, close } = await listen(server);
	return { key, seen: () => seen, asked, option: `${formatVerifierKey(key)} ${address}/w`, close };
}

interface AddCheckpoint {
	readonly old: number;
	readonly proof: readonly Uint8Array[];
	readonly note: string;
}

function readRequest(body: string): AddCheckpoint | undefined {
	const end = body.indexOf("\n\n");
	const [first = "", ...lines] = body.slice(0, end).split("\n");
	const old = Number(/^old (\d+)$/.exec(first)?.[1] ?? Number.NaN);
	if (end < 0 || Number.isNaN(old)) return undefined;
	return { old, proof: lines.map((line) => fromBase64(line) ?? new Uint8Array()), note: body.slice(end + 2) };
}

async function cosignatureLine(key: VerifierKey, seed: Uint8Array, text: string): Promise<string> {
	const time = Math.floor(Date.now() / 1000);
	const signature = new Uint8Array(72);
	new DataView(signature.buffer).setBigUint64(0, BigInt(time));
	signature.set(await signEd25519(seed, cosignedMessage(time, text)), 8);
	return formatNote({ text, signatures: [{ name: key.name, keyId: key.keyId, signature }] }).slice(text.length + 1);
}

/** A witness that gives the same answer to everybody. */
export async function startBadWitness(status: number, text: string, type = "text/plain") {
	const { key } = await cosignerOf("bad.example");
	const server = createServer((_, response) => response.writeHead(status, { "content-type": type }).end(text));
	const { address, close } = await listen(server);
	return { option: `${formatVerifierKey(key)} ${address}/`, close };
}

async function listen(server: Server) {
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	return { address: `http://127.0.0.1:${port}`, close: () => server.close() };
}

async function cosignerOf(name: string) {
	const { seed, publicKey } = await createSignerKey(name, new Uint8Array(32).fill(9));
	const type = SIGNATURE_TYPES.cosignature;
	const id = await sha256(Uint8Array.from([...new TextEncoder().encode(`${name}\n`), type, ...publicKey]));
	const keyId = toHex(id.subarray(0, 4));
	const key = await parseVerifierKey(`${name}+${keyId}+${toBase64(Uint8Array.from([type, ...publicKey]))}`);
	return { key, seed };
}
