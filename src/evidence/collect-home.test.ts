import { describe, expect, it, vi } from "vitest";
import { Failure } from "#core/failure.ts";
import { collectHome } from "./collect-home.ts";
import { type Reply, to } from "./fake-site.testkit.ts";
import { HOME, HOST, openSource, TARGET } from "./open-source.testkit.ts";

const PAGE = "<!doctype html><html lang=en><title>Acme</title><p>Shoes";

describe("collectHome", () => {
	it("finds the page, its response and its content", async () => {
		const { source } = openSource({ "/": to("/en/"), "/en/": { body: PAGE, headers: { "x-a": "b" } } });
		const { page, response, httpsFailure } = await collectHome(source, TARGET);
		expect(page).toMatchObject({
			state: "found",
			url: `${HOME}en/`,
			status: 200,
			value: {
				url: `${HOME}en/`,
				response: {
					headers: { "x-a": "b" },
					hops: [{ url: HOME, status: 301, location: `${HOME}en/` }],
					tls: { state: "valid" },
				},
				digest: { titles: [{ text: "Acme" }], truncated: false },
			},
		});
		expect(response?.url).toBe(`${HOME}en/`);
		expect(httpsFailure).toBeUndefined();
	});

	describe("an instant refresh", () => {
		const refresh = (content: string) =>
			`<!doctype html><title>Moved</title><meta http-equiv=refresh content="${content}">`;
		const NEXT = `${HOME}en/`;

		it.each<[string, Reply | string]>([
			["of Hugo", refresh(`0; url=${NEXT}`)],
			["of rustdoc", refresh("0;URL=en/")],
			["in quotes", refresh("0 ; URL = '/en/' x")],
			[
				"of mike, where scripts do not run",
				`<title>R</title><noscript>${refresh("1; url=en/")}</noscript>To <a href=en/>en/</a>`,
			],
			["by header", { headers: { refresh: "0; url=/en/" }, body: PAGE }],
		])("is followed as a redirect: %s", async (_, reply) => {
			const { source } = openSource({ "/": reply, "/en/": PAGE });
			const { page, response } = await collectHome(source, TARGET);
			const hops = [{ url: HOME, status: 200, location: NEXT }];
			expect(page).toMatchObject({
				state: "found",
				url: NEXT,
				value: { response: { hops }, digest: { titles: [{ text: "Acme" }] } },
			});
			expect(response?.hops).toEqual(hops);
		});

		it.each([
			["a later one", refresh("5; url=/en/")],
			["a reload", refresh("0")],
			["one to itself", refresh(`0; url=${HOME}#top`)],
			[
				"one for readers without scripts, of a page with content",
				`<head><noscript>${refresh("0; url=/en/")}</noscript><body>${"word ".repeat(90)}`,
			],
			["what is no address", refresh("0; url=javascript:alert(1)")],
		])("is not followed: %s", async (_, reply) => {
			const { source } = openSource({ "/": reply, "/en/": PAGE });
			const { page } = await collectHome(source, TARGET);
			expect(page).toMatchObject({ state: "found", url: HOME });
			expect(page).not.toHaveProperty("value.movesTo");
		});

		it("to another site, or in a loop, is reported and not followed", async () => {
			const away = openSource({ "/": refresh("0; url=https://other.org/") });
			expect((await collectHome(away.source, TARGET)).page).toMatchObject({
				value: {
					movesTo: {
						url: "https://other.org/",
						at: expect.stringContaining("line 1"),
						excerpt: expect.stringContaining("<meta"),
					},
				},
			});
			expect(away.site.requests.filter((url) => url.includes("other.org"))).toEqual([]);
			const round = openSource({ "/": refresh("0; url=/en/"), "/en/": refresh("0; url=/") });
			expect((await collectHome(round.source, TARGET)).page).toMatchObject({
				state: "found",
				value: { movesTo: { url: HOME } },
			});
		});

		it("to a missing page gives no home page", async () => {
			const { source } = openSource({ "/": refresh("0; url=/gone") });
			expect((await collectHome(source, TARGET)).page).toMatchObject({ state: "absent", status: 404 });
		});
	});

	it("falls back to http if https cannot be connected to, and says why", async () => {
		const { source } = openSource({ [`http://${HOST}/`]: PAGE });
		const { page, httpsFailure } = await collectHome(source, TARGET);
		expect(page).toMatchObject({ state: "found", url: `http://${HOST}/` });
		expect(page).not.toHaveProperty("value.response.tls");
		expect(httpsFailure?.code).toBe("connection-refused");
	});

	it("retries https if the failure may be ours", async () => {
		const silent = { failure: "connection-timeout" } as const;
		const plain = { [`http://${HOST}/`]: PAGE };
		const passing = openSource({ "/": { ...silent, when: { again: PAGE } }, ...plain });
		expect(await collectHome(passing.source, TARGET)).toMatchObject({ page: { state: "found", url: HOME } });
		const lasting = openSource({ "/": silent, ...plain });
		const { page, httpsFailure } = await collectHome(lasting.source, TARGET);
		expect([page.url, httpsFailure?.code]).toEqual([`http://${HOST}/`, "connection-timeout"]);
		expect(lasting.site.requests.filter((url) => url === HOME)).toHaveLength(2);
	});

	it("does not fall back to http for any other reason", async () => {
		const { source } = openSource({ "/": { failure: "headers-timeout" }, [`http://${HOST}/`]: PAGE });
		const { page, response } = await collectHome(source, TARGET);
		expect(page).toMatchObject({ state: "failed", code: "headers-timeout" });
		expect(response).toBeUndefined();
	});

	it.each([404, 500, 403])("is absent: %i", async (status) => {
		const { source } = openSource({ "/": { status, body: PAGE } });
		expect((await collectHome(source, TARGET)).page).toEqual({ state: "absent", url: HOME, status });
	});

	it.each<[string, Reply]>([
		["application/json", { headers: { "content-type": "application/json" }, body: PAGE }],
		["text/plain", { headers: { "content-type": "text/plain" }, body: PAGE }],
		["no Content-Type", { headers: { "content-type": "" }, body: "plain words" }],
	])("rejects other types than HTML: %s", async (named, reply) => {
		const { source } = openSource({ "/": reply });
		const { page, response } = await collectHome(source, TARGET);
		expect(page).toMatchObject({ state: "failed", code: "not-html", reason: expect.stringContaining(named) });
		expect(response?.status).toBe(200);
	});

	it.each(["Text/HTML", "application/xhtml+xml; charset=utf-8", ""])("takes %j for HTML", async (type) => {
		const { source } = openSource({ "/": { headers: { "content-type": type }, body: PAGE } });
		expect((await collectHome(source, TARGET)).page.state).toBe("found");
	});

	it("passes the response to the reader, cut at 5 MiB", async () => {
		const { source } = openSource({ "/": PAGE + " ".repeat(6 * 1024 * 1024) });
		const seen = vi.spyOn(source, "read");
		await collectHome(source, TARGET);
		expect(seen).toHaveBeenCalledExactlyOnceWith(
			"page",
			expect.objectContaining({ contentType: "text/html; charset=utf-8", url: HOME, truncated: true }),
		);
		expect(seen.mock.calls[0]?.[1].body).toHaveLength(5 * 1024 * 1024);
	});

	it("reports a page that is too complex, and rethrows bugs", async () => {
		const { source } = openSource({ "/": PAGE });
		const read = vi.spyOn(source, "read");
		read.mockRejectedValueOnce(new Failure("page-too-complex", { what: "Too deep." }));
		expect((await collectHome(source, TARGET)).page).toMatchObject({ code: "page-too-complex" });
		read.mockRejectedValueOnce(new TypeError("bug"));
		await expect(collectHome(source, TARGET)).rejects.toThrow(TypeError);
	});
});
