import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { sql } from "kysely";
import { Client } from "pg";
import { expect, it } from "vitest";
import { describeDatabases, type Place } from "./database.testkit.ts";

/** What version 0.3.4 has made, as SQLite is asked; Postgres has other names of the types. Never changed. */
const TABLES_0_3_4 = `
create table receipt (id text not null primary key, domain text not null, source text not null, mode text not null, audited_at text not null, text text not null, expires_ms integer not null, constraint receipt_series unique (domain, source, mode, audited_at)) strict;
create table evidence (digest text not null primary key, packed blob not null) strict;
create table submission (receipt text not null, kind text not null, audited_at text not null, submitted_ms integer not null, leaf_index integer, constraint submission_leaf primary key (receipt, kind, audited_at)) strict;
create table page (slug text not null, mode text not null, domain text not null, agency_name text not null, receipt text not null, audited_at text not null, expires_ms integer not null, constraint page_address primary key (slug, mode)) strict;
create table audit_claim (domain text not null, mode text not null, owner text, lease_until_ms integer not null, receipt text, audited_at text, finished_ms integer, constraint audit_claim_target primary key (domain, mode)) strict;
create index receipt_expiry on receipt (expires_ms);
create index page_expiry on page (expires_ms);
create index page_receipt on page (receipt);
create index submission_pending on submission (submitted_ms) where leaf_index is null;
create table watched_receipt (id text not null primary key, domain text not null, source text not null, mode text not null, audited_at text not null, found_at text not null, night text, text text not null, leaf_index integer, constraint watched_receipt_moment unique (domain, source, mode, audited_at), constraint watched_receipt_night unique (domain, source, mode, night)) strict;
create table watched_site (domain text not null primary key, listed integer not null, agency_name text not null, noted_ms integer not null) strict;
create table watched_evidence (digest text not null primary key, packed blob not null) strict;
create index watched_receipt_leaf on watched_receipt (leaf_index, id);
create table night (planned_ms integer not null primary key, due_ms integer not null, started_ms integer, ended_ms integer, attempts integer not null, step text, outcome text) strict`;

/** What it has made on Postgres alone. */
const POSTGRES_0_3_4 = `
create table rate_limit (key varchar(255) primary key, points integer default 0 not null, expire bigint);
create table rescan_run (id text collate "C" primary key, list text collate "C" not null, shared text collate "C" not null, started_ms bigint not null, finished_ms bigint, paused boolean default false not null, has_local boolean not null);
create table rescan_job (run text collate "C" not null, key text collate "C" not null, position integer not null, data text collate "C" not null, priority integer not null, job uuid not null, owner text collate "C", lease_until_ms bigint, tries integer default 0 not null, lost integer default 0 not null, intent text collate "C", outcome text collate "C", dead boolean default false not null, constraint rescan_job_once primary key (run, key));
create index rescan_job_place on rescan_job (run, position);
create index rescan_job_open on rescan_job (run, position) where outcome is null;
create table rescan_visit (host text collate "C" primary key, at_ms bigint not null);
alter table rescan_run add column reopened boolean default false not null`;

const MIGRATIONS_TABLES = `
create table kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null);
create table kysely_migration_lock (id varchar(255) not null primary key, is_locked integer default 0 not null);
insert into kysely_migration_lock (id, is_locked) values ('migration_lock', 0)`;
const MIGRATIONS = ["001-live-state", "003-watched-sites", "010-nights"];
const POSTGRES_MIGRATIONS = ["002-rate-limit", "004-rescan-queue", "011-rescan-again"];

type Row = Readonly<Record<string, string | number | Uint8Array | boolean | null>>;

const SERIES = { domain: "例え.example", source: "network", mode: "deep", audited_at: "2026-11-21T02:00:00.000Z" };
const PACKED = Uint8Array.from({ length: 256 }, (_, index) => index);
const ID = "a".repeat(64);

