import { hash } from "node:crypto";
import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { makeFolder } from "./folder.testkit.ts";
import { openFolder } from "./folder-source.ts";

const HOST = "a.example.com";

async function serve(files: Readonly<Record<string, string | Uint8Array>>) {
	const client = await openFolder(makeFolder(files), HOST);
	return (path: string, limits = {}) => client.get(new URL(path, `https://${HOST}/`), limits);
}

/** Status and body, or the target of a redirect. */
async function answers(get: Awaited<ReturnType<typeof serve>>, paths: readonly string[]) {
	const seen: Record<string, string> = {};
	for (const path of paths) {
		const { status, headers, body } = await get(path, { maxRedirects: 0 });
		seen[path] = `${status} ${headers.location ?? new TextDecoder().decode(body)}`;
	}
	return seen;
}

describe("openFolder", () => {
	it("returns a complete response", async () => {
		const get = await serve({ "index.html": "<p>hé" });
		expect(await get("/")).toEqual({
			url: `https://${HOST}/`,
			status: 200,
			headers: { "content-type": "text/html; charset=utf-8" },
			body: new TextEncoder().encode("<p>hé"),
			truncated: false,
			encodedBytes: 6,
			sha256: hash("sha256", "<p>hé", "hex"),
			hops: [],
			timings: { dns: 0, connect: 0, ttfb: 0, total: 0 },
		});
	});

	it("merges consecutive slashes", async () => {
		const get = await serve({ "index.html": "home", "docs/a.html": "page", "docs/index.html": "docs" });
		for (const [path, body] of [
			["/docs//a.html", "page"],
			["/.//docs///a", "page"],
			["/docs//", "docs"],
		])
			expect(new TextDecoder().decode((await get(`${path}`)).body)).toBe(body);
	});

	it("has clean addresses, like static hosts", async () => {
		const get = await serve({
			"index.html": "home",
			"about.html": "about",
			"both.html": "page",
			"both/index.html": "folder",
			"docs/index.html": "docs",
			"docs/a b.html": "space",
			"empty/x.txt": "x",
		});
		expect(
			await answers(get, [
				"/",
				"/index.html",
				"/about",
				"/about.html",
				"/both",
				"/both/",
				"/docs",
				"/docs?q=1",
				"/docs/",
				"/docs/a%20b",
				"/empty",
				"/empty/",
				"/about/",
				"/docs//a%20b",
				"/nothing",
			]),
		).toEqual({
			"/": "200 home",
			"/index.html": "200 home",
			"/about": "200 about",
			"/about.html": "200 about",
			"/both": "200 page",
			"/both/": "200 folder",
			"/docs": "301 /docs/",
			"/docs?q=1": "301 /docs/?q=1",
			"/docs/": "200 docs",
			"/docs/a%20b": "200 space",
			"/empty": "404 Not found",
			"/empty/": "404 Not found",
			"/about/": "404 Not found",
			"/docs//a%20b": "200 space",
			"/nothing": "404 Not found",
		});
	});

	it("serves 404.html with its status", async () => {
		const get = await serve({ "404.html": "<h1>Gone" });
		expect(await answers(get, ["/nothing"])).toEqual({ "/nothing": "404 <h1>Gone" });
		expect((await get("/nothing")).headers["content-type"]).toBe("text/html; charset=utf-8");
	});

	it.each([
		["robots.txt", "text/plain; charset=utf-8"],
		["feed.XML", "application/xml; charset=utf-8"],
		["sitemap.xml.gz", "application/gzip"],
		["photo.jpg", "image/jpeg"],
		["CNAME", "application/octet-stream"],
	])("names the type of %s", async (name, type) => {
		const get = await serve({ [name]: "x" });
		expect((await get(`/${name}`)).headers["content-type"]).toBe(type);
	});

	it.each([
		["<meta charset=euc-kr>", "text/html"],
		["<meta charset=utf-8>", "text/html; charset=utf-8"],
		["<title>x", "text/html; charset=utf-8"],
	])("sends no charset for a page that declares another: %s", async (body, type) => {
		const get = await serve({ "page.html": body });
		expect((await get("/page.html")).headers["content-type"]).toBe(type);
	});

	it("follows redirects within the folder and lists them", async () => {
		const get = await serve({ "docs/index.html": "docs", _redirects: "/old /docs\n" });
		expect(await get("/old")).toMatchObject({
			url: `https://${HOST}/docs/`,
			status: 200,
			hops: [
				{ url: `https://${HOST}/old`, status: 301, location: `https://${HOST}/docs` },
				{ url: `https://${HOST}/docs`, status: 301, location: `https://${HOST}/docs/` },
			],
		});
	});

	it("returns the file at an address, after redirects", async () => {
		const folder = makeFolder({
			"index.html": "home",
			"about/index.html": "about",
			_redirects: "/us /about/ 301\n/out https://b.example.com/ 301",
		});
		const { fileAt } = await openFolder(folder, HOST);
		const paths = ["/", "/about", "/us", "/none", "/out"];
		const found = await Promise.all(
			paths.map(async (path) => (await fileAt(`https://${HOST}${path}`))?.slice(realpathSync(folder).length + 1)),
		);
		expect(found).toEqual(["index.html", "about/index.html", "about/index.html", undefined, undefined]);
		expect(await fileAt("https://b.example.com/")).toBeUndefined();
		expect(await fileAt("no address")).toBeUndefined();
	});

	it("stops in a loop of redirects", async () => {
		const get = await serve({ _redirects: "/a /b\n/b /a" });
		await expect(get("/a")).rejects.toMatchObject({ code: "redirect-loop" });
	});

	it("cuts or rejects long files", async () => {
		const get = await serve({ "long.txt": "x".repeat(100) });
		const cut = await get("/long.txt", { maxBytes: 99, overflow: "cut" });
		expect(cut).toMatchObject({ truncated: true, sha256: hash("sha256", "x".repeat(99), "hex") });
		expect(cut.body).toHaveLength(99);
		expect(await get("/long.txt", { maxBytes: 100, overflow: "cut" })).toMatchObject({ truncated: false });
		await expect(get("/long.txt", { maxBytes: 99 })).rejects.toMatchObject({ code: "body-too-large" });
	});

	it("serves one host over https only", async () => {
		const client = await openFolder(makeFolder({ "index.html": "x" }), HOST);
		for (const address of ["https://b.example.com/", `http://${HOST}/`, `https://${HOST}:8443/`]) {
			await expect(client.get(new URL(address))).rejects.toMatchObject({ code: "not-in-folder" });
		}
	});

	it("reports a missing folder", async () => {
		const folder = makeFolder({ file: "x" });
		for (const path of [join(folder, "none"), join(folder, "file")]) {
			await expect(openFolder(path, HOST)).rejects.toMatchObject({ code: "folder-unreadable" });
		}
	});

	it("ends with its signal", async () => {
		const get = await serve({ "index.html": "x" });
		await expect(get("/", { signal: AbortSignal.abort(new Error("over")) })).rejects.toThrow("over");
	});
});

