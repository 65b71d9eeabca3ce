import { readFile } from "node:fs/promises";
import { assess, type EvidenceRecord } from "#audit/assess.ts";
import { CHECKS } from "#checks/registry.ts";
import { readEnvironment, type Settings } from "#config/environment.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { PACKAGE, VERSION } from "#core/brand.ts";
import { Failure } from "#core/failure.ts";
import { METHODOLOGY } from "#core/methodology.ts";
import { canonicalJson } from "#log/canonical-json.ts";
import { createReceipt, readReceipt } from "#receipts/store/receipt.ts";
import { receiptText } from "#receipts/store/receipt-text.ts";
import { openRecords } from "#receipts/store/record-audit.ts";
import type { Given, Io } from "./commands.ts";

/** `sightline replay`: the same evidence must give the same receipt, to the byte. */
export async function run({ options, argument }: Given<"replay">, { stdout, env }: Io): Promise<ExitCode> {
	const { original, again, differences } = await replay(argument, readEnvironment(env));
	const same = again.id === original.id;
	if (options.print) stdout.write(await receiptText(again.receipt));
	else if (same) stdout.write(`Same bytes: the evidence gives receipt ${original.id} again.\n`);
	else stdout.write(`Other bytes: ${differences.join(", ")} differ from receipt ${original.id}.\n`);
	return same ? EXIT.fine : EXIT.under;
}

/**
 * Repeats the judgement of a receipt from its stored evidence.
 * @throws Failure `receipt-invalid`, `evidence-missing`, or `input-invalid` when another version judged it
 */
async function replay(path: string, settings: Settings) {
	const original = await readReceipt(await readText(path), path);
	const { methodology, engine, evidenceDigest } = original.receipt;
	if (methodology !== METHODOLOGY || engine !== VERSION)
		throw new Failure("input-invalid", {
			what: `This receipt was judged by methodology ${methodology} in ${PACKAGE} ${engine}.`,
			why: `This is methodology ${METHODOLOGY} in ${PACKAGE} ${VERSION}, and old receipts are never re-graded.`,
			todo: `Replay it with npx ${PACKAGE}@${engine} replay.`,
		});
	// The archive checks the digest, so this is what was written when the audit ran.
	const record = (await openRecords(settings).archive.get(evidenceDigest)) as EvidenceRecord;
	const again = await createReceipt(assess(record, CHECKS), evidenceDigest);
	const differences = differing(original.receipt, again.receipt);
	return { original, again, differences };
}

async function readText(path: string): Promise<string> {
	try {
		return await readFile(path, "utf8");
	} catch (error) {
		throw new Failure("input-invalid", {
			what: `${path} cannot be read.`,
			why: (error as Error).message,
			todo: "Give the path of a receipt, such as reports/receipts/example.com/2026-11-21T02-00-00.000Z.json.",
		});
	}
}

function differing(a: object, b: object): string[] {
	const left = new Map(Object.entries(a));
	const right = new Map(Object.entries(b));
	const keys = new Set([...left.keys(), ...right.keys()]);
	const text = (value: unknown) => (value === undefined ? "" : canonicalJson(value));
	return [...keys].filter((key) => text(left.get(key)) !== text(right.get(key))).map((key) => `/${key}`);
}
