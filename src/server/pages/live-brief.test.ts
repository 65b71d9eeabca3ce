import { describe, expect, it, vi } from "vitest";
import { toBriefDocument } from "#site/brief/brief-twin.ts";
import { groupPeers } from "#site/brief/peers.ts";
import { SINCE } from "#site/brief/texts.ts";
import { createSiteLinks } from "#site/page/site-links.ts";
import { readyReceipt, store } from "#site/publication/receipt.testkit.ts";
import type { LivePages, ShownBrief } from "../api/live-app.ts";
import { KeptPages } from "./kept-pages.ts";
import { answerTwin, findBrief, findLive, liveBrief } from "./live-page.ts";

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
const CORRECTION = { receipt: live.stored.id, at: "2026-11-24T09:00:00.000Z", says: "It was our parser's fault." };
const AMONG = {
	...{ baseUrl: BASE, peers: groupPeers([]) },
	corrections: (receipt: string) => [CORRECTION].filter((each) => each.receipt === receipt),
};
const pages: Pick<LivePages, "brief"> = {
	brief: async (slug) => (slug === live.slug ? live : undefined),
};

async function ask(path: string, accept?: string, method = "GET", kept = new KeptPages(), known = pages) {
	const request = new Request(`${BASE}${path}`, { method, headers: accept === undefined ? {} : { accept } });
	const open = async () => ({ pages: known as LivePages, admitReader: async () => undefined });
	const page = await findLive({ request, clientAddress: "192.0.2.7" }, links, open, findBrief);
	if (page instanceof Response) throw new RangeError(`It answered ${page.status}.`);
	return { page, answer: await answerTwin(request, page, links, kept, AMONG) };
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
		else expect(text).toMatch(/^# `www\.example\.org`: 91 of 100/);
	});

	it("is rendered once, and never for HEAD", async () => {
		const own = new KeptPages();
		const get = vi.spyOn(own, "get");
		const head = await ask("/brief/www.example.org.md", undefined, "HEAD", own);
		expect([head.answer?.status, await head.answer?.text(), get.mock.calls.length]).toEqual([200, "", 0]);
		const texts = await Promise.all(
			["text/markdown", "application/json", "text/markdown"].map(async (accept) =>
				(await ask("/brief/www.example.org/", accept, "GET", own)).answer?.text(),
			),
		);
		expect(texts[2]).toBe(texts[0]);
		expect(texts[1]).not.toBe(texts[0]);
		const given = await Promise.all(get.mock.results.map(({ value }) => value));
		expect(new Set(given).size).toBe(2);
	});

	it("contains the page's notices", async () => {
		const { answer: md } = await ask("/brief/www.example.org.md");
		expect(await md?.text()).toContain("> Correction of 24 November 2026. It was our parser's fault.");
		const { answer: json } = await ask("/brief/www.example.org.json");
		expect(await json?.json()).toMatchObject({ corrections: [{ at: CORRECTION.at, says: CORRECTION.says }] });
	});

	it("contains the page's expiry", async () => {
		const expiresAt = "2026-12-20T02:00:00.000Z";
		const ending: Pick<LivePages, "brief"> = { brief: async () => ({ ...live, expiresAt }) };
		const [md, json] = await Promise.all(
			["md", "json"].map(async (each) =>
				(await ask(`/brief/www.example.org.${each}`, undefined, "GET", new KeptPages(), ending)).answer?.text(),
			),
		);
		expect(md).toContain("> Private link. Expires 20 December 2026");
		expect(JSON.parse(json ?? "").notice).toMatch(/^Private link\./);
	});

	it("is negotiated with Vary: Accept; unknown pages have none", async () => {
		const { page, answer } = await ask("/brief/www.example.org/", "*/*");
		expect(answer).toBeUndefined();
		expect(page.init.headers.get("vary")).toBe("Accept");
		const { page: unknown, answer: none } = await ask("/brief/example.com.md");
		expect([unknown.found.status, none]).toEqual([404, undefined]);
		const moldova: Pick<LivePages, "brief"> = {
			brief: async (slug) => (slug === "example.com.md" ? { ...live, slug } : undefined),
		};
		const { page: whole, answer: noTwin } = await ask("/brief/example.com.md", "*/*", "GET", new KeptPages(), moldova);
		expect([whole.found.shown?.live.slug, noTwin]).toEqual(["example.com.md", undefined]);
		expect((await ask("/brief/www.example.org/findings/", "text/markdown")).answer).toBeUndefined();
	});
});

describe("a live brief", () => {
	const { preset, methodology, domain } = stored.receipt;
	const others = [10, 20, 30, 40, 50, 60, 95].map((overall, index) => {
		return { domain: `${index}.example`, preset: preset.key, methodology, overall };
	});
	const among = {
		baseUrl: BASE,
		peers: groupPeers([...others, { ...others[0], domain, overall: 5 } as (typeof others)[0]]),
	};

	it("is ranked among the wall's sites of its kind, replacing its own wall entry", async () => {
		expect((await liveBrief(live, among)).peers?.scores).toEqual([10, 20, 30, 40, 50, 60, 91, 95]);
		expect((await liveBrief(live, { ...among, peers: groupPeers([]) })).peers).toBeUndefined();
	});

	it("lists the same audits as the API document: stored or published, each once", async () => {
		const kept = store("b", { ...stored.receipt, auditedAt: "2026-10-08T02:00:00.000Z" });
		const published = [kept.id, "c", "d"].map((receipt, index) => {
			return { receipt, auditedAt: `2026-10-0${8 - index}T02:00:00.000Z`, overallScore: 80 - index, methodology };
		});
		const shown = { ...live, history: [stored, kept], published };
		const { since } = await liveBrief(shown, among);
		const { history } = toBriefDocument({ ...shown, expiresAt: "2026-12-20T02:00:00.000Z" }, BASE);
		expect(since?.points.map(({ at }) => at)).toEqual(history.map(({ auditedAt }) => auditedAt).toReversed());
		expect(history).toHaveLength(4);
		expect((await liveBrief(live, among)).since?.says).toBe(SINCE.first);
	});
});
