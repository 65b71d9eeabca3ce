import { type ColumnType, type Kysely, type RawBuilder, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Database } from "./database.ts";

/** A moment as better-auth keeps it: ISO 8601 in SQLite, a timestamp in Postgres. Written as ISO 8601. */
type Moment = ColumnType<string | Date, string, string>;
/** 0 and 1 in SQLite. */
type Flag = ColumnType<number | boolean, number | boolean, number | boolean>;

/** What accounts are and how people sign in, named and shaped as better-auth and its plugins ask, which write most of it. */
export interface AccountTables {
	user: {
		id: string;
		name: string;
		/** In lower case. */
		email: string;
		emailVerified: Flag;
		image: string | null;
		createdAt: Moment;
		updatedAt: Moment;
	};
	session: {
		id: string;
		/** What the cookie carries, with a signature. */
		token: string;
		userId: string;
		expiresAt: Moment;
		createdAt: Moment;
		updatedAt: Moment;
		ipAddress: string | null;
		userAgent: string | null;
		activeOrganizationId: string | null;
	};
	/** Who the person is elsewhere: an id at GitHub. */
	account: {
		id: string;
		accountId: string;
		providerId: string;
		userId: string;
		accessToken: string | null;
		refreshToken: string | null;
		idToken: string | null;
		accessTokenExpiresAt: Moment | null;
		refreshTokenExpiresAt: Moment | null;
		scope: string | null;
		password: string | null;
		createdAt: Moment;
		updatedAt: Moment;
	};
	/** What works once and for a short time: links of sign-in mails, hashed, and challenges of passkeys. */
	verification: {
		id: string;
		identifier: string;
		value: string;
		expiresAt: Moment;
		createdAt: Moment;
		updatedAt: Moment;
	};
	passkey: {
		id: string;
		name: string | null;
		publicKey: string;
		userId: string;
		credentialID: string;
		counter: number;
		deviceType: string;
		backedUp: Flag;
		transports: string | null;
		createdAt: Moment | null;
		aaguid: string | null;
	};
	organization: {
		id: string;
		name: string;
		slug: string;
		logo: string | null;
		createdAt: Moment;
		metadata: string | null;
	};
	member: {
		id: string;
		organizationId: string;
		userId: string;
		role: string;
		createdAt: Moment;
	};
	invitation: {
		id: string;
		organizationId: string;
		email: string;
		role: string | null;
		status: string;
		expiresAt: Moment;
		createdAt: Moment;
		inviterId: string;
	};
	apikey: {
		id: string;
		configId: string;
		name: string | null;
		/** The first characters, by which its owner knows it. */
		start: string | null;
		/** The account that it belongs to. */
		referenceId: string;
		prefix: string | null;
		/** Hashed. */
		key: string;
		refillInterval: number | null;
		refillAmount: number | null;
		lastRefillAt: Moment | null;
		enabled: Flag | null;
		rateLimitEnabled: Flag | null;
		rateLimitTimeWindow: number | null;
		rateLimitMax: number | null;
		requestCount: number | null;
		remaining: number | null;
		lastRequest: Moment | null;
		expiresAt: Moment | null;
		createdAt: Moment;
		updatedAt: Moment;
		permissions: string | null;
		metadata: string | null;
	};
}

/** Types that better-auth accepts, so that it asks for no migration of its own. SQLite has none of them in a strict table. */
function typesOf(kind: Database["kind"]) {
	return kind === "sqlite"
		? { text: sql`text`, moment: sql`date`, flag: sql`integer`, number: sql`integer` }
		: { text: sql`text collate "C"`, moment: sql`timestamptz`, flag: sql`boolean`, number: sql`integer` };
}

type Columns = Readonly<Record<string, RawBuilder<unknown>>>;

/** A user's or an organization's rows are deleted with it by `people`, not by foreign keys, which this store has none of. */
export function accountTables(kind: Database["kind"]): Migration {
	return {
		up: async (database: Kysely<unknown>) => {
			const { text, moment, flag, number } = typesOf(kind);
			const table = async (name: string, needed: Columns, nullable: Columns = {}, unique?: string) => {
				let made = database.schema.createTable(name).addColumn("id", text, (column) => column.primaryKey().notNull());
				for (const [column, type] of Object.entries(needed))
					made = made.addColumn(column, type, (each) => (column === unique ? each.notNull().unique() : each.notNull()));
				for (const [column, type] of Object.entries(nullable)) made = made.addColumn(column, type);
				await made.execute();
			};
			const made = { createdAt: moment };
			const changed = { createdAt: moment, updatedAt: moment };
			await table("user", { name: text, email: text, emailVerified: flag, ...changed }, { image: text }, "email");
			await table(
				"session",
				{ token: text, userId: text, expiresAt: moment, ...changed },
				{ ipAddress: text, userAgent: text, activeOrganizationId: text },
				"token",
			);
			const tokens = { accessToken: text, refreshToken: text, idToken: text, scope: text, password: text };
			await table(
				"account",
				{ accountId: text, providerId: text, userId: text, ...changed },
				{ ...tokens, accessTokenExpiresAt: moment, refreshTokenExpiresAt: moment },
			);
			await table("verification", { identifier: text, value: text, expiresAt: moment, ...changed });
			await table(
				"passkey",
				{ publicKey: text, userId: text, credentialID: text, counter: number, deviceType: text, backedUp: flag },
				{ name: text, transports: text, createdAt: moment, aaguid: text },
			);
			await table("organization", { name: text, slug: text, ...made }, { logo: text, metadata: text }, "slug");
			await table("member", { organizationId: text, userId: text, role: text, ...made });
			const invited = { organizationId: text, email: text, status: text, expiresAt: moment, inviterId: text };
			await table("invitation", { ...invited, ...made }, { role: text });
			const shown = { name: text, start: text, prefix: text, permissions: text, metadata: text };
			const counts = { refillInterval: number, refillAmount: number, requestCount: number, remaining: number };
			const limits = { rateLimitEnabled: flag, rateLimitTimeWindow: number, rateLimitMax: number };
			await table(
				"apikey",
				{ configId: text, referenceId: text, key: text, ...changed },
				{ ...shown, ...counts, ...limits, enabled: flag, lastRefillAt: moment, lastRequest: moment, expiresAt: moment },
			);
			await createIndexes(database);
		},
	};
}

/** By the names that better-auth gives them. */
const INDEXES: readonly (readonly [table: string, column: string])[] = [
	["session", "userId"],
	["account", "userId"],
	["verification", "identifier"],
	["member", "organizationId"],
	["member", "userId"],
	["invitation", "organizationId"],
	["invitation", "email"],
	["passkey", "userId"],
	["passkey", "credentialID"],
	["apikey", "configId"],
	["apikey", "referenceId"],
	["apikey", "key"],
];

async function createIndexes({ schema }: Kysely<unknown>): Promise<void> {
	for (const [table, column] of INDEXES)
		await schema.createIndex(`${table}_${column}_idx`).on(table).column(column).execute();
	// Requests that arrive at once cannot give an id at GitHub to two people.
	await schema.createIndex("account_once").on("account").columns(["providerId", "accountId"]).unique().execute();
	// What has expired is deleted by these.
	await schema.createIndex("session_expiry").on("session").column("expiresAt").execute();
	await schema.createIndex("verification_expiry").on("verification").column("expiresAt").execute();
}
