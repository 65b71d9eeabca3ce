import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AGENT_TYPES, findInstalledBrowser, readEnvironment, settingsTable } from "./environment.ts";

describe("readEnvironment", () => {
	it("has a default for everything, and takes an empty variable for none", () => {
		expect(readEnvironment({ SIGHTLINE_BASE_URL: "" })).toMatchObject({
			baseUrl: "http://localhost:4321",
			concurrency: undefined,
		});
	});

	it("names every variable that is wrong", () => {
		const wrong = { SIGHTLINE_BASE_URL: "https://a.example.com/", SIGHTLINE_CONCURRENCY: "many" };
		expect(() => readEnvironment(wrong)).toThrow(
			/SIGHTLINE_BASE_URL must have no trailing slash.*SIGHTLINE_CONCURRENCY/,
		);
		for (const url of ["ftp://a.example.com", "a.example.com", "https://a.example.com/"]) {
			expect(() => readEnvironment({ SIGHTLINE_BASE_URL: url }), url).toThrow(/SIGHTLINE_BASE_URL/);
		}
	});

	it("takes proxies as other programs do: small letters first, a host without a scheme, none by default", () => {
		expect(readEnvironment({ NO_PROXY: "*" })).toMatchObject({ proxies: undefined, serverProxies: false });
		const given = { HTTPS_PROXY: "proxy.test:3128", https_proxy: "https://ada:pass@proxy.test", no_proxy: "a.test" };
		expect(readEnvironment(given).proxies).toEqual({
			http: undefined,
			https: "https://ada:pass@proxy.test",
			none: "a.test",
		});
		expect(readEnvironment({ HTTP_PROXY: "proxy.test:3128" }).proxies?.http).toBe("http://proxy.test:3128");
		expect(() => readEnvironment({ HTTP_PROXY: "socks5://ada:hunter2@proxy.test" })).toThrow(/HTTP_PROXY must be/);
		expect(() => readEnvironment({ HTTP_PROXY: "socks5://ada:hunter2@proxy.test" })).not.toThrow(/hunter2/);
	});

	it("repeats a wrong value, but never a secret", () => {
		const wrong = {
			PORT: "http",
			DATABASE_URL: "mysql://sightline:hunter2@db/x",
			SIGHTLINE_METRICS: "hunter2",
			GITHUB_TOKEN: "hunter2 hunter2",
			SIGHTLINE_BASE_URL: "https://ada:hunter2@a.example.com",
		};
		expect(() => readEnvironment(wrong)).toThrow(/PORT must be a whole number from 1 to 65535, and is "http"/);
		expect(() => readEnvironment(wrong)).toThrow(/DATABASE_URL must be.*SIGHTLINE_METRICS must be/);
		expect(() => readEnvironment(wrong)).not.toThrow(/hunter2/);
	});

	it.each([
		"https://user@a.example.com",
		"https://u:p@a.example.com",
		"https://a.example.com/?x",
		"https://a.example.com/x#y",
	])("refuses an address that others cannot be appended to: %s", (url) => {
		for (const name of ["SIGHTLINE_BASE_URL", "SIGHTLINE_API_URL"])
			expect(() => readEnvironment({ [name]: url }), name).toThrow(`${name} must have no user name, query or fragment`);
	});

	it("reads the bucket for evidence, and AWS's variables only where one is named", () => {
		const aws = { AWS_REGION: "eu-central-1", AWS_ACCESS_KEY_ID: "me", AWS_SECRET_ACCESS_KEY: "hunter2" };
		expect(readEnvironment({ ...aws, AWS_ENDPOINT_URL: "not an address" }).evidence).toBeUndefined();
		expect(readEnvironment({ ...aws, SIGHTLINE_EVIDENCE: "s3://proofs" }).evidence).toMatchObject({
			bucket: "proofs",
			prefix: "",
			endpoint: "https://s3.eu-central-1.amazonaws.com",
		});
		const elsewhere = { AWS_ENDPOINT_URL: "http://127.0.0.1:9000/", SIGHTLINE_EVIDENCE: "s3://proofs/a/b/" };
		expect(readEnvironment({ ...aws, ...elsewhere }).evidence).toMatchObject({
			prefix: "a/b/",
			endpoint: "http://127.0.0.1:9000",
		});
	});

	it.each([
		[{ SIGHTLINE_EVIDENCE: "https://proofs" }, "SIGHTLINE_EVIDENCE must be the address of a bucket"],
		[{ SIGHTLINE_EVIDENCE: "s3://proofs/a b" }, "SIGHTLINE_EVIDENCE must be the address of a bucket"],
		[{ AWS_REGION: "" }, "AWS_REGION is not set"],
		[{ AWS_ACCESS_KEY_ID: "" }, "AWS_ACCESS_KEY_ID is not set"],
		[{ AWS_SECRET_ACCESS_KEY: "" }, "AWS_SECRET_ACCESS_KEY is not set"],
		[{ AWS_ENDPOINT_URL: "https://me:hunter2@s3.example.com" }, "AWS_ENDPOINT_URL must be an http or https address"],
	])("refuses a bucket that cannot be reached so: %j", (change, says) => {
		const whole = { AWS_REGION: "auto", AWS_ACCESS_KEY_ID: "me", AWS_SECRET_ACCESS_KEY: "hunter2" };
		const wrong = { ...whole, SIGHTLINE_EVIDENCE: "s3://proofs", ...change };
		expect(() => readEnvironment(wrong)).toThrow(says);
		expect(() => readEnvironment(wrong)).not.toThrow(/hunter2/);
	});

	it("keeps a path in the base address", () => {
		expect(readEnvironment({ SIGHTLINE_BASE_URL: "https://a.example.com/repo" }).baseUrl).toBe(
			"https://a.example.com/repo",
		);
	});
});

