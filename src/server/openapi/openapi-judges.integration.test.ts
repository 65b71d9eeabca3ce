import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { startCommand } from "#test/e2e/process.testkit.ts";
import { readVector } from "#test/vectors/vectors.ts";
import { ENDPOINTS } from "../api/endpoints.ts";
import { faultsOf } from "./answer-validator.testkit.ts";
import { buildOpenApi } from "./build-openapi.ts";

const document = buildOpenApi(ENDPOINTS, {
	baseUrl: "https://audit.example.net",
	contact: { text: "ops@example.net", href: "mailto:ops@example.net" },
});

/** Lints as people do: the strict rules, nothing sent anywhere. */
async function lint(described: unknown) {
	const folder = await mkdtemp(join(tmpdir(), "sightline-openapi-"));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	const file = join(folder, "openapi.json");
	await writeFile(file, JSON.stringify(described));
	const command = [process.execPath, "node_modules/@redocly/cli/bin/cli.js", "lint", file];
	return startCommand([...command, "--extends=recommended-strict", "--format=json"], {
		REDOCLY_TELEMETRY: "off",
		REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
	}).ended;
}

describe("Redocly's strict rules", () => {
	it("find nothing", async () => {
		const { code, stdout } = await lint(document);
		expect(JSON.parse(stdout).problems).toEqual([]);
		expect(code).toBe(0);
	}, 60_000);

	it("find what is wrong", async () => {
		const { code, stdout } = await lint({ ...document, info: { ...document.info, license: undefined } });
		expect(JSON.parse(stdout).problems).toMatchObject([{ ruleId: "info-license" }]);
		expect(code).toBe(1);
	}, 60_000);
});

/** Ajv follows `$dynamicRef` within one file only, so that the dialect of schemas is put in by hand. */
const DYNAMIC = "$dynamicRef: '#meta'";
const DIALECT = "$ref: 'https://json-schema.org/draft/2020-12/schema'";

describe("the schema of OpenAPI 3.1", () => {
	async function judge(described: unknown): Promise<string> {
		const text = readVector("openapi/oas31-schema/schema.yaml");
		expect(text).toContain(DYNAMIC);
		const ajv = new Ajv2020({ strict: false, formats: { "media-range": true } });
		addFormats(ajv);
		const validate = ajv.compile(parse(text.replaceAll(DYNAMIC, DIALECT)));
		return validate(JSON.parse(JSON.stringify(described))) ? "" : faultsOf(validate);
	}

	it("accepts the document and its schemas", async () => {
		expect(await judge(document)).toBe("");
	});

	it("refuses unknown members, and a schema without a type", async () => {
		expect(await judge({ ...document, extra: 1 })).toContain("unevaluated");
		const schemas = { ...document.components.schemas, Axes: { type: "axes" } };
		const wrong = { ...document, components: { ...document.components, schemas } };
		expect(await judge(wrong)).toContain("/components/schemas/Axes");
	});
});
