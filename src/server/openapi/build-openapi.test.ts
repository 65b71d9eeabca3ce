import { describe, expect, it } from "vitest";
import type { ApiMedia, ApiOperation, JsonSchema } from "#core/api/openapi-document.ts";
import { API_VERSION, REFUSAL } from "#core/brand.ts";
import { ENDPOINTS } from "../api/endpoints.ts";
import { PROBLEMS, type ProblemCode } from "../api/problems.ts";
import { faultsOf } from "./answer-validator.testkit.ts";
import { buildOpenApi, problemsOf } from "./build-openapi.ts";
import { createSchemaCompiler } from "./closed-schemas.testkit.ts";
import { SHOWN_ENDPOINTS } from "./shown-endpoints.testkit.ts";

const baseUrl = "https://audit.example.net";
const document = buildOpenApi(ENDPOINTS, { baseUrl });
const operations = Object.values(document.paths)
	.flatMap(({ get, post }) => [get, post])
	.filter((each): each is ApiOperation => each !== undefined);
const named = operations.map((operation) => [operation.operationId, operation] as const);
const compiler = createSchemaCompiler(document);

/** Every value of that member at any depth. */
function valuesOf(name: string, value: unknown): unknown[] {
	if (typeof value !== "object" || value === null) return [];
	return Object.entries(value).flatMap(([key, each]) => [...(key === name ? [each] : []), ...valuesOf(name, each)]);
}

function at(pointer: string): unknown {
	return pointer
		.slice(2)
		.split("/")
		.reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], document);
}

describe("buildOpenApi", () => {
	it("describes the interface, its address and the refusal", () => {
		expect(document).toMatchObject({
			openapi: "3.1.1",
			info: { version: API_VERSION, license: { identifier: "Apache-2.0" } },
			servers: [{ url: baseUrl }],
			externalDocs: { url: `${baseUrl}/api/` },
		});
		expect(document.info.description).toContain(REFUSAL);
		expect(document.info).not.toHaveProperty("contact");
	});

	it("has the operations of the interface specification", () => {
		expect(document.paths["/api/v1/public/audit"]?.post?.operationId).toBe("publicAudit");
		expect(document.paths["/api/v1/public/brief"]?.post?.operationId).toBe("publicExecutiveBrief");
		expect(operations.map(({ operationId }) => operationId)).toEqual(ENDPOINTS.map(({ operationId }) => operationId));
	});

	it("is deterministic", () => {
		expect(JSON.stringify(buildOpenApi(ENDPOINTS, { baseUrl }))).toBe(JSON.stringify(document));
	});

	it.each([
		[
			{ text: "ops@example.org", href: "mailto:ops@example.org" },
			{ name: "ops@example.org", email: "ops@example.org" },
		],
		[
			{ text: "https://example.org/us", href: "https://example.org/us" },
			{ name: "https://example.org/us", url: "https://example.org/us" },
		],
		[{ text: "Ada, room 7" }, { name: "Ada, room 7" }],
	])("names whom to ask: %o", (contact, described) => {
		expect(buildOpenApi(SHOWN_ENDPOINTS, { baseUrl, contact }).info.contact).toEqual(described);
	});

	it("links problems to the site if the API is elsewhere", () => {
		const apart = buildOpenApi(ENDPOINTS, { baseUrl: "https://api.example.net", siteUrl: "https://www.example.org/x" });
		expect(apart.servers[0]?.url).toBe("https://api.example.net");
		expect(JSON.stringify(apart.components.examples)).toContain("https://www.example.org/x/api/#problem-json-invalid");
		expect(apart.externalDocs.url).toBe("https://www.example.org/x/api/");
	});

	it("has no dangling and no unused references", () => {
		const references = new Set(valuesOf("$ref", document) as string[]);
		for (const reference of references) expect(at(reference), reference).toBeDefined();
		const { schemas, headers, examples } = document.components;
		for (const [room, names] of Object.entries({ schemas, headers, examples })) {
			for (const name of Object.keys(names)) expect(references, name).toContain(`#/components/${room}/${name}`);
		}
	});

	it("refuses 2 schemas of one name", () => {
		const [greet, list] = SHOWN_ENDPOINTS;
		if (!greet?.input || !list) throw new Error("The shown endpoints are two.");
		const twin = { ...list, path: "/twin" as const, output: greet.output.meta({ id: "Greetings" }) };
		expect(() => buildOpenApi([greet, list, twin], { baseUrl })).toThrow("Two different schemas are called Greetings");
	});
});

