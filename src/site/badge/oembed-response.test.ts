import { expect, it } from "vitest";
import { createSiteLinks } from "../page/site-links.ts";
import { makeFacts } from "./badge-facts.testkit.ts";
import { oembedResponse } from "./oembed-response.ts";

const links = createSiteLinks("https://a.example/audits");
const facts = makeFacts();
const page = links.absolute(links.share(facts.slug));

function ask(query: Record<string, string>, method = "GET"): Response {
	const request = new Request(`https://a.example/audits/oembed?${new URLSearchParams(query)}`, { method });
	return oembedResponse(request, links, (address) =>
		"slug" in address && address.slug === facts.slug ? facts : undefined,
	);
}

it("answers for what the site shows, as large as asked for", async () => {
	const response = ask({ url: page, maxwidth: "120", format: "json" });
	expect(response.status).toBe(200);
	expect(response.headers.get("Content-Type")).toBe("application/json");
	expect(response.headers.get("Cache-Control")).toBe("public, max-age=21600");
	expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
	const body = await response.json();
	expect(body).toMatchObject({ version: "1.0", type: "rich", domain: facts.displayDomain });
	expect(body.width).toBeLessThanOrEqual(120);
});

it.each([
	[{ url: page, format: "xml" }, 501],
	[{}, 400],
	[{ url: page, maxwidth: "-1" }, 400],
	[{ url: "https://elsewhere.example/" }, 404],
	[{ url: links.absolute(links.share("example.net")) }, 404],
])("refuses %j with %i, and that is not kept", async (query, status) => {
	const response = ask(query);
	expect(response.status).toBe(status);
	expect(response.headers.get("Cache-Control")).toBe("no-store");
	expect(await response.json()).toEqual({ error: expect.any(String) });
});

it("is only read", () => {
	const response = ask({ url: page }, "POST");
	expect([response.status, response.headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
});
