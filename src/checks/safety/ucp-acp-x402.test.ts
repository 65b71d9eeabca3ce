import { expect, test } from "vitest";
import type { DeclaredTarget, Evidence, Sitemap } from "#evidence/evidence-map.ts";
import { aMachineFile, ask, found } from "../page.testkit.ts";
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
	["/.well-known/ucp", asked(404), "partial", "https://example.com/.well-known/ucp returns 404."],
	["/.well-known/ucp", asked(200, "html"), "partial", "a web page, not JSON."],
	["/.well-known/ucp", asked(200, "empty"), "partial", "nothing, not JSON."],
	["/.well-known/ucp", { state: "not-asked", reason: "" }, "not-applicable", "we did not request"],
	["/openapi.json", asked(200), "not-applicable", "no profile"],
])("%s %o", (path, answer, outcome, words) => {
	expect(judge(path, answer)).toMatchObject({ outcome, says: expect.stringContaining(words) });
});

const NEWER = {
	version: "2026-08-25",
	services: {
		"dev.ucp.shopping": [
			{ version: "2026-08-25", transport: "mcp", endpoint: "https://example.com/api/ucp/mcp" },
			{ version: "2026-08-25", transport: "embedded", schema: "https://ucp.dev/embedded.json" },
		],
	},
	capabilities: { "dev.ucp.shopping.checkout": [{ version: "2026-08-25" }] },
	payment_handlers: { "com.google.pay": [{ id: "gpay", version: "2026-08-25" }] },
};
const OLDEST = {
	version: "2026-01-11",
	services: { "dev.ucp.shopping": { version: "2026-01-11", spec: "https://ucp.dev/specification/overview" } },
	capabilities: [
		{
			name: "dev.ucp.shopping.checkout",
			version: "2026-01-11",
			spec: "https://ucp.dev/a",
			schema: "https://ucp.dev/b",
		},
	],
};

function unlinked(json: unknown, more: Partial<Evidence> = {}) {
	const file = aMachineFile("/.well-known/ucp", { json });
	return ask(ucpAcpX402, { declared: found([]), ucp: found(file, "https://example.com/.well-known/ucp"), ...more });
}

test.each([NEWER, { ...NEWER, version: "2026-01-23" }, { ...NEWER, version: "2027-05-01" }, OLDEST])(
	"a profile of version $version passes without a link, and any part of it that is taken away is named",
	(ucp) => {
		expect(unlinked({ ucp, keys: [{ kid: "1", kty: "OKP" }] })).toMatchObject({
			outcome: "pass",
			says: expect.stringContaining(`UCP ${ucp.version} at https://example.com/.well-known/ucp`),
		});
		const isNeeded = (part: string) => part !== "capabilities" || ucp === OLDEST;
		for (const part of Object.keys(ucp).filter(isNeeded))
			for (const value of [undefined, 7, [7], { "no domain": [] }])
				expect(unlinked({ ucp: { ...ucp, [part]: value } })).toMatchObject({
					outcome: "partial",
					says: expect.stringContaining(`/ucp/${part}`),
				});
	},
);

test.each<[string, unknown, string]>([
	[
		"a transport that UCP does not have",
		[{ version: "2026-08-25", transport: "soap" }],
		"0/transport is not one of rest",
	],
	["no endpoint", [{ version: "2026-08-25", transport: "rest" }], "0/endpoint is not a web address"],
	["no version", [{ transport: "embedded" }], "0/version is not a version"],
])("%s is a fault", (_, list, words) => {
	const services = { "dev.ucp.shopping": list };
	expect(unlinked({ ucp: { ...NEWER, services } })).toMatchObject({
		outcome: "partial",
		says: expect.stringContaining(`/ucp/services/dev.ucp.shopping/${words}`),
	});
});

test("a linked profile is held against the schema too", () => {
	const url = "https://example.com/.well-known/ucp";
	const place = { declaredIn: "anchor", rel: "", promised: "", at: "line 5, column 1", excerpt: "<a>" };
	const declared = found([{ ...place, url, answer: asked(200) }]);
	const verdict = unlinked({ ucp: { version: "next" } }, { declared });
	expect(verdict).toMatchObject({
		outcome: "partial",
		exhibits: { length: 1 },
		fix: `Correct /ucp/version at ${url}.`,
	});
});

test("a page in place of a profile is no profile, and files for agents are named with their place", () => {
	const entries = [{ loc: "https://example.com/sitemap_agentic_discovery.xml", lastmod: null }];
	const sitemap = found({ entries } as unknown as Sitemap);
	const llmsTxt = found(aMachineFile("/llms.txt", { text: { links: ["https://example.com/agents.md"] } as never }));
	expect(unlinked(null, { sitemap, llmsTxt })).toEqual({
		outcome: "not-applicable",
		says: "The site links to no profile for shopping agents and has none at https://example.com/.well-known/ucp. Also for agents: https://example.com/agents.md (llms.txt) and https://example.com/sitemap_agentic_discovery.xml (sitemap).",
	});
});
