import { hash } from "node:crypto";
import * as z from "zod";
import { sha256Hex } from "#core/bytes.ts";
import { Failure } from "#core/failure.ts";
import { canonicalJson } from "#core/json-object.ts";
import type { PillarKey } from "#core/pillar.ts";
import { AUDIT_MODES, PRESETS } from "#core/preset.ts";
import { type Receipt, receiptSchema, type StoredReceipt } from "#core/receipt.ts";
import { lengthen, type ShortReceipt, shorten } from "#core/receipt-form.ts";
import type { Finding, Gate, Report, Scores } from "#core/report.ts";
import { rubricOf } from "#core/rubrics.ts";
import { byCodeUnits } from "#core/wording.ts";

/** In bytes. A longer receipt of a light audit drops exhibits of passing checks, and nothing else. */
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

async function readForm(
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
async function fitReceipt(receipt: Receipt): Promise<Receipt> {
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

interface RubricText {
	/** Canonical JSON (RFC 8785). */
	readonly text: string;
	/** Its SHA-256, by which receipts name it. */
	readonly digest: string;
}

const texts = new Map<string, Promise<RubricText | undefined>>();

/** As the site serves them and receipts commit to them; undefined where there is none. */
export function rubricText(version: string): Promise<RubricText | undefined> {
	const known = texts.get(version) ?? read(version);
	texts.set(version, known);
	return known;
}

async function read(version: string): Promise<RubricText | undefined> {
	const rubric = await rubricOf(version);
	if (!rubric) return undefined;
	const text = canonicalJson(rubric);
	return { text, digest: await sha256Hex(text) };
}

export async function createReceipt(report: Report, evidenceDigest: string): Promise<StoredReceipt> {
	const resultDigest = hash("sha256", canonicalJson(resultOf(report)), "hex");
	const whole: Receipt = { ...report, v: 2, kind: "sightline-receipt", evidenceDigest, resultDigest };
	const receipt = await fitReceipt(whole);
	return { id: hash("sha256", await receiptText(receipt), "hex"), receipt };
}

/** Strict, so that a text has one id. @param todo how a reader gets the right text @throws Failure `receipt-invalid` */
export async function readReceipt(
	text: string,
	name: string,
	todo = "Restore the file from git.",
): Promise<StoredReceipt> {
	const invalid = (why: string) => new Failure("receipt-invalid", { what: `${name} is not a receipt.`, why, todo });
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (error) {
		throw invalid(`It is not JSON: ${(error as Error).message}.`);
	}
	const { receipt, fault } = await readForm(value);
	if (!receipt) throw invalid(fault);
	if ((await receiptText(receipt)) !== text) throw invalid("Its bytes are not in canonical form (RFC 8785).");
	const result = hash("sha256", canonicalJson(resultOf(receipt)), "hex");
	if (result !== receipt.resultDigest) throw invalid("Its result digest is not that of its findings.");
	// The text is canonical, so its digest is the id.
	return { id: hash("sha256", text, "hex"), receipt };
}

/** All but times, digests, words and program version. Other members would make another version of receipts. */
function resultOf(report: Report): unknown {
	const { domain, source, mode, methodology, preset, ok, failure, scores, coverage, gates, findings } = report;
	const found = findings.map(({ id, outcome, ratio, scored, weight, chargedTo }) => {
		return { id, outcome, ratio, scored, weight, chargedTo };
	});
	const base = { domain, source, mode, methodology, preset: preset.key, ok, failure: failure?.code, scores, coverage };
	return { ...base, gates: gates.map(({ id }) => id), findings: found };
}

/** The same result and engines. A receipt without engines yields to an audit with them: each site gets one. */
export function isConfirmedBy(earlier: Receipt, later: Receipt): boolean {
	return earlier.resultDigest === later.resultDigest && reachStates(earlier) === reachStates(later);
}

function reachStates({ reach }: Receipt): string | undefined {
	return reach?.map(({ name, state }) => `${name} ${state}`).join();
}

/** For lists and charts; a hundredth of a receipt's size, so that all fit into memory. */
export interface ReceiptSummary {
	readonly id: string;
	readonly domain: string;
	readonly source: Receipt["source"];
	readonly mode: Receipt["mode"];
	/** ISO 8601, UTC, milliseconds. */
	readonly auditedAt: string;
	readonly methodology: string;
	readonly preset: Receipt["preset"]["key"];
	readonly gates: readonly Gate[];
	/** Index of its leaf; absent while it waits for the next seal. */
	readonly logIndex?: number;
	/** Absent where the site could not be audited. */
	readonly scores?: {
		readonly overall: number;
		readonly axes: Scores["axes"];
		readonly pillars: Readonly<Partial<Record<PillarKey, number>>>;
	};
}

/** Also of a receipt in the short form. */
export function summariseReceipt({ id, receipt }: { id: string; receipt: Omit<Receipt, "findings"> }): ReceiptSummary {
	const { domain, source, mode, auditedAt, methodology, preset, gates, scores } = receipt;
	const summary = { id, domain, source, mode, auditedAt, methodology, preset: preset.key, gates };
	if (!scores) return summary;
	const pillars = Object.fromEntries(scores.pillars.map(({ key, score }) => [key, score]));
	return { ...summary, scores: { overall: scores.overall, axes: scores.axes, pillars } };
}

/** Ids break ties, so that two audits of one moment keep their order. */
export function newestFirst(a: ReceiptSummary, b: ReceiptSummary): number {
	return byCodeUnits(b.auditedAt, a.auditedAt) || byCodeUnits(a.id, b.id);
}