describe("openFolder: borders", () => {
	it("hides dot-files and its own settings, and shows .well-known", async () => {
		const get = await serve({
			".env": "SECRET",
			".git/config": "SECRET",
			"a/.well-known/x": "SECRET",
			_headers: "/*\n  A: b",
			_redirects: "/x /y",
			".well-known/api-catalog": "{}",
			".well-known/.secret": "SECRET",
		});
		const paths = ["/.env", "/.git/config", "/a/.well-known/x", "/_headers", "/_redirects", "/.well-known/.secret"];
		expect(Object.values(await answers(get, paths))).toEqual(Array(paths.length).fill("404 Not found"));
		expect(await answers(get, ["/.well-known/api-catalog"])).toEqual({ "/.well-known/api-catalog": "200 {}" });
	});

	it("lists each page once per folder that leads to it, without looping through links", async () => {
		const folder = makeFolder({ "a/page.html": "page", "b/index.html": "page" });
		symlinkSync(folder, join(folder, "a", "up"));
		symlinkSync(join(folder, "a"), join(folder, "b", "across"));
		const client = await openFolder(folder, HOST);
		const pages: string[] = [];
		for await (const { url } of client.pages()) pages.push(new URL(url).pathname);
		expect(pages.toSorted()).toEqual(["/a/page.html", "/b/", "/b/across/page.html"]);
	});

	it("does not leave the folder by a link, and follows links inside", async () => {
		const outside = makeFolder({ "secret.txt": "SECRET" });
		const folder = makeFolder({ "real/page.html": "page", ".hidden": "SECRET" });
		symlinkSync(join(outside, "secret.txt"), join(folder, "leak.txt"));
		symlinkSync(outside, join(folder, "out"));
		symlinkSync(join(folder, ".hidden"), join(folder, "shown.txt"));
		symlinkSync(join(folder, "real"), join(folder, "alias"));
		symlinkSync(join(folder, "loop"), join(folder, "loop"));
		// A sibling folder whose name has the folder's name as a prefix.
		mkdirSync(`${folder}-more`);
		onTestFinished(() => rmSync(`${folder}-more`, { recursive: true }));
		writeFileSync(join(`${folder}-more`, "x.txt"), "SECRET");
		symlinkSync(join(`${folder}-more`, "x.txt"), join(folder, "more.txt"));
		const client = await openFolder(folder, HOST);
		const status = async (path: string) => (await client.get(new URL(path, `https://${HOST}/`))).status;
		expect(await status("/alias/page")).toBe(200);
		for (const path of ["/leak.txt", "/out/secret.txt", "/shown.txt", "/loop", "/more.txt"]) {
			expect(await status(path), path).toBe(404);
		}
	});

	it.each([
		"/../secret.txt",
		"/%2e%2e/secret.txt",
		"/..%2fsecret.txt",
		"/a/..%2f..%2fsecret.txt",
		"/..%5csecret.txt",
		"/a%2fb.txt",
		"/a%00.txt",
		"/%",
		"/%ff",
		"/a/%2e/b.txt",
	])("answers 404 to %s", async (path) => {
		const folder = makeFolder({ "site/a/b.txt": "inside", "secret.txt": "SECRET" });
		const client = await openFolder(join(folder, "site"), HOST);
		const { status, body } = await client.get(new URL(`https://${HOST}${path}`));
		const text = new TextDecoder().decode(body);
		// The URL parser decodes "%2e" to ".", so one of them is a legitimate address.
		expect([status, text]).toEqual(path === "/a/%2e/b.txt" ? [200, "inside"] : [404, "Not found"]);
	});

	it("answers 404 to names invalid in file systems", async () => {
		const get = await serve({ "index.html": "x" });
		expect((await get(`/${"x".repeat(300)}`)).status).toBe(404);
		expect((await get(`/${"d/".repeat(3000)}x`)).status).toBe(404);
	});

	it("never serves files outside the folder for any path", async () => {
		const folder = makeFolder({ "site/index.html": "inside", "secret.txt": "SECRET" });
		const client = await openFolder(join(folder, "site"), HOST);
		const piece = fc.constantFrom("..", "/", "%2f", "%2e", "\\", "%5c", "secret.txt", ".", "%00", "site", "a", "%252e");
		await fc.assert(
			fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
				const { body } = await client.get(new URL(`https://${HOST}/${pieces.join("")}`));
				expect(new TextDecoder().decode(body)).not.toContain("SECRET");
			}),
		);
	});
});

