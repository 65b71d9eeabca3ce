import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { DAY_MS } from "#core/kept-for.ts";
import {
	type Claims,
	makeSigningKey,
	readSigningKey,
	readTokenKeys,
	type SigningKey,
	signJwt,
	type TokenKey,
	type TokenKeySet,
} from "#signing/token-keys.ts";
import type { Database } from "#store/database.ts";
import type { InstallationSecret } from "../accounts/installation-secret.ts";

/** Milliseconds for which a process caches keys; half of it if a token names an unknown one. */
const KEPT_MS = 60_000;

interface Known {
	readonly set: TokenKeySet;
	readonly privateKey: SigningKey["privateKey"];
}

/** Lazy: reads and generates nothing before the first use. */
export class TokenKeys {
	readonly #database: Pick<Database, "sql">;
	readonly #secret: InstallationSecret;
	readonly #now: () => number;
	readonly #given: TokenKeySet;
	readonly #own: SigningKey | undefined;
	#known: { readonly found: Promise<Known>; readonly until: number } | undefined;

	/** @param configured SIGHTLINE_TOKEN_KEYS: its first private P-256 key signs @throws Failure `input-invalid` */
	constructor(
		database: Pick<Database, "sql">,
		secret: InstallationSecret,
		configured: string | undefined,
		now: () => number = Date.now,
	) {
		this.#database = database;
		this.#secret = secret;
		this.#now = now;
		this.#given = { keys: configured === undefined ? [] : readTokenKeys(configured).keys };
		this.#own = configured === undefined ? undefined : readSigningKey(configured);
	}

	/** Configured and generated keys. @param kid if unknown, reloads keys, at most every 30 seconds */
	async keys(kid?: string): Promise<TokenKeySet> {
		const { set } = await this.#current();
		const isThere = kid === undefined || set.keys.some((key) => key.kid === kid);
		return isThere ? set : (await this.#current(KEPT_MS / 2)).set;
	}

	/** To verify tokens: never generates a key. */
	async verifyingKeys(kid?: string): Promise<TokenKeySet> {
		if (this.#known || this.#own || (await isAnyMade(this.#database))) return this.keys(kid);
		return this.#given;
	}

	/** @param claims including `iss`, `iat` and the like */
	async sign(claims: Claims, header: { readonly typ: string }): Promise<string> {
		return signJwt(claims, header, (await this.#current()).privateKey);
	}

	#current(leastMs = 0): Promise<Known> {
		if (this.#known && this.#known.until > this.#now() + leastMs) return this.#known.found;
		const asked = { found: this.#look(), until: this.#now() + KEPT_MS };
		this.#known = asked;
		asked.found.catch(() => {
			// The caller gets the error; the next one retries.
			if (this.#known === asked) this.#known = undefined;
		});
		return asked.found;
	}

	async #look(): Promise<Known> {
		if (this.#own) return { set: this.#given, privateKey: this.#own.privateKey };
		const { signing, published } = await keysInForce(this.#database, this.#secret, this.#now());
		return {
			set: { keys: withoutTwins([...published, ...this.#given.keys]) },
			privateKey: signing.privateKey,
		};
	}
}

function withoutTwins(keys: readonly TokenKey[]): readonly TokenKey[] {
	return keys.filter(({ kid }, at) => keys.findIndex((other) => other.kid === kid) === at);
}

const SIGNS_MS = 30 * DAY_MS;
/** Milliseconds for which a key is published before and after it signs; longer than caches and tokens live. */
const OVERLAP_MS = DAY_MS;

interface KeysInForce {
	readonly signing: SigningKey;
	readonly published: readonly TokenKey[];
}

/** Generates the next key before the newest expires, or if none can be decrypted; processes agree. @param now ms */
async function keysInForce(
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
	if (!signing) throw new Error("No token key can be opened: several processes have different secrets.");
	await deleteEnded(sql, rows, now);
	return { signing, published: rows.map((row) => JSON.parse(row.public_key) as TokenKey) };
}

async function isAnyMade({ sql }: Pick<Database, "sql">): Promise<boolean> {
	const row = await sql.selectFrom("oauth_key").select("generation").limit(1).executeTakeFirst();
	return row !== undefined;
}

type Row = { readonly generation: number; readonly signs_ms: number; readonly kid: string; readonly sealed: string };

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

/** Deletes keys when their successor has signed for so long that older tokens have expired. @param rows newest first */
async function deleteEnded(sql: Database["sql"], rows: readonly Row[], now: number): Promise<void> {
	const successor = rows.find(({ signs_ms }) => signs_ms + OVERLAP_MS <= now);
	const isEnded = rows.some(({ generation }) => successor && generation < successor.generation);
	if (successor && isEnded) await sql.deleteFrom("oauth_key").where("generation", "<", successor.generation).execute();
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM with a key derived from the secret. @param kid authenticated with the ciphertext */
function sealKey(privateKey: object, kid: string, secret: string): string {
	const nonce = randomBytes(NONCE_BYTES);
	const cipher = createCipheriv("aes-256-gcm", sealingKey(secret), nonce).setAAD(Buffer.from(kid));
	const sealed = Buffer.concat([cipher.update(JSON.stringify(privateKey)), cipher.final()]);
	return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString("base64url");
}

function openKey(sealed: string, kid: string, secret: string): object | undefined {
	const bytes = Buffer.from(sealed, "base64url");
	if (bytes.length <= NONCE_BYTES + TAG_BYTES) return undefined;
	const decipher = createDecipheriv("aes-256-gcm", sealingKey(secret), bytes.subarray(0, NONCE_BYTES))
		.setAAD(Buffer.from(kid))
		.setAuthTag(bytes.subarray(-TAG_BYTES));
	const opened = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
	try {
		return JSON.parse(Buffer.concat([opened, decipher.final()]).toString());
	} catch {
		// The authentication tag is wrong.
		return undefined;
	}
}

function sealingKey(secret: string): Buffer {
	return Buffer.from(hkdfSync("sha256", secret, "", "sightline token keys", 32));
}
