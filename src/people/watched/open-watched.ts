import type { Settings } from "#config/environment.ts";
import { Failure } from "#core/failure.ts";
import type { AuditMode } from "#core/preset.ts";
import { parseTarget } from "#core/target.ts";
import { lockAccount } from "#receipts/live/locks.ts";
import { controlToken } from "#receipts/removal/control-token.ts";
import { type OwnersPlaces, openOwnersPlaces } from "#receipts/removal/owners-places.ts";
import type { PublishedFacts } from "#site/publication/embedded-publication.ts";
import type { Database } from "#store/database.ts";
import { holdAccount } from "../accounts/account.ts";
import { lookAtControl } from "./control.ts";
import { openOwnersRights, type WithPlaces } from "./owners-rights.ts";
import { WATCHED_MAX, type WatchedDomains } from "./watched-domains.ts";
import { NOTHING_KNOWN, rowOf, type WatchedSql, watchedOf } from "./watched-rows.ts";

export interface WatchedOptions {
	readonly database: Database;
	readonly settings: Settings;
	/** That of the installation: tokens are made with it. */
	readonly secret: () => Promise<string>;
	/** The public DNS and web by default, opened for each look. */
	readonly places?: OwnersPlaces;
	/** What the site was built from; by default from nothing. */
	readonly facts?: () => Promise<Pick<PublishedFacts, "embedded">>;
	readonly now?: () => number;
}

export function openWatchedDomains(options: WatchedOptions): WatchedDomains {
	const { database, settings, secret, now = Date.now } = options;
	const { sql } = database;
	const withPlaces: WithPlaces = async (work) => {
		if (options.places) return work(options.places);
		const { places, close } = openOwnersPlaces(settings);
		return work(places).finally(close);
	};
	const { facts = async () => ({ embedded: () => undefined }) } = options;
	const rights = openOwnersRights({ database, settings, withPlaces, facts, now });
	const get: WatchedDomains["get"] = async (account, domain) => {
		const row = await rowOf(sql, account, domain);
		return row && watchedOf(row);
	};
	const expect = async (account: string, domain: string) => (await get(account, domain)) ?? notWatched(domain);
	return {
		async list(account, { after = "", limit = WATCHED_MAX } = {}) {
			const own = sql.selectFrom("watched_domain").selectAll().where("account", "=", account);
			const rows = await own.where("domain", ">", after).orderBy("domain").limit(limit).execute();
			return rows.map(watchedOf);
		},
		get,
		async watch(account, input, mode) {
			const domain = parseTarget(input).host;
			const row = await rowOf(sql, account, domain);
			if (row) await changeMode(sql, account, domain, mode);
			else await add(database, { account, domain, mode, token: controlToken(await secret(), account, domain) }, now());
			return expect(account, domain);
		},
		async unwatch(account, domain) {
			const own = sql.deleteFrom("watched_domain").where("account", "=", account);
			const { numDeletedRows } = await own.where("domain", "=", domain).executeTakeFirstOrThrow();
			return Number(numDeletedRows) > 0;
		},
		async prove(account, domain) {
			const row = (await rowOf(sql, account, domain)) ?? notWatched(domain);
			await withPlaces((places) => lookAtControl(sql, row, places, now()));
			return expect(account, domain);
		},
		...rights,
		async forget(account) {
			await sql.deleteFrom("watched_domain").where("account", "=", account).execute();
		},
		async exportOf(account) {
			const rows = await sql.selectFrom("watched_domain").selectAll().where("account", "=", account).execute();
			return rows.map(watchedOf).toSorted((a, b) => (a.domain < b.domain ? -1 : 1));
		},
	};
}

async function countOf(sql: WatchedSql, account: string): Promise<number> {
	const own = sql.selectFrom("watched_domain").where("account", "=", account);
	const { count } = await own.select(({ fn }) => fn.countAll().as("count")).executeTakeFirstOrThrow();
	return Number(count);
}

interface Watch {
	readonly account: string;
	readonly domain: string;
	readonly mode: AuditMode;
	readonly token: string;
}

/** Requests of one account that come at once are counted one after the other. */
async function add({ sql, kind }: Database, watch: Watch, now: number): Promise<void> {
	await sql.transaction().execute(async (trx) => {
		await lockAccount(trx, kind, watch.account);
		if (!(await holdAccount(trx, kind, watch.account))) return;
		if ((await countOf(trx, watch.account)) >= WATCHED_MAX) throw tooMany();
		await trx
			.insertInto("watched_domain")
			.values({ ...watch, ...NOTHING_KNOWN, added_ms: now })
			.onConflict((conflict) => conflict.columns(["account", "domain"]).doUpdateSet({ mode: watch.mode }))
			.execute();
	});
}

async function changeMode(sql: WatchedSql, account: string, domain: string, mode: AuditMode): Promise<void> {
	const own = sql.updateTable("watched_domain").set({ mode }).where("account", "=", account);
	await own.where("domain", "=", domain).execute();
}

function notWatched(domain: string): never {
	throw new Failure("input-invalid", {
		what: `You do not watch ${domain}.`,
		todo: "Add it on your dashboard first.",
	});
}

function tooMany(): Failure {
	return new Failure("input-invalid", {
		what: `You watch ${WATCHED_MAX} domains already.`,
		why: `An account watches at most ${WATCHED_MAX}, since each is audited every night.`,
		todo: "Stop watching one of them first.",
	});
}
