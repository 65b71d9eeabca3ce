import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import { AGENT, botOf, makeBotKey } from "#signing/bot/bot.testkit.ts";
import { createRequestSigner } from "#signing/bot/bot-keys.ts";
import { buildAccessReport } from "./access-report.ts";
import { shippedRanges } from "./bot-ranges.ts";
import { readLogs } from "./read-logs.ts";
import { readBotKeys } from "./signed-requests.ts";

const AT = Date.UTC(2026, 10, 10, 12);
const BOT = "Mozilla/5.0 AppleWebKit/537.36; compatible; ChatGPT-User/1.0; +https://openai.com/bot";
const bot = botOf(makeBotKey());
const DIRECTORY = JSON.stringify({ keys: bot.keys.map(({ jwk }) => jwk) });

interface Line {
	readonly at?: number;
	/** Client address; by default in none of the lists. */
	readonly address?: string;
	readonly host?: string;
	readonly path?: string;
	readonly method?: string;
	readonly agent?: string;
	readonly fields: Readonly<Record<string, string>>;
}

function signedFields(path = "/a?b=1", at = AT): Readonly<Record<string, string>> {
	return createRequestSigner(bot, () => at)("GET", new URL(`https://example.com${path}`));
}

const USUAL = { at: AT, host: "example.com", address: "93.184.216.9", path: "/a?b=1", method: "GET", agent: BOT };

/** The line as each server logs it. */
const WRITERS = {
	caddy: (each) =>
		JSON.stringify({
			ts: each.at / 1_000,
			request: {
				client_ip: each.address,
				method: each.method,
				host: each.host,
				uri: each.path,
				headers: {
					"User-Agent": [each.agent],
					Signature: [each.fields.signature],
					"Signature-Input": [each.fields["signature-input"]],
					"Signature-Agent": [each.fields["signature-agent"]],
				},
			},
			status: 200,
		}),
	"nginx json": (each) =>
		JSON.stringify({
			msec: each.at / 1_000,
			remote_addr: each.address,
			http_host: each.host,
			request_method: each.method,
			request_uri: each.path,
			status: 200,
			http_user_agent: each.agent,
			http_signature: each.fields.signature,
			http_signature_input: each.fields["signature-input"],
			http_signature_agent: each.fields["signature-agent"],
		}),
	traefik: (each) =>
		JSON.stringify({
			StartUTC: new Date(each.at).toISOString(),
			ClientHost: each.address,
			RequestHost: each.host,
			RequestMethod: each.method,
			RequestPath: each.path,
			DownstreamStatus: 200,
			"request_User-Agent": each.agent,
			request_Signature: each.fields.signature,
			"request_Signature-Input": each.fields["signature-input"],
			"request_Signature-Agent": each.fields["signature-agent"],
		}),
	// Logpush writes names of custom fields in lower case, as configured.
	cloudflare: (each) =>
		JSON.stringify({
			EdgeStartTimestamp: new Date(each.at).toISOString(),
			ClientIP: each.address,
			ClientRequestHost: each.host,
			ClientRequestMethod: each.method,
			ClientRequestURI: each.path,
			EdgeResponseStatus: 200,
			ClientRequestUserAgent: each.agent,
			RequestHeaders: each.fields,
		}),
	nginx: (each) => textLine(each, (value) => value.replaceAll('"', "\\x22")),
	apache: (each) => textLine(each, (value) => value.replaceAll('"', '\\"')),
} satisfies Record<string, (line: Required<Line>) => string>;

/** Without a host, which then defaults to the command line's. */
function textLine({ at, address, path, method, agent, fields }: Required<Line>, quoted: (value: string) => string) {
	const time = new Date(at).toISOString().replace("2026-11-10T", "10/Nov/2026:").slice(0, 20);
	const { signature = "", "signature-input": input = "", "signature-agent": of = "" } = fields;
	const request = `${method} ${path} HTTP/2.0`;
	return `${address} [${time} +0000] "${request}" 200 "${agent}" "${quoted(signature)}" "${quoted(input)}" "${quoted(of)}"`;
}

const FORMATS: Partial<Record<keyof typeof WRITERS, string>> = {
	nginx:
		'$remote_addr [$time_local] "$request" $status "$http_user_agent" "$http_signature" "$http_signature_input" "$http_signature_agent"',
	apache: '%h %t "%r" %>s "%{User-Agent}i" "%{Signature}i" "%{Signature-Input}i" "%{Signature-Agent}i"',
};

async function read(
	lines: readonly Line[],
	{
		kind = "caddy",
		threads = 0,
		directory = DIRECTORY,
		token = "ChatGPT-User",
	}: {
		readonly kind?: keyof typeof WRITERS;
		readonly threads?: number;
		readonly directory?: string;
		readonly token?: string;
	} = {},
) {
	const bytes = Buffer.from(`${lines.map((line) => WRITERS[kind]({ ...USUAL, ...line })).join("\n")}\n`, "latin1");
	async function* pieces() {
		yield bytes;
	}
	const log = { name: "access.log", open: async () => ({ pieces: pieces(), size: 0, end: () => "whole" as const }) };
	const keys = [readBotKeys(`${token}=keys.json`, directory)];
	const settings = {
		domain: "example.com",
		pages: [],
		ranges: shippedRanges(),
		format: FORMATS[kind],
		proxies: 0,
		keys,
	};
	const report = buildAccessReport(await readLogs([log], { settings, now: AT + 1e9, threads }), {
		...settings,
		dns: false,
	});
	const { verified, spoofed, unverifiable } = report.bots[0] ?? {};
	return { counts: [verified, spoofed, unverifiable].map((part) => part?.requests ?? 0), report };
}