/** Something in every table, with nothing in what may be null, and with something. */
const ROWS: Readonly<Record<string, readonly Row[]>> = {
	receipt: [
		{ id: ID, ...SERIES, text: '{"domain":"例え.example"}', expires_ms: 1_800_000_000_123 },
		{ id: "b".repeat(64), ...SERIES, mode: "light", text: "{}", expires_ms: 0 },
	],
	evidence: [{ digest: "d", packed: PACKED }],
	submission: [
		{ receipt: ID, kind: "audit", audited_at: SERIES.audited_at, submitted_ms: 1, leaf_index: 12 },
		{ receipt: ID, kind: "recheck", audited_at: SERIES.audited_at, submitted_ms: 2, leaf_index: null },
	],
	page: [
		{
			...{ slug: "shop.example.com~a1b2c3d4", mode: "light", domain: "shop.example.com", agency_name: "Nordlicht" },
			...{ receipt: ID, audited_at: SERIES.audited_at, expires_ms: 1_800_000_000_123 },
		},
	],
	audit_claim: [
		{
			...{ domain: "a.example", mode: "light", owner: "me", lease_until_ms: 5 },
			...{ receipt: null, audited_at: null, finished_ms: null },
		},
		{
			...{ domain: "b.example", mode: "deep", owner: null, lease_until_ms: 0 },
			...{ receipt: ID, audited_at: SERIES.audited_at, finished_ms: 7 },
		},
	],
	watched_receipt: [
		{ id: ID, ...SERIES, found_at: SERIES.audited_at, night: "2026-11-21", text: "{}", leaf_index: 3 },
		{ id: "c".repeat(64), ...SERIES, mode: "light", found_at: "x", night: null, text: "{}", leaf_index: null },
	],
	watched_site: [{ domain: "shop.example.com", listed: 0, agency_name: "Nordlicht", noted_ms: 9 }],
	watched_evidence: [{ digest: "e", packed: PACKED }],
	night: [
		{ planned_ms: 1, due_ms: 2, started_ms: 3, ended_ms: 4, attempts: 1, step: "verify", outcome: "done" },
		{ planned_ms: 9, due_ms: 10, started_ms: null, ended_ms: null, attempts: 0, step: null, outcome: null },
	],
};
const POSTGRES_ROWS: typeof ROWS = {
	rescan_run: [
		{
			...{ id: "r", list: "l", shared: "s", started_ms: 1, finished_ms: null },
			...{ paused: true, has_local: false, reopened: true },
		},
	],
	rescan_job: [
		{
			...{ run: "r", key: "k", position: 1, data: "{}", priority: 2, job: "00000000-0000-4000-8000-000000000001" },
			...{ owner: null, lease_until_ms: null, tries: 1, lost: 2, intent: null, outcome: "ok", dead: true },
		},
	],
	rescan_visit: [{ host: "a.example", at_ms: 5 }],
};

/** Tables that accounts are kept in; a store of the version before has none. */
const LATER = ["user", "session", "own_audit", "watched_domain", "organization", "agency_client", "contact_request"];

type Run = (statement: string, values?: readonly Row[string][]) => Promise<unknown> | unknown;

/** Makes a store as version 0.3.4 leaves it. @returns the rows in it */
async function startBefore({ url, file }: Place): Promise<typeof ROWS> {
	const isPostgres = url !== undefined;
	const rows = { ...ROWS, ...(isPostgres && POSTGRES_ROWS) };
	const fill = async (run: Run) => {
		await run(
			isPostgres
				? `${inPostgres(TABLES_0_3_4)};${POSTGRES_0_3_4};${MIGRATIONS_TABLES}`
				: `${TABLES_0_3_4};${MIGRATIONS_TABLES}`,
		);
		const names = [...MIGRATIONS, ...(isPostgres ? POSTGRES_MIGRATIONS : [])].toSorted();
		const migrations = names.map((name, at) => ({ name, timestamp: `2026-11-20T00:00:0${at}.000Z` }));
		for (const [table, each] of Object.entries({ kysely_migration: migrations, ...rows }))
			for (const row of each) {
				const places = Object.keys(row).map((_, at) => (isPostgres ? `$${at + 1}` : "?"));
				await run(`insert into ${table} (${Object.keys(row)}) values (${places})`, Object.values(row));
			}
	};
	if (url === undefined) {
		await mkdir(dirname(file), { recursive: true });
		const database = new DatabaseSync(file);
		await fill((statement, values) =>
			values ? database.prepare(statement).run(...(values as SQLInputValue[])) : database.exec(statement),
		);
		database.close();
		return rows;
	}
	const client = new Client(url);
	await client.connect();
	await fill((statement, values) => client.query(statement, values as unknown[]));
	await client.end();
	return rows;
}

function inPostgres(statements: string): string {
	const types = { text: 'text collate "C"', integer: "bigint", blob: "bytea" };
	return statements
		.replaceAll(/(?<=[\w"] )(?:text|integer|blob)(?=[ ,)])/g, (type) => types[type as keyof typeof types])
		.replaceAll(" strict", "");
}

describeDatabases(({ open, place }) => {
	it("brings a store of version 0.3.4 to its newest shape, and loses nothing", async () => {
		const before = await startBefore(await place());
		for (const _ of ["migrated now", "migrated before"]) {
			const { sql: database } = await open();
			for (const [table, rows] of Object.entries(before)) {
				const read = await sql<Row>`select * from ${sql.table(table)}`.execute(database);
				const found = read.rows.map((row) => Object.fromEntries(Object.entries(row).map(comparable)));
				expect([table, found]).toEqual([table, rows.map((row) => expect.objectContaining(row))]);
			}
			// What is public stays so, and ends when it was to end: nobody's account has it.
			expect(await database.selectFrom("receipt").select("held").execute()).toEqual([{ held: 0 }, { held: 0 }]);
			expect(await database.selectFrom("page").select("agency").execute()).toEqual([{ agency: "" }]);
			expect(await database.selectFrom("watched_site").select(["agency", "mode"]).execute()).toEqual([
				{ agency: "", mode: "light" },
			]);
			for (const table of LATER) {
				const read = await sql`select * from ${sql.table(table)}`.execute(database);
				expect([table, read.rows]).toEqual([table, []]);
			}
		}
	});
});

/** Bytes come as each database's driver has them. */
function comparable([column, value]: [string, Row[string]]): [string, Row[string]] {
	return [column, value instanceof Uint8Array ? new Uint8Array(value) : value];
}
