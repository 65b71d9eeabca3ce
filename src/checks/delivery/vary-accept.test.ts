import { expect, test } from "vitest";
import { absent, aPage, ask, found, HOME } from "../page.testkit.ts";
import { varyAccept } from "./vary-accept.ts";

const home = found(aPage());
const answer = (contentType: string, vary: readonly string[], url = HOME, sniffed = "markdown") =>
	found({ contentType, vary, sniffed, words: 200, fingerprint: [], holds: 0.9, excerpt: "# Books" }, url);

test.each([
	["says so", answer("text/markdown", ["accept"]), "pass"],
	["among others", answer("text/markdown", ["accept-encoding", "accept"]), "pass"],
	["by a star", answer("text/markdown", ["*"]), "pass"],
	["does not", answer("text/markdown", []), "fail"],
	["names another header", answer("text/x-markdown", ["accept-language"]), "fail"],
	["calls its HTML Markdown", answer("text/markdown", [], HOME, "html"), "not-applicable"],
	["answers HTML to everyone", answer("text/html", []), "not-applicable"],
	["sends to another address", answer("text/markdown", [], `${HOME}index.md`), "not-applicable"],
	["refuses", absent(406), "not-applicable"],
])("a site that %s: %s", (_, markdown, outcome) => {
	expect(ask(varyAccept, { home, markdown }).outcome).toBe(outcome);
});

test("the line to write keeps what is there", () => {
	expect(ask(varyAccept, { home, markdown: answer("text/markdown", ["accept-encoding"]) })).toMatchObject({
		says: expect.stringContaining("only Vary: accept-encoding"),
		fix: `Add this header to both versions of ${HOME}: Vary: Accept, Accept-Encoding`,
	});
});

test("an error has no second form", () => {
	expect(ask(varyAccept, { home: absent(503), markdown: answer("text/markdown", []) }).outcome).toBe("not-applicable");
});
