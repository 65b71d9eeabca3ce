import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { readJsonVector, readJsonVectors } from "../../test/vectors/vectors.ts";
import { createMcpServer } from "./server.ts";
import { serverCard, serverCardWithTools } from "./server-card.ts";
import { makeHost } from "./tool-host.testkit.ts";

const SITES = [
	"https://audit.example.com",
	"https://example.org/audits",
	"http://localhost:4321",
	"http://127.0.0.1:8080",
	"http://[::1]:4321",
];

const schemas = addFormats
	.default(new Ajv2020({ strict: false }))
	.addSchema(readJsonVector<object>("mcp/server-card.schema.json"), "cards");
const isCard = schemas.getSchema("cards#/$defs/ServerCard");

describe("the card of the server", () => {
	it("is held against a schema that takes the draft's examples and no other", () => {
		const examples = readJsonVectors<object>("mcp/ServerCard");
		expect(examples.length).toBeGreaterThan(6);
		for (const { file, ...card } of examples) expect([file, isCard?.(card)]).toEqual([file, file.startsWith("valid/")]);
	});

	it.each(SITES)("fits the schema for a site at %s, with and without tools", (site) => {
		for (const card of [serverCard(site), serverCardWithTools(site)])
			expect([isCard?.(card), isCard?.errors]).toEqual([true, null]);
		expect(serverCard(site)).not.toHaveProperty("tools");
		expect(serverCard(site).remotes[0].url).toBe(`${site}/mcp`);
	});

	it("says of the server what it says itself", async () => {
		const [here, there] = InMemoryTransport.createLinkedPair();
		await createMcpServer(makeHost()).connect(there);
		const client = new Client({ name: "test", version: "1" });
		await client.connect(here);
		const { tools } = await client.listTools();
		const card = serverCardWithTools("https://audit.example.com");
		expect(client.getServerVersion()).toMatchObject(card.serverInfo);
		expect(client.getServerCapabilities()).toEqual(card.capabilities);
		expect([card.name, card.version]).toEqual([`com.example.audit/${card.serverInfo.name}`, card.serverInfo.version]);
		expect(card.tools).toEqual(
			tools.map(({ name, title, description, inputSchema: { $schema: _, ...inputSchema } }) => ({
				name,
				title,
				description,
				inputSchema,
			})),
		);
		await client.close();
	});
});
