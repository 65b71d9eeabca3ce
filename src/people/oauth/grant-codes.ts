import { DAY_MS } from "#core/kept-for.ts";
import type { Database } from "#store/database.ts";
import { forgetOldest } from "#store/used-refresh.ts";
import type { Grant, Grants } from "./grants.ts";
import { digestOf, newSecret } from "./one-way.ts";

/** What a code was given for. */
export interface CodeRequest {
	readonly redirectUri: string;
	/** PKCE, S256. */
	readonly challenge: string;
	readonly nonce?: string | undefined;
}

/** Codes and refresh tokens, which stand for a grant. Both are kept as digests, and work once: a second use ends the grant. */
export interface GrantCodes {
	/** Grants, and gives the code for it, which works for ten minutes; undefined where the account is gone. */
	grant(given: Omit<Grant, "id"> & { readonly clientName: string }, request: CodeRequest): Promise<string | undefined>;
	/** Uses a code up. One that another client sends ends the grant, too. @returns undefined where it does not work */
	useCode(code: string, client: string): Promise<(CodeRequest & { readonly grant: Grant }) | undefined>;
	/** Makes a refresh token, which works for 30 days. */
	makeRefresh(grant: Pick<Grant, "id">): Promise<string>;
	/** Whose a refresh token is; it is not used up. */
	findRefresh(token: string): Promise<Grant | undefined>;
	/** @returns whether it worked */
	useRefresh(token: string, grant: Pick<Grant, "id">): Promise<boolean>;
	sweep(now: number): Promise<void>;
}

const CODE_MS = 10 * 60_000;
const REFRESH_MS = 30 * DAY_MS;

export function openGrantCodes(
	database: Pick<Database, "sql">,
	grants: Pick<Grants, "make" | "find" | "end">,
	now: () => number,
): GrantCodes {
	const { sql } = database;
	const rowOf = async (table: "oauth_code" | "oauth_refresh", secret: string) =>
		await sql
			.selectFrom(table)
			.select(["digest", "grant_id", "expires_ms"])
			.where("digest", "=", digestOf(secret))
			.where("expires_ms", ">", now())
			.executeTakeFirst();
	/** Of all who use it at once, one is the first. */
	const isFirstUse = async (table: "oauth_code" | "oauth_refresh", secret: string) => {
		const used = await sql
			.updateTable(table)
			.set({ used_ms: now() })
			.where("digest", "=", digestOf(secret))
			.where("used_ms", "is", null)
			.executeTakeFirst();
		return used.numUpdatedRows > 0n;
	};
	return {
		async grant(given, { redirectUri, challenge, nonce = null }) {
			const expires_ms = now() + CODE_MS;
			const [grant_id, code] = [await grants.make(given, expires_ms), newSecret("slc_")];
			if (grant_id === undefined) return undefined;
			const once = { digest: digestOf(code), grant_id, expires_ms, used_ms: null };
			const row = { ...once, redirect_uri: redirectUri, challenge, nonce };
			await sql.insertInto("oauth_code").values(row).execute();
			return code;
		},
		async useCode(code, client) {
			const found = await rowOf("oauth_code", code);
			const grant = found && (await grants.find(found.grant_id));
			if (!grant) return undefined;
			if (grant.client === client && (await isFirstUse("oauth_code", code))) {
				const row = await sql
					.selectFrom("oauth_code")
					.select(["redirect_uri as redirectUri", "challenge", "nonce"])
					.where("digest", "=", found.digest)
					.executeTakeFirst();
				if (row) return { grant, ...row, nonce: row.nonce ?? undefined };
			}
			await grants.end(grant.id);
			return undefined;
		},
		async makeRefresh({ id }) {
			const [token, expires_ms] = [newSecret("slr_"), now() + REFRESH_MS];
			const row = { digest: digestOf(token), grant_id: id, expires_ms, used_ms: null };
			await sql.insertInto("oauth_refresh").values(row).execute();
			await forgetOldest(database, "oauth_refresh", id);
			await sql.updateTable("oauth_grant").set({ expires_ms }).where("id", "=", id).execute();
			return token;
		},
		async findRefresh(token) {
			const row = await rowOf("oauth_refresh", token);
			return row && grants.find(row.grant_id);
		},
		async useRefresh(token, { id }) {
			if (await isFirstUse("oauth_refresh", token)) return true;
			await grants.end(id);
			return false;
		},
		async sweep(at) {
			for (const table of ["oauth_code", "oauth_refresh"] as const)
				await sql.deleteFrom(table).where("expires_ms", "<", at).execute();
		},
	};
}
