import { isFailure } from "#core/failure.ts";
import { lockSweeps } from "#receipts/live/locks.ts";
import type { SiteLinks } from "#site/page/site-links.ts";
import { ALERT_TABLES } from "#store/alert-tables.ts";
import type { Database } from "#store/database.ts";
import { readSettings } from "./alert-settings.ts";
import type { AlertsOutcome } from "./alerts.ts";
import {
	areStillThere,
	forgetOldSeries,
	keepLook,
	type LookParts,
	lookAt,
	type SeriesLook,
	type Watch,
} from "./look.ts";
import { type AlertEvent, mailsOf, webhookPayload } from "./messages.ts";
import { addMessages, deliver, type Ways } from "./outbox.ts";

export interface RunParts extends LookParts, Ways {
	readonly kind: Database["kind"];
	readonly links: SiteLinks;
}

/** Looks at every watched domain, account by account, and sends the messages about it. */
export async function runAlerts(parts: RunParts, now: number): Promise<AlertsOutcome> {
	await forgetUnwatched(parts);
	await forgetOldSeries(parts.sql, now);
	let [watched, worse, recovered] = [0, 0, 0];
	const faults: LookFault[] = [];
	for await (const watches of watchesByAccount(parts)) {
		const looked = await lookFor(parts, watches, now);
		faults.push(...looked.faults);
		watched += watches.length - looked.faults.length;
		worse += looked.events.filter(({ kind }) => kind === "worse").length;
		recovered += looked.events.filter(({ kind }) => kind === "recovered").length;
	}
	const delivered = await deliver(parts, now);
	const errors = faults.map(({ error }) => error).filter((error) => !isFailure(error));
	if (errors.length > 0) throw new AggregateError(errors, "Some watched sites could not be looked at.");
	const failed = faults.flatMap(({ domain, error }) =>
		isFailure(error) ? [`${domain} could not be looked at. ${error.message}`] : [],
	);
	return { watched, worse, recovered, failed, ...delivered };
}

/** A watched domain that could not be looked at. */
interface LookFault {
	readonly domain: string;
	readonly error: unknown;
}

/** Keeps what was found and the messages about it together, so that nothing is reported twice or never. */
async function lookFor(parts: RunParts, watches: readonly Watch[], now: number) {
	const { sql, kind, links } = parts;
	const [looks, faults]: [SeriesLook[], LookFault[]] = [[], []];
	const [all, mailed, hooked]: [AlertEvent[], AlertEvent[], AlertEvent[]] = [[], [], []];
	for (const watch of watches) {
		try {
			const { least, mail, webhook } = await readSettings(sql, watch.account, watch.domain);
			const { series, events } = await lookAt(parts, watch, least, now);
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
	const messages = [
		...mailsOf(mailed, links).map(({ domain, ...mail }) => {
			return { account, domain, channel: "mail" as const, content: JSON.stringify(mail) };
		}),
		...hooked.map((event) => {
			const { domain } = event;
			return { account, domain, channel: "webhook" as const, content: webhookPayload(event, at, links) };
		}),
	];
	const isKept = await sql.transaction().execute(async (trx) => {
		// What is taken down meanwhile must not come back with what was found in it.
		await lockSweeps(trx, kind);
		if (!(await areStillThere(trx, account, looks))) return false;
		for (const look of looks) await keepLook(trx, account, look);
		await addMessages(trx, messages, now);
		return true;
	});
	return { events: isKept ? all : [], faults };
}

const PAGE = 500;

/** All that is watched, the domains of one account together. */
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

/** What was kept of a domain ends when its account watches it no longer. */
async function forgetUnwatched({ sql }: Pick<RunParts, "sql">): Promise<void> {
	for (const table of ALERT_TABLES)
		await sql
			.deleteFrom(table)
			// A message about several domains is of none.
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
