import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { REFUSAL } from "#core/brand.ts";
import { FULL } from "#core/long-form.testkit.ts";
import type { InternetHost } from "../internet/internet-world.testkit.ts";
import { openTestInternet, type TestInternet, whyNoTestInternet } from "../internet/test-internet.testkit.ts";
import { type Response, type RunningServer, startBuiltServer } from "./built-server.testkit.ts";
import { type BuiltSite, buildServer } from "./built-site.testkit.ts";
import { documented } from "./documented.testkit.ts";
import { sightline } from "./process.testkit.ts";
import { SERVER_BASE_URL, SERVER_PREFIX } from "./site-build.testkit.ts";

const missing = whyNoTestInternet();
const PREFIX = SERVER_PREFIX;
const API = "/api/v1/public";
const page = (title: string) =>
	`<!doctype html><html lang="en"><head><title>${title}</title><meta name="description" content="About ${title}."></head><body><main><h1>${title}</h1><p>Words of it, and a <a href="/more/">way on</a>.</p></main></body></html>`;

const HOSTS: Record<string, InternetHost> = {
	"shop.example.com": { paths: { "/": page("A shop"), "/robots.txt": "User-agent: *\nAllow: /\n" } },
	"other.example.com": { paths: { "/": page("Another") } },
	"refuses.example.com": {
		paths: { "/": page("Not for us"), "/robots.txt": "User-agent: SightlineBot\nDisallow: /\n" },
	},
	"challenge.example.com": {
		paths: {
			"*": {
				status: 403,
				headers: { server: "cloudflare", "cf-mitigated": "challenge" },
				body: "<!doctype html><title>Just a moment...</title><p>Checking your browser before accessing the site.</p>",
			},
		},
	},
	"cut-off.example.com": { paths: { "/": { delayMs: 1000, body: page("Cut off") } } },
	"slow.example.com": { paths: { "/": { delayMs: 500, body: page("Slow") } } },
	"slower.example.com": { paths: { "/": { delayMs: 1500, body: page("Slower") } } },
};

interface Body {
	readonly [member: string]: unknown;
}
const json = async (response: Response) => (await response.json()) as Body;

