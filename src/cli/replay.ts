import { assess, type EvidenceRecord } from "#audit/assess.ts";
import { CHECKS } from "#checks/registry.ts";
import { readEnvironment, type Settings } from "#config/environment.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { PACKAGE, VERSION } from "#core/brand.ts";
import { isFailure } from "#core/failure.ts";
import { canonicalJson } from "#core/json-object.ts";
import { METHODOLOGY } from "#core/methodology.ts";
import type { Receipt, StoredReceipt } from "#core/receipt.ts";
import type { Report } from "#core/report.ts";
import { plainCount } from "#core/wording.ts";
import { readReceiptFile } from "#log/verify/material.ts";
import { type EvidenceReader, missingEvidence } from "#receipts/store/evidence-archive.ts";
import { createReceipt, receiptText } from "#receipts/store/receipt.ts";
import { openKeptEvidence } from "#receipts/watched/watched-receipts.ts";
import type { Io } from "./arguments.ts";
import type { Given } from "./commands.ts";
import { createInk, fold } from "./terminal.ts";

/** The version that wrote a receipt must reproduce it byte for byte. */
export async function run({ options, argument }: Given<"replay">, { stdout, env }: Io): Promise<ExitCode> {
	const { original, again, list } = await replay(argument, readEnvironment(env));
	const same = again.id === original.id;
	if (options.print) stdout.write(await receiptText(again.receipt));
	else if (same) stdout.write(`Same bytes: the evidence gives receipt ${original.id} again.\n`);
	else if (isOwn(original.receipt)) {
		const differences = differing(original.receipt, again.receipt).join(", ");
		stdout.write(`Different bytes: ${differences} differ from receipt ${original.id}.\n`);
	} else {
		const { width } = createInk(stdout);
		const lines = comparison(original, again.receipt).flatMap((line) => fold(line, width, 0));
		stdout.write(`${lines.join("\n")}\n`);
	}
	if (list !== undefined && !options.print) stdout.write(`${list.says}\n`);
	return same && !list?.isChanged ? EXIT.fine : EXIT.under;
}

/** @throws Failure `input-invalid`, `receipt-invalid`, `evidence-missing` */
async function replay(path: string, settings: Settings) {
	const original = await readReceiptFile(path);
	const { evidenceDigest } = original.receipt;
	// The archive verifies the digest, so this is the evidence of the audit.
	const kept = await openKeptEvidence(settings);
	const record = (await kept.get(evidenceDigest)) as EvidenceRecord;
	const again = await createReceipt(judge(original.receipt, record), evidenceDigest);
	return { original, again, list: await checkList(original.receipt, kept) };
}

/** Undefined if the receipt refers to no list of occurrences. */
async function checkList({ evidenceDigest, site }: Receipt, kept: EvidenceReader) {
	if (!site?.list) return undefined;
	const named = plainCount(site.list.count, "occurrence");
	try {
		for await (const _ of kept.occurrences(evidenceDigest, site.list));
		return { says: `The list of its ${named} is here, with the digest that the receipt names.`, isChanged: false };
	} catch (error) {
		if (!isFailure(error)) throw error;
		return { says: error.message, isChanged: error.code === "list-changed" };
	}
}

/** Foreign evidence matches its digest but may have any structure. @throws Failure `evidence-missing` */
function judge(receipt: Receipt, record: EvidenceRecord): Report {
	try {
		return assess(record, CHECKS);
	} catch (error) {
		if (isFailure(error)) throw error;
		throw missingEvidence(receipt.evidenceDigest, `This program cannot read its form (${error}).`);
	}
}

/** Whether this version wrote it, so that every byte must be reproduced. */
function isOwn({ methodology, engine }: Receipt): boolean {
	return methodology === METHODOLOGY && engine === VERSION;
}

function differing(a: object, b: object): string[] {
	const left = new Map(Object.entries(a));
	const right = new Map(Object.entries(b));
	const keys = new Set([...left.keys(), ...right.keys()]);
	const text = (value: unknown) => (value === undefined ? "" : canonicalJson(value));
	return [...keys].filter((key) => text(left.get(key)) !== text(right.get(key))).map((key) => `/${key}`);
}

function comparison({ id, receipt }: StoredReceipt, again: Receipt): string[] {
	const now = new Map(again.findings.map((finding) => [finding.id, finding]));
	const asked = receipt.findings.filter((finding) => now.has(finding.id));
	const other = asked.filter((finding) => now.get(finding.id)?.outcome !== finding.outcome).map((each) => each.id);
	const scoreOf = ({ scores }: Receipt) => (scores ? `${scores.overall} of 100` : "no score");
	return [
		`Receipt ${id} was graded by methodology ${receipt.methodology} in ${PACKAGE} ${receipt.engine}; this is ${METHODOLOGY} in ${PACKAGE} ${VERSION}.`,
		"Checks have changed since, so different bytes are not a fault of the receipt. Its grade does not change.",
		"The evidence is here and has the digest that the receipt names.",
		`The score was ${scoreOf(receipt)}; graded again, the same evidence gives ${scoreOf(again)}.`,
		`Of ${plainCount(asked.length, "check")} in both versions, ${asked.length - other.length} have the same result${other.length > 0 ? `. Otherwise: ${other.join(", ")}` : ""}.`,
		`Asked only then: ${receipt.findings.length - asked.length}; only now: ${again.findings.length - asked.length}.`,
		`The replay of ${PACKAGE} ${receipt.engine} repeats it byte for byte.`,
	];
}
