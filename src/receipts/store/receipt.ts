import { hash } from "node:crypto";
import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { canonicalJson, isCanonicalText, isJsonObject, isSameJson } from "#core/json-object.ts";
import type { Rubric } from "#core/methodology.ts";
import { oncePer } from "#core/once-per.ts";
import type { PillarKey } from "#core/pillar.ts";
import { AUDIT_MODES, PRESETS } from "#core/preset.ts";
import { type Receipt, receiptSchema, type StoredReceipt } from "#core/receipt.ts";
import { lengthen, type ShortFinding, type ShortReceipt, shorten } from "#core/receipt-form.ts";
import type { Finding, Gate, Report, Scores, Site } from "#core/report.ts";
import { rubricOf } from "#core/rubrics.ts";
import { byLift } from "#core/verdict.ts";
import { byCodeUnits, clipped } from "#core/wording.ts";

/** In bytes. A longer receipt of a light audit drops exhibits of passing checks. */
export const LIGHT_RECEIPT_BYTES = 28_000;
/** In bytes, for any site. */
export const RECEIPT_BYTES = 40_000;

/** The SHA-256 of these bytes is the id. */
export async function receiptText(receipt: Receipt): Promise<string> {
	return canonicalJson(await shortForm(receipt));
}

async function shortForm(receipt: Receipt) {
	const rubric = await rubricOf(receipt.methodology);
	const short = shorten(receipt, rubric);
	return rubric ? { ...short, rubric: textOfRubric(rubric).digest } : short;
}

export async function parseReceipt(text: string): Promise<Receipt> {
	const short: ShortReceipt = JSON.parse(text);
	// The text was validated when it was sealed or published.
	return lengthen(short, await rubricOf(short.methodology)) as unknown as Receipt;
}

/** Enough to expand to the long form, which is then validated by its schema. */
const shortSchema = z.looseObject({
	v: z.literal(2),
	methodology: z.string(),
	mode: z.enum(AUDIT_MODES),
	preset: z.looseObject({ key: z.enum(PRESETS) }),
	page: z.string().optional(),
	rubric: z.string().optional(),
	findings: z.array(z.custom<ShortFinding>((each) => isJsonObject(each) && typeof each.id === "string")),
});

async function readForm(
	value: unknown,
): Promise<{ receipt: Receipt; fault?: undefined } | { receipt?: undefined; fault: string }> {
	const short = shortSchema.safeParse(value);
	if (!short.success) return { fault: faultIn(short.error) };
	const strange = await strangeRubric(short.data);
	if (strange !== undefined) return { fault: strange };
	const long = compiled(receiptSchema).safeParse(lengthen(short.data, await rubricOf(short.data.methodology)));
	return long.success ? { receipt: long.data } : { fault: faultIn(long.error) };
}

/** Compiling takes 20 ms, which most programs never need; the same words in a third of the time. */
const compiled = oncePer((schema: typeof receiptSchema) => z.compile(schema));

function faultIn({ issues: [issue] }: z.ZodError): string {
	return `At /${issue?.path.join("/") ?? ""}: ${issue?.message ?? "unreadable"}.`;
}

/** Why this program cannot read it; undefined if it can. */
async function strangeRubric({ methodology, rubric }: ShortReceipt): Promise<string | undefined> {
	const own = (await rubricText(methodology))?.digest;
	if (own === rubric) return undefined;
	return own === undefined
		? `It uses the rubric of methodology ${methodology}, which this program does not have.`
		: `It uses another rubric of methodology ${methodology} than this program.`;
}

type Shorten = (finding: Finding) => Finding;

const PLACES_LEFT = [5, 2, 0];
/** Responses to keep for a site with hundreds of sitemaps. */
const RESPONSES_LEFT = 60;
/** Applied in order as long as the receipt is too long. */
const SHORTENINGS: readonly Shorten[] = [
	...[1, 0].map(
		(most): Shorten =>
			(finding) =>
				withFineExhibits(finding, most),
	),
	...[2, 1, 0].map(
		(most): Shorten =>
			(finding) =>
				withExhibits(finding, most),
	),
	...[200, 100, 50, 20].map(
		(length): Shorten =>
			(finding) =>
				withShortTexts(finding, length),
	),
];
/** Number of findings to spare, largest gain first; then fewer. */
const SPARED = [3, 1, 0];

