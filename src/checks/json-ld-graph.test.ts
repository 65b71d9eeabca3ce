import { expect, test } from "vitest";
import { JsonLdGraph } from "./json-ld-graph.ts";
import { aNode } from "./page.testkit.ts";

test("what two blocks say of one @id is one node", () => {
	const { nodes } = new JsonLdGraph([
		aNode(["Organization"], { name: ["Acme"] }, { id: "#org", top: false }),
		aNode(["Store", "Organization"], { name: ["Acme"], logo: ["/l.png"] }, { id: "#org", block: 1 }),
	]);
	expect(nodes).toEqual([
		{
			types: ["Organization", "Store"],
			id: "#org",
			properties: { name: ["Acme"], logo: ["/l.png"] },
			block: 0,
			top: true,
		},
	]);
});

test("nodes without an @id stay apart", () => {
	expect(new JsonLdGraph([aNode(["Person"], {}), aNode(["Person"], {})]).nodes).toHaveLength(2);
});

test("follows references and nesting, and nothing else", () => {
	const person = aNode(["Person"], { name: ["Ann"] }, { id: "https://a.example/#ann" });
	const store = aNode(["Store"], { name: ["Shop"] }, { top: false });
	const site = aNode(["WebSite"], { publisher: ["@id:https://a.example/#ann", "#1", "@id:gone", "#9", "Ann"] });
	const graph = new JsonLdGraph([site, store, person]);
	expect(graph.follow(site, "publisher")).toEqual([person, store]);
	expect(graph.follow(site, "author")).toEqual([]);
});
