import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { FULL } from "#core/long-form.testkit.ts";
import { GuardedClient } from "#net/guarded-client.ts";
import type { HttpClient } from "#net/http-client.ts";
import { startTripwire, type Tripwire } from "#net/loopback-site.testkit.ts";
import { isPublicAddress } from "#net/public-address.ts";
import { executablePath } from "#test/e2e/test-browser.testkit.ts";
import type { Observation, Page } from "../evidence-map.ts";
import { FakeSite, type Reply } from "../fake-site.testkit.ts";
import { digestPage } from "../html/digest-page.ts";
import { readHere } from "../reading/readers.ts";
import { SiteSource } from "../site/site-source.ts";
import { collectRendered, type InstalledBrowser } from "./collect-rendered.ts";

const HOST = "shop.example.com";
const HOME = `https://${HOST}/`;
const USER_AGENT = "Mozilla/5.0 Chrome/150.0.0.0 (compatible; SightlineBot/test; +https://example.org/bot/)";
const skipped = executablePath === undefined ? " (skipped: no browser)" : "";
/** The machine of the tests is the sandbox. */
const browser =
	executablePath === undefined ? undefined : { executablePath, sandbox: false, environment: { HOME: tmpdir() } };

function aHome(body: string): Observation<Page> {
	const bytes = new TextEncoder().encode(body);
	const digest = digestPage({ body: bytes, contentType: "text/html", url: HOME, truncated: false });
	const timings = { dns: 0, connect: 0, ttfb: 0, total: 0 };
	const response = { headers: {}, hops: [], encodedBytes: bytes.length, timings };
	return { state: "found", url: HOME, status: 200, value: { url: HOME, response, digest } };
}

interface Scene {
	readonly replies?: Readonly<Record<string, Reply | string>>;
	/** Responses of every host but the shop's. */
	readonly outside?: HttpClient;
	readonly requests?: number;
	/** Replaces the deadline. */
	readonly signal?: AbortSignal;
	/** Replaces the machine's browser. */
	readonly browser?: InstalledBrowser;
}

async function render(
	body: string,
	{ replies = {}, outside, requests = 40, signal = AbortSignal.timeout(50_000), ...scene }: Scene = {},
) {
	const site = new FakeSite({ [HOME]: body, ...replies });
	const client: HttpClient = {
		get: (url, limits) => (outside && url.hostname !== HOST ? outside : site).get(url, limits),
	};
	const limits = { requests, atOnce: 6, otherRobots: 2 };
	const source = SiteSource.open({
		kind: "network",
		client,
		reader: { read: readHere },
		host: HOST,
		signal,
		limits,
	});
	const seen = await collectRendered({ source, home: aHome(body), browser, ...scene, userAgent: USER_AGENT });
	return { seen, site };
}

async function rendered(body: string, scene?: Scene) {
	const { seen } = await render(body, scene);
	if (seen.state !== "found") throw new Error(JSON.stringify(seen));
	return seen.value;
}

it("reports a missing browser", async () => {
	const site = new FakeSite({ [HOME]: "x" });
	const source = SiteSource.open({
		kind: "network",
		client: site,
		reader: { read: readHere },
		host: HOST,
		signal: AbortSignal.timeout(5_000),
	});
	const query = { source, home: aHome("x"), browser: undefined, userAgent: USER_AGENT };
	expect(await collectRendered(query)).toMatchObject({ state: "failed", code: "browser-missing" });
	expect(site.requests).toEqual([]);
});