async function fitReceipt(receipt: Receipt) {
	const write = async (form: Receipt) => ({ receipt: form, text: await receiptText(form) });
	const isOver = ({ text }: { readonly text: string }, most: number) => Buffer.byteLength(text) > most;
	let fitting = await write(receipt);
	for (const most of receipt.mode === "light" && receipt.site === undefined ? [1, 0] : []) {
		if (!isOver(fitting, LIGHT_RECEIPT_BYTES)) break;
		fitting = await write(withFindings(receipt, (finding) => withFineExhibits(finding, most)));
	}
	for (const shorter of shorterForms(fitting.receipt)) {
		if (!isOver(fitting, RECEIPT_BYTES)) break;
		fitting = await write(shorter(fitting.receipt));
	}
	return fitting;
}

function shorterForms({ findings }: Receipt): readonly ((receipt: Receipt) => Receipt)[] {
	const gravest = findings.toSorted(byLift).map(({ id }) => id);
	const withFewer = (spared: ReadonlySet<string>) => [
		...SHORTENINGS.map((shorten) => (receipt: Receipt) => {
			return withFindings(receipt, (each) => (spared.has(each.id) ? each : shorten(each)));
		}),
		withShortRest,
	];
	return [
		...PLACES_LEFT.map((most) => (receipt: Receipt) => withFindings(receipt, (each) => withPlaces(each, most))),
		(receipt) => ({ ...receipt, responses: receipt.responses.slice(0, RESPONSES_LEFT) }),
		...SPARED.flatMap((count) => withFewer(new Set(gravest.slice(0, count)))),
	];
}

function withFindings(receipt: Receipt, change: (finding: Finding) => Finding): Receipt {
	return { ...receipt, findings: receipt.findings.map(change) };
}

function withPlaces({ places = [], pages, ...finding }: Finding, most: number): Finding {
	const { templates: _templates, ...counts } = pages ?? {};
	return {
		...finding,
		...(pages ? { pages: most === 0 ? (counts as typeof pages) : pages } : {}),
		...(places.length === 0 || most === 0 ? {} : { places: places.slice(0, most) }),
	};
}

function withFineExhibits(finding: Finding, most: number): Finding {
	const isFine = finding.outcome === "pass" || (finding.outcome === "not-applicable" && !finding.own);
	return isFine ? withExhibits(finding, most) : finding;
}

function withExhibits(finding: Finding, most: number): Finding {
	return { ...finding, evidence: finding.evidence.slice(0, most) };
}

function withShortTexts({ says, fix, ...finding }: Finding, length: number): Finding {
	return { ...finding, says: clipped(says, length), ...(fix === undefined ? {} : { fix: clipped(fix, length) }) };
}

/** Limits outside the findings, in characters and rows. */
const REST = { text: 80, rows: 10, url: 100 };

/** Only for hostile sites, with maximum text in each finding. */
function withShortRest(receipt: Receipt): Receipt {
	const { answers, reach, site, responses, seen } = receipt;
	return {
		...receipt,
		responses: responses.filter(({ url }) => url.length <= REST.url).slice(0, REST.rows),
		...(answers ? { answers: { ...answers, answers: answers.answers.slice(0, 2), faults: [] } } : {}),
		...(reach
			? { reach: reach.map(({ because: _because, ...row }) => ({ ...row, says: clipped(row.says, REST.text) })) }
			: {}),
		...(seen ? { seen: { ...seen, text: clipped(seen.text, REST.text) } } : {}),
		...(site
			? {
					site: {
						...site,
						templates: site.templates.filter((each) => each.template.length <= REST.text).slice(0, REST.rows),
					},
				}
			: {}),
	};
}

interface RubricText {
	/** Canonical JSON (RFC 8785). */
	readonly text: string;
	/** Its SHA-256, which receipts contain. */
	readonly digest: string;
}

/** As served by the site and named in receipts; undefined for an unknown version. */
export async function rubricText(version: string): Promise<RubricText | undefined> {
	const rubric = await rubricOf(version);
	return rubric && textOfRubric(rubric);
}

