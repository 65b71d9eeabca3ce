import { describe, expect, it } from "vitest";
import { parseTarget } from "#core/target.ts";
import {
	collectHome,
	collectLinkedHost,
	collectNamed,
	collectPlainHttp,
	collectRandomPath,
	collectSiblingHost,
	observeHttps,
	randomPath,
	siblingOf,
} from "./collect-home.ts";
import { to } from "./fake-site.testkit.ts";
import { HOME, HOST, openSource, TARGET } from "./open-source.testkit.ts";

async function httpsOf(replies: Parameters<typeof openSource>[0], kind?: "folder") {
	const { source } = openSource(replies, kind);
	return observeHttps(source, TARGET, await collectHome(source, TARGET));
}

describe("observeHttps", () => {
	it("finds a certificate", async () => {
		expect(await httpsOf({ "/": "<p>x" })).toEqual({
			state: "found",
			url: HOME,
			status: 200,
			value: { state: "valid", protocol: "TLSv1.3" },
		});
	});

	it("finds an untrusted one", async () => {
		const badCertificate = "DEPTH_ZERO_SELF_SIGNED_CERT";
		const seen = await httpsOf({ "/*": { badCertificate }, "/": { badCertificate, body: "<p>x" } });
		expect(seen).toMatchObject({ state: "found", value: { state: "invalid", reason: badCertificate } });
	});

	it("reports the audited host's status if it redirects to another", async () => {
		const seen = await httpsOf({ "/": to("https://acme-shoes.com/"), "https://acme-shoes.com/": "<p>x" });
		expect(seen).toMatchObject({ state: "found", url: HOME, status: 301 });
	});

	it("finds no https if the site responds over http only", async () => {
		expect(await httpsOf({ [`http://${HOST}/`]: "<p>x" })).toEqual({
			state: "found",
			url: HOME,
			status: 200,
			value: { state: "invalid", reason: "connection-refused" },
		});
	});

	it("keeps the certificate if the page could not be checked", async () => {
		const seen = await httpsOf({ "/": { failure: "headers-timeout" } });
		expect(seen).toMatchObject({ state: "found", status: 404, value: { state: "valid" } });
	});

	it("fails if nothing responds", async () => {
		expect(await httpsOf({})).toMatchObject({ state: "failed", url: HOME, code: "name-not-found" });
	});

	it("is not shown by a folder", async () => {
		expect(await httpsOf({ "/": "<p>x" }, "folder")).toMatchObject({ state: "failed", code: "not-shown" });
	});
});

const PLAIN = `http://${HOST}/`;

describe("collectPlainHttp", () => {
	it("finds the redirect to https", async () => {
		const { source } = openSource({ [PLAIN]: to(HOME, 308), "/": "home" });
		expect(await collectPlainHttp(source, HOST)).toMatchObject({
			state: "found",
			url: HOME,
			value: { start: PLAIN, hops: [{ url: PLAIN, status: 308, location: HOME }], end: HOME, status: 200 },
		});
	});

	it("finds a page that stays on http", async () => {
		const { source } = openSource({ [PLAIN]: "home" });
		expect(await collectPlainHttp(source, HOST)).toMatchObject({ state: "found", value: { end: PLAIN, hops: [] } });
	});

	it("distinguishes an error from a closed port", async () => {
		const { source } = openSource({ [PLAIN]: { status: 403 } });
		expect(await collectPlainHttp(source, HOST)).toEqual({ state: "absent", url: PLAIN, status: 403 });
		const closed = openSource({ "/": "home" });
		expect(await collectPlainHttp(closed.source, HOST)).toMatchObject({ state: "failed", code: "connection-refused" });
	});

	it("is not shown by a folder", async () => {
		const { source, site } = openSource({ "/": "home" }, "folder");
		expect(await collectPlainHttp(source, HOST)).toMatchObject({ state: "failed", url: PLAIN, code: "not-shown" });
		expect(site.requests).toEqual([]);
	});
});

const APEX = "https://acme-shoes.com/";

