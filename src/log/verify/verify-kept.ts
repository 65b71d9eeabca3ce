import { stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Settings } from "#config/environment.ts";
import { readNamedFile } from "#config/named-file.ts";
import type { VerificationStep } from "#core/verification.ts";
import { shortDigest } from "#core/wording.ts";
import { type ListLeaf, parseListLeaf } from "#log/tlog/leaf.ts";
import { ifThere } from "#receipts/store/if-there.ts";
import { KEPT, type Kept, keptName, readKeptFiles } from "../lists.ts";
import { type PublishedLog, readPublishedLog } from "../published-log.ts";
import { chooseTrust, readOwnKeys } from "./trusted-keys.ts";
import { checkProof, type ReadProof, readProof } from "./verify-receipt.ts";

export interface VerifiedKept {
	readonly id: string;
	readonly isDisproved: boolean;
	readonly steps: readonly VerificationStep[];
}

/**
 * Verifies a private receipt, and that it is in a log if a proof is given, is beside it (`<id>.tlog-proof`, or
 * the receipt's name with that extension), or is in the log in SIGHTLINE_REPORTS.
 * @throws Failure `receipt-invalid`, `input-invalid`, `log-malformed`, `log-inconsistent`
 */
export async function verifyKept(
	kind: Kept,
	file: { readonly name: string; readonly text: string },
	options: { readonly proof?: string | undefined; readonly keys: readonly string[] },
	{ reports }: Pick<Settings, "reports">,
): Promise<VerifiedKept> {
	const { id, faults } = await KEPT[kind].read(file.text, file.name);
	const form: VerificationStep =
		faults.length > 0
			? { id: "form", state: "disproved", says: faults.join(" ") }
			: { id: "form", state: "proved", says: KEPT[kind].holds };
	const name = keptName(kind, id);
	const proof = await proofOf(name, file.name, options.proof, reports);
	const steps = [form, ...(proof ? await sealSteps(name, id, proof, options.keys, reports) : [NOT_SEALED])];
	return { id, steps, isDisproved: steps.some(({ state }) => state === "disproved") };
}

const NOT_SEALED: VerificationStep = {
	id: "inclusion",
	state: "open",
	says: "It is not sealed: there is no proof beside it, and the log here has no entry for it.",
};

type Proof = ReadProof<ListLeaf>;

/** @param name name of the leaf */
async function proofOf(
	name: string,
	path: string,
	given: string | undefined,
	reports: string,
): Promise<Proof | undefined> {
	const beside = [join(dirname(path), `${basename(name)}.tlog-proof`), proofPath(path)];
	for (const each of given === undefined ? beside : [given]) {
		if (given === undefined && !(await ifThere(stat(each)))?.isFile()) continue;
		const bytes = await readNamedFile(each, { most: MOST_PROOF, todo: "Give the proof of the receipt (.tlog-proof)." });
		return readProof({ bytes }, parseListLeaf);
	}
	const log = await readPublishedLog(join(reports, "log"));
	const text = log && (await proofIn(log, name));
	return text === undefined ? undefined : readProof({ bytes: Buffer.from(text) }, parseListLeaf);
}

const MOST_PROOF = 64 * 1024;

function proofPath(receipt: string): string {
	return `${receipt.replace(/\.json$/, "")}.tlog-proof`;
}

async function proofIn(log: PublishedLog, name: string): Promise<string | undefined> {
	const index = log.leaves.findIndex((leaf) => leaf.kind === "list" && leaf.name === name);
	return index < 0 ? undefined : log.inclusionFile(index);
}

async function sealSteps(
	name: string,
	id: string,
	proof: Proof,
	keys: readonly string[],
	reports: string,
): Promise<VerificationStep[]> {
	const { name: sealed, digest, at } = proof.leaf;
	const trust = await chooseTrust(proof, { keys, trustSiteKey: false }, await readOwnKeys(reports), undefined);
	const { steps, log } = await checkProof(proof, trust, parseListLeaf);
	if (sealed !== name || digest !== id) {
		const says = `The proof is of ${sealed.slice(0, 40)}: the receipt was changed, or this is the proof of another.`;
		return [{ id: "bytes", state: "disproved", says }, ...steps];
	}
	const says = `Its bytes are the ones that were sealed on ${at.slice(0, 10)} (SHA-256 ${shortDigest(id)}).`;
	return [{ id: "bytes", state: log ? "proved" : "open", says }, ...steps];
}

/** Writes a proof beside each sealed private receipt, so that its owner can share both. */
export async function writeKeptProofs(reports: string): Promise<void> {
	const lacking = [];
	for (const { kind, file, sealed } of await readKeptFiles(reports)) {
		const path = proofPath(join(reports, file));
		if (sealed && !(await ifThere(stat(path)))) lacking.push({ name: keptName(kind, sealed.id), path });
	}
	const log = lacking.length > 0 ? await readPublishedLog(join(reports, "log")) : undefined;
	for (const { name, path } of lacking) {
		const text = log && (await proofIn(log, name));
		if (text !== undefined) await writeFile(path, text);
	}
}