const textOfRubric = oncePer((rubric: Rubric): RubricText => {
	const text = canonicalJson(rubric);
	return { text, digest: hash("sha256", text, "hex") };
});

export async function createReceipt(report: Report, evidenceDigest: string): Promise<StoredReceipt> {
	const resultDigest = hash("sha256", canonicalJson(resultOf(report)), "hex");
	const whole: Receipt = { ...report, v: 2, kind: "sightline-receipt", evidenceDigest, resultDigest };
	const { receipt, text } = await fitReceipt(whole);
	return { id: hash("sha256", text, "hex"), receipt };
}

/** Strict, so that a receipt has one id. @param todo advice for the reader @throws Failure `receipt-invalid` */
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
	// Compares with what `receiptText` would write, without writing it.
	const isWrittenSo = isCanonicalText(text, value) && isSameJson(await shortForm(receipt), value);
	if (!isWrittenSo) throw invalid("Its bytes are not in canonical form (RFC 8785).");
	const result = hash("sha256", canonicalJson(resultOf(receipt)), "hex");
	if (result !== receipt.resultDigest) throw invalid("Its result digest is not that of its findings.");
	// The text is canonical, so its digest is the id.
	return { id: hash("sha256", text, "hex"), receipt };
}

/**
 * All but times, digests, words and program version. Other members would make another version of receipts. Those here
 * are in canonical order, which is faster to write.
 */
function resultOf(report: Report): unknown {
	const { coverage, domain, failure, gates, methodology, mode, ok, preset, scores, source } = report;
	const findings = report.findings.map(({ chargedTo, id, outcome, pages, ratio, scored, weight }) => {
		return { chargedTo, id, outcome, pages: pages && [pages.judged, pages.short], ratio, scored, weight };
	});
	const base = { coverage, domain, failure: failure?.code, findings, gates: gates.map(({ id }) => id) };
	const inOrder: unknown = scores && JSON.parse(canonicalJson(scores));
	return { ...base, methodology, mode, ok, preset: preset.key, scores: inOrder, source };
}

/** Same result and engines. A receipt without engines is not confirmed by an audit with them. */
export function isConfirmedBy(earlier: Receipt, later: Receipt): boolean {
	return earlier.resultDigest === later.resultDigest && reachStates(earlier) === reachStates(later);
}

function reachStates({ reach }: Receipt): string | undefined {
	return reach?.map(({ name, state }) => `${name} ${state}`).join();
}

/** For lists and charts; 1 % of a receipt's size, so that all fit into memory. */
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
	/** Whether it names a list of all occurrences. */
	readonly hasList?: true;
	/** Undefined for an audit of only the home page. */
	readonly site?: Pick<Site, "pages" | "known">;
	/** Index of its leaf; undefined until it is sealed. */
	readonly logIndex?: number;
	/** Undefined if the site could not be audited. */
	readonly scores?: {
		readonly overall: number;
		readonly axes: Scores["axes"];
		readonly pillars: Readonly<Partial<Record<PillarKey, number>>>;
	};
}

/** Accepts the short form. */
export function summariseReceipt({ id, receipt }: { id: string; receipt: Omit<Receipt, "findings"> }): ReceiptSummary {
	const { domain, source, mode, auditedAt, methodology, preset, gates, scores, site } = receipt;
	const pages = site && { pages: site.pages, ...(site.known === undefined ? {} : { known: site.known }) };
	const listed = { ...(site?.list ? ({ hasList: true } as const) : {}), ...(pages ? { site: pages } : {}) };
	const summary = { id, domain, source, mode, auditedAt, methodology, preset: preset.key, gates, ...listed };
	if (!scores) return summary;
	const pillars = Object.fromEntries(scores.pillars.map(({ key, score }) => [key, score]));
	return { ...summary, scores: { overall: scores.overall, axes: scores.axes, pillars } };
}

/** Sorts equal times by id, so that the order is stable. */
export function newestFirst(a: ReceiptSummary, b: ReceiptSummary): number {
	return byCodeUnits(b.auditedAt, a.auditedAt) || byCodeUnits(a.id, b.id);
}
