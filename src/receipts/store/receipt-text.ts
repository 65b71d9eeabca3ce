import * as z from "zod";
import { canonicalJson } from "#core/canonical-json.ts";
import { AUDIT_MODES, PRESETS } from "#core/preset.ts";
import { type Receipt, receiptSchema } from "#core/receipt.ts";
import { lengthen, type ShortReceipt, shorten } from "#core/receipt-form.ts";
import type { Finding } from "#core/report.ts";
import { rubricOf } from "#core/rubrics.ts";
import { rubricText } from "./rubric-text.ts";

/** The most that a light audit's receipt is meant to take, in bytes. */
export const LIGHT_RECEIPT_BYTES = 25_000;

/** The SHA-256 of these bytes is the id. */
export async function receiptText(receipt: Receipt): Promise<string> {
	const digest = (await rubricText(receipt.methodology))?.digest;
	const short = shorten(receipt, await rubricOf(receipt.methodology));
	return canonicalJson(digest === undefined ? short : { ...short, rubric: digest });
}

export async function parseReceipt(text: string): Promise<Receipt> {
	const short: ShortReceipt = JSON.parse(text);
	// The text was checked when it was sealed or published.
	return lengthen(short, await rubricOf(short.methodology)) as unknown as Receipt;
}

/** Enough to give the long form, which the schema then checks. */
const shortSchema = z.looseObject({
	v: z.literal(2),
	methodology: z.string(),
	mode: z.enum(AUDIT_MODES),
	preset: z.looseObject({ key: z.enum(PRESETS) }),
	page: z.string().optional(),
	rubric: z.string().optional(),
	findings: z.array(z.looseObject({ id: z.string() })),
});

export async function readForm(
	value: unknown,
): Promise<{ receipt: Receipt; fault?: undefined } | { receipt?: undefined; fault: string }> {
	const short = shortSchema.safeParse(value);
	if (!short.success) return { fault: faultIn(short.error) };
	const strange = await strangeRubric(short.data);
	if (strange !== undefined) return { fault: strange };
	const long = receiptSchema.safeParse(lengthen(short.data, await rubricOf(short.data.methodology)));
	return long.success ? { receipt: long.data } : { fault: faultIn(long.error) };
}

function faultIn({ issues: [issue] }: z.ZodError): string {
	return `At /${issue?.path.join("/") ?? ""}: ${issue?.message ?? "unreadable"}.`;
}

/** Undefined where this program can read it. */
async function strangeRubric({ methodology, rubric }: ShortReceipt): Promise<string | undefined> {
	const own = (await rubricText(methodology))?.digest;
	if (own === rubric) return undefined;
	return own === undefined
		? `It leans on the rubric of methodology ${methodology}, which this program does not have.`
		: `It leans on another rubric of methodology ${methodology} than this program has.`;
}

/** Drops exhibits of passing checks where too long: first all but one of each, then all. Faults keep theirs. */
export async function fitReceipt(receipt: Receipt): Promise<Receipt> {
	let fitting = receipt;
	for (const most of [1, 0]) {
		if (receipt.mode !== "light" || Buffer.byteLength(await receiptText(fitting)) <= LIGHT_RECEIPT_BYTES) break;
		fitting = { ...receipt, findings: receipt.findings.map((finding) => withExhibits(finding, most)) };
	}
	return fitting;
}

function withExhibits(finding: Finding, most: number): Finding {
	const isFine = finding.outcome === "pass" || (finding.outcome === "not-applicable" && !finding.own);
	return isFine ? { ...finding, evidence: finding.evidence.slice(0, most) } : finding;
}
