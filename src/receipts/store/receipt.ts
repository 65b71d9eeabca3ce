import { hash } from "node:crypto";
import * as z from "zod";
import { Failure } from "#core/failure.ts";
import type { PillarKey } from "#core/pillar.ts";
import type { Receipt, StoredReceipt } from "#core/receipt.ts";
import type { Gate, Report, Scores } from "#core/report.ts";
import { byCodeUnits } from "#core/wording.ts";
import { canonicalJson } from "#log/canonical-json.ts";
import { fitReceipt, readForm, receiptText } from "./receipt-text.ts";

/** The receipt of a report: the report, what it rests on, and what it found, in one canonical document. */
export async function createReceipt(report: Report, evidenceDigest: string): Promise<StoredReceipt> {
	const resultDigest = hash("sha256", canonicalJson(resultOf(report)), "hex");
	const whole: Receipt = { ...report, v: 2, kind: "sightline-receipt", evidenceDigest, resultDigest };
	const receipt = await fitReceipt(whole);
	return { id: hash("sha256", await receiptText(receipt), "hex"), receipt };
}

/**
 * Reads a receipt's text. Strict: bytes that we would not have written are refused, so that a text has one id.
 * @param todo how a reader gets the right text back
 * @throws Failure `receipt-invalid`
 */
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
		const is = whatItIs(text, undefined);
		throw invalid(is === undefined ? `It is not JSON: ${(error as Error).message}.` : `It is ${is}.`);
	}
	const { receipt, fault } = await readForm(value);
	if (!receipt) {
		const is = whatItIs(text, value);
		throw invalid(is === undefined ? fault : `It is ${is}.`);
	}
	if ((await receiptText(receipt)) !== text) throw invalid("Its bytes are not in canonical form (RFC 8785).");
	const result = hash("sha256", canonicalJson(resultOf(receipt)), "hex");
	if (result !== receipt.resultDigest) throw invalid("Its result digest is not that of its findings.");
	// Its text is the canonical one, so its digest is the id.
	return { id: hash("sha256", text, "hex"), receipt };
}

/** What files of JSON have that people take for a receipt, the first that fits. */
const OBJECTS: readonly (readonly [z.ZodType, string])[] = [
	[z.object({ ok: z.boolean(), domain: z.string() }), "the output of sightline audit --json"],
	[z.object({ version: z.string(), runs: z.array(z.unknown()) }), "a SARIF log"],
	[z.object({ openapi: z.string() }), "a description of an API (OpenAPI)"],
	[z.object({ checks: z.array(z.unknown()), gates: z.unknown() }), "the rubric of a methodology"],
	[z.object({ entries: z.array(z.unknown()) }), "a watchlist"],
	[z.object({ notices: z.array(z.unknown()) }), "a list of notices"],
	[z.object({ schemaVersion: z.number(), label: z.string() }), "a badge as JSON"],
	[z.object({ name: z.string(), version: z.string() }), "the description of a package (package.json)"],
	[z.object({ $schema: z.string() }), "a JSON Schema or a file made for one"],
];

const BEGINNINGS: readonly (readonly [RegExp, string])[] = [
	[/^c2sp\.org\/tlog-proof@/, "the proof of a receipt; the receipt is the file of the same name that ends in .json"],
	[/^\s*<svg\b/i, "a picture (SVG)"],
	[/^\s*(?:<!doctype html|<html)\b/i, "a web page"],
	[/^\s*<\?xml\b|^\s*<(?:urlset|rss|feed)\b/i, "an XML file"],
	[/^\S+\n\d+\n[A-Za-z\d+/]{43}=\n/, "a checkpoint of a log"],
	[/^#{1,6} |^- \[/, "Markdown"],
];

/** What a file is that is no receipt, as far as its text shows it; undefined where it does not. @param value its JSON, if it is some */
function whatItIs(text: string, value: unknown): string | undefined {
	if (value === undefined) return BEGINNINGS.find(([begins]) => begins.test(text))?.[1];
	if (Array.isArray(value)) return "a list";
	if (typeof value !== "object" || value === null) return "a single value";
	// A receipt says so of itself, also a broken one.
	if ("resultDigest" in value) return undefined;
	return OBJECTS.find(([shape]) => shape.safeParse(value).success)?.[1];
}

/**
 * What two audits must share to have found the same: everything but times, digests, words and program version. Part of
 * receipt versions 1 and 2: another choice of members is another version.
 */
function resultOf(report: Report): unknown {
	const { domain, source, mode, methodology, preset, ok, failure, scores, coverage, gates, findings } = report;
	const found = findings.map(({ id, outcome, ratio, scored, weight, chargedTo }) => {
		return { id, outcome, ratio, scored, weight, chargedTo };
	});
	const base = { domain, source, mode, methodology, preset: preset.key, ok, failure: failure?.code, scores, coverage };
	return { ...base, gates: gates.map(({ id }) => id), findings: found };
}

/**
 * Whether a later audit says what a receipt says, so that it confirms that one: the same result, and the same engines let
 * in. A receipt that does not tell of engines is not confirmed by an audit that does, so that each site gets one that does.
 */
export function isConfirmedBy(earlier: Receipt, later: Receipt): boolean {
	return earlier.resultDigest === later.resultDigest && reachStates(earlier) === reachStates(later);
}

function reachStates({ reach }: Receipt): string | undefined {
	return reach?.map(({ name, state }) => `${name} ${state}`).join();
}

/** What lists and charts need of a receipt; a hundredth of its size, so that all of them fit into memory. */
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

/** Of a receipt in either form. */
export function summariseReceipt({ id, receipt }: { id: string; receipt: Omit<Receipt, "findings"> }): ReceiptSummary {
	const { domain, source, mode, auditedAt, methodology, preset, gates, scores } = receipt;
	const summary = { id, domain, source, mode, auditedAt, methodology, preset: preset.key, gates };
	if (!scores) return summary;
	const pillars = Object.fromEntries(scores.pillars.map(({ key, score }) => [key, score]));
	return { ...summary, scores: { overall: scores.overall, axes: scores.axes, pillars } };
}

/** By time, then by id, so that two audits of one moment always have the same order. */
export function newestFirst(a: ReceiptSummary, b: ReceiptSummary): number {
	return byCodeUnits(b.auditedAt, a.auditedAt) || byCodeUnits(a.id, b.id);
}
