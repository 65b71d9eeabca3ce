import { isFailure } from "#core/failure.ts";
import { DAY_MS } from "#core/kept-for.ts";
import type { Series } from "#core/receipt.ts";
import { lockSweeps } from "#receipts/live/locks.ts";
import { findRegressions, type JudgeEvidence } from "#site/history/regressions.ts";
import type { SiteLinks } from "#site/page/site-links.ts";
import type { Database } from "#store/database.ts";
import { ALERT_TABLES, type Tables } from "#store/tables.ts";
import { wordsFor } from "../accounts/account.ts";
import type { FoundReceipt, OwnAudits } from "../audits/own-audits.ts";
import { type AlertEvent, mailsOf } from "./alert-mails.ts";
import { readSettings } from "./alert-settings.ts";
import type { AlertsOutcome } from "./alerts.ts";
import {
	type AlertFault,
	type Cause,
	causesOf,
	judgeLook,
	oncePerCause,
	readCause,
	type SeriesTurn,
	type Turn,
} from "./causes.ts";
import { addMessages, deliver, type Ways } from "./outbox.ts";

interface RunParts extends LookParts, Ways {
	readonly kind: Database["kind"];
	readonly links: SiteLinks;
}

export async function runAlerts(parts: RunParts, now: number): Promise<AlertsOutcome> {
	await deleteUnwatched(parts);
	await deleteOldSeries(parts.sql, now);
	let [watched, worse, recovered] = [0, 0, 0];
	const faults: LookFault[] = [];
	for await (const watches of watchesByAccount(parts)) {
		const looked = await checkWatches(parts, watches, now);
		faults.push(...looked.faults);
		watched += watches.length - looked.faults.length;
		worse += looked.events.filter(({ kind }) => kind === "worse").length;
		recovered += looked.events.filter(({ kind }) => kind === "recovered").length;
	}
	const delivered = await deliver(parts, now);
	const errors = faults.map(({ error }) => error).filter((error) => !isFailure(error));
	if (errors.length > 0) throw new AggregateError(errors, "Some watched sites could not be checked.");
	const failed = faults.flatMap(({ domain, error }) =>
		isFailure(error) ? [`${domain} could not be checked. ${error.message}`] : [],
	);
	return { watched, worse, recovered, failed, ...delivered };
}

interface LookFault {
	readonly domain: string;
	readonly error: unknown;
}

/** Stores looks and messages in one transaction, so that nothing is reported twice or never. */
async function checkWatches(parts: RunParts, watches: readonly Watch[], now: number) {
	const { sql, kind, links } = parts;
	const [looks, faults]: [SeriesLook[], LookFault[]] = [[], []];
	const [all, mailed, hooked]: [AlertEvent[], AlertEvent[], AlertEvent[]] = [[], [], []];
	for (const watch of watches) {
		try {
			const { least, mail, webhook } = await readSettings(sql, watch.account, watch.domain);
			const { series, events } = await checkDomain(parts, watch, least, now);
			looks.push(...series);
			all.push(...events);
			if (mail) mailed.push(...events);
			if (webhook) hooked.push(...events);
		} catch (error) {
			if (isFailure(error) && error.code === "store-unavailable") throw error;
			faults.push({ domain: watch.domain, error });
		}
	}
	const account = watches[0]?.account ?? "";
	const at = new Date(now).toISOString();
	const words = await wordsFor(sql, "id", account);
	const messages = [
		...mailsOf(mailed, links, words).map(({ domain, ...mail }) => {
			return { account, domain, channel: "mail" as const, content: JSON.stringify(mail) };
		}),
		...hooked.map((event) => {
			const { domain } = event;
			return { account, domain, channel: "webhook" as const, content: webhookPayload(event, at, links) };
		}),
	];
	const isKept = await sql.transaction().execute(async (trx) => {
		// Receipts removed meanwhile must not come back with these findings.
		await lockSweeps(trx, kind);
		if (!(await areStillThere(trx, account, looks))) return false;
		for (const look of looks) await saveLook(trx, account, look);
		await addMessages(trx, messages, now);
		return true;
	});
	return { events: isKept ? all : [], faults };
}

const PAGE = 500;

async function* watchesByAccount({ sql }: Pick<RunParts, "sql">): AsyncGenerator<readonly Watch[]> {
	let [group, last]: [Watch[], Pick<Watch, "account" | "domain">] = [[], { account: "", domain: "" }];
	for (;;) {
		const { account, domain } = last;
		const rows = await sql
			.selectFrom("watched_domain")
			.select(["account", "domain", "added_ms"])
			.where(({ eb, refTuple, tuple }) => eb(refTuple("account", "domain"), ">", tuple(account, domain)))
			.orderBy("account")
			.orderBy("domain")
			.limit(PAGE)
			.execute();
		for (const row of rows) {
			const isNext = group.length > 0 && group[0]?.account !== row.account;
			if (isNext) yield group;
			const watch = { account: row.account, domain: row.domain, from: new Date(row.added_ms).toISOString() };
			group = isNext ? [watch] : [...group, watch];
		}
		const end = rows.at(-1);
		if (!end) break;
		last = end;
	}
	if (group.length > 0) yield group;
}

