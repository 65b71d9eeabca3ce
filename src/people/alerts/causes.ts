import * as z from "zod";
import { parseJson } from "#core/json-object.ts";
import { DAY_MS } from "#core/kept-for.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import { cappingChecks } from "#site/brief/recommendation.ts";
import { isStillWorse, NOT_AUDITED, type Regression } from "#site/history/regressions.ts";
import type { Database } from "#store/database.ts";
import type { Tables } from "#store/tables.ts";
import type { FoundReceipt } from "../audits/own-audits.ts";

/** What got worse, as it is reported. Its words may quote the site. */
const faultSchema = z.strictObject({
	/** Id of the check that is the cause, or `not-audited`. */
	check: z.string(),
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

/**
 * A cause between two looks. `noticed`: seen once, not reported; `reported`; `mending`: reported, and not seen at the last look;
 * `over`: not there any more, remembered so that one that comes and goes is not reported at its first sight.
 */
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
	/** Points that a fault must cost to be reported; one that caps the score always is. */
	readonly least: number;
	readonly from: string;
}

/** Two audits that are closer than this are one look: a site that is just being changed, or restarted. */
const APART_MS = 10 * 60_000;
/** A fault that costs so much is reported at first sight: a night later may be too late. */
const URGENT_POINTS = 5;
/** For so long it is remembered that a cause was there. */
const MEMORY_MS = 30 * DAY_MS;

/**
 * Decides what is reported after a look at a series. A cause is reported once, for as long as it lasts. What costs little, a site that
 * could not be audited, and what comes and goes are reported when a second look has found them too; what was reported is over
 * when two looks in a row have found it in order. Pure: times are those of the audits.
 * @param known what earlier looks have left
 * @param regressions of the series, as its newest receipt shows them
 */
export function takeLook(
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

/**
 * What of the turns of a site's series is reported. A cause is one, whether a light audit shows it, a deep one, or both: it begins with
 * the first series that shows it, and is over with the last. Pure.
 * @param turns of all series of the site, also of those that nothing is new of
 */
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

/** Of a cause that is there; undefined for one that nobody is to hear of. */
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

/** Of a cause that the series does not show; where the newest audit does not tell, nothing changes. */
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
	const { check, level, title, says, fix, followers } = regression;
	const finding = receipt.findings.find(({ id }) => id === check);
	const [then, now] = [before.receipt.scores?.overall, receipt.scores?.overall];
	return {
		check,
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

/** None for one that another version of this program has written: it is found anew. */
export function readCause({ stage, look, fault }: Tables["alert_cause"]): Cause[] {
	const read = faultSchema.safeParse(parseJson(fault));
	return read.success ? [{ stage, look, fault: read.data }] : [];
}
