import { expect, test } from "vitest";
import type { Evidence, MachineFile } from "#evidence/evidence-map.ts";
import { absent, aMachineFile, ask, found } from "../page.testkit.ts";
import { llmsTxtIfPresent } from "./llms-txt-if-present.ts";

const URL = "https://example.com/llms.txt";
const LINK = "https://example.com/a";
const TEXT = { h1: "Acme", characters: 500, truncated: false, links: [LINK], mentions: [] };
const judge = (
	text: Partial<typeof TEXT> | { h1: null },
	more: Partial<Evidence> = {},
	parts: Partial<MachineFile> = {},
) => {
	const file = aMachineFile("/llms.txt", { sniffed: "markdown", json: null, text: { ...TEXT, ...text }, ...parts });
	return ask(llmsTxtIfPresent, { llmsTxt: found(file, URL), ...more });
};
const visit = (status: number, softNotFound = false) =>
	({ url: LINK, from: [], linkedFrom: null, status, failure: null, end: LINK, hops: 0, softNotFound }) as const;
const target = (status: number) => ({
	declaredIn: "llms.txt",
	rel: "",
	promised: "",
	at: "link",
	excerpt: "",
	url: LINK,
	answer: { state: "asked", status, contentType: "", sniffed: "empty", softNotFound: false } as const,
});

test.each<[string, Parameters<typeof judge>, string, string]>([
	["whole", [{}], "pass", 'heading "Acme" and 1 link.'],
	["links that work", [{}, { visits: found([visit(200)]), declared: found([target(401)]) }], "pass", "1 link"],
	["no heading", [{ h1: null }], "partial", "no first-level"],
	["too long", [{ characters: 50_001 }], "partial", "50001 characters"],
	["cut", [{ truncated: true }], "partial", "more than an agent can use"],
	["a dead page", [{}, { visits: found([visit(404)]) }], "partial", `broken links: ${LINK}.`],
	["a soft 404", [{}, { visits: found([visit(200, true)]) }], "partial", "broken links"],
	["a dead file", [{}, { declared: found([target(404)]) }], "partial", "broken links"],
	["a server that is down", [{}, { visits: found([visit(503)]) }], "pass", "1 link"],
	["a web page", [{}, {}, { sniffed: "html" }], "partial", "is a web page instead of Markdown."],
	["nothing", [{}, {}, { sniffed: "empty" }], "partial", "nothing"],
	["another type", [{}, {}, { contentType: "application/octet-stream" }], "pass", "served as application/octet-stream"],
	["the answer to everything", [{}, {}, { softNotFound: true }], "not-applicable", "need one."],
])("%s", (_, given, outcome, words) => {
	expect(judge(...given)).toMatchObject({ outcome, says: expect.stringContaining(words) });
});

test("none, and none needed", () => {
	expect(ask(llmsTxtIfPresent, { llmsTxt: absent(404, URL) })).toEqual({
		outcome: "not-applicable",
		says: "The site has no llms.txt and does not need one.",
	});
});
