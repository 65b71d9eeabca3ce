import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { ENDPOINTS } from "#api/endpoints.ts";
import { startCommand } from "#app/process.testkit.ts";
import { findVectors } from "#log/vectors.testkit.ts";
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

const published = findVectors("openapi/oas31-schema");
const ID = "https://spec.openapis.org/oas/3.1";

describe.skipIf(!published.path)(`the schema of OpenAPI 3.1${published.note}`, () => {
	async function judge() {
		const ajv = new Ajv2020({ strict: false, allErrors: true });
		addFormats(ajv);
		for (const name of ["schema", "meta", "dialect", "schema-base"]) {
			ajv.addSchema(parse(await readFile(join(published.path, `${name}.yaml`), "utf8")));
		}
		const validate = ajv.getSchema(`${ID}/schema-base/WORK-IN-PROGRESS`);
		if (!validate) throw new Error("The schema has another name.");
		return (described: unknown) => (validate(described) ? "" : faultsOf(validate));
	}

	it("takes the document and its schemas", async () => {
		expect((await judge())(JSON.parse(JSON.stringify(document)))).toBe("");
	});

	it("refuses a schema of no type", async () => {
		const schemas = { ...document.components.schemas, Axes: { type: "axes" } };
		const wrong = { ...document, components: { ...document.components, schemas } };
		expect((await judge())(JSON.parse(JSON.stringify(wrong)))).toContain("/components/schemas/Axes");
	});
});
