import { DAY_MS } from "#core/kept-for.ts";
import { makeSigningKey, type SigningKey } from "#signing/jwt-signer.ts";
import type { TokenKey } from "#signing/token-keys.ts";
import type { Database } from "#store/database.ts";
import type { InstallationSecret } from "../accounts/installation-secret.ts";
import { openKey, sealKey } from "./sealed-key.ts";

/** How long a key signs. */
const SIGNS_MS = 30 * DAY_MS;
/** How long a key is published before it signs and after it has signed: longer than anybody keeps keys, and than tokens live. */
const OVERLAP_MS = DAY_MS;

/** The keys of an installation at a moment. */
export interface KeysInForce {
	readonly signing: SigningKey;
	/** All that are published, the newest first. */
	readonly published: readonly TokenKey[];
}

/**
 * The keys that this installation has made for itself. Where the newest is about to end, or none can be opened with the secret, the next
 * one is made; processes that do so at once agree on the first.
 * @param now milliseconds since 1970
 */
export async function keysInForce(
	{ sql }: Pick<Database, "sql">,
	secret: InstallationSecret,
	now: number,
): Promise<KeysInForce> {
	const password = await secret();
	const read = async () => await sql.selectFrom("oauth_key").selectAll().orderBy("generation", "desc").execute();
	const make = async (generation: number, signsAt: number) => {
		const { privateKey, publicKey } = await makeSigningKey();
		const { kid } = publicKey;
		const made = { public_key: JSON.stringify(publicKey), sealed: sealKey(privateKey, kid, password) };
		const row = { generation, signs_ms: signsAt, kid, ...made };
		await sql
			.insertInto("oauth_key")
			.values(row)
			.onConflict((conflict) => conflict.doNothing())
			.execute();
	};
	let rows = await read();
	const [newest] = rows;
	if (newest && now >= newest.signs_ms + SIGNS_MS - OVERLAP_MS) {
		await make(newest.generation + 1, Math.max(newest.signs_ms + SIGNS_MS, now + OVERLAP_MS));
		rows = await read();
	}
	let signing = signingOf(rows, password, now);
	if (!signing) {
		await make((newest?.generation ?? 0) + 1, now);
		rows = await read();
		signing = signingOf(rows, password, now);
	}
	if (!signing) throw new Error("No key for tokens can be opened: several processes have different secrets.");
	await forgetEnded(sql, rows, now);
	return { signing, published: rows.map((row) => JSON.parse(row.public_key) as TokenKey) };
}

export async function isAnyMade({ sql }: Pick<Database, "sql">): Promise<boolean> {
	const row = await sql.selectFrom("oauth_key").select("generation").limit(1).executeTakeFirst();
	return row !== undefined;
}

type Row = { readonly generation: number; readonly signs_ms: number; readonly kid: string; readonly sealed: string };

/** The newest that signs already and was sealed with this secret. @param rows newest first */
function signingOf(
	rows: readonly (Row & { readonly public_key: string })[],
	secret: string,
	now: number,
): SigningKey | undefined {
	for (const row of rows) {
		if (row.signs_ms > now) continue;
		const privateKey = openKey(row.sealed, row.kid, secret);
		if (privateKey) return { privateKey: { ...privateKey, kid: row.kid }, publicKey: JSON.parse(row.public_key) };
	}
	return undefined;
}

/** A key is forgotten once the next one has signed for so long that nothing it signed is valid. @param rows newest first */
async function forgetEnded(sql: Database["sql"], rows: readonly Row[], now: number): Promise<void> {
	const successor = rows.find(({ signs_ms }) => signs_ms + OVERLAP_MS <= now);
	const isEnded = rows.some(({ generation }) => successor && generation < successor.generation);
	if (successor && isEnded) await sql.deleteFrom("oauth_key").where("generation", "<", successor.generation).execute();
}
