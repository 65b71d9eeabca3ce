import { join } from "node:path";
import * as z from "zod";
import { toBase64, toHex } from "#core/bytes.ts";
import { Failure, isFailure } from "#core/failure.ts";
import { canonicalJson, parseJson } from "#core/json-object.ts";
import { counted, listing } from "#core/wording.ts";
import { malformed, parseDecimal } from "#log/tlog/canonical.ts";
import { formatLeaf, type Leaf, parseLeaf } from "#log/tlog/leaf.ts";
import { consistencyProof, type ReadHash } from "#log/tlog/merkle.ts";
import {
	formatNote,
	formatVerifierKey,
	hasSigner,
	type NoteSignature,
	openNote,
	parseNote,
	parseVerifierKey,
	SIGNATURE_TYPES,
	type VerifierKey,
	verifySignature,
} from "#log/tlog/note.ts";
import { type Policy, parsePolicy } from "#log/tlog/policy.ts";
import type { FileToWrite } from "#receipts/store/durable-file.ts";
import { type Disk, replaceFile } from "#receipts/store/durable-file.ts";
import { readIfThere } from "#receipts/store/if-there.ts";
import { addSignatures, type CheckpointFile, openCheckpoint } from "./log-folder.ts";

interface Answer {
	readonly status: number;
	/** Media type without parameters, lower case. */
	readonly mediaType: string;
	readonly body: Uint8Array;
}

const DEADLINE_MS = 15_000;
const MOST_BYTES = 64 * 1024;

/**
 * One deadline, a size limit, no redirects. The operator chose the address, so private networks are allowed.
 * @throws Failure `connection-failed`, `deadline-exceeded`, `body-too-large`
 */
async function postBytes(
	address: URL,
	contentType: string,
	body: Uint8Array | string,
	deadlineMs = DEADLINE_MS,
): Promise<Answer> {
	const request = {
		method: "POST",
		headers: { "content-type": contentType },
		body: typeof body === "string" ? body : Uint8Array.from(body),
	};
	return exchange(address, request, deadlineMs);
}

/** Same limits. @throws Failure as `postBytes` */
export async function getBytes(address: URL): Promise<Answer> {
	return exchange(address, { headers: { "cache-control": "no-cache" } }, DEADLINE_MS);
}