describe("what publishing needs of the environment", () => {
	it("reads repository, token and author, and names what is wrong", () => {
		const { github, author } = readEnvironment({
			GITHUB_REPOSITORY: "octo/audits",
			SIGHTLINE_AUTHOR: "Ada L. <ada@example.com>",
		});
		expect(github).toEqual({ token: undefined, repository: "octo/audits", apiUrl: "https://api.github.com" });
		expect(author).toEqual({ name: "Ada L.", email: "ada@example.com" });
		for (const wrong of [
			{ GITHUB_REPOSITORY: "audits" },
			{ SIGHTLINE_AUTHOR: "Ada" },
			{ GITHUB_API_URL: "github.com" },
		])
			expect(() => readEnvironment(wrong)).toThrow(Object.keys(wrong)[0]);
	});
});

describe("findInstalledBrowser", () => {
	it("takes CHROME_PATH first, then what PATH has, and says so when there is none", () => {
		const folder = mkdtempSync(join(tmpdir(), "sightline-browser-"));
		const path = join(folder, "google-chrome");
		expect(findInstalledBrowser({ CHROME_PATH: "/somewhere/chrome", PATH: folder })).toBe("/somewhere/chrome");
		writeFileSync(path, "");
		chmodSync(path, 0o755);
		expect(findInstalledBrowser({ PATH: folder })).toBe(path);
	});
});

const ISSUER = "https://agents.example.com";
const readAgents = (SIGHTLINE_TRUSTED_ISSUERS: string, more = {}) =>
	readEnvironment({ SIGHTLINE_TRUSTED_ISSUERS, ...more }).agents;

describe("agents", () => {
	it("may register by every way but a provider's word, where nothing is set", () => {
		expect(readEnvironment({}).agents).toEqual({
			trustedIssuers: [],
			types: ["anonymous", "service_auth", "did"],
		});
	});

	it("are vouched for by the issuers that are named, as addresses or with names for people", () => {
		expect(readAgents(` ${ISSUER}  https://b.example/tenant `)).toEqual({
			trustedIssuers: [
				{ issuer: ISSUER, name: "agents.example.com" },
				{ issuer: "https://b.example/tenant", name: "b.example" },
			],
			types: AGENT_TYPES,
		});
		expect(readAgents(JSON.stringify([{ issuer: ISSUER, name: "Agents" }])).trustedIssuers).toEqual([
			{ issuer: ISSUER, name: "Agents" },
		]);
		expect(readAgents(ISSUER, { SIGHTLINE_AGENT_TYPES: "did, identity_assertion" }).types).toEqual([
			"identity_assertion",
			"did",
		]);
	});

	it.each([
		"http://agents.example.com",
		`${ISSUER}/`,
		`${ISSUER}?x`,
		"https://user@agents.example.com",
		`${ISSUER} ${ISSUER}`,
		"agents.example.com",
		"[",
		'[{"issuer":1}]',
		`[{"issuer":"${ISSUER}","names":"x"}]`,
	])("are not vouched for by %s", (text) => {
		expect(() => readAgents(text)).toThrow(/SIGHTLINE_TRUSTED_ISSUERS must/);
	});

	it.each(["identity_assertion", " ", "identity_assertion,"])(
		"can register in some way, which %j leaves none of",
		(text) => {
			expect(() => readEnvironment({ SIGHTLINE_AGENT_TYPES: text })).toThrow(
				/SIGHTLINE_AGENT_TYPES (?:names|must name)/,
			);
		},
	);

	it("register in no way that is unknown", () => {
		expect(() => readAgents("", { SIGHTLINE_AGENT_TYPES: "x" })).toThrow(
			/SIGHTLINE_AGENT_TYPES must be among anonymous, /,
		);
	});
});

it("docs/operating.md has the settings as they are; npm run docs writes them anew", () => {
	expect(readFileSync(new URL("../../docs/operating.md", import.meta.url), "utf8")).toContain(settingsTable());
});
