import { describe, expect, it } from "vitest";
import { CHECKS } from "#checks/registry.ts";
import { checkExplanationSchema, exampleParts, explainCheck } from "./check-explanation.ts";

it("every check has an explanation that matches the schema, with failing examples first", async () => {
	for (const { id, yieldsTo = [] } of CHECKS) {
		const explained = await explainCheck(id);
		expect(checkExplanationSchema.parse(explained)).toEqual(explained);
		expect(explained.causes).toEqual(yieldsTo);
		const outcomes = explained.examples.map(({ outcome }) => outcome);
		expect(outcomes.length, id).toBeGreaterThan(1);
		const failing = outcomes.filter((outcome) => outcome === "fail");
		expect(outcomes.slice(0, failing.length), id).toEqual(failing);
	}
});

it("an explanation has the cap of a grave fault, and the checks that depend on it", async () => {
	expect(await explainCheck("noindex")).toMatchObject({
		cap: 40,
		following: expect.arrayContaining(["policy-coherence"]),
	});
	expect(await explainCheck("hsts")).not.toHaveProperty("cap");
});

it.each([
	["hstss", "Did you mean hsts?"],
	["robots", "Did you mean robots-fetch or robots-syntax?"],
	["zzz", 'Unknown check "zzz". sightline explain lists all of them.'],
])("says of the check %s, which there is not, which was meant", async (id, says) => {
	await expect(explainCheck(id)).rejects.toThrow(says);
});

describe("exampleParts", () => {
	it("omits the plain site", () => {
		expect(exampleParts({})).toEqual([]);
	});

	it("shows what differs, in reading order", () => {
		const parts = exampleParts({
			head: '<meta name="robots" content="noindex">',
			body: "<p>Text</p>",
			headers: { "x-robots-tag": "none", etag: null },
			files: {
				"/robots.txt": "User-agent: *",
				"/gone/": null,
				"/down/": { status: 503, headers: { "retry-after": "60" } },
			},
		});
		expect(parts).toEqual([
			{ label: "In the <head>", code: '<meta name="robots" content="noindex">' },
			{ label: "In the page", code: "<p>Text</p>" },
			{ label: "Header x-robots-tag", code: "none" },
			{ label: "Header etag", code: "(not sent)" },
			{ label: "/robots.txt", code: "User-agent: *" },
			{ label: "/gone/", code: "404" },
			{ label: "/down/", code: "503\nretry-after: 60" },
		]);
	});

	it("shows responses that depend on the request", () => {
		const when = { markdown: "# Shop", browser: { status: 403 }, rpc: { initialize: "{}" }, again: "other" };
		expect(exampleParts({ files: { "/": { when } } }).map(({ label }) => label)).toEqual([
			"/, asked for as Markdown",
			"/, as a browser gets it",
			"/, the second time",
			"/, method initialize",
		]);
		expect(exampleParts({ files: { "/": { failure: "connection-refused" } }, folder: true })).toEqual([
			{ label: "Audited", code: "a folder in place of the public site" },
			{ label: "/", code: "connection-refused" },
		]);
	});

	it("truncates long parts", () => {
		expect(exampleParts({ page: "x".repeat(5_000) })[0]?.code).toHaveLength(1_201);
	});
});
