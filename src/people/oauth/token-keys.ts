import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { DAY_MS } from "#core/kept-for.ts";
import {
	createJwtSigner,
	type JwtSigner,
	makeSigningKey,
	readSigningKey,
	readTokenKeys,
	type SigningKey,
	type TokenKey,
	type TokenKeySet,
} from "#signing/token-keys.ts";
import type { Database } from "#store/database.ts";
import type { InstallationSecret } from "../accounts/installation-secret.ts";

/** How long a process keeps what it has read; half of it where a token names a key that was not there. */
const KEPT_MS = 60_000;

interface Known {
	readonly set: TokenKeySet;
	readonly sign: JwtSigner;
}

/** What tokens of this installation are signed and verified with. Nothing is read or made before it is asked for. */
export class TokenKeys {
	readonly #database: Pick<Database, "sql">;
	readonly #secret: InstallationSecret;
	readonly #now: () => number;
	readonly #given: TokenKeySet;
	readonly #own: SigningKey | undefined;
	#known: { readonly found: Promise<Known>; readonly until: number } | undefined;

	/**
	 * @param configured SIGHTLINE_TOKEN_KEYS: its first P-256 key with a private member signs
	 * @throws Failure `input-invalid` for keys of the settings that are none
	 */
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

	/**
	 * Public keys, as they are published: those of the settings, and those made here.
	 * @param kid name of a key that should be among them: where it is not, they are looked up again, every 30 seconds at most
	 */
	async keys(kid?: string): Promise<TokenKeySet> {
		const { set } = await this.#current();
		const isThere = kid === undefined || set.keys.some((key) => key.kid === kid);
		return isThere ? set : (await this.#current(KEPT_MS / 2)).set;
	}

	/** The same for what others have shown, whatever it is: where no key was made yet, none is made for it. */
	async verifyingKeys(kid?: string): Promise<TokenKeySet> {
		if (this.#known || this.#own || (await isAnyMade(this.#database))) return this.keys(kid);
		return this.#given;
	}

	/** Signs with the key in force; `iss`, `iat` and the like are the caller's. */
	async sign(...token: Parameters<JwtSigner>): Promise<string> {
		return (await this.#current()).sign(...token);
	}

	#current(leastMs = 0): Promise<Known> {
		if (this.#known && this.#known.until > this.#now() + leastMs) return this.#known.found;
		const asked = { found: this.#look(), until: this.#now() + KEPT_MS };
		this.#known = asked;
		asked.found.catch(() => {
			// The caller gets the error; the next one asks again.
			if (this.#known === asked) this.#known = undefined;
		});
		return asked.found;
	}

	async #look(): Promise<Known> {
		if (this.#own) return { set: this.#given, sign: await createJwtSigner(this.#own.privateKey) };
		const { signing, published } = await keysInForce(this.#database, this.#secret, this.#now());
		return {
			set: { keys: withoutTwins([...published, ...this.#given.keys]) },
			sign: await createJwtSigner(signing.privateKey),
		};
	}
}

/** No two keys have one name. */
function withoutTwins(keys: readonly TokenKey[]): readonly TokenKey[] {
	return keys.filter(({ kid }, at) => keys.findIndex((other) => other.kid === kid) === at);
}

const SIGNS_MS = 30 * DAY_MS;
/** How long a key is published before it signs and after it has signed: longer than anybody keeps keys, and than tokens live. */
const OVERLAP_MS = DAY_MS;

interface KeysInForce {
	readonly signing: SigningKey;
	readonly published: readonly TokenKey[];
}

/**
 * The keys that this installation has made for itself. Where the newest is about to end, or none can be opened with the secret, the next
 * one is made; processes that do so at once agree on the first.
 * @param now milliseconds since 1970
 */
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
	if (!signing) throw new Error("No key for tokens can be opened: several processes have different secrets.");
	await forgetEnded(sql, rows, now);
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

/** A key is forgotten once the next one has signed for so long that nothing it signed is valid. @param rows newest first */
async function forgetEnded(sql: Database["sql"], rows: readonly Row[], now: number): Promise<void> {
	const successor = rows.find(({ signs_ms }) => signs_ms + OVERLAP_MS <= now);
	const isEnded = rows.some(({ generation }) => successor && generation < successor.generation);
	if (successor && isEnded) await sql.deleteFrom("oauth_key").where("generation", "<", successor.generation).execute();
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a private key for the store (AES-256-GCM, by a key that follows from the secret alone).
 * @param secret of the installation
 * @param kid name of the key: what is sealed opens under this name only
 */
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
		// The tag does not fit: nothing of it can be believed.
		return undefined;
	}
}

function sealingKey(secret: string): Buffer {
	return Buffer.from(hkdfSync("sha256", secret, "", "sightline token keys", 32));
}