async function exchange(address: URL, request: RequestInit, deadlineMs: number): Promise<Answer> {
	try {
		const signal = AbortSignal.timeout(deadlineMs);
		const response = await fetch(address, { ...request, redirect: "manual", signal });
		const mediaType = (response.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
		return { status: response.status, mediaType, body: await readAtMost(response, MOST_BYTES) };
	} catch (error) {
		if (error instanceof Failure) throw error;
		const { name, message, cause } = error as Error;
		if (name === "TimeoutError")
			throw new Failure(
				"deadline-exceeded",
				{ what: `It did not answer within ${deadlineMs / 1000} s.` },
				{ cause: error },
			);
		if (name !== "TypeError") throw error;
		const why = cause instanceof Error && cause.message !== "" ? cause.message : message;
		throw new Failure("connection-failed", { what: `It could not be reached: ${why}.` }, { cause: error });
	}
}

async function readAtMost(response: Response, limit: number): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of response.body ?? []) {
		length += chunk.length;
		if (length > limit) throw new Failure("body-too-large", { what: `Its answer has more than ${limit} bytes.` });
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

/** @throws Failure `input-invalid` unless the address is http or https */
function readAddress(text: string, option: string): URL {
	const address = URL.parse(text);
	if (address && ["http:", "https:"].includes(address.protocol)) return address;
	throw new Failure("input-invalid", {
		what: `${option} is "${text}"; it takes an http or https address.`,
		todo: "See npm run seal -- --help.",
	});
}

/** Cosigns a log's checkpoints after checking that each extends the last one it saw. */
export interface Witness {
	readonly key: VerifierKey;
	/** The `add-checkpoint` endpoint below the configured prefix. */
	readonly address: URL;
}

/** Reads `<vkey> <submission address>`. @throws Failure `input-invalid` */
export async function parseWitness(text: string): Promise<Witness> {
	const [vkey = "", prefix = "", ...more] = text.trim().split(/\s+/);
	const refuse = (why: string) =>
		new Failure("input-invalid", {
			what: `--witness is "${text}"; it takes "<vkey> <submission address>".`,
			why,
			todo: "The witness publishes both.",
		});
	if (prefix === "" || more.length > 0) throw refuse("These are not two words.");
	const key = await parseVerifierKey(vkey).catch((error) => {
		throw isFailure(error) ? refuse(error.message) : error;
	});
	if (key.type !== SIGNATURE_TYPES.cosignature) throw refuse("The key is not one for cosignatures (type 4).");
	return { key, address: submissionAddress(readAddress(prefix, "The submission address of --witness")) };
}

/** C2SP tlog-witness. */
function submissionAddress(prefix: URL): URL {
	return new URL(`${prefix.href.replace(/\/$/, "")}/add-checkpoint`);
}

const REFUSALS: Readonly<Record<number, string>> = {
	400: "It does not understand the request.",
	403: "It knows the log, but none of the keys that signed the checkpoint.",
	404: "It does not know this log: ask its operator to add the log's vkey.",
	409: "It has seen another tree of this log.",
	422: "It does not accept the proof that this tree goes on from the one that it saw last.",
};

interface Shown {
	readonly signed: CheckpointFile;
	/** The previous checkpoint. Its cosignatures show what each witness knows. */
	readonly before: CheckpointFile | undefined;
	readonly read: ReadHash;
	/** Timeout in milliseconds; 15 s by default. */
	readonly answerMs: number | undefined;
}

/** C2SP tlog-witness, "add-checkpoint". @throws Failure that explains why there is no valid cosignature */
async function requestCosignature(
	{ key, address }: Witness,
	{ signed, before, read, answerMs }: Shown,
): Promise<NoteSignature> {
	const known = knownTo(key, before);
	const { size } = signed.checkpoint;
	const submit = async (from: number) => {
		const proof = from === 0 ? [] : await consistencyProof(from, size, read);
		const lines = [`old ${from}`, ...proof.map(toBase64)].map((line) => `${line}\n`);
		return postBytes(address, "text/plain; charset=utf-8", `${lines.join("")}\n${signed.text}`, answerMs);
	};
	let answer = await submit(known);
	const seen = answer.status === 409 ? sizeOf(answer) : undefined;
	if (seen !== undefined && seen > size)
		throw new Failure("log-inconsistent", {
			what: `It has seen this log with ${seen} leaves, and this tree has ${size}.`,
			why: "The log went back, or two copies of it are being sealed.",
			todo: "Find the copy that goes further before you publish this one.",
		});
	if (seen !== undefined && seen !== known) answer = await submit(seen);
	if (answer.status !== 200) {
		const why = REFUSALS[answer.status];
		throw new Failure("connection-failed", { what: `It answered with status ${answer.status}.`, why });
	}
	return cosignatureIn(answer, key, signed);
}

function sizeOf({ mediaType, body }: Answer): number | undefined {
	return mediaType === "text/x.tlog.size" ? parseDecimal(new TextDecoder().decode(body).trim()) : undefined;
}

async function cosignatureIn({ body }: Answer, key: VerifierKey, { note }: CheckpointFile): Promise<NoteSignature> {
	const { signatures } = await openNote(`${note.text}\n${new TextDecoder().decode(body)}`, [key]);
	const found = signatures.find((each) => hasSigner([key], each));
	if (found) return found;
	throw malformed("cosignature", "The witness's line is missing.");
}

async function tryWitness(witness: Witness, shown: Shown): Promise<NoteSignature | string> {
	try {
		return await requestCosignature(witness, shown);
	} catch (error) {
		if (!isFailure(error)) throw error;
		return `The witness ${witness.key.name} did not cosign. ${error.message}`;
	}
}

/** A failing witness blocks nothing. Skips witnesses that have already cosigned. */
export async function requestCosignatures(witnesses: readonly Witness[], shown: Shown) {
	const missed = witnesses.filter(({ key }) => !hasCosigned(shown.signed, key));
	const answers = await Promise.all(missed.map((witness) => tryWitness(witness, shown)));
	return {
		signatures: answers.filter((answer) => typeof answer !== "string"),
		notes: answers.filter((answer) => typeof answer === "string"),
	};
}

function hasCosigned({ note }: CheckpointFile, key: VerifierKey): boolean {
	return hasSigner(note.signatures, key);
}

/** Size of the last tree we know the witness cosigned. If it is wrong, the witness answers with the right one. */
function knownTo(key: VerifierKey, before: CheckpointFile | undefined): number {
	return before && hasCosigned(before, key) ? before.checkpoint.size : 0;
}

/** The operator's `log/policy.txt`: witnesses that must cosign a tree before publication. */
export interface WitnessPolicy extends Policy {
	/** Witnesses with an address, in file order. */
	readonly asked: readonly Witness[];
}

/** @returns undefined if there is no policy, so no witness is needed @throws Failure `input-invalid` with the line */
export async function readWitnessPolicy(directory: string): Promise<WitnessPolicy | undefined> {
	const text = await readIfThere(join(directory, "policy.txt"));
	if (text === undefined) return undefined;
	try {
		const policy = await parsePolicy(text);
		const asked = policy.witnesses.flatMap(({ key, address }) =>
			address === undefined ? [] : { key, address: submissionAddress(readAddress(address, "A witness's address")) },
		);
		return { ...policy, asked };
	} catch (error) {
		if (!isFailure(error)) throw error;
		throw new Failure("input-invalid", {
			what: "log/policy.txt cannot be used, so nothing was signed.",
			why: error.message,
			todo: "Correct it: it has the form that c2sp.org/tlog-policy describes.",
		});
	}
}

export async function validCosignatures(
	{ witnesses }: Policy,
	text: string,
	signatures: readonly NoteSignature[],
): Promise<NoteSignature[]> {
	const judged = signatures.map(async (each) => {
		const by = witnesses.find(({ key }) => hasSigner([key], each));
		return by !== undefined && (await verifySignature(by.key, text, each.signature)) ? [each] : [];
	});
	return (await Promise.all(judged)).flat();
}

/** @param signatures already verified */
export function isQuorum({ isReached }: Policy, signatures: readonly NoteSignature[]): boolean {
	return isReached(({ key }) => hasSigner(signatures, key));
}

/**
 * Asks in policy order, so that if 2 machines seal at once, the same witness decides for most of them. Stops when
 * the quorum is out of reach: a witness cosigns only one tree per size.
 * @param shown with verified cosignatures
 * @param keep called with each new cosignature before asking the next witness
 */
export async function reachQuorum(
	policy: WitnessPolicy,
	shown: Shown,
	keep: (cosignatures: readonly NoteSignature[]) => Promise<void>,
) {
	let { signed } = shown;
	const notes: string[] = [];
	const open = policy.asked.filter(({ key }) => !hasCosigned(signed, key));
	const mayReach = () =>
		policy.isReached(({ key }) => hasCosigned(signed, key) || open.some((each) => each.key === key));
	while (open.length > 0 && mayReach()) {
		const [witness] = open.splice(0, 1);
		if (!witness) break;
		const answer = await tryWitness(witness, { ...shown, signed });
		if (typeof answer === "string") notes.push(answer);
		else {
			signed = await openCheckpoint(addSignatures(signed.text, [answer]), signed.keys);
			await keep(cosignaturesOf(signed, policy));
		}
	}
	if (open.length > 0)
		notes.push(`${listing(open.map(({ key }) => key.name))} ${open.length === 1 ? "was" : "were"} no longer asked.`);
	return { signed, isReached: isQuorum(policy, signed.note.signatures), notes };
}

export function cosignaturesOf({ note }: CheckpointFile, { witnesses }: WitnessPolicy): NoteSignature[] {
	const keys = witnesses.map(({ key }) => key);
	return note.signatures.filter((each) => hasSigner(keys, each));
}

export function waitingNote(signed: CheckpointFile, policy: WitnessPolicy): string {
	const names = cosignaturesOf(signed, policy).map(({ name }) => name);
	const has = names.length > 0 ? `${listing(names)} ${names.length === 1 ? "has" : "have"}` : "No witness has";
	const { size } = signed.checkpoint;
	return `${has} cosigned the tree of ${counted(size, "leaf", "leaves")}, and the quorum "${policy.quorum}" of log/policy.txt asks for more. Nothing was published: the tree waits in log/pending, and the next seal asks again for it.`;
}

/** `log/pending` is committed so that another machine can continue. Without the log's signature it is no checkpoint. */
export interface PendingTree {
	/** Size of the published tree that it extends. */
	readonly before: number;
	readonly size: number;
	/** Hex. */
	readonly root: string;
	/** In vkey form: keys that it puts into use, and keys that it retires. */
	readonly keys: readonly string[];
	readonly retired: readonly string[];
	/** Leaves after the published tree. */
	readonly leaves: readonly Leaf[];
	readonly lists: readonly FileToWrite[];
	readonly cosignatures: readonly NoteSignature[];
}

export function pendingPath(directory: string): string {
	return join(directory, "pending");
}

const hex = z.string().regex(/^[0-9a-f]{64}$/);
const pendingSchema = z.strictObject({
	v: z.literal(1),
	before: z.int().nonnegative(),
	size: z.int().positive(),
	root: hex,
	keys: z.array(z.string()),
	retired: z.array(z.string()),
	leaves: z.array(z.string()),
	lists: z.array(
		z.strictObject({ path: z.string().regex(/^(?:[a-z-]+|index\/(?:\d+|[0-9a-f]{64}))$/), text: z.string() }),
	),
	cosignatures: z.array(z.string()),
});

/** @returns undefined if no tree is pending @throws Failure `log-malformed` */
export async function readPendingTree(directory: string): Promise<PendingTree | undefined> {
	const text = await readIfThere(pendingPath(directory));
	if (text === undefined) return undefined;
	const refuse = (why: string) =>
		new Failure("log-malformed", {
			what: "log/pending is damaged, so nothing was signed.",
			why,
			todo: "Restore it from git. Without it the next seal signs another tree, which witnesses that have cosigned this one refuse.",
		});
	const read = pendingSchema.safeParse(parseJson(text));
	if (!read.success) throw refuse("It is not a tree that needs cosignatures.");
	const { v: _, leaves, lists, cosignatures, ...facts } = read.data;
	try {
		return {
			...facts,
			leaves: leaves.map((leaf) => parseLeaf(new TextEncoder().encode(leaf))),
			lists: lists.map((list) => ({ path: list.path, data: new TextEncoder().encode(list.text) })),
			cosignatures: cosignatures.flatMap((line) => parseNote(`x\n\n${line}\n`).signatures),
		};
	} catch (error) {
		throw isFailure(error) ? refuse(error.message) : error;
	}
}

export async function writePendingTree(directory: string, tree: PendingTree, disk: Disk): Promise<void> {
	const { leaves, lists, cosignatures, ...facts } = tree;
	const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
	const text = canonicalJson({
		v: 1,
		...facts,
		leaves: leaves.map((leaf) => decode(formatLeaf(leaf))),
		lists: lists.map(({ path, data }) => ({ path, text: decode(data) })),
		cosignatures: cosignatures.map((each) => formatNote({ text: "", signatures: [each] }).trim()),
	});
	if ((await readIfThere(pendingPath(directory))) !== text) await replaceFile(pendingPath(directory), text, disk);
}

/** A pending tree must be signed with the same keys until it is published. */
export function keysOf({
	keys,
	retired,
}: {
	readonly keys: readonly VerifierKey[];
	readonly retired: readonly VerifierKey[];
}) {
	return { keys: keys.map(formatVerifierKey), retired: retired.map(formatVerifierKey) };
}

export function isTreeOf(
	{ size, root }: PendingTree,
	other: { readonly size: number; readonly root: Uint8Array },
): boolean {
	return size === other.size && root === toHex(other.root);
}

/** Tells the operator about a dropped tree that does not extend the published log. */
export function abandonedTreeNote({ size, cosignatures }: PendingTree): string {
	const names = cosignatures.map(({ name }) => name).join(", ");
	const lost = `${names} had cosigned it and will not cosign this log any more: ask its operator to take the published one.`;
	return `The tree of ${size} leaves that needed cosignatures was abandoned: the published log continued without it. Its receipts are sealed again.${names === "" ? "" : ` ${lost}`}`;
}
