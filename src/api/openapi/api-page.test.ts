import { expect, it } from "vitest";
import { ENDPOINTS } from "#api/endpoints.ts";
import { PROBLEMS } from "#api/problems.ts";
import { type ApiEndpointFacts, apiEndpoints } from "#render/api-endpoint.ts";
import { apiSchemas } from "#render/api-schemas.ts";
import { buildOpenApi } from "./build-openapi.ts";

const document = buildOpenApi(ENDPOINTS, { baseUrl: "https://audit.example.net" });
const endpoints = apiEndpoints(document);
const schemas = apiSchemas(document);

/** Names of schemas that the page links to. */
const linked = ({ answer, failures, input }: ApiEndpointFacts) =>
	[answer.schema, ...failures.map(({ schema }) => schema), ...input.map(({ type }) => type.schema)].filter(
		(name) => name !== undefined,
	);

it("the page shows every endpoint with a command, an example and its failures", () => {
	expect(endpoints.map(({ method, path }) => `${method} ${path}`)).toEqual(
		ENDPOINTS.map(({ method, path }) => `${method} ${path}`),
	);
	for (const { id, commands, answer, failures, path } of endpoints) {
		expect(commands[0]?.text, id).toContain(`https://audit.example.net${path}`);
		expect(answer.examples, id).not.toEqual([]);
		expect(
			failures.map(({ status }) => status),
			id,
		).toContain("429");
	}
	const wall = endpoints.find(({ id }) => id === "publicWall");
	expect(wall?.input.map(({ name }) => name)).toEqual(["limit", "cursor"]);
	expect(wall?.commands.some(({ text }) => text.includes("?limit="))).toBe(true);
});

it("the page explains every schema and problem that it links to", () => {
	const shown = new Set(schemas.map(({ name }) => name));
	const inside = schemas.flatMap(({ members, variants }) => [...variants, ...members.map(({ type }) => type.schema)]);
	for (const name of [...endpoints.flatMap(linked), ...inside]) if (name !== undefined) expect(shown).toContain(name);
	for (const code of endpoints.flatMap(({ failures }) => failures.flatMap(({ codes }) => codes))) {
		expect(Object.keys(PROBLEMS)).toContain(code);
	}
	expect(shown).not.toContain("AuditRequest");
});
