import { parseJson } from "#core/json-object.ts";
import type { Series } from "#core/receipt.ts";
import { findRegressions, type JudgeEvidence } from "#site/history/regressions.ts";
import type { Database } from "#store/database.ts";
import type { Tables } from "#store/tables.ts";
import type { OwnAudits } from "../audits/own-audits.ts";
import { type Cause, faultSchema, takeLook } from "./causes.ts";
import type { AlertEvent } from "./messages.ts";

type Sql = Database["sql"];

/** A domain that an account watches. */
export interface Watch {
	readonly account: string;
	readonly domain: string;
	/** ISO 8601: since when. */
	readonly from: string;
}

export interface LookParts {
	readonly sql: Sql;
	readonly audits: Pick<OwnAudits, "series">;
	readonly judge: JudgeEvidence;
}

/** What a look at a series has found, before it is kept. */
export interface SeriesLook {
	readonly series: Series;
	readonly receipt: string;
	readonly foundAt: string;
	readonly causes: readonly Cause[];
	readonly events: readonly AlertEvent[];
}

/** Receipts of a series that are looked at, each of which found something else than the one before. */
const LOOKED_AT = 12;
/** A series whose newest audit is older tells nothing of the site of today. */
const RECENT_MS = 14 * 86_400_000;

/** Looks at what is new of a watched domain, series by series; nothing is written. */
export async function lookAt(
	{ sql, audits, judge }: LookParts,
	watch: Watch,
	least: number,
	now: number,
): Promise<SeriesLook[]> {
	const { account, domain } = watch;
	const recent = new Date(now - RECENT_MS).toISOString();
	const newest = await sql
		.selectFrom("own_audit")
		.select(["source", "mode", ({ fn }) => fn.max("found_at").as("found_at")])
		.where("account", "=", account)
		.where("domain", "=", domain)
		.where("found_at", ">=", recent)
		.groupBy(["source", "mode"])
		.execute();
	const from = watch.from > recent ? watch.from : recent;
	const looks: SeriesLook[] = [];
	for (const { source, mode, found_at } of newest) {
		const series: Series = {
			domain,
			source: source === "folder" ? "folder" : "network",
			mode: mode === "deep" ? "deep" : "light",
		};
		const last = await lastLook(sql, account, series);
		if (last && last.found_at >= found_at) continue;
		const known = await knownCauses(sql, account, series);
		const [receipt] = await audits.series(account, series, 1);
		if (!receipt) continue;
		// The same receipt says the same: only what waits for a second look can change.
		const isSettled = known.every(({ stage }) => stage === "reported" || stage === "over");
		const isSame = last?.receipt === receipt.id && isSettled;
		looks.push(
			isSame
				? { series, receipt: receipt.id, foundAt: receipt.foundAt, causes: known, events: [] }
				: await lookAtSeries({ audits, judge }, { account, series, known, least, from }),
		);
	}
	return looks;
}

async function lookAtSeries(
	{ audits, judge }: Pick<LookParts, "audits" | "judge">,
	{
		account,
		series,
		known,
		least,
		from,
	}: { account: string; series: Series; known: Cause[]; least: number; from: string },
): Promise<SeriesLook> {
	const receipts = (await audits.series(account, series, LOOKED_AT)).toReversed();
	const newest = receipts.at(-1);
	if (!newest) throw new RangeError(`The audits of ${series.domain} were taken away while they were looked at.`);
	const regressions = await findRegressions(receipts, judge);
	const { causes, worse, recovered } = takeLook(known, regressions, newest, { least, from });
	const events = [
		...worse.map((fault): AlertEvent => ({ ...series, kind: "worse", fault })),
		...recovered.map((fault): AlertEvent => ({ ...series, kind: "recovered", fault })),
	];
	return { series, receipt: newest.id, foundAt: newest.foundAt, causes, events };
}

/** Keeps a look; to be called in the transaction that keeps its messages. */
export async function keepLook(trx: Sql, account: string, look: SeriesLook): Promise<void> {
	const { series, receipt, foundAt: found_at, causes } = look;
	const { domain, source, mode } = series;
	await trx
		.insertInto("alert_look")
		.values({ account, domain, source, mode, receipt, found_at })
		.onConflict((conflict) =>
			conflict.columns(["account", "domain", "source", "mode"]).doUpdateSet({ receipt, found_at }),
		)
		.execute();
	await trx
		.deleteFrom("alert_cause")
		.where("account", "=", account)
		.where("domain", "=", domain)
		.where("source", "=", source)
		.where("mode", "=", mode)
		.execute();
	const rows = causes.map(({ stage, look: at, fault }): Tables["alert_cause"] => {
		return { account, domain, source, mode, check_id: fault.check, stage, look: at, fault: JSON.stringify(fault) };
	});
	if (rows.length > 0) await trx.insertInto("alert_cause").values(rows).execute();
}

async function lastLook(sql: Sql, account: string, { domain, source, mode }: Series) {
	return sql
		.selectFrom("alert_look")
		.select(["receipt", "found_at"])
		.where("account", "=", account)
		.where("domain", "=", domain)
		.where("source", "=", source)
		.where("mode", "=", mode)
		.executeTakeFirst();
}

async function knownCauses(sql: Sql, account: string, { domain, source, mode }: Series): Promise<Cause[]> {
	const rows = await causesOf(sql, account, domain).where("source", "=", source).where("mode", "=", mode).execute();
	return rows.flatMap(readCause);
}

/** Causes of all series of a domain. */
export function causesOf(sql: Sql, account: string, domain: string) {
	return sql.selectFrom("alert_cause").selectAll().where("account", "=", account).where("domain", "=", domain);
}

/** None for one that another version of this program has written: it is found anew. */
export function readCause({ stage, look, fault }: Tables["alert_cause"]): Cause[] {
	const read = faultSchema.safeParse(parseJson(fault));
	return read.success ? [{ stage, look, fault: read.data }] : [];
}
