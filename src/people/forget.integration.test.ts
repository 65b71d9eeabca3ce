import { describe, expect, it } from "vitest";
import { readEnvironment } from "#config/environment.ts";
import { describeDatabases } from "#store/database.testkit.ts";
import type { Database } from "#store/database.ts";
import type { Tables } from "#store/tables.ts";
import { People } from "./open-people.ts";
import { OPERATOR } from "./requests/contact-request.ts";

/** Columns that identify a person; each table with one needs rows below. */
const NAMING = /^(account|userId|referenceId|inviterId|made_by|approved_by|email|whom)$/;
/**
 * Rows that stay, each ended by a sweep: one caps the mails that an address gets on a day, whoever asks for them; one is a
 * request to an agency of others, which is theirs.
 */
const KEPT = { mail_count: 1, contact_request: 1 };

type Sql = Database["sql"];
type TableMetadata = Awaited<ReturnType<Sql["introspection"]["getTables"]>>[number];

interface Person {
	readonly name: string;
	readonly id: string;
	readonly email: string;
	/** Slug of an agency without other members. */
	readonly agency: string;
}
const person = (name: string): Person => ({
	name,
	id: `id-of-${name}`,
	email: `${name}@home.example`,
	agency: `studio-of-${name}`,
});
const [ann, bob] = [person("ann"), person("bob")];

/** A row in each table that can name the person, one more in those where an agency of others does. */
function rowsOf({
	name,
	id,
	email,
	agency,
}: Person): readonly (readonly [keyof Tables, Readonly<Record<string, unknown>>])[] {
	const [own, receipt, theirs] = [`agency-${agency}`, `receipt of ${name}`, `an agency that ${name} is in`];
	const waiting = { identifier: `magic-link:${id}`, value: JSON.stringify({ type: "magic-link", email }) };
	const challenge = { identifier: `challenge ${id}`, value: JSON.stringify({ challenge: "c", userData: { id } }) };
	return [
		["user", { id, email }],
		["session", { userId: id }],
		["account", { userId: id, accountId: id }],
		["passkey", { userId: id }],
		["apikey", { referenceId: id }],
		["oauth_grant", { account: id, id: `grant ${id}` }],
		["oauth_code", { grant_id: `grant ${id}` }],
		["oauth_refresh", { grant_id: `grant ${id}` }],
		["verification", waiting],
		["verification", challenge],
		["organization", { id: own, slug: agency }],
		["organization", { id: theirs, slug: `others-${name}` }],
		["member", { organizationId: own, userId: id, role: "owner" }],
		["member", { organizationId: theirs, userId: id, role: "editor" }],
		["member", { organizationId: theirs, userId: "somebody", role: "owner" }],
		["invitation", { organizationId: theirs, email, inviterId: "somebody" }],
		["invitation", { organizationId: theirs, email: "guest@example.com", inviterId: id }],
		["agency_brand", { slug: agency }],
		["agency_client", { agency: own }],
		["agency_brief", { slug: `a.example.com~${agency}`, agency, receipt }],
		["agency_brief", { slug: `a.example.com~others-${name}`, receipt, made_by: id, approved_by: id }],
		["contact_request", { recipient: agency }],
		["contact_request", { recipient: OPERATOR, email }],
		["contact_request", { recipient: `others-${name}`, email }],
		["mail_count", { whom: email }],
		["receipt", { id: receipt, held: 1 }],
		["own_audit", { account: id, receipt, domain: "a.example.com" }],
		["own_tracker", { account: id }],
		["access_result", { account: id, state: new Uint8Array(1) }],
		["watched_domain", { account: id, domain: "a.example.com" }],
		["alert_setting", { account: id, domain: "a.example.com" }],
		["alert_look", { account: id, domain: "a.example.com" }],
		["alert_cause", { account: id, domain: "a.example.com" }],
		["alert_message", { account: id, domain: "" }],
		["agent_registration", { id: `agent of ${name}`, kind: "anonymous", account: id }],
		["agent_registration", { id: `for ${name}`, kind: "service_auth", email }],
		["agent_attempt", { registration: `for ${name}`, account: id }],
		["agent_refresh", { registration: `agent of ${name}` }],
	];
}

async function fill({ sql }: Database, tables: readonly TableMetadata[], whose: Person): Promise<void> {
	for (const [index, [table, given]] of rowsOf(whose).entries()) {
		const columns = tables.find(({ name }) => name === table)?.columns ?? [];
		const filled = columns.filter(({ isNullable, hasDefaultValue }) => !isNullable && !hasDefaultValue);
		const text = `${index} of ${whose.name}`;
		const values = Object.fromEntries(filled.map(({ name, dataType }) => [name, anyValue(dataType, text)]));
		await sql
			.insertInto(table)
			.values({ ...values, ...given } as never)
			.execute();
	}
}

function anyValue(dataType: string, text: string): unknown {
	if (/text|char/i.test(dataType)) return text;
	if (/bool/i.test(dataType)) return true;
	if (/date|time/i.test(dataType)) return "2026-11-21T02:00:00.000Z";
	return 1;
}

/** Rows that identify a person, by table. */
async function naming({ sql }: Database, tables: readonly TableMetadata[], whose: Person) {
	const found: [table: string, rows: string[]][] = [];
	for (const { name } of tables) {
		const rows = (
			await sql
				.selectFrom(name as keyof Tables)
				.selectAll()
				.execute()
		).map((row) => JSON.stringify(row));
		const named = rows.filter((row) => [whose.id, whose.email, whose.agency].some((word) => row.includes(word)));
		if (named.length > 0) found.push([name, named.toSorted()]);
	}
	return Object.fromEntries(found);
}

/** The same database; its write number `failing.at`, counted from 1, fails, as if the store were away. */
function failingDatabase(database: Database) {
	const failing = { at: 0, asked: 0 };
	const plugin: Parameters<Sql["withPlugin"]>[0] = {
		transformQuery({ node }) {
			// What fails at a read has changed as much as what fails at the write before.
			if (node.kind !== "SelectQueryNode") failing.asked++;
			if (failing.asked === failing.at) throw new Error("the store is away");
			return node;
		},
		transformResult: async ({ result }) => result,
	};
	return { failing, database: { ...database, sql: database.sql.withPlugin(plugin) } };
}

describe("Deleting an account", () => {
	describeDatabases(({ open }) => {
		it("deletes all its rows and no others, even if any write fails and it is retried", async () => {
			const database = await open();
			const tables = await database.sql.introspection.getTables();
			for (const whose of [ann, bob]) await fill(database, tables, whose);
			const before = await naming(database, tables, ann);
			const bobs = await naming(database, tables, bob);
			const able = tables
				.filter(({ columns }) => columns.some(({ name }) => NAMING.test(name)))
				.map(({ name }) => name);
			expect(Object.keys(before)).toEqual(expect.arrayContaining(able));

			const { failing, database: flaky } = failingDatabase(database);
			const settings = readEnvironment({ SIGHTLINE_SECRET: "a secret of at least 32 characters" });
			const people = new People({ database: flaky, settings });
			const forgets = () =>
				people.forget(ann.id).then(
					() => true,
					() => false,
				);
			do {
				failing.at++;
				failing.asked = 0;
			} while (!(await forgets()));
			expect(failing.at, "it asks for something in each of its steps").toBeGreaterThan(20);
			const left = await naming(database, tables, ann);
			expect(Object.fromEntries(Object.entries(left).map(([name, rows]) => [name, rows.length]))).toEqual(KEPT);
			expect(left.contact_request?.[0]).toContain("others-ann");
			expect(await naming(database, tables, bob)).toEqual(bobs);
		});
	});
});
