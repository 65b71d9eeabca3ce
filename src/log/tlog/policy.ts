import { toBase64 } from "#core/bytes.ts";
import { isFailure } from "#core/failure.ts";
import { malformed, parseDecimal } from "./canonical.ts";
import { hasControls, parseVerifierKey, SIGNATURE_TYPES, type VerifierKey } from "./note.ts";

/** Which logs a reader trusts to sign a checkpoint, and how many witnesses must cosign it. C2SP tlog-policy. */
export interface Policy {
	readonly logs: readonly Party[];
	/** In file order. */
	readonly witnesses: readonly PolicyWitness[];
	/** Name of a witness or group, or `none`. */
	readonly quorum: string;
	isReached(hasCosigned: (witness: PolicyWitness) => boolean): boolean;
}

interface Party {
	readonly key: VerifierKey;
	readonly address: string | undefined;
}

interface PolicyWitness extends Party {
	readonly name: string;
}

type Witnessed = (hasCosigned: (witness: PolicyWitness) => boolean) => boolean;

interface Draft {
	readonly logs: Party[];
	readonly witnesses: PolicyWitness[];
	readonly names: Map<string, Witnessed>;
	quorum: string | undefined;
}

/** Bounds the time that nested groups can cost. */
const MOST_LINES = 1000;
const NONE = "none";

/** C2SP tlog-policy, "Policy file syntax and structure". @throws Failure `log-malformed` that names the line */
export async function parsePolicy(text: string): Promise<Policy> {
	const draft: Draft = { logs: [], witnesses: [], names: new Map([[NONE, () => true]]), quorum: undefined };
	const lines = text.split("\n");
	if (lines.pop() !== "") throw malformed("policy", "It does not end in a newline.");
	if (lines.length > MOST_LINES) throw malformed("policy", `It has more than ${MOST_LINES} lines.`);
	for (const [at, line] of lines.entries()) {
		const words = line.split(/[ \t]+/).filter((word) => word !== "");
		const why = hasControls(line.replaceAll("\t", " ")) ? "It has control characters" : await readLine(words, draft);
		if (why !== undefined) throw malformed("policy", `Line ${at + 1}: ${why}.`);
	}
	const { logs, witnesses, names, quorum } = draft;
	const isReached = names.get(quorum ?? "");
	if (quorum === undefined || !isReached) throw malformed("policy", "It has no line that says the quorum.");
	return { logs, witnesses, quorum, isReached };
}

/** @returns why the line is wrong; undefined if it is right */
async function readLine([keyword = "#", ...words]: readonly string[], draft: Draft): Promise<string | undefined> {
	if (keyword.startsWith("#")) return undefined;
	if (keyword === "log") return readLog(words, draft);
	if (keyword === "witness") return readWitness(words, draft);
	if (keyword === "group") return readGroup(words, draft);
	if (keyword === "quorum") return readQuorum(words, draft);
	return `"${keyword}" is none of log, witness, group and quorum`;
}

async function readLog([vkey, address, ...more]: readonly string[], { logs }: Draft): Promise<string | undefined> {
	if (vkey === undefined || more.length > 0) return "It takes a key and, where there is one, an address";
	const key = await readKey(vkey, SIGNATURE_TYPES.ed25519, "a log's (type 1)", logs);
	if (typeof key === "string") return key;
	logs.push({ key, address });
	return undefined;
}

async function readWitness([name, vkey, address, ...more]: readonly string[], draft: Draft) {
	if (name === undefined || vkey === undefined || more.length > 0)
		return "It takes a name, a key and, where there is one, an address";
	if (draft.names.has(name)) return `"${name}" has been named before`;
	const key = await readKey(vkey, SIGNATURE_TYPES.cosignature, "one for cosignatures (type 4)", draft.witnesses);
	if (typeof key === "string") return key;
	const witness = { name, key, address };
	draft.witnesses.push(witness);
	draft.names.set(name, (hasCosigned) => hasCosigned(witness));
	return undefined;
}

function readGroup([name, threshold = "", ...members]: readonly string[], { names }: Draft): string | undefined {
	if (name === undefined || members.length === 0) return "It takes a name, a number and at least one member";
	if (names.has(name)) return `"${name}" has been named before`;
	const unknown = members.find((member) => member === NONE || !names.has(member));
	if (unknown !== undefined) return `"${unknown}" is not a witness or group of an earlier line`;
	if (new Set(members).size < members.length) return "A member is named twice";
	const count =
		new Map([
			["all", members.length],
			["any", 1],
		]).get(threshold) ?? parseDecimal(threshold);
	if (count === undefined || count < 1 || count > members.length)
		return `"${threshold}" is neither all, any nor a number from 1 to ${members.length}`;
	const parts = members.flatMap((member) => names.get(member) ?? []);
	names.set(name, (hasCosigned) => parts.filter((isWitnessed) => isWitnessed(hasCosigned)).length >= count);
	return undefined;
}

function readQuorum([name, ...more]: readonly string[], draft: Draft): string | undefined {
	if (name === undefined || more.length > 0) return "It takes one name";
	if (draft.quorum !== undefined) return "The quorum has been said before";
	if (!draft.names.has(name)) return `"${name}" is not a witness or group of an earlier line`;
	draft.quorum = name;
	return undefined;
}

async function readKey(vkey: string, type: VerifierKey["type"], kind: string, others: readonly Party[]) {
	try {
		const key = await parseVerifierKey(vkey);
		if (key.type !== type) return `The key is not ${kind}`;
		const bytes = toBase64(key.publicKey);
		return others.some((other) => toBase64(other.key.publicKey) === bytes) ? "Its key stands in a line before" : key;
	} catch (error) {
		if (!isFailure(error)) throw error;
		return error.message.replace(/\.$/, "");
	}
}