describe("collectSiblingHost", () => {
	it("finds the target of the other host", async () => {
		const { source } = openSource({ "/": "home", [APEX]: to(HOME) });
		expect(await collectSiblingHost(source, TARGET)).toMatchObject({
			state: "found",
			url: HOME,
			value: { start: APEX, hops: [{ url: APEX, status: 301 }], end: HOME },
		});
	});

	it("finds a second site under the other name", async () => {
		const { source } = openSource({ "/": "home", [APEX]: "home" });
		expect(await collectSiblingHost(source, TARGET)).toMatchObject({ state: "found", value: { end: APEX, hops: [] } });
	});

	it("fails if the name does not exist", async () => {
		const { source } = openSource({ "/": "home" });
		expect(await collectSiblingHost(source, TARGET)).toMatchObject({ state: "failed", code: "name-not-found" });
	});

	it("is not shown by a folder, nor for any other host", async () => {
		const { source, site } = openSource({ "/": "home" }, "folder");
		expect(await collectSiblingHost(source, TARGET)).toMatchObject({ state: "failed", url: APEX, code: "not-shown" });
		const blog = openSource({ "/": "home" });
		const other = await collectSiblingHost(blog.source, parseTarget("blog.acme-shoes.com"));
		expect(other).toMatchObject({ state: "failed", code: "not-shown" });
		expect([...site.requests, ...blog.site.requests]).toEqual([]);
	});
});

describe("siblingOf", () => {
	it.each([
		["acme.co.uk", "www.acme.co.uk"],
		["www.acme.co.uk", "acme.co.uk"],
		["blog.acme.co.uk", undefined],
		["www.blog.acme.co.uk", undefined],
	])("%s ↔ %s", (host, sibling) => {
		expect(siblingOf(parseTarget(host))).toBe(sibling);
	});
});

const SEED = "www.acme-shoes.com 2026-11-21T00:00:00.000Z";
const PATH = randomPath(SEED);

describe("collectRandomPath", () => {
	it("is absent if the site returns 404", async () => {
		const { source, site } = openSource({ "/": "home" });
		const url = new URL(PATH, HOME).href;
		expect(await collectRandomPath(source, HOME, SEED)).toEqual({ state: "absent", url, status: 404 });
		expect(site.requests).toContain(url);
	});

	it("is found if every address succeeds", async () => {
		const { source } = openSource({ "/*": "home" });
		expect(await collectRandomPath(source, HOME, SEED)).toMatchObject({
			state: "found",
			value: { hops: [], status: 200 },
		});
	});

	it("is found if missing pages redirect to the home page", async () => {
		const { source } = openSource({ "/*": to("/"), "/": "home" });
		const seen = await collectRandomPath(source, HOME, SEED);
		expect(seen).toMatchObject({ state: "found", url: HOME, value: { hops: [{ status: 301, location: HOME }] } });
	});
});

describe("randomPath", () => {
	it("is stable within an audit, and differs for the next", () => {
		expect(PATH).toMatch(/^\/sightline-[0-9a-f]{16}$/);
		expect(randomPath(SEED)).toBe(PATH);
		expect(randomPath(`${SEED}1`)).not.toBe(PATH);
	});
});

const OLD = "https://shop.acme-shoes.com";
const nav = (...addresses: readonly string[]) =>
	`<nav>${addresses.map((address) => `<a href="${address}">Go</a>`).join("")}</nav>`;
const MOVED = nav(`${OLD}/a`, `${OLD}/b`, `${OLD}/c`, "/d");

async function look(page: string, more: Parameters<typeof openSource>[0] = {}, kind?: "folder") {
	const { source, site } = openSource({ "/": page, ...more }, kind);
	const { page: home } = await collectHome(source, TARGET);
	return { seen: await collectLinkedHost(source, TARGET, home), site };
}

