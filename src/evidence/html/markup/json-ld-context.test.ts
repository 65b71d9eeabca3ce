import { describe, expect, it } from "vitest";
import { JsonLdContext } from "./json-ld.ts";

const meaning = (context: unknown, name: string) => JsonLdContext.EMPTY.with(context).meaning(name);

describe("names that are schema.org's", () => {
	it.each([
		["https://schema.org", "Person", "Person"],
		["http://www.schema.org/", "Person", "Person"],
		["schema.org", "Person", "Person"],
		["https://schema.org/docs/jsonldcontext.json", "Person", "Person"],
		[["https://w3id.org/x", "https://schema.org"], "https://schema.org/Person", "Person"],
		[{ "@vocab": "https://schema.org/" }, "Person", "Person"],
		[{ "@vocab": "http://schema.org" }, "Person", "Person"],
		[{ s: "https://schema.org/" }, "s:Person", "Person"],
		[{ Human: "https://schema.org/Person" }, "Human", "Person"],
		[{ s: "https://schema.org/", Human: "s:Person" }, "Human", "Person"],
		[{ Human: "s:Person", s: "https://schema.org/" }, "Human", "Person"],
		[{ Human: { "@id": "https://schema.org/Person" } }, "Human", "Person"],
		[["https://schema.org", { Human: "Person" }], "Human", "Person"],
		[undefined, "schema:Person", "Person"],
	])("%j: %s", (context, name, term) => {
		expect(meaning(context, name)).toEqual({ name: term, from: "schema.org" });
	});
});

describe("names that are not", () => {
	it.each([
		[undefined, "Person", "Person", "none"],
		[null, "Person", "Person", "none"],
		["https://www.w3.org/ns/activitystreams", "Person", "Person", "unknown"],
		[["https://schema.org", "https://w3id.org/x"], "Person", "Person", "unknown"],
		["https://schema.org.example/", "Person", "Person", "unknown"],
		[{ "@vocab": "http://xmlns.com/foaf/0.1/" }, "Person", "http://xmlns.com/foaf/0.1/Person", "other"],
		[["https://schema.org", { "@vocab": null }], "Person", "Person", "none"],
		[["https://schema.org", null], "Person", "Person", "none"],
		[
			["https://schema.org", { gs1: "https://ref.gs1.org/voc/" }],
			"gs1:Beverage",
			"https://ref.gs1.org/voc/Beverage",
			"other",
		],
		[["https://schema.org", { Person: null }], "Person", "Person", "dropped"],
		[["https://schema.org", { Person: { "@reverse": "knows" } }], "Person", "Person", "dropped"],
		["https://schema.org", "type", "@type", "keyword"],
		[{ kind: "@type" }, "kind", "@type", "keyword"],
		["https://schema.org", "urn:isbn:1", "urn:isbn:1", "other"],
	])("%j: %s", (context, name, meant, from) => {
		expect(meaning(context, name)).toEqual({ name: meant, from });
	});
});

describe("contexts inside contexts", () => {
	it("inherits what is defined outside until something else is said", () => {
		const outer = JsonLdContext.EMPTY.with(["https://schema.org", { s: "http://a.example/" }]);
		const inner = outer.with({ s: "http://b.example/" });
		expect(inner.meaning("Person")).toEqual({ name: "Person", from: "schema.org" });
		expect(inner.meaning("s:x").name).toBe("http://b.example/x");
		expect(outer.meaning("s:x").name).toBe("http://a.example/x");
		expect(inner.with(null).meaning("s:x").name).toBe("s:x");
	});

	it("reads a property's own context", () => {
		const terms = { author: { "@id": "https://schema.org/author", "@context": { "@vocab": "http://f.example/" } } };
		const context = JsonLdContext.EMPTY.with(["https://schema.org", terms]);
		expect(context.scopedTo("author").meaning("nick").name).toBe("http://f.example/nick");
		expect(context.scopedTo("name").meaning("nick")).toEqual({ name: "nick", from: "schema.org" });
	});

	it("ends where terms are defined by each other", () => {
		expect(meaning({ a: "b:x", b: "a:y" }, "a:z").name).toBeTypeOf("string");
		expect(meaning({ a: "a" }, "a")).toEqual({ name: "a", from: "dropped" });
	});
});
