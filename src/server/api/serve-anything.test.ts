import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { ApiEndpoint } from "./endpoint.ts";
import { createStubServe, get, PEER, post, problemOf, stubAudit, stubList } from "./serve.testkit.ts";

/** Every response fits the endpoint's description or is a problem other than 5xx. */
async function expectFit(endpoint: ApiEndpoint, request: Request): Promise<void> {
	const { serve, observed } = createStubServe();
	const response = await serve(endpoint, request, PEER);
	expect(observed).toHaveLength(1);
	expect(observed[0]).not.toHaveProperty("error");
	if (response.status === 200) z.parse(endpoint.output, await response.json());
	else expect((await problemOf(response)).status).toBeLessThan(500);
}

/** Valid values for Headers. */
const fieldValue = fc
	.string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)), maxLength: 40 })
	.filter((value) => !value.includes("\x7f"));

const member = fc.oneof(
	fc.constantFrom("domain", "mode", "fixes", "__proto__", "constructor", "toString"),
	fc.string(),
);
const likelyBody = fc
	.array(fc.tuple(member, fc.oneof(fc.constantFrom("light", "", "a"), fc.jsonValue())))
	.map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`);

describe("whatever is sent", () => {
	it("as bytes", async () => {
		await fc.assert(
			fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), (b) => expectFit(stubAudit as ApiEndpoint, post(b))),
		);
	});

	it("as text and as JSON", async () => {
		const body = fc.oneof(fc.string({ unit: "binary" }), fc.json(), likelyBody, fc.json({ maxDepth: 40 }));
		await fc.assert(fc.asyncProperty(body, (text) => expectFit(stubAudit as ApiEndpoint, post(text))));
	});

	it("in pieces", async () => {
		await fc.assert(
			fc.asyncProperty(likelyBody, fc.array(fc.nat(40)), (text, sizes) => {
				const bytes = new TextEncoder().encode(text);
				const body = new ReadableStream<Uint8Array>({
					start(controller) {
						let at = 0;
						for (const size of sizes) {
							controller.enqueue(bytes.slice(at, at + size));
							at += size;
						}
						controller.enqueue(bytes.slice(at));
						controller.close();
					},
				});
				return expectFit(stubAudit as ApiEndpoint, post(body));
			}),
		);
	});

	it("in header fields", async () => {
		const name = fc.constantFrom(
			"Authorization",
			"Content-Type",
			"Content-Length",
			"Content-Encoding",
			"Origin",
			"Range",
		);
		const fields = fc.dictionary(
			name,
			fc.oneof(
				fieldValue,
				fieldValue.map((value) => `Bearer ${value}`),
			),
		);
		await fc.assert(
			fc.asyncProperty(fields, fc.boolean(), (headers, isPost) =>
				isPost
					? expectFit(stubAudit as ApiEndpoint, post('{"domain":"a"}', headers))
					: expectFit(stubList, get("", headers)),
			),
		);
	});

	it("in a query", async () => {
		const pairs = fc.array(
			fc.tuple(fc.oneof(fc.constantFrom("limit", "cursor", "__proto__"), fc.string()), fc.string()),
		);
		const query = fc.oneof(
			fc.webQueryParameters(),
			pairs.map((all) => new URLSearchParams(all).toString()),
			fc.string({ unit: "binary" }),
		);
		await fc.assert(fc.asyncProperty(query, (text) => expectFit(stubList, get(`?${text.replaceAll("#", "")}`))));
	});
});
