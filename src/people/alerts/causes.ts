import * as z from "zod";
import { parseJson } from "#core/json-object.ts";
import { DAY_MS } from "#core/kept-for.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import { cappingChecks } from "#site/brief/recommendation.ts";
import { isStillWorse, NOT_AUDITED, type Regression } from "#site/history/regressions.ts";
import type { Database } from "#store/database.ts";
import type { Tables } from "#store/tables.ts";
import type { FoundReceipt } from "../audits/own-audits.ts";

const faultSchema = z.strictObject({
	/** Check id, or `not-audited`. */
	check: z.string(),
	/** Why it could not be audited. */
	code: z.string().optional(),
	/** Share of the check that was right before, 0 to 1. */
	level: z.number(),
	title: z.string(),
	says: z.string(),
	fix: z.string().optional(),
	followers: z.array(z.string()),
	points: z.number(),
	caps: z.boolean(),
	before: z.number().optional(),
	score: z.number().optional(),
	since: z.string(),
	until: z.string(),
	receipt: z.string(),
});
export type AlertFault = z.infer<typeof faultSchema>;

/** `noticed`: seen in one look; `mending`: reported, then missing in one; `over`: gone, but not new if it returns. */
export interface Cause {
	readonly stage: "noticed" | "reported" | "mending" | "over";
	readonly look: string;
	readonly fault: AlertFault;
}

export interface Turn {
	readonly causes: readonly Cause[];
	readonly worse: readonly AlertFault[];
	readonly recovered: readonly AlertFault[];
}

export interface LookOptions {
	readonly least: number;
	readonly from: string;
}

/** Milliseconds. Closer audits count as one look, because the site may be restarting or changing. */
const APART_MS = 10 * 60_000;
/** Points from which a fault is reported at the first look. */
const URGENT_POINTS = 5;
const MEMORY_MS = 30 * DAY_MS;

/**
 * Decides what a look at a series reports: each cause once while it lasts. Cheap faults, failed audits and intermittent
 * causes need a second look; 2 looks without it end a reported cause. Pure: uses the audits' times.
 */
export function judgeLook(
	known: readonly Cause[],
	regressions: readonly Regression[],
	newest: FoundReceipt,
	options: LookOptions,
): Turn {
	const present = new Map(regressions.map((each) => [each.check, faultOf(each, newest)]));
	const before = new Map(
		known
			.filter(({ stage, look }) => stage !== "over" || !isApart(look, newest, MEMORY_MS))
			.map((each) => [each.fault.check, each]),
	);
	const [worse, recovered]: [AlertFault[], AlertFault[]] = [[], []];
	const causes: Cause[] = [];
	for (const [check, fault] of present) {
		const next = nextStage(before.get(check), fault, newest, options);
		if (next === undefined) continue;
		if (next === "reported" && !isReported(before.get(check))) worse.push(fault);
		causes.push({ stage: next, look: newest.foundAt, fault });
	}
	for (const cause of before.values()) {
		if (present.has(cause.fault.check)) continue;
		const stage = stageWithout(cause, newest);
		if (stage === "over" && cause.stage === "mending") recovered.push(cause.fault);
		causes.push(stage === cause.stage ? cause : { ...cause, stage, look: newest.foundAt });
	}
	return { causes, worse, recovered };
}

export interface SeriesTurn {
	readonly known: readonly Cause[];
	readonly turn: Turn;
}

/** A cause in several series is one, from the first series to the last. Pure. @param turns including old series */
export function oncePerCause(turns: readonly SeriesTurn[]): Pick<Turn, "worse" | "recovered"> {
	const before = lastingChecks(turns.flatMap(({ known }) => known));
	const after = lastingChecks(turns.flatMap(({ turn }) => turn.causes));
	const worse = turns.flatMap(({ turn }) => turn.worse).filter(({ check }) => !before.has(check));
	const recovered = turns.flatMap(({ turn }) => turn.recovered).filter(({ check }) => !after.has(check));
	return { worse: costliestOfEach(worse), recovered: costliestOfEach(recovered) };
}

export function costliestOfEach(faults: readonly AlertFault[]): AlertFault[] {
	const sorted = faults.toSorted((a, b) => b.points - a.points || (a.check < b.check ? -1 : 1));
	return [...Map.groupBy(sorted, ({ check }) => check).values()].flatMap(([first]) => first ?? []);
}

function lastingChecks(causes: readonly Cause[]): ReadonlySet<string> {
	return new Set(causes.filter(isReported).map(({ fault }) => fault.check));
}

function isReported(cause: Cause | undefined): boolean {
	return cause?.stage === "reported" || cause?.stage === "mending";
}

function nextStage(
	cause: Cause | undefined,
	fault: AlertFault,
	newest: FoundReceipt,
	{ least, from }: LookOptions,
): Cause["stage"] | undefined {
	if (isReported(cause)) return "reported";
	const isSeen = isStillWorse(newest, fault) === true;
	if (cause?.stage === "noticed") return isSeen && isApart(cause.look, newest, APART_MS) ? "reported" : "noticed";
	const isNews = fault.since >= from && (fault.points >= least || fault.caps || fault.check === NOT_AUDITED);
	if (!isNews) return undefined;
	if (cause) return "noticed";
	const isUrgent = fault.check !== NOT_AUDITED && (fault.caps || fault.points >= URGENT_POINTS);
	return isUrgent || (isSeen && isApart(fault.since, newest, APART_MS)) ? "reported" : "noticed";
}

/** If the newest audit does not tell, the stage stays the same. */
function stageWithout({ stage, look, fault }: Cause, newest: FoundReceipt): Cause["stage"] {
	const still = isStillWorse(newest, fault);
	if (still === true) return stage === "mending" ? "reported" : stage;
	if (still === undefined || !isApart(look, newest, APART_MS)) return stage;
	return stage === "reported" ? "mending" : "over";
}

function isApart(earlier: string, { foundAt }: FoundReceipt, ms: number): boolean {
	return Date.parse(foundAt) - Date.parse(earlier) >= ms;
}

function faultOf({ before, since, ...regression }: Regression, { receipt }: StoredReceipt): AlertFault {
	const { check, code, level, title, says, fix, followers } = regression;
	const finding = receipt.findings.find(({ id }) => id === check);
	const [then, now] = [before.receipt.scores?.overall, receipt.scores?.overall];
	return {
		check,
		...(code === undefined ? {} : { code }),
		level,
		title,
		says,
		...(fix === undefined ? {} : { fix }),
		followers: [...followers],
		points: check === NOT_AUDITED ? (then ?? 0) : (finding?.lift ?? 0),
		caps: cappingChecks(receipt).has(check),
		...(then === undefined ? {} : { before: then }),
		...(now === undefined ? {} : { score: now }),
		since: since.receipt.auditedAt,
		until: before.receipt.auditedAt,
		receipt: since.id,
	};
}

export function causesOf(sql: Database["sql"], account: string, domain: string) {
	return sql.selectFrom("alert_cause").selectAll().where("account", "=", account).where("domain", "=", domain);
}

/** Empty for a row of another version, which is then found again. */
export function readCause({ stage, look, fault }: Tables["alert_cause"]): Cause[] {
	const read = faultSchema.safeParse(parseJson(fault));
	return read.success ? [{ stage, look, fault: read.data }] : [];
}