describe.skipIf(missing !== undefined)(`the built server${missing ? ` (skipped: ${missing})` : ""}`, () => {
	let internet: TestInternet;
	let site: BuiltSite;
	let server: RunningServer;
	let data = "";
	const begin = async () =>
		documented(
			await startBuiltServer({
				site,
				data,
				internet,
				prefix: PREFIX,
				environment: {
					SIGHTLINE_BASE_URL: SERVER_BASE_URL,
					SIGHTLINE_LIMITS: "burst=1000/10s audit=1000/1h brief=1000/1h",
					SIGHTLINE_METRICS: "1",
				},
			}),
		);
	beforeAll(async () => {
		internet = await openTestInternet({ hosts: HOSTS });
		site = await buildServer();
		data = await mkdtemp(join(tmpdir(), "sightline-server-"));
		server = await begin();
	});
	afterAll(async () => {
		await server?.stop();
		await internet?.close();
	});

	it("audits a site, and serves it from the cache for a minute with its age", async () => {
		const first = await server.post(`${API}/audit`, { domain: "https://Shop.Example.com/some/page" });
		const body = await json(first);
		expect(first.status).toBe(200);
		expect(first.headers.get("age")).toBeNull();
		expect(body).toMatchObject({ ok: true, domain: "shop.example.com", mode: "light", refusal: REFUSAL });
		expect(body.briefUrl).toBe(`https://audit.example.org${PREFIX}/brief/shop.example.com/`);
		expect(body.receipt).toMatchObject({ state: "pending" });
		await new Promise((resolve) => setTimeout(resolve, 1100));
		const again = await server.post(`${API}/audit`, { domain: "shop.example.com" });
		expect(Number(again.headers.get("age"))).toBeGreaterThanOrEqual(1);
		expect(await json(again)).toEqual(body);
		const homes = (await internet.events()).filter(
			(event) => event.kind === "request" && event.host === "shop.example.com",
		);
		expect(homes.filter((event) => event.kind === "request" && event.path === "/robots.txt")).toHaveLength(1);
	});

	it("serves the brief at once, unlisted, in the agency's name", async () => {
		const response = await server.post(`${API}/brief`, {
			domain: "shop.example.com",
			agencyName: "Nord & <b>Licht</b>",
		});
		const { ok, brief } = (await json(response)) as { ok: boolean; brief: Body };
		expect([response.status, ok]).toEqual([200, true]);
		expect(brief.slug).toMatch(/^shop\.example\.com~[a-z0-9]{8}$/);
		const address = String(brief.shareUrl).replace(`https://audit.example.org${PREFIX}`, "");
		expect(address).toBe(`/share/${brief.slug}/`);
		for (const path of [address, `/brief/${brief.slug}/`, `/share/${brief.slug}/${brief.id}/`]) {
			const shown = await server.ask(path);
			const html = await shown.text();
			expect([path, shown.status]).toEqual([path, 200]);
			expect(html, path).toContain("shop.example.com");
			expect(html, path).toContain("Nord &amp; &lt;b&gt;Licht&lt;/b&gt;");
			expect(`${shown.headers.get("x-robots-tag")} ${html}`, path).toContain("noindex");
		}
		const slashless = await server.ask(address.slice(0, -1));
		expect([slashless.status, slashless.headers.get("location")]).toEqual([308, `${PREFIX}${address}`]);
		const receipt = await server.ask(`/receipts/${brief.id}.json`);
		const text = Buffer.from(await receipt.arrayBuffer());
		const digest = Buffer.from(await crypto.subtle.digest("SHA-256", text)).toString("hex");
		expect([receipt.status, digest]).toEqual([200, brief.id]);
		expect((await server.ask(`/receipts/${brief.id}/`)).status).toBe(200);
	});

	it("serves a live page from the cache in the accepted coding, and HEAD with its fields", async () => {
		expect((await server.post(`${API}/audit`, { domain: "shop.example.com" })).status).toBe(200);
		const path = "/share/shop.example.com/";
		const ask = (coding: string, method = "GET") =>
			server.ask(path, { method, headers: { "accept-encoding": coding } });
		const pages = await Promise.all(["identity", "gzip", "br, gzip", "br;q=0, gzip;q=0"].map((coding) => ask(coding)));
		expect(pages.map(({ headers }) => headers.get("content-encoding"))).toEqual([null, "gzip", "br", null]);
		for (const { headers } of pages)
			expect([headers.get("vary"), headers.get("cache-control")]).toEqual(["Accept-Encoding", "private, max-age=60"]);
		expect(new Set(await Promise.all(pages.map((each) => each.text()))).size).toBe(1);
		const head = await ask("br", "HEAD");
		expect([head.status, await head.text()]).toEqual([200, ""]);
		expect(head.headers.get("content-length")).toBe(pages[2]?.headers.get("content-length"));
	});

	it("shows its own page for what is not there", async () => {
		for (const path of [
			"/brief/none.example.com/",
			"/share/none.example.com~abcdefgh/",
			`/receipts/${"0".repeat(64)}/`,
			"/share/..%2f/",
			"/brief/%ff/",
		]) {
			const response = await server.ask(path);
			expect([path, response.status], path).toEqual([path, 404]);
			expect(await response.text(), path).toContain("</html>");
		}
		const unknown = await server.ask(`${API}/nothing`);
		expect([unknown.status, unknown.headers.get("content-type")]).toEqual([404, "application/problem+json"]);
	});

	it("reports a refusal or challenge without a score", async () => {
		for (const [domain, code] of [
			["refuses.example.com", "robots-refused"],
			["challenge.example.com", "challenged"],
		] as const) {
			const response = await server.post(`${API}/audit`, { domain });
			const body = await json(response);
			expect([domain, response.status, body.ok, body.code]).toEqual([domain, 200, false, code]);
			expect(body).not.toHaveProperty("overallScore");
			expect(body).not.toHaveProperty("pillars");
			expect(body.refusal).toBe(REFUSAL);
			const brief = await json(await server.post(`${API}/brief`, { domain }));
			expect(brief).toMatchObject({ ok: false, domain, code });
		}
		const read = (await internet.events()).filter(
			(event) => event.kind === "request" && event.host === "refuses.example.com",
		);
		expect(read.map((event) => event.kind === "request" && event.path)).toEqual(["/robots.txt"]);
	});

	it("compares, simulates, lists and describes itself", async () => {
		const compared = await json(
			await server.post(`${API}/compare`, { domainA: "shop.example.com", domainB: "other.example.com" }),
		);
		expect(compared).toMatchObject({ ok: true, a: { domain: "shop.example.com" }, b: { domain: "other.example.com" } });
		const lift = await json(await server.post(`${API}/simulate-lift`, { domain: "shop.example.com" }));
		expect(Number(lift.simulated)).toBeGreaterThan(Number(lift.current));
		const wall = await json(await server.ask(`${API}/wall?limit=2`));
		expect(wall).toMatchObject({ ok: true, total: expect.any(Number), refusal: REFUSAL });
		const tools = await server.ask(`${API}/tools`);
		const tag = String(tools.headers.get("etag"));
		expect((await server.ask(`${API}/tools`, { method: "HEAD", headers: { "if-none-match": tag } })).status).toBe(304);
		expect(await json(tools)).toMatchObject({ ok: true, count: 18 });
		expect(await json(await server.ask("/.well-known/webmcp.json"))).toMatchObject({ count: 18 });
		expect(await json(await server.ask("/api/health"))).toMatchObject({
			status: "ok",
			checks: { store: { kind: "sqlite" } },
		});
		const described = await json(await server.ask("/openapi.json"));
		expect(described).toMatchObject({ openapi: "3.1.1", info: { version: "0.3.5" } });
		const guide = await server.ask("/api/");
		expect([guide.status, await guide.text()]).toEqual([200, expect.stringContaining("publicAudit")]);
		expect(await (await server.ask("/metrics")).text()).toContain("# TYPE");
	});

	it("submits audits to the log", { timeout: 60_000 }, async () => {
		const reports = await mkdtemp(join(tmpdir(), "sightline-reports-"));
		const environment = {
			SIGHTLINE_REPORTS: reports,
			SIGHTLINE_DATA: data,
			LOG_ORIGIN: "audit.example.org/log",
			CI: "",
		};
		const audited = await json(await server.post(`${API}/audit`, { domain: "shop.example.com" }));
		const receiptPage = `/receipts/${(audited.receipt as Body).id}/`;
		expect(await (await server.ask(receiptPage)).text()).toContain("will be added at the next seal of the log");
		const sealed = await sightline(["seal", "--new-log"], environment);
		expect([sealed.code, sealed.stderr]).toEqual([0, ""]);
		const verified = await sightline(["log", "verify"], environment);
		expect([verified.code, verified.stderr]).toEqual([0, ""]);
		// A cached page shows another process's change at once.
		expect(await (await server.ask(receiptPage)).text()).not.toContain("will be added at the next seal of the log");
		const body = await json(await server.post(`${API}/brief`, { domain: "shop.example.com" }));
		expect((body.brief as Body).receipt).toMatchObject({ state: "logged", logIndex: expect.any(Number) });
	});

	it("shares one audit among concurrent callers, and frees the slot of an abandoned one", async () => {
		const count = async () =>
			(await internet.events()).filter(
				(event) => event.kind === "request" && event.host === "slow.example.com" && event.path === "/robots.txt",
			).length;
		const asked = await Promise.all(
			Array.from({ length: 20 }, () => server.post(`${API}/audit`, { domain: "slow.example.com" })),
		);
		expect(asked.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
		expect(await count()).toBe(1);
		const leaving = AbortSignal.timeout(500);
		await expect(
			server.ask(`${API}/audit`, {
				method: "POST",
				headers: { "content-type": "application/json" },
				body: JSON.stringify({ domain: "slower.example.com" }),
				signal: leaving,
			}),
		).rejects.toThrow();
		await expect
			.poll(
				async () => (await (await server.ask("/metrics")).text()).match(/^sightline_audits_running\S* (\d+)/m)?.[1],
				{ timeout: 3000 },
			)
			.toBe("0");
	});

	// A lease lasts 30 s: without a takeover the audit would be late.
	if (FULL)
		it("audits a site again at once after being killed during its audit", { timeout: 25_000 }, async () => {
			const lost = server.post(`${API}/audit`, { domain: "cut-off.example.com" });
			lost.catch(() => {});
			await expect
				.poll(async () =>
					(await internet.events()).some((event) => event.kind === "request" && event.host === "cut-off.example.com"),
				)
				.toBe(true);
			await server.stop("SIGKILL");
			await expect(lost).rejects.toThrow();
			server = await begin();
			const response = await server.post(`${API}/audit`, { domain: "cut-off.example.com" });
			expect([response.status, (await json(response)).ok]).toEqual([200, true]);
		});

	it("finishes and records running audits before it stops", { timeout: 60_000 }, async () => {
		const asked = async () =>
			(await internet.events()).filter((event) => event.kind === "request" && event.host === "slower.example.com")
				.length;
		const before = await asked();
		const answer = server.post(`${API}/audit`, { domain: "slower.example.com" });
		await expect.poll(asked).toBeGreaterThan(before);
		const stopped = server.stop();
		const response = await answer;
		const body = await json(response);
		expect([response.status, body.ok]).toEqual([200, true]);
		expect((await stopped).code).toBe(0);
		server = await begin();
		const receipt = await server.ask(`/receipts/${(body.receipt as Body).id}.json`);
		expect(receipt.status).toBe(200);
	});
});
