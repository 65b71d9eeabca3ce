import { expect, test } from "vitest";
import type { DeclaredTarget } from "#evidence/evidence-map.ts";
import { ask, found } from "../page.testkit.ts";
import { ucpAcpX402 } from "./ucp-acp-x402.ts";

const asked = (status: number, sniffed = "json") =>
	({ state: "asked", status, contentType: "", sniffed, softNotFound: false }) as const;
const judge = (path: string, answer: DeclaredTarget["answer"]) => {
	const place = { declaredIn: "anchor", rel: "", promised: "", at: "line 5, column 1", excerpt: "<a>" };
	return ask(ucpAcpX402, { declared: found([{ ...place, url: `https://example.com${path}`, answer }]) });
};

test.each<[string, DeclaredTarget["answer"], string, string]>([
	["/.well-known/ucp", asked(200), "pass", "UCP at https://example.com/.well-known/ucp."],
	["/.well-known/acp.json", asked(200), "pass", "ACP at"],
	["/.well-known/x402", asked(402), "pass", "x402 at"],
	["/.well-known/ucp", asked(404), "partial", "https://example.com/.well-known/ucp answers 404."],
	["/.well-known/ucp", asked(200, "html"), "partial", "holds a web page, not JSON"],
	["/.well-known/ucp", asked(200, "empty"), "partial", "holds nothing, not JSON"],
	["/.well-known/ucp", { state: "not-asked", reason: "" }, "not-applicable", "was not asked for"],
	["/openapi.json", asked(200), "not-applicable", "no profile"],
])("%s %o", (path, answer, outcome, words) => {
	expect(judge(path, answer)).toMatchObject({ outcome, says: expect.stringContaining(words) });
});
