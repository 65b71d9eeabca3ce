import { Failure } from "#core/failure.ts";
import { spokenTime } from "#core/wording.ts";

export interface ChosenProof {
	readonly kind: "proof";
	readonly name: string;
	readonly text: string;
}

export interface ChosenReceipt {
	readonly kind: "receipt";
	readonly name: string;
	readonly bytes: Uint8Array;
}

/** Receipts have about 100 KB, proofs about 2 KB. Keeps a wrong file from blocking the page. */
const MOST_BYTES = 5 * 1024 * 1024;
const PROOF_START = "c2sp.org/tlog-proof@";

/** Recognizes receipts by extension only, so that damaged ones are verified too. @throws Failure `input-invalid` */
export async function readChosenFile(
	file: Pick<File, "name" | "size" | "arrayBuffer">,
): Promise<ChosenProof | ChosenReceipt> {
	const { name, size } = file;
	if (size > MOST_BYTES)
		throw wrongFile(name, `It has ${Math.round(size / 1024 / 1024)} MiB; a receipt is about 0.1 MiB.`);
	const bytes = new Uint8Array(await file.arrayBuffer());
	const text = decodeText(bytes);
	if (name.endsWith(".tlog-proof") || text.startsWith(PROOF_START)) return { kind: "proof", name, text };
	if (name.endsWith(".json") || text.includes('"kind":"sightline-receipt"')) return { kind: "receipt", name, bytes };
	throw wrongFile(name, "It does not look like a proof or a receipt.");
}

/** Keeps a byte order mark, which is not in anything we sign. */
export function decodeText(bytes: Uint8Array): string {
	return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

function wrongFile(name: string, why: string): Failure {
	return new Failure("input-invalid", {
		what: `${name} is neither a proof nor a receipt.`,
		why,
		todo: "Choose a file that ends in .tlog-proof, and the .json of the same receipt.",
	});
}

/** Empty if the bytes are not our receipt. */
export function describeReceipt(bytes: Uint8Array): (readonly [string, string])[] {
	const receipt = parse(new TextDecoder().decode(bytes));
	if (typeof receipt !== "object" || receipt === null || !("kind" in receipt)) return [];
	if (receipt.kind !== "sightline-receipt") return [];
	const { domain, auditedAt, methodology, scores, failure } = receipt as Record<string, unknown>;
	const overall = memberOf(scores, "overall");
	const says = memberOf(failure, "says");
	const isTime = !Number.isNaN(Date.parse(String(auditedAt)));
	const facts: [string, unknown][] = [
		["Domain", domain],
		["Score", typeof overall === "number" ? `${overall} of 100` : says],
		["Audited", typeof auditedAt === "string" && isTime ? spokenTime(auditedAt) : undefined],
		["Methodology", methodology],
	];
	return facts.flatMap(([term, value]) => (typeof value === "string" ? [[term, value] as const] : []));
}

function memberOf(value: unknown, name: string): unknown {
	return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
