import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readEnvironment } from "./environment.ts";
import { findInstalledBrowser } from "./installed-browser.ts";

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