async function deleteUnwatched({ sql }: Pick<RunParts, "sql">): Promise<void> {
	for (const table of ALERT_TABLES)
		await sql
			.deleteFrom(table)
			// A message about several domains has an empty domain.
			.where("domain", "<>", "")
			.where(({ not, exists, selectFrom }) =>
				not(
					exists(
						selectFrom("watched_domain")
							.select("watched_domain.domain")
							.whereRef("watched_domain.account", "=", `${table}.account`)
							.whereRef("watched_domain.domain", "=", `${table}.domain`),
					),
				),
			)
			.execute();
}

type Sql = Database["sql"];

export interface Watch {
	readonly account: string;
	readonly domain: string;
	readonly from: string;
}

interface LookParts {
	readonly sql: Sql;
	readonly audits: Pick<OwnAudits, "series">;
	readonly judge: JudgeEvidence;
}

interface SeriesLook {
	readonly series: Series;
	readonly receipt: string;
	readonly foundAt: string;
	readonly causes: readonly Cause[];
}

interface DomainLook {
	readonly series: readonly SeriesLook[];
	readonly events: readonly AlertEvent[];
}

/** Maximum receipts to compare per series; consecutive ones differ. */
const LOOKED_AT = 12;
/** An older series says nothing about the current site. */
const RECENT_MS = 14 * DAY_MS;

async function checkDomain(parts: LookParts, watch: Watch, least: number, now: number): Promise<DomainLook> {
	const { sql } = parts;
	const { account, domain } = watch;
	const recent = recentAt(now);
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
	const turns: SeriesTurn[] = [];
	const series = new Map<AlertFault, Series>();
	for (const { source, mode, found_at } of newest) {
		const one: Series = { domain, source, mode };
		const known = await knownCauses(sql, account, one);
		const last = await lastLook(sql, account, one);
		const isNew = last === undefined || last.found_at < found_at;
		const found = isNew ? await judgeSeries(parts, { account, series: one, known, last, least, from }) : undefined;
		turns.push({ known, turn: found?.turn ?? { causes: known, worse: [], recovered: [] } });
		if (!found) continue;
		const { newest: audit, turn } = found;
		looks.push({ series: one, receipt: audit.id, foundAt: audit.foundAt, causes: turn.causes });
		for (const fault of [...turn.worse, ...turn.recovered]) series.set(fault, one);
	}
	const { worse, recovered } = oncePerCause(turns);
	const event = (kind: AlertEvent["kind"]) => (fault: AlertFault) => {
		const of = series.get(fault);
		return of ? [{ ...of, kind, fault }] : [];
	};
	return { series: looks, events: [...worse.flatMap(event("worse")), ...recovered.flatMap(event("recovered"))] };
}

interface KnownSeries {
	readonly account: string;
	readonly series: Series;
	readonly known: Cause[];
	readonly last: { readonly receipt: string } | undefined;
	readonly least: number;
	readonly from: string;
}

async function judgeSeries(
	{ audits, judge }: Pick<LookParts, "audits" | "judge">,
	{ account, series, known, last, least, from }: KnownSeries,
): Promise<{ readonly newest: FoundReceipt; readonly turn: Turn } | undefined> {
	// For an unchanged receipt, only causes that need a second look can change.
	if (last && known.every(({ stage }) => stage === "reported" || stage === "over")) {
		const [newest] = await audits.series(account, series, 1);
		if (newest?.id === last.receipt) return { newest, turn: { causes: known, worse: [], recovered: [] } };
	}
	const receipts = (await audits.series(account, series, LOOKED_AT)).toReversed();
	const newest = receipts.at(-1);
	return newest && { newest, turn: judgeLook(known, await findRegressions(receipts, judge), newest, { least, from }) };
}

/** Deletes series without new looks, whose causes would seem to last forever. @param now milliseconds since 1970 */
async function deleteOldSeries(sql: Sql, now: number): Promise<void> {
	for (const table of ["alert_look", "alert_cause"] as const)
		await sql
			.deleteFrom(table)
			.where(({ not, exists, selectFrom }) =>
				not(
					exists(
						selectFrom("own_audit")
							.select("own_audit.receipt")
							.whereRef("own_audit.account", "=", `${table}.account`)
							.whereRef("own_audit.domain", "=", `${table}.domain`)
							.whereRef("own_audit.source", "=", `${table}.source`)
							.whereRef("own_audit.mode", "=", `${table}.mode`)
							.where("own_audit.found_at", ">=", recentAt(now)),
					),
				),
			)
			.execute();
}

function recentAt(now: number): string {
	return new Date(now - RECENT_MS).toISOString();
}

/** Call in the transaction that stores the looks. */
async function areStillThere(trx: Sql, account: string, looks: readonly SeriesLook[]): Promise<boolean> {
	for (const { receipt } of looks) {
		const row = trx.selectFrom("own_audit").select("receipt").where("account", "=", account);
		if (!(await row.where("receipt", "=", receipt).executeTakeFirst())) return false;
	}
	return true;
}

async function saveLook(trx: Sql, account: string, look: SeriesLook): Promise<void> {
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

/** JSON with `type`, `timestamp` and `data`. Pure. */
function webhookPayload({ kind, domain, source, mode, fault }: AlertEvent, at: string, links: SiteLinks): string {
	const { receipt, until, ...data } = fault;
	// The receipt may have no page or an expiring one; the account's brief lasts as long as the audit.
	const pages = {
		page: links.absolute(links.ownDomain(domain)),
		brief: links.absolute(links.ownBrief(domain, receipt)),
	};
	return JSON.stringify({
		type: `site.${kind}`,
		timestamp: at,
		data: { domain, source, mode, ...data, lastWithout: until, receipt, ...pages },
	});
}