describe("a signature in a log", () => {
	it.each(Object.keys(WRITERS) as (keyof typeof WRITERS)[])(
		"proves whose the request was, as %s logs it",
		async (kind) => {
			const { counts, report } = await read([{ fields: signedFields() }], { kind });
			expect(counts).toEqual([1, 0, 0]);
			expect(report.proofs.keys?.[0]).toMatchObject({ token: "ChatGPT-User", thumbprints: [bot.keys[0].jwk.kid] });
		},
	);

	it.each<[string, Line]>([
		["another host", { fields: signedFields(), host: "www.example.com" }],
		["another path", { fields: signedFields(), path: "/b" }],
		["another method", { fields: signedFields(), method: "POST" }],
		["a time before it", { fields: signedFields(), at: AT - 62_000 }],
		["a time after it has expired", { fields: signedFields(), at: AT + 362_000 }],
		["another agent", { fields: { ...signedFields(), "signature-agent": 'sig1="https://other.example"' } }],
		["no agent", { fields: { ...signedFields(), "signature-agent": "" } }],
		["no input", { fields: { ...signedFields(), "signature-input": "" } }],
		["what is no signature", { fields: { ...signedFields(), signature: "sig1=:AAAA:" } }],
		["what is no structured field", { fields: { ...signedFields(), "signature-input": 'sig1=("@authority' } }],
	])("proves nothing with %s", async (_, line) => {
		expect((await read([line])).counts).toEqual([0, 1, 0]);
	});

	it("proves nothing with another key, or for another bot", async () => {
		const other = JSON.stringify({ keys: botOf(makeBotKey()).keys.map(({ jwk }) => jwk) });
		expect((await read([{ fields: signedFields() }], { directory: other })).counts).toEqual([0, 1, 0]);
		expect((await read([{ fields: signedFields() }], { token: "GPTBot" })).counts).toEqual([0, 1, 0]);
	});

	it("is no proof from another address, in any block and with any number of threads", async () => {
		const fields = signedFields();
		const own: Line = { fields };
		const copy: Line = { fields, address: "93.184.217.7", at: AT + 60_000 };
		const between = Array.from(
			{ length: 3_000 },
			(_, at): Line => ({ fields: {}, address: `192.0.2.${at % 250}`, agent: "curl/8" }),
		);
		for (const threads of [0, 2]) {
			const { counts } = await read([own, copy, ...between, own, copy, ...between, copy], { threads });
			expect(counts).toEqual([2, 3, 0]);
		}
	});

	it("counts once behind a proxy, which hides copies", async () => {
		const line: Line = { fields: signedFields(), address: "10.0.0.1" };
		expect((await read([line, line])).counts).toEqual([1, 0, 1]);
	});

	it("is valid as RFC 9421 defines, and for at most a day", async () => {
		const { publicKey, privateKey } = generateKeyPairSync("ed25519");
		const directory = JSON.stringify({ keys: [publicKey.export({ format: "jwk" })] });
		const byHand = (lifetime: number) => ({ fields: handSigned(privateKey, publicKey, lifetime) });
		expect((await read([byHand(86_400)], { directory })).counts).toEqual([1, 0, 0]);
		expect((await read([byHand(86_401)], { directory })).counts).toEqual([0, 1, 0]);
	});
});

/** Covers only host and agent, as most bots sign. */
function handSigned(privateKey: KeyObject, publicKey: KeyObject, lifetime: number): Readonly<Record<string, string>> {
	const { x } = publicKey.export({ format: "jwk" });
	const keyid = createHash("sha256").update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest("base64url");
	const created = AT / 1_000 - 5;
	const parameters = `("@authority" "signature-agent");created=${created};expires=${created + lifetime};keyid="${keyid}";nonce="AAECAw==";tag="web-bot-auth"`;
	const base = `"@authority": example.com\n"signature-agent": "${AGENT}"\n"@signature-params": ${parameters}`;
	const signature = sign(null, Buffer.from(base), privateKey).toString("base64");
	return { signature: `s=:${signature}:`, "signature-input": `s=${parameters}`, "signature-agent": `"${AGENT}"` };
}

describe("a key directory", () => {
	it.each([
		["of a bot that nobody knows", "NoBot=keys.json", DIRECTORY, "We know no bot NoBot."],
		["that is none", "GPTBot=keys.json", "{}", "The file is not a JSON Web Key Set."],
		["without a key", "GPTBot=keys.json", '{"keys":[]}', "It has no key that we can use."],
		[
			"with a private key",
			"GPTBot=keys.json",
			JSON.stringify({ keys: [makeBotKey()] }),
			"Key 1 includes its private part.",
		],
	])("%s is rejected", (_, given, text, why) => {
		expect(() => readBotKeys(given, text)).toThrow(why);
	});
});
