import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { readArguments } from "./arguments.ts";
import { planAudit } from "./audit.ts";
import { COMMANDS } from "./commands.ts";
import { configJsonSchema, readConfig } from "./config-file.ts";

let place = "";
let file = "";
beforeEach(async () => {
	place = await mkdtemp(join(tmpdir(), "sightline-config-"));
	file = join(place, "sightline.config.json");
});

it("sightline.config.schema.json matches the settings; npm run docs writes it", async () => {
	const schema = await readFile(new URL("../../sightline.config.schema.json", import.meta.url), "utf8");
	expect(JSON.parse(schema)).toEqual(configJsonSchema());
});

describe("readConfig", () => {
	it("reads settings, paths relative to the file", async () => {
		await writeFile(
			file,
			JSON.stringify({
				$schema: "./x.json",
				dir: "dist",
				as: "example.org",
				outputs: [{ format: "sarif", file: "a.sarif" }],
			}),
		);
		expect(await readConfig(file)).toEqual({
			dir: join(place, "dist"),
			as: "example.org",
			outputs: [{ format: "sarif", file: join(place, "a.sarif") }],
		});
	});

	it.each([
		[
			'{\n"domain": "a.example.org",\n"failunder": 80}',
			'line 3: unknown setting "failunder"; did you mean "failUnder"?',
		],
		['{\n"outputs": [\n{"fromat": "json"}]}', 'line 3: unknown setting "fromat"; did you mean "format"?'],
		['{"format": "json"}', 'line 1: unknown setting "format"; did you mean "outputs"? See docs/ci.md.'],
		['{\n\n"mode": "deeper"}', 'line 3: "mode" must be light or deep'],
		['{"pages": 1}', 'line 1: "pages" must be a whole number from 2'],
		['{"outputs": [\n{\n"format": "xml"}]}', 'line 3: "outputs.0.format" must be one of pretty'],
		[
			'{\n"headers": {\n"Cookie": "AWS_SECRET"}}',
			'line 3: "headers.Cookie" must be the name of a variable that begins with SIGHTLINE_HEADER_',
		],
		["{\n// settings\n}", "line 2: A comment stands here; JSON has none. See docs/ci.md."],
		['{"mode": "light",\n"mode": "deep"}', 'line 2: "mode" is there twice'],
		["[]", "line 1: it must be an object"],
		[`{"a":${"[".repeat(999)}${"]".repeat(999)}}`, 'unknown setting "a"'],
		[`{"a":${"[".repeat(9000)}`, "It is nested more than 1,000 levels deep."],
	])("refuses %j with the line", async (text, says) => {
		await writeFile(file, text);
		await expect(readConfig(file)).rejects.toMatchObject({
			code: "input-invalid",
			message: expect.stringContaining(says),
		});
	});
});

describe("arguments and configuration", () => {
	const plan = async (config: object, ...argv: string[]) => {
		await writeFile(file, JSON.stringify(config));
		const spec = COMMANDS.audit;
		if (!spec) throw new Error("There is no such command.");
		const given = readArguments("sightline audit", [...argv, "--config", file], spec);
		return planAudit(given as unknown as Parameters<typeof planAudit>[0]);
	};
	const folder = {
		dir: "dist",
		as: "example.org",
		mode: "deep",
		pages: 5,
		failUnder: 70,
		failOn: ["title"],
		outputs: [{ format: "json" }],
	} as const;

	it("default to the file", async () => {
		expect(await plan(folder)).toMatchObject({
			domain: "example.org",
			folder: join(place, "dist"),
			mode: "deep",
			pages: 5,
			outputs: [{ form: "json", file: "-" }],
			demands: { failUnder: 70, failOn: ["title"], failOnRegression: false },
		});
	});

	it("override the file, each its own setting", async () => {
		const outputs = ["--format", "sarif", "--output", "x.sarif"];
		expect(
			await plan(folder, "--mode", "light", "--fail-under", "0", "--fail-on", "critical,lang", ...outputs),
		).toMatchObject({
			mode: "light",
			pages: undefined,
			outputs: [{ form: "sarif", file: "x.sarif" }],
			demands: { failUnder: 0, failOn: ["critical", "lang"] },
		});
		expect((await plan(folder, "other.example.org")).folder).toBeUndefined();
		expect(await plan(folder, "--dir", "build")).toMatchObject({
			domain: "example.org",
			folder: join(process.cwd(), "build"),
		});
	});

	it("send the file's headers to the file's domain only", async () => {
		const config = { domain: "staging.example.org", headers: { Cookie: "SIGHTLINE_HEADER_COOKIE" } };
		expect((await plan(config)).headers).toEqual([{ name: "cookie", variable: "SIGHTLINE_HEADER_COOKIE" }]);
		expect((await plan(config, "other.example.org")).headers).toEqual([]);
		await expect(plan(config, "--dir", "dist", "--as", "x.example.org")).resolves.toMatchObject({ headers: [] });
	});
});