describe("collectLinkedHost", () => {
	it("finds that the host of most links does not exist", async () => {
		const { seen } = await look(MOVED);
		expect(seen).toMatchObject({
			state: "found",
			url: HOME,
			value: { host: "shop.acme-shoes.com", by: "navigation", links: 3, of: 4, failure: "name-not-found" },
		});
	});

	it("finds that it responds, with any status", async () => {
		const { seen } = await look(MOVED, { [`${OLD}/robots.txt`]: { status: 503 } });
		expect(seen).toMatchObject({ state: "found", value: { failure: null } });
	});

	it("finds that it refuses connections by both schemes", async () => {
		const failure = "connection-refused";
		const { seen, site } = await look(MOVED, {
			[`${OLD}/robots.txt`]: { failure },
			[`${OLD.replace("https", "http")}/robots.txt`]: { failure },
		});
		expect(seen).toMatchObject({ state: "found", value: { failure } });
		expect(site.requests.filter((url) => url.includes("//shop."))).toHaveLength(2);
	});

	it("checks the canonical link if the navigation stays on its host", async () => {
		const { seen } = await look(`<link rel="canonical" href="${OLD}/">${nav("/a", "/b", "/c")}`);
		expect(seen).toMatchObject({
			state: "found",
			value: { host: "shop.acme-shoes.com", by: "canonical", failure: "name-not-found" },
		});
	});

	it.each([
		["links that stay", nav("/a", "/b", "/c")],
		["half of the links", nav(`${OLD}/a`, `${OLD}/b`, `${OLD}/c`, "/d", "/e", "/f")],
		["one address, many times", nav(`${OLD}/a`, `${OLD}/a`, `${OLD}/a`, "/d")],
		["fewer than three links", nav(`${OLD}/a`, `${OLD}/b`)],
		["a host that nobody can reach", nav("http://localhost/a", "http://localhost/b", "http://localhost/c")],
	])("requests nothing for %s", async (_, page) => {
		const { seen, site } = await look(page);
		expect(seen).toMatchObject({ state: "failed", code: "not-shown" });
		expect(site.requests.every((url) => url.startsWith(HOME))).toBe(true);
	});
});

describe("collectNamed", () => {
	const TEXT = Array.from({ length: 80 }, (_, at) => `word${at}`).join(" ");
	const page = (head: string, body = TEXT) => `<!doctype html><title>Acme</title>${head}<p>${body}`;
	const look = async (head: string, replies: Parameters<typeof openSource>[0] = {}) => {
		const { source, site } = openSource({ "/": page(head), ...replies });
		const { page: home } = await collectHome(source, TARGET);
		const random = await collectRandomPath(source.share(2), HOME, "seed");
		const seen = await collectNamed(source, home, random);
		return { site, value: seen.state === "found" ? seen.value : undefined };
	};

	it("requests the canonical page, and compares its text", async () => {
		const canonical = "<link rel=canonical href=/en/>";
		expect((await look(canonical)).value).toMatchObject([{ by: "canonical", url: `${HOME}en/`, status: 404 }]);
		const { value } = await look(canonical, { "/en/": page("") });
		expect(value).toMatchObject([{ status: 200, title: "Acme", softNotFound: false }]);
		expect(value?.[0]?.fingerprint?.length).toBeGreaterThan(0);
		expect((await look("<link rel=canonical href=/#top>")).value).toEqual([]);
	});

	it("requests two versions, the og:image and the first image, on the site's own host", async () => {
		const versions = ["de", "fr", "it"].map((code) => `<link rel=alternate hreflang=${code} href=/${code}/>`).join("");
		const head = `${versions}<meta property=og:image content=/a.png><body><img src=https://cdn.example/c.png><img src=b.png><img src=c.png>`;
		const { value } = await look(head, {
			"/de/": page(""),
			"/b.png": "<!doctype html><p>Not here",
			"/a.png": { failure: "connection-failed" },
		});
		expect(
			value?.map(({ by, url, status, softNotFound }) => [by, url.slice(HOME.length), status, softNotFound]),
		).toEqual([
			["hreflang", "de/", 200, false],
			["hreflang", "fr/", 404, false],
			["og:image", "a.png", null, false],
			["image", "b.png", 200, true],
		]);
	});

	it("requests nothing if the budget is spent", async () => {
		const { source } = openSource({ "/": page("<link rel=canonical href=/en/>") });
		const { page: home } = await collectHome(source, TARGET);
		source.share(source.left);
		expect(
			await collectNamed(source, home, home.state === "found" ? { ...home, state: "absent" } : home),
		).toMatchObject({ value: [] });
	});
});