describe("schemas", () => {
	it("are closed for requests and open for responses", () => {
		const { AuditRequest, CompletedAudit } = document.components.schemas;
		expect(AuditRequest?.additionalProperties).toBe(false);
		expect(CompletedAudit).not.toHaveProperty("additionalProperties");
		const requests = [
			"AuditRequest",
			"BriefRequest",
			"CompareRequest",
			"SimulateLiftRequest",
			"WatchlistChange",
			"BadgeRequest",
		];
		for (const [name, schema] of Object.entries(document.components.schemas)) {
			if (!requests.includes(name)) expect(valuesOf("additionalProperties", schema), name).not.toContain(false);
		}
	});

	it.each(["AuditResult", "Comparison", "BriefResponse"])(
		"distinguish the 2 forms of %s by a required constant `ok`",
		(name) => {
			const forms = document.components.schemas[name]?.oneOf ?? [];
			const named = forms.map(({ $ref = "" }) => at($ref) as JsonSchema);
			expect(named.map(({ properties }) => properties?.ok?.const)).toEqual([true, false]);
			for (const { required } of named) expect(required).toContain("ok");
		},
	);

	it("make members with a default optional in requests, and required in responses", () => {
		expect(document.components.schemas.AuditRequest?.required).toEqual(["domain"]);
		expect(document.components.schemas.AuditRequest?.properties?.mode).toMatchObject({
			enum: ["light", "deep"],
			default: "light",
		});
	});

	it("have no internals", () => {
		const text = JSON.stringify(document.components.schemas);
		for (const noise of [String(Number.MAX_SAFE_INTEGER), "02-29", "$schema", "$defs"])
			expect(text).not.toContain(noise);
	});

	it("join constants", () => {
		expect(document.components.schemas.Finding?.properties?.weight).toMatchObject({
			type: "number",
			enum: [1, 2, 3, 5, 8],
		});
	});

	it("describe every member", () => {
		const missing = Object.entries(document.components.schemas).flatMap(([name, schema]) => unexplained(name, schema));
		expect(missing).toEqual([]);
	});
});

/** Members without a description; constants and named schemas need none. */
function unexplained(name: string, { properties = {}, items }: JsonSchema): readonly string[] {
	const members = Object.entries(properties).flatMap(([key, member]) => {
		const isPlain = member.description === undefined && member.$ref === undefined && member.const === undefined;
		return [...(isPlain ? [`${name}.${key}`] : []), ...unexplained(`${name}.${key}`, member)];
	});
	return items ? [...members, ...unexplained(name, items)] : members;
}

describe.each(named)("%s", (operationId, { summary, description, security, responses, parameters, requestBody }) => {
	const endpoint = ENDPOINTS.find((each) => each.operationId === operationId);

	it("has a description and its credentials", () => {
		expect(summary).toMatch(/^\S.+/);
		expect(description).toMatch(/^\S.+\.$/s);
		const scopes = endpoint?.scope === undefined ? [] : [endpoint.scope];
		const open = endpoint?.account === "required" ? [] : [{}];
		const known = [{ bearer: scopes }, { key: scopes }];
		expect(security).toEqual([...open, ...known, ...(endpoint?.account ? [{ session: [] }] : [])]);
		for (const parameter of parameters ?? []) expect(parameter.description, parameter.name).toMatch(/\.$/);
	});

	it("lists every possible status", () => {
		const posted = endpoint?.method === "POST" ? ["408", "413", "415"] : [];
		const { quota, account, path = "" } = endpoint ?? {};
		const asksStore = quota === "audit" || quota === "brief" || account || operationId === "getHealth";
		const audited = [
			...(asksStore ? ["503"] : []),
			...(path.includes("{") ? ["404"] : []),
			...(operationId === "mintBadge" ? ["409"] : []),
		];
		const scoped = endpoint?.scope !== undefined ? ["403"] : [];
		const tagged = endpoint?.revalidates ? ["304"] : [];
		const limited = endpoint?.isAlwaysAnswered ? [] : ["429"];
		const expected = ["200", ...tagged, "400", "401", "405", ...limited, "500", ...posted, ...audited, ...scoped];
		expect(Object.keys(responses)).toEqual(expected.sort());
	});

	it("has valid examples", () => {
		const contents = [...Object.values(responses).map(({ content }) => content), requestBody?.content ?? {}];
		for (const media of contents.flatMap((content) => Object.values(content))) expectExamples(media);
		expect(Object.keys(responses["200"]?.content["application/json"]?.examples ?? {})).not.toEqual([]);
		if (requestBody) expect(Object.keys(requestBody.content["application/json"]?.examples ?? {})).not.toEqual([]);
		for (const { name, schema, examples = {} } of parameters ?? []) {
			for (const { value } of Object.values(examples)) expect(compiler.compile(schema, true)(value), name).toBe(true);
		}
	});
});

function expectExamples({ schema, examples = {} }: ApiMedia): void {
	const validate = compiler.compile(schema, true);
	for (const [name, example] of Object.entries(examples)) {
		const { value } = ("$ref" in example ? at(example.$ref) : example) as { readonly value: unknown };
		// As sent: without undefined members.
		expect(validate(JSON.parse(JSON.stringify(value))), `${name}: ${faultsOf(validate)}`).toBe(true);
	}
}

describe("problems", () => {
	it("are listed by code", () => {
		for (const [code, { status, title }] of Object.entries(PROBLEMS)) {
			// No operation handles an unknown address.
			if (!ENDPOINTS.some((endpoint) => problemsOf(endpoint).includes(code as ProblemCode))) continue;
			expect(document.components.examples[code]).toMatchObject({ summary: title, value: { code, status, ok: false } });
		}
	});
});