describe("openFolder: _redirects", () => {
	it("applies the first matching rule, after files and before 404", async () => {
		const get = await serve({
			"here.html": "file",
			"app/index.html": "app",
			"gone.html": "gone",
			_redirects: [
				"# comment",
				"/here /elsewhere",
				"/forced /new 302!",
				"/here.html /forced 301!",
				"/news/:year/:slug /archive/:slug-:year 301 # inline",
				"/blog/* https://blog.example.com/:splat 308",
				"/app/* /app/index.html 200",
				"/old/* /gone.html 410",
				"/q /target?x=1",
				"/land /anz 302 Country=au,nz",
				"/ümlaut/* /ö/:splat",
				"not a rule at all",
				"http://a.example.com/* https://a.example.com/:splat 301!",
				"https://b.example.com/* /never 301!",
				"/* /here.html 200",
			].join("\r\n"),
		});
		expect(
			await answers(get, [
				"/here",
				"/here.html",
				"/forced",
				"/news/2026/hello?a=b",
				"/blog/x/y?z=1",
				"/app/deep/link",
				"/old/thing",
				"/q?y=2",
				"/land",
				"/%c3%bcmlaut/%C3%A4",
				"/anything/else",
			]),
		).toEqual({
			"/here": "200 file",
			"/here.html": "301 /forced",
			"/forced": "302 /new",
			"/news/2026/hello?a=b": "301 /archive/hello-2026?a=b",
			"/blog/x/y?z=1": "308 https://blog.example.com/x/y?z=1",
			"/app/deep/link": "200 app",
			"/old/thing": "410 gone",
			"/q?y=2": "301 /target?x=1",
			"/land": "200 file",
			"/%c3%bcmlaut/%C3%A4": "301 /%C3%B6/%C3%A4",
			"/anything/else": "200 file",
		});
	});

	it("does not serve another host, by redirect or rewrite", async () => {
		const get = await serve({ _redirects: "/a https://b.example.com/ 301\n/b https://b.example.com/ 200" });
		await expect(get("/a")).rejects.toMatchObject({ code: "not-in-folder" });
		await expect(get("/b")).rejects.toMatchObject({ code: "not-in-folder" });
	});
});

describe("openFolder: _headers", () => {
	it("applies all matching rules", async () => {
		const get = await serve({
			"index.html": "x",
			"docs/a.html": "x",
			"data.bin": "x",
			_headers: [
				"  Stray: no",
				"# all pages",
				"/*",
				"  X-Robots-Tag: index, follow",
				'  Link: </llms.txt>; rel="alternate"; type="text/markdown"',
				"/docs/*",
				"\tX-Robots-Tag: noarchive",
				"  X-Section: docs",
				"/docs/:page",
				"  ! Link",
				"/data.bin",
				"  Content-Type: application/linkset+json; charset=utf-8",
				`https://${HOST}/`,
				"  X-Home: yes",
				"https://b.example.com/*",
				"  X-Other: yes",
			].join("\n"),
		});
		expect((await get("/")).headers).toEqual({
			"content-type": "text/html; charset=utf-8",
			"x-robots-tag": "index, follow",
			link: '</llms.txt>; rel="alternate"; type="text/markdown"',
			"x-home": "yes",
		});
		expect((await get("/docs/a")).headers).toEqual({
			"content-type": "text/html; charset=utf-8",
			"x-robots-tag": "index, follow, noarchive",
			"x-section": "docs",
		});
		expect((await get("/data.bin")).headers["content-type"]).toBe("application/linkset+json; charset=utf-8");
	});
});
