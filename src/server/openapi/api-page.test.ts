import { expect, it } from "vitest";
import { AUDIT_FAILURE_CODES } from "#core/failure.ts";
import { type ApiEndpointFacts, apiEndpoints, apiSchemas } from "#site/api/api-endpoint.ts";
import { apiLimits } from "#site/api/api-limits.ts";
import { ADVICE } from "#site/brief/texts.ts";
import { ENDPOINTS } from "../api/endpoints.ts";
import { PROBLEMS } from "../api/problems.ts";
import { DEFAULT_QUOTAS } from "../rate-limits/rate-limits.ts";
import { buildOpenApi } from "./build-openapi.ts";

const document = buildOpenApi(ENDPOINTS, { baseUrl: "https://audit.example.net" });
const endpoints = apiEndpoints(document);
const schemas = apiSchemas(document, Object.keys(document.components.schemas));

/** Schemas that the page links to. */
const linked = ({ answer, failures, input }: ApiEndpointFacts) =>
	[answer.schema, ...failures.map(({ schema }) => schema), ...input.map(({ type }) => type.schema)].filter(
		(name) => name !== undefined,
	);

it("the page shows every endpoint with a command, an example and its failures", () => {
	expect(endpoints.map(({ method, path }) => `${method} ${path}`)).toEqual(
		ENDPOINTS.map(({ method, path }) => `${method} ${path}`),
	);
	for (const { id, commands, answer, failures, path } of endpoints) {
		expect(commands[0]?.text, id).toContain(`https://audit.example.net${path.replace(/\{.*/, "")}`);
		expect(answer.examples, id).not.toEqual([]);
		expect(
			failures.map(({ status }) => status),
			id,
		).toContain("401");
	}
	const wall = endpoints.find(({ id }) => id === "publicWall");
	expect(wall?.input.map(({ name }) => name)).toEqual(["limit", "cursor"]);
	expect(wall?.commands).toEqual([
		{ label: "First page", text: "curl -sS 'https://audit.example.net/api/v1/public/wall?limit=2'" },
	]);
});

it("the commands use hosts that anyone can audit", () => {
	const inputs = endpoints.flatMap(({ commands }) =>
		commands.map(({ text }) => text.replaceAll("audit.example.net", "")),
	);
	const hosts = inputs.join(" ").match(/[\w.-]+\.(?:com|org|net)\b/g) ?? [];
	expect(new Set(hosts)).toEqual(new Set(["example.com", "www.example.com", "example.org"]));
	expect(endpoints.find(({ id }) => id === "publicCompare")?.commands[0]?.text).toContain(
		'{"domainA":"example.com","domainB":"example.org"}',
	);
});

it("the page shows the response while the store is down", () => {
	const health = endpoints.find(({ id }) => id === "getHealth");
	const [down] = health?.failures.find(({ status }) => status === "503")?.examples ?? [];
	expect(down?.label).toBe("Store down");
	expect(JSON.parse(down?.text ?? "{}")).toMatchObject({ status: "down", checks: { store: { status: "down" } } });
});

it("the page describes every type", () => {
	for (const { name, members } of schemas)
		for (const { name: member, type } of members) expect(type.words, `${name}.${member}`).not.toContain("any value");
});

it("an example of a site that could not be audited uses a real failure code", () => {
	for (const schema of ["Unaudited", "FailedAudit"]) {
		const codes = document.components.schemas[schema]?.properties?.code?.enum;
		expect(codes).toContain("challenged");
		expect(codes).not.toContain("signing-key");
	}
	expect(AUDIT_FAILURE_CODES.filter((code) => ADVICE[code].startsWith("This is our fault"))).toEqual([
		"request-budget",
	]);
});

it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
	"the page of %s explains every schema and problem that it links to",
	(_, endpoint) => {
		const shown = apiSchemas(document, endpoint.schemas);
		const names = shown.map(({ name }) => name);
		const inside = shown.flatMap(({ members, variants }) => [...variants, ...members.map(({ type }) => type.schema)]);
		for (const name of [...linked(endpoint), ...inside]) if (name !== undefined) expect(names).toContain(name);
		for (const { codes } of endpoint.failures) for (const code of codes) expect(Object.keys(PROBLEMS)).toContain(code);
		// What is sent stands with the request.
		expect(names).not.toContain("AuditRequest");
	},
);

it("every schema of an answer is on a page", () => {
	const requests = Object.values(document.paths).flatMap(
		({ post }) => post?.requestBody?.content["application/json"]?.schema.$ref?.split("/").at(-1) ?? [],
	);
	const shown = endpoints.flatMap((endpoint) => endpoint.schemas);
	const all = Object.keys(document.components.schemas).filter((name) => !requests.includes(name));
	expect(all.filter((name) => !shown.includes(name))).toEqual([]);
});

it("the page has a row for every limit", () => {
	const { "sign-in": _ofPeople, token: _token, key: _key, ...named } = DEFAULT_QUOTAS;
	expect(apiLimits(DEFAULT_QUOTAS).map(({ name }) => name)).toEqual(Object.keys(named));
});
