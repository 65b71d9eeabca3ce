import { describe, expect, test } from "vitest";
import { exampleParts } from "./example-parts.ts";

describe("exampleParts", () => {
	test("shows nothing of the plain site", () => {
		expect(exampleParts({})).toEqual([]);
	});

	test("shows what differs, in reading order", () => {
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

	test("shows answers that hang on how one asks", () => {
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

	test("cuts what nobody reads to the end", () => {
		expect(exampleParts({ page: "x".repeat(5_000) })[0]?.code).toHaveLength(1_201);
	});
});
