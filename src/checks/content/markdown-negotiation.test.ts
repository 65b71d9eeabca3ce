import { expect, test } from "vitest";
import type { MarkdownAnswer } from "#evidence/evidence-map.ts";
import { absent, ask, found } from "../page.testkit.ts";
import { markdownNegotiation } from "./markdown-negotiation.ts";

const ANSWER: MarkdownAnswer = {
	contentType: "text/markdown",
	sniffed: "markdown",
	vary: ["accept"],
	words: 120,
	fingerprint: [],
	holds: 1,
	excerpt: "# Acme",
};
const judge = (parts: Partial<MarkdownAnswer>) =>
	ask(markdownNegotiation, { markdown: found({ ...ANSWER, ...parts }) });

test.each<[Partial<MarkdownAnswer>, string]>([
	[{}, "pass"],
	[{ sniffed: "text" }, "pass"],
	[{ contentType: "text/plain" }, "partial"],
	[{ contentType: "" }, "partial"],
	[{ sniffed: "html" }, "fail"],
	[{ sniffed: "empty", words: 0 }, "fail"],
	[{ sniffed: "json" }, "fail"],
])("%j: %s", (parts, outcome) => {
	expect(judge(parts).outcome).toBe(outcome);
});

test("describes the response", () => {
	expect(judge({ sniffed: "html" })).toMatchObject({
		says: expect.stringContaining("sends HTML."),
		exhibits: [{}, {}],
	});
	expect(judge({}).says).toContain("120 words");
});

test("a site that refuses is not judged", () => {
	expect(ask(markdownNegotiation, { markdown: absent(406) })).toMatchObject({ outcome: "not-applicable" });
});