// They mostly wait for the network to become idle; tests that depend on timing run alone.
describe.skipIf(!browser)(`a page in a browser${skipped}`, { concurrent: true }, () => {
	it("is measured: shift of its layout, contrast, size of its targets", { concurrent: false }, async () => {
		const seen = await rendered(`<!doctype html><html lang=en><title>Layout</title>
			<style>a{font-size:8px;line-height:8px;display:inline-block;width:10px;height:10px;overflow:hidden} p{margin:0;height:300px}</style>
			<main><p id=late style="height:0"></p><p>Dark on white.</p><p style="color:#bbb;background:#fff">Pale on white.</p>
			<a href=/1>one</a><a href=/2>two</a></main>
			<script>requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => { document.getElementById("late").style.height = "400px"; }, 100)))</script>`);
		expect(seen.cls).toBeGreaterThan(0.1);
		expect(seen.layout).toMatchObject({ contrast: { found: 1 }, targetSize: { found: 2 } });
		expect(seen.layout?.barriers[0]).toMatchObject({ kind: "contrast", says: expect.stringContaining("4.5:1") });
	});

	it("is the requested page, even if it navigates, and posts nothing", {
		concurrent: false,
	}, async () => {
		const away = `<form id=f method=post action="https://other.example/"></form><iframe name=t></iframe>
			<script>fetch("/count", { method: "POST", body: "1" }).catch(() => {}); navigator.sendBeacon("/beacon", "1");
			const form = document.createElement("form"); form.method = "post"; form.action = "/order"; form.target = "t"; document.body.append(form); form.submit();
			setTimeout(() => { location.href = "https://other.example/"; }, 50); setTimeout(() => document.getElementById("f").submit(), 1_000)</script>`;
		const { seen, site } = await render(`<!doctype html><html lang=en><title>Stays</title><main>Here.</main>${away}`, {
			replies: { "https://other.example/": "<title>Other</title>" },
		});
		expect(seen).toMatchObject({ state: "found", value: { head: { title: "Stays" } } });
		expect(seen.state === "found" && seen.value.requests.refused).toBeGreaterThanOrEqual(5);
		expect(site.requests.filter((url) => /count|beacon|order|other/.test(url))).toEqual([]);
	});

	it("is read after its scripts have run, with the tools that they register", async () => {
		const page = `<!doctype html><html lang=en><title>Raw</title><div id=root></div><script src=/app.js></script>`;
		const script = `document.title = "Run"; document.getElementById("root").innerHTML = "<main><h1>Shoes</h1><p>" + "Leather. ".repeat(40) + "</p></main>";
			const link = document.createElement("link"); link.rel = "canonical"; link.href = "${HOME}"; document.head.append(link);
			const data = document.createElement("script"); data.type = "application/ld+json"; data.textContent = '{"@type":"Store","@context":"https://schema.org"}'; document.head.append(data);
			document.modelContext?.registerTool({ name: "find_shoes", description: "Finds shoes.", inputSchema: { type: "object", properties: { size: { type: "number" } }, required: ["size"] }, execute() { return ""; } });`;
		const replies = { [`${HOME}app.js`]: { body: script, headers: { "content-type": "text/javascript" } } };
		const seen = await rendered(page, { replies });
		expect(seen).toMatchObject({
			url: HOME,
			head: { title: "Run", canonical: [HOME], jsonLdTypes: ["Store"], robots: [] },
			requests: { answered: 2, refused: 0, beyond: 0 },
		});
		expect(seen.browser).toMatch(/^Chromium \d+$/);
		expect(seen.text.main).toBeGreaterThan(300);
		// Browsers before WebMCP report no tools.
		if (seen.tools !== null)
			expect(seen.tools).toMatchObject([{ name: "find_shoes", description: "Finds shoes.", schemaFaults: [] }]);
	});

	if (FULL)
		it("is measured correctly, even if it tampers with the tools", async () => {
			const seen =
				await rendered(`<!doctype html><html lang=en><title>Liar</title><p style="color:#ccc;background:#fff">Pale.</p><script>
			Object.defineProperty(window, "axe", { value: { run: async () => ({ violations: [], passes: [{ id: "color-contrast", nodes: { length: "lots" } }] }) } });
			Array.prototype.map = () => { throw new Error("no"); };
			Object.defineProperty(document.documentElement, "outerHTML", { value: "<title>Other</title>" });
			</script>`);
			expect(seen.layout?.contrast).toEqual({ examined: 1, found: 1 });
			expect(seen.head.title).toBe("Liar");
		});

	if (FULL)
		it("ends in time, whatever its scripts do", { timeout: 60_000 }, async () => {
			const { seen } = await render("<!doctype html><title>Busy</title><script>for (;;) ;</script>");
			expect(seen).toMatchObject({ state: "failed" });
			expect(["deadline-exceeded", "browser-failed"]).toContain(seen.state === "failed" ? seen.code : "");
		});

	it("ends in time if the browser hangs, which gets no environment and leaves no process", {
		timeout: 120_000,
	}, async ({ onTestFinished }) => {
		const folder = await mkdtemp(join(tmpdir(), "sightline-browser-"));
		onTestFinished(() => rm(folder, { recursive: true, force: true }));
		const wrapper = join(folder, "browser.sh");
		await writeFile(
			wrapper,
			`#!/bin/sh\nenv > '${folder}/env'\necho $$ > '${folder}/pid'\nexec '${executablePath}' "$@"\n`,
			{ mode: 0o755 },
		);
		process.env.LOG_SIGNING_KEY = "hush";
		onTestFinished(() => void delete process.env.LOG_SIGNING_KEY);
		const pid = async () => Number(await readFile(join(folder, "pid"), "utf8"));
		const deadline = new AbortController();
		const outside: HttpClient = {
			async get() {
				process.kill(await pid(), "SIGSTOP");
				setImmediate(() => deadline.abort(new DOMException("It has passed.", "TimeoutError")));
				throw new Error("The browser does not hear of it.");
			},
		};
		const body = '<!doctype html><title>Hangs</title><script src="https://other.example/a.js"></script>';
		const { seen } = await render(body, {
			...{ outside, signal: deadline.signal },
			browser: { ...(browser as InstalledBrowser), executablePath: wrapper },
		});
		expect(seen).toMatchObject({ state: "failed", code: "deadline-exceeded" });
		const environment = await readFile(join(folder, "env"), "utf8");
		expect(environment).toContain(`HOME=${tmpdir()}`);
		expect(environment).not.toContain("LOG_SIGNING_KEY");
		const begun = await pid();
		// Playwright kills what has not closed within 30 s, or when this process ends.
		if (!FULL) return;
		await vi.waitFor(() => expect(() => process.kill(begun, 0)).toThrow("ESRCH"), { timeout: 90_000, interval: 200 });
	});

	if (FULL)
		it("loads no more than its budget", async () => {
			const images = Array.from({ length: 30 }, (_, index) => `<img src="/${index}.png">`).join("");
			const seen = await rendered(`<!doctype html><title>Many</title>${images}`, { requests: 10 });
			expect(seen.requests.beyond).toBeGreaterThan(10);
		});
});

