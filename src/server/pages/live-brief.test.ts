import { describe, expect, it } from "vitest";
import { createSiteLinks } from "#site/page/site-links.ts";
import { readyReceipt, store } from "#site/publication/receipt.testkit.ts";
import type { LivePages, ShownBrief } from "../api/live-app.ts";
import { answerTwin } from "./live-brief.ts";
import { findBrief, findLive } from "./live-page.ts";

const BASE = "https://a.example/audits";
const links = createSiteLinks(BASE);
const stored = store("a", readyReceipt());
const live: ShownBrief = {
	stored,
	auditedAt: stored.receipt.auditedAt,
	place: { state: "pending" },
	slug: "www.example.org",
	agencyName: "",
	history: [stored],
	listed: false,
};
const pages: Pick<LivePages, "brief"> = {
	brief: async (slug) => (slug === live.slug ? live : undefined),
};

async function ask(path: string, accept?: string, method = "GET") {
	const request = new Request(`${BASE}${path}`, { method, headers: accept === undefined ? {} : { accept } });
	const open = async () => ({ pages: pages as LivePages, admitReader: async () => undefined });
	const page = await findLive({ request, clientAddress: "192.0.2.7" }, links, open, findBrief);
	if (page instanceof Response) throw new RangeError(`It answered ${page.status}.`);
	return { page, answer: await answerTwin(request, page, links, BASE) };
}

describe("the twin of a live brief", () => {
	it.each([
		["/brief/www.example.org.md", undefined, "md", "text/markdown"],
		["/brief/www.example.org.json", undefined, "json", "application/json"],
		["/brief/www.example.org/", "text/markdown, text/html;q=0.5", "md", "text/markdown"],
		["/brief/www.example.org/", "application/json", "json", "application/json"],
		["/brief/www.example.org.md", "text/html", "md", "text/markdown"],
	])("is answered at %s, Accept %s", async (path, accept, ending, type) => {
		const { answer } = await ask(path, accept);
		if (!answer) throw new RangeError("There is an answer.");
		expect(answer.headers.get("content-type")).toBe(`${type}; charset=utf-8`);
		expect(answer.headers.get("content-location")).toBe(`/audits/brief/www.example.org.${ending}`);
		expect(answer.headers.get("link")).toBe(`<${BASE}/brief/www.example.org/>; rel="canonical"`);
		expect(answer.headers.get("x-robots-tag")).toBe("noindex");
		expect(answer.headers.get("vary") ?? "").toContain(
			path.endsWith("/") ? "Accept, Accept-Encoding" : "Accept-Encoding",
		);
		const text = await answer.text();
		if (ending === "json") expect(JSON.parse(text)).toMatchObject({ ok: true, clientDomain: "www.example.org" });
		else expect(text).toMatch(/^# www\.example\.org: 91 of 100/);
	});

	it("gives fields alone to HEAD", async () => {
		const { answer } = await ask("/brief/www.example.org.md", undefined, "HEAD");
		expect(Number(answer?.headers.get("content-length"))).toBeGreaterThan(100);
		expect(await answer?.text()).toBe("");
	});

	it("stands behind the page, which says that it depends on Accept; what is unknown has none", async () => {
		const { page, answer } = await ask("/brief/www.example.org/", "*/*");
		expect(answer).toBeUndefined();
		expect(page.init.headers.get("vary")).toBe("Accept");
		const { page: unknown, answer: none } = await ask("/brief/example.com.md");
		expect([unknown.found.status, none]).toEqual([404, undefined]);
		expect((await ask("/brief/www.example.org/findings/", "text/markdown")).answer).toBeUndefined();
	});
});
