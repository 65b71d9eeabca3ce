import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Settings } from "#config/environment.ts";
import { readNamedFile, readNamedText } from "#config/named-file.ts";
import { Failure } from "#core/failure.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import { ifThere } from "#receipts/store/if-there.ts";
import { readNotices } from "#receipts/store/notices-file.ts";
import { readPublishedReceipts } from "#receipts/store/published-receipts.ts";
import { readReceipt } from "#receipts/store/receipt.ts";
import { fileName } from "#receipts/store/receipt-store.ts";
import { type PublishedLog, readPublishedLog } from "../published-log.ts";
import {
	beginsWith,
	idOf,
	type Material,
	type NamedBytes,
	PROOF_BEGINS,
	readHere,
	type VerifyReceiptOptions,
} from "./material.ts";

/** No receipt and no proof is larger; a file that was named by mistake may be. */
const RECEIPT_MAX_BYTES = 32 * 1024 * 1024;

/** The receipt of a file that was named. @throws Failure `input-invalid`, `receipt-invalid` */
export async function readReceiptFile(path: string): Promise<StoredReceipt> {
	const todo = "Give the path of a receipt, such as reports/receipts/example.com/2026-11-21T02-00-00.000Z.json.";
	return readReceipt(await readNamedText(path, { most: RECEIPT_MAX_BYTES, todo }), path, todo);
}

/**
 * A receipt or a proof from a file, and what goes with it.
 * @throws Failure `input-invalid` when there is no such file, it is neither, or no proof is found
 */
export async function fromFile(options: VerifyReceiptOptions, settings: Settings): Promise<Material> {
	const subject = await readNamed(options.subject);
	if (beginsWith(subject.bytes, PROOF_BEGINS)) {
		if (options.proof !== undefined) throw twice("--proof", `${subject.name} is the proof itself.`);
		return fromProof(subject, options.receipt);
	}
	if (options.proof === undefined && !beginsWith(subject.bytes, "{")) throw noReceipt(subject.name);
	if (options.receipt !== undefined) throw twice("--receipt", `${subject.name} is the receipt itself.`);
	const proof = options.proof === undefined ? await proofBeside(subject) : await readNamed(options.proof);
	if (!proof) return fromLog(subject, settings);
	const sources = [readHere("receipt", subject.name), readHere("proof", proof.name)];
	return { receipt: subject, proof, claim: {}, sources, notices: [] };
}

/** The receipt of a proof, where none is named, lies beside it under the same name; without it the log's entry is all. */
async function fromProof(proof: NamedBytes, named: string | undefined): Promise<Material> {
	const sources = [readHere("proof", proof.name)];
	const receipt = named === undefined ? await readBeside(proof.name, ".json") : await readNamed(named);
	if (!receipt) return { proof, claim: {}, sources, notices: [] };
	return { receipt, proof, claim: {}, sources: [readHere("receipt", receipt.name), ...sources], notices: [] };
}

/** `<id>.tlog-proof` as the site names it, or the receipt's own name with the other ending. */
async function proofBeside(receipt: NamedBytes): Promise<NamedBytes | undefined> {
	const byId = join(dirname(receipt.name), `${idOf(receipt)}.json`);
	return (await readBeside(byId, ".tlog-proof")) ?? readBeside(receipt.name, ".tlog-proof");
}

/** The file of the same name with another ending; undefined where there is none. */
async function readBeside(path: string, ending: ".json" | ".tlog-proof"): Promise<NamedBytes | undefined> {
	const beside = path.replace(/\.(?:json|tlog-proof)$/, "") + ending;
	if (beside === path) return undefined;
	const found = await ifThere(stat(beside), ["ENOENT", "ENOTDIR"]);
	return found?.isFile() ? readNamed(beside) : undefined;
}

async function readNamed(path: string): Promise<NamedBytes> {
	const todo = "Give the path of a receipt (.json) or of its proof (.tlog-proof).";
	return { bytes: await readNamedFile(path, { most: RECEIPT_MAX_BYTES, todo }), name: path };
}

function noReceipt(name: string): Failure {
	return new Failure("input-invalid", {
		what: `${name} is neither a receipt nor a proof.`,
		why: "A receipt is JSON, and a proof begins with c2sp.org/tlog-proof@v1.",
	});
}

function twice(option: string, why: string): Failure {
	return new Failure("input-invalid", { what: `${option} names a second one.`, why, todo: "Give it once." });
}

/** A receipt with its proof from our own log. @throws Failure `input-invalid` when that has none */
async function fromLog(receipt: NamedBytes, settings: Settings): Promise<Material> {
	const log = await readPublishedLog(join(settings.reports, "log"));
	const id = idOf(receipt);
	const index = log?.position(id);
	if (log && index !== undefined) return proveFromLog(receipt, log, index, settings);
	throw new Failure("input-invalid", {
		what: `There is no proof for ${receipt.name}.`,
		why: log
			? `Its SHA-256 ${id} is not among the ${log.size} leaves of the log here: it waits for the next seal, is of another log, or was changed.`
			: `No ${id}.tlog-proof lies beside it, and there is no log in ${settings.reports}.`,
		todo: "Give its proof with --proof <file>; a site has it at /receipts/<id>.tlog-proof.",
	});
}

/** Proof and notices of a receipt, from our own reports directory. */
async function proveFromLog(
	receipt: NamedBytes,
	log: PublishedLog,
	index: number,
	{ reports }: Settings,
): Promise<Material> {
	const directory = join(reports, "log");
	const id = idOf(receipt);
	const { notices } = await readNotices(join(reports, "notices.json"));
	return {
		receipt,
		proof: { bytes: new TextEncoder().encode(await log.inclusionFile(index)), name: directory },
		claim: {},
		log: directory,
		sources: [readHere("receipt", receipt.name), readHere("log", directory)],
		notices: notices.flatMap((notice) =>
			notice.kind === "correction" && notice.receipt === id
				? [`A correction of ${notice.at.slice(0, 10)} stands beside it: ${notice.says}`]
				: [],
		),
	};
}

/**
 * The newest sealed receipt of a domain in our own reports directory; undefined where that has none of it.
 * @throws Failure `input-invalid` when none of them is in the log yet
 */
export async function fromReports(domain: string, settings: Settings): Promise<Material | undefined> {
	const log = await readPublishedLog(join(settings.reports, "log"));
	const directory = join(settings.reports, "receipts");
	const receipts = await readPublishedReceipts(directory, [domain], (id) => log?.position(id));
	const [newest] = receipts.summaries;
	if (!newest) return undefined;
	const sealed = receipts.summaries.find(({ logIndex }) => logIndex !== undefined);
	if (!log || sealed?.logIndex === undefined)
		throw new Failure("input-invalid", {
			what: `There is no proof for a receipt of ${domain} yet.`,
			why: `Those in ${directory} wait for the next seal.`,
			todo: "Run npm run seal first.",
		});
	const bytes = new TextEncoder().encode(await receipts.text(sealed.id));
	const name = join(directory, domain, fileName(sealed));
	const material = await proveFromLog({ bytes, name }, log, sealed.logIndex, settings);
	const waits =
		newest.id === sealed.id ? [] : [`A newer receipt, of ${newest.auditedAt.slice(0, 10)}, waits for the next seal.`];
	return { ...material, claim: { domain }, notices: [...waits, ...material.notices] };
}