describe.skipIf(!browser)(`a page that looks for a way inside${skipped}`, () => {
	let tripwire: Tripwire;
	let outside: GuardedClient;
	beforeAll(async () => {
		tripwire = await startTripwire();
		outside = new GuardedClient({ userAgent: USER_AGENT, isPublicAddress, ports: [80, 443, tripwire.port] });
	});
	afterAll(async () => {
		await outside.close();
		await tripwire.close();
	});

	it("reaches none of 20 private targets by any API", { timeout: 90_000 }, async () => {
		const { port } = tripwire;
		const hosts = [
			"127.0.0.1",
			"localhost",
			"[::1]",
			"127.1",
			"2130706433",
			"0.0.0.0",
			"[::ffff:127.0.0.1]",
			"169.254.169.254",
		];
		const [a = "", b = "", c = "", d = "", e = "", f = "", g = "", h = ""] = hosts.map(
			(host) => `http://${host}:${port}`,
		);
		const page = `<!doctype html><html><head><title>In</title>
			<link rel=preconnect href="${a}/"><link rel=dns-prefetch href="${b}/"><link rel=prefetch href="${c}/p"><link rel=preload as=script href="${d}/p">
			<link rel=stylesheet href="${e}/s.css"><style>@import "${f}/i.css"; @font-face{font-family:x;src:url("${a}/f.woff2")} body{font-family:x;background:url("${g}/b.png")}</style>
			<script src="${b}/x.js"></script></head><body>text
			<img src="${h}/i.png"><iframe src="${a}/frame"></iframe><object data="${c}/o"></object><embed src="${d}/e">
			<video src="${e}/v.mp4" autoplay></video><audio src="${f}/a.mp3" autoplay></audio>
			<form id=f method=post action="${g}/form" target=t></form><iframe name=t></iframe>
			<script>
			const tried = (work) => { try { const end = work(); end?.catch?.(() => {}); } catch {} };
			tried(() => fetch("${a}/fetch", { mode: "no-cors" })); tried(() => fetch("${h}/meta"));
			tried(() => { const x = new XMLHttpRequest(); x.open("GET", "${b}/xhr"); x.send(); });
			tried(() => navigator.sendBeacon("${c}/beacon", "x")); tried(() => new EventSource("${d}/events"));
			for (const host of ${JSON.stringify(hosts)}) tried(() => new WebSocket("ws://" + host + ":${port}/socket"));
			tried(() => document.getElementById("f").submit()); tried(() => window.open("${e}/popup"));
			tried(() => new Worker(URL.createObjectURL(new Blob(["importScripts('${f}/w.js'); new WebSocket('ws://127.0.0.1:${port}/w'); fetch('${a}/w')"]))));
			tried(() => navigator.serviceWorker.register("/sw.js")); tried(() => import("${g}/m.js"));
			tried(() => { const f = document.createElement("iframe"); document.body.append(f); const R = f.contentWindow.RTCPeerConnection ?? window.RTCPeerConnection; const p = new R({ iceServers: [{ urls: ["stun:127.0.0.1:${port}?transport=tcp", "turn:127.0.0.1:${port}?transport=tcp"], username: "u", credential: "c" }] }); p.createDataChannel("x"); p.createOffer().then((o) => p.setLocalDescription(o)); });
			tried(() => new WebTransport("https://127.0.0.1:${port}/t")); setTimeout(() => { location.href = "${a}/away"; }, 1500);
			</script></body></html>`;
		const { seen } = await render(page, { outside, requests: 100 });
		expect(tripwire.accepted()).toBe(0);
		expect(seen.state === "found" ? seen.value.requests.refused : 20).toBeGreaterThan(15);
	});
});
