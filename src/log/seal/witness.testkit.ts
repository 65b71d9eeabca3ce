import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { fromBase64 } from "#core/bytes.ts";
import { type TreeHead, verifyConsistency } from "#log/tlog/merkle.ts";
import { openNote, parseCheckpoint, parseVerifierKey, type VerifierKey } from "#log/tlog/note.ts";
import { createWitness } from "#log/tlog/witness.testkit.ts";

export interface TestWitness {
	/** Value of `--witness`. */
	readonly option: string;
	/** Line of `log/policy.txt` under that name. */
	line(name: string): string;
	readonly key: VerifierKey;
	/** The last cosigned tree. */
	seen(): TreeHead | undefined;
	/** Received values of `old`, in order. */
	readonly asked: number[];
	close(): void;
}

/**
 * How a witness misbehaves: no answer (down), an answer after the timeout (late), cosigns any tree (two histories), a
 * signature of another text (wrong signature), or another size than the requested one (old size).
 */
export const FLAWS = ["down", "late", "two histories", "wrong signature", "old size"] as const;
export type Flaw = (typeof FLAWS)[number];

interface WitnessPlan {
	/** Selects the key. 9 by default. */
	readonly number?: number;
	readonly flaw?: Flaw | undefined;
	/** Delay of a late answer. */
	readonly lateMs?: number;
}

/** A C2SP tlog-witness server for one log that checks signature and consistency before it cosigns. */
export async function startWitness(logKeys: readonly VerifierKey[], plan: WitnessPlan = {}): Promise<TestWitness> {
	const { number = 9, flaw, lateMs = 0 } = plan;
	const witness = createWitness(number === 9 ? "witness.example" : `w${number}.example`, number);
	const key = await parseVerifierKey(witness.verifierKey);
	let seen: TreeHead | undefined;
	const asked: number[] = [];
	const answer = async ({ old, proof, note }: AddCheckpoint): Promise<[status: number, body?: string]> => {
		asked.push(old);
		const opened = await openNote(note, logKeys).catch(() => undefined);
		if (!opened) return [403];
		const checkpoint = parseCheckpoint(opened.text);
		const time = BigInt(Math.floor(Date.now() / 1000));
		const lie = lieOf(flaw, opened.text, time);
		if (lie !== undefined) return [200, witness.cosign(opened.text, time, lie)];
		if (old > checkpoint.size) return [400];
		if (old !== (seen?.size ?? 0)) return [409, `${seen?.size ?? 0}\n`];
		const consistent = seen ? await verifyConsistency(seen, checkpoint, proof) : proof.length === 0;
		if (!consistent) return [422];
		seen = checkpoint;
		return [200, witness.cosign(opened.text, time)];
	};
	// Requests are serialized, so that each is compared with the tree that the last one left.
	let turn: Promise<unknown> = Promise.resolve();
	const server = createServer(async (request, response) => {
		let body = "";
		for await (const chunk of request) body += chunk;
		const asking = request.url === "/w/add-checkpoint" ? readRequest(body) : undefined;
		const answering = turn.then(async (): Promise<[number, string?]> => (asking ? answer(asking) : [400]));
		turn = answering;
		const [status, text] = await answering;
		if (flaw === "late") await pause(lateMs);
		response.writeHead(status, { "content-type": status === 409 ? "text/x.tlog.size" : "text/plain" }).end(text);
	});
	const { address, close } = await listen(server);
	if (flaw === "down") close();
	const [vkey, prefix] = [witness.verifierKey, `${address}/w`];
	const line = (name: string) => `witness ${name} ${vkey} ${prefix}\n`;
	return { key, seen: () => seen, asked, option: `${vkey} ${prefix}`, line, close };
}

/** The message that a witness with this flaw signs without checking; undefined if it checks. */
function lieOf(flaw: Flaw | undefined, text: string, time: bigint): string | undefined {
	const message = `cosignature/v1\ntime ${time}\n${text}`;
	if (flaw === "wrong signature") return `${message}more`;
	if (flaw === "old size") return message.replace(`\n${text.split("\n")[1]}\n`, "\n0\n");
	return flaw === "two histories" ? message : undefined;
}

/** A policy that requires cosignatures of k of these witnesses. */
export function policyOf(k: number, witnesses: readonly TestWitness[]): string {
	const lines = witnesses.map((witness, at) => witness.line(`w${at}`));
	return `${lines.join("")}group ours ${k} ${witnesses.map((_, at) => `w${at}`).join(" ")}\nquorum ours\n`;
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

/** A witness that gives every request the same answer. */
export async function startBadWitness(status: number, text: string, type = "text/plain") {
	const { verifierKey } = createWitness("bad.example");
	const server = createServer((_, response) => response.writeHead(status, { "content-type": type }).end(text));
	const { address, close } = await listen(server);
	return { option: `${verifierKey} ${address}/`, close };
}

async function listen(server: Server) {
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	return { address: `http://127.0.0.1:${port}`, close: () => server.close() };
}
