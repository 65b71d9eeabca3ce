import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { vectorPath } from "#test/vectors/vectors.ts";
import { readApiDescription } from "./api-description.ts";

const URL = "https://api.acme-shoes.com/v1/openapi.yaml";
const input = (text: string | Buffer) => ({ body: Buffer.from(text), url: URL, declaredIn: "anchor" });
const read = (document: unknown) =>
	readApiDescription(input(typeof document === "string" ? document : JSON.stringify(document)));
const EXAMPLES = vectorPath("openapi/oas31-tests");

describe("readApiDescription", () => {
	it("reads YAML", async () => {
		const seen = await read(`openapi: 3.1.1
info: { title: Shoes, version: "1" }
servers:
  - url: ../v2
  - url: https://{region}.acme-shoes.com/
    variables: { region: { default: eu } }
paths:
  /shoes:
    get: { operationId: listShoes, summary: Lists shoes }
    post: { operationId: listShoes }
  /shoes/{id}:
    parameters: []
    get: { description: One shoe }
`);
		expect(seen).toMatchObject({
			version: "3.1.1",
			error: null,
			title: "Shoes",
			servers: ["https://api.acme-shoes.com/v2", "https://eu.acme-shoes.com/"],
			operations: 3,
			withoutId: ["get /shoes/{id}"],
			withoutIdCount: 1,
			duplicateIds: ["listShoes"],
			withoutDescription: ["post /shoes"],
			brokenRefs: [],
		});
	});

	it("reads Swagger 2.0", async () => {
		const seen = await read({ swagger: "2.0", host: "acme-shoes.com", basePath: "/api", schemes: ["http"], paths: {} });
		expect(seen).toMatchObject({ version: "2.0", servers: ["http://acme-shoes.com/api"], operations: 0 });
	});

	it("finds dangling references, and none in a valid document", async () => {
		const schemas = { "a/b": { type: "object" }, Own: { $id: "https://x.example/own", $ref: "#/definitions/mine" } };
		const refs = (...found: readonly string[]) => ({
			openapi: "3.1.0",
			paths: { "/a": { get: { responses: { default: { $ref: found[0] }, 200: { $ref: found[1] ?? found[0] } } } } },
			components: { schemas, examples: { one: { value: { $ref: "#/not/a/reference" } } } },
			"x-own": { $ref: "#/nor/this" },
		});
		expect((await read(refs("#/components/schemas/a~1b", "other.yaml#/x"))).brokenRefs).toEqual([]);
		expect((await read(refs("#/components/schemas/Own", "#anchor"))).brokenRefs).toEqual([]);
		expect((await read(refs("#/components/schemas/None", "#/components/schemas/%zz"))).brokenRefs).toEqual([
			"#/components/schemas/%zz",
			"#/components/schemas/None",
		]);
	});

	it.each([
		["{", "line 1, column 2"],
		['{"openapi": "3.1.0",}', "A comma stands before"],
		["openapi: 3.1.0\npaths:\n\t/a: {}", "(line 3)"],
		["just text", "It is not an object"],
		["", "It is not an object"],
	])("reports the error in %s", async (text, words) => {
		expect(await read(text)).toMatchObject({ error: expect.stringContaining(words), version: "", operations: 0 });
	});
});

describe("readApiDescription: hostile documents", () => {
	const levels = Array.from("bcdefghij", (name, at) => `${name}: &${name} [${Array(9).fill(`*${"abcdefghij"[at]}`)}]`);

	it.each([
		["an alias bomb", `a: &a [x,x,x,x,x,x,x,x,x]\n${levels.join("\n")}`, "expand to too much"],
		["an alias of nothing", "a: *b", "alias"],
		["a merge of nothing, as YAML 1.1 has it", "%YAML 1.1\n---\n<<: 3\n", "It could not be read: "],
		["deep YAML", "- ".repeat(100_000), ""],
		["deep flow YAML", `a: ${"[".repeat(100_000)}`, ""],
	])("refuses %s", async (_, text, words) => {
		expect((await read(text)).error).toContain(words);
	});

	it("limits variables in a server to the length of an address", async () => {
		const long = { default: "x".repeat(1_000_000) };
		const url = `https://acme-shoes.com/${"{a}".repeat(600)}`;
		const { servers, error } = await read({ openapi: "3.1.0", servers: [{ url, variables: { a: long } }], paths: {} });
		expect([error, servers.every((each) => each.length <= 2_048)]).toEqual([null, true]);
		const many = Array.from({ length: 50 }, (_, at) => ({ url: `https://acme-shoes.com/${at}` }));
		expect((await read({ openapi: "3.1.0", servers: many })).servers).toHaveLength(20);
		const wide = { url: `https://acme-shoes.com/${"ü".repeat(1_000)}` };
		expect((await read({ openapi: "3.1.0", servers: [wide] })).servers).toEqual([]);
	});

	it("accepts deep JSON, names of any length, and __proto__", async () => {
		expect(await read(`{"openapi":"3.1.0","x":${"[".repeat(900)}${"]".repeat(900)}}`)).toMatchObject({
			error: null,
		});
		const long = await read({ openapi: "3.1.0", paths: { [`/${"a".repeat(50_000)}`]: { get: {} } } });
		expect(long.withoutId[0]?.length).toBeLessThan(140);
		const text = '{"openapi":"3.1.0","__proto__":{"polluted":1},"paths":{"/a":{"get":{"x":{"$ref":"#/constructor"}}}}}';
		const proto = await read(text.replace('"x"', '"requestBody"'));
		expect(proto.brokenRefs).toEqual(["#/constructor"]);
		expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
	});

	it("reads a shared node once, and stops in cycles", async () => {
		const seen = await read("openapi: 3.1.0\na: &a\n  self: *a\n  $ref: '#/gone'\npaths: {}\n");
		expect(seen).toMatchObject({ error: null, brokenRefs: ["#/gone"] });
	});
});

it("finds no faults in the specification's own examples", async () => {
	const files = globSync("pass/*.yaml", { cwd: EXAMPLES });
	expect(files.length).toBeGreaterThan(20);
	for (const file of files) {
		const seen = await readApiDescription(input(readFileSync(join(EXAMPLES, file))));
		expect({ file, error: seen.error, version: seen.version }).toEqual({
			file,
			error: null,
			version: expect.stringMatching(/^3\.1\./),
		});
	}
});
