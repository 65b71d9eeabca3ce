import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "#test/e2e/built-server.testkit.ts";
import { inRepository, run, start } from "#test/e2e/process.testkit.ts";
import { createPreview } from "./listen.ts";
import { compressFiles } from "./site-files.ts";

const FILES = {
	"index.html": "<h1>Home</h1>",
	"wall/index.html": "<h1>Wall</h1>",
	"index.md": "# Home",
	"checks/title/index.html": "<h1>Title</h1>",
	"checks/title.md": "# Title\n".repeat(300),
	"receipts/a/index.html": "<h1>Receipt</h1>",
	"404.html": "<h1>Nothing here</h1>",
	"log/checkpoint": "origin\n1\n",
	"log/tile/0/000.p/1": "hash",
	"receipts/a.tlog-proof": "c2sp.org/tlog-proof@v1\n",
	"receipts/a.json": JSON.stringify({ text: "A receipt. ".repeat(200) }),
	"_astro/a.js": "export {};\n".repeat(200),
	"badge/a.svg": `<svg xmlns="http://www.w3.org/2000/svg">${"<path/>".repeat(300)}</svg>`,
	"log/index.html": "<h1>Log</h1>".repeat(200),
	"log/policy.txt": "log a\n".repeat(300),
	".hidden/a.txt": "hidden",
	".nojekyll": "",
};
const RECEIPT = FILES["receipts/a.json"];

interface Got {
	readonly status: number;
	readonly headers: IncomingHttpHeaders;
	readonly bytes: Buffer;
}

/** With Node's client, which decodes nothing. */
async function requestBytes(url: string, headers: Record<string, string>, method = "GET"): Promise<Got> {
	const [answer] = (await once(request(url, { method, headers }).end(), "response")) as [IncomingMessage];
	return { status: answer.statusCode ?? 0, headers: answer.headers, bytes: await buffer(answer) };
}

let dist: string;
beforeAll(async () => {
	dist = await mkdtemp(join(tmpdir(), "sightline-preview-"));
	for (const [path, text] of Object.entries(FILES)) {
		await mkdir(dirname(join(dist, path)), { recursive: true });
		await writeFile(join(dist, path), text);
	}
	await compressFiles(dist);
});
afterAll(() => rm(dist, { recursive: true }));

describe.each([
	["at the root", "http://localhost:4321", ""],
	["under a path", "https://example.org/audits", "/audits"],
])("a site %s", (_, baseUrl, prefix) => {
	let at: string;
	let close: () => void;
	beforeAll(async () => {
		const server = createPreview(dist, baseUrl);
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		at = `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`;
		close = () => server.close();
	});
	afterAll(() => close());
	const get = (path: string) => fetch(at + path, { redirect: "manual" });

	test.each([
		["/", "text/html", FILES["index.html"]],
		["/wall/?q=a", "text/html", FILES["wall/index.html"]],
		["/log/checkpoint", "text/plain", FILES["log/checkpoint"]],
		["/log/tile/0/000.p/1", "application/octet-stream", FILES["log/tile/0/000.p/1"]],
		["/receipts/a.tlog-proof", "", FILES["receipts/a.tlog-proof"]],
	])("answers %s", async (path, type, body) => {
		const answer = await get(path);
		expect([answer.status, await answer.text()]).toEqual([200, body]);
		expect(answer.headers.get("content-type") ?? "").toContain(type);
	});

	const asked = async (path: string, accept: string) => {
		const { status, headers, bytes } = await requestBytes(at + path, { accept });
		return [status, headers["content-type"], headers["content-location"], headers.vary, bytes.toString().slice(0, 6)];
	};
	const HTML = "text/html; charset=utf-8";

	test("sends a page's twin if Accept prefers its type, else the page", async () => {
		expect(await asked("/", "text/markdown")).toEqual([
			200,
			"text/markdown; charset=utf-8",
			`${prefix}/index.md`,
			"Accept",
			"# Home",
		]);
		expect(await asked("/", "text/html, */*;q=0.8")).toEqual([200, HTML, undefined, "Accept", "<h1>Ho"]);
		expect((await asked("/checks/title/", "text/markdown, */*")).slice(2)).toEqual([
			`${prefix}/checks/title.md`,
			"Accept, Accept-Encoding",
			"# Titl",
		]);
		expect((await asked("/receipts/a/", "application/json"))[2]).toBe(`${prefix}/receipts/a.json`);
		for (const accept of ["text/markdown", "text/html"]) {
			const { headers } = await requestBytes(`${at}/checks/title/`, { accept });
			expect(headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
		}
		// A page without a Markdown twin is the same for everybody.
		expect(await asked("/wall/", "text/markdown")).toEqual([200, HTML, undefined, undefined, "<h1>Wa"]);
	});

	test("links from a twin to its canonical page", async () => {
		const { headers } = await get("/checks/title.md");
		expect([headers.get("content-type"), headers.get("link")]).toEqual([
			"text/markdown; charset=utf-8",
			`<${baseUrl}/checks/title/>; rel="canonical"`,
		]);
		expect((await get("/log/policy.txt")).headers.get("link")).toBeNull();
	});

	test("redirects a missing trailing slash", async () => {
		const answer = await get("/wall");
		expect([answer.status, answer.headers.get("location")]).toEqual([308, `${prefix}/wall/`]);
	});

	test.each([
		["/wall/index.html", "/wall/"],
		["/wall/index", "/wall/"],
		["/wall/index/", "/wall/"],
		["/index.html", "/"],
		["/index", "/"],
	])("leads %s to the page", async (path, page) => {
		const answer = await get(path);
		expect([answer.status, answer.headers.get("location")]).toEqual([308, `${prefix}${page}`]);
	});

	test.each([
		["/", "public, max-age=0, must-revalidate", "frame-ancestors 'none'"],
		["/log/", "public, max-age=0, must-revalidate", "frame-ancestors 'none'"],
		["/nowhere/", "public, max-age=0, must-revalidate", "frame-ancestors 'none'"],
		["/log/checkpoint", "public, max-age=0, must-revalidate", null],
		["/log/tile/0/000.p/1", "public, max-age=31536000, immutable", null],
		["/_astro/a.js", "public, max-age=31536000, immutable", null],
		["/receipts/a.json", "public, max-age=300", null],
		["/badge/a.svg", "public, max-age=300", "sandbox; default-src 'none'; style-src 'unsafe-inline'"],
	])("says of %s how long it may be kept, and what it may do", async (path, kept, policy) => {
		const { headers } = await get(path);
		expect([headers.get("cache-control"), headers.get("content-security-policy")]).toEqual([kept, policy]);
		expect(headers.get("x-content-type-options")).toBe("nosniff");
	});

	const ask = (headers: Record<string, string>, method?: string) =>
		requestBytes(`${at}/receipts/a.json`, headers, method);

	test.each([
		["br, gzip", "br", brotliDecompressSync],
		["gzip", "gzip", gunzipSync],
		["br;q=0, gzip", "gzip", gunzipSync],
		["identity", undefined, (bytes: Buffer) => bytes],
	])("sends a text in the coding that %s asks for", async (accepted, coding, decode) => {
		const whole = await ask({ "accept-encoding": accepted });
		expect(whole.headers).toMatchObject({ vary: "Accept-Encoding", "content-type": "application/json; charset=utf-8" });
		expect([whole.status, whole.headers["content-encoding"]]).toEqual([200, coding]);
		expect(decode(whole.bytes).toString()).toBe(RECEIPT);
		const head = await ask({ "accept-encoding": accepted }, "HEAD");
		expect([head.status, head.bytes.length, head.headers["content-length"]]).toEqual([200, 0, `${whole.bytes.length}`]);
		const etag = String(whole.headers.etag);
		const known = await ask({ "accept-encoding": accepted, "if-none-match": `"x", ${etag}` });
		expect([known.status, known.bytes.length]).toEqual([304, 0]);
		expect(known.headers).toMatchObject({ etag, vary: "Accept-Encoding", "cache-control": "public, max-age=300" });
	});

	test("gives each coding its own ETag, and ranges of the uncompressed file", async () => {
		const asked = ["br", "gzip", "identity"].map((accepted) => ask({ "accept-encoding": accepted }));
		const [br = "", gzip = "", plain = ""] = (await Promise.all(asked)).map(({ headers }) => headers.etag ?? "");
		expect(new Set([br, gzip, plain]).size).toBe(3);
		for (const [range, text] of [
			["bytes=2-9", RECEIPT.slice(2, 10)],
			["bytes=-9", RECEIPT.slice(-9)],
			["bytes=9-", RECEIPT.slice(9)],
		] as const) {
			const { status, headers, bytes } = await ask({ "accept-encoding": "br", range });
			expect([status, headers["content-encoding"], bytes.toString()]).toEqual([206, undefined, text]);
		}
		const resumed = (tag: string) => ask({ "accept-encoding": "br", range: "bytes=2-9", "if-range": tag });
		expect((await resumed(plain)).status).toBe(206);
		const other = await resumed(br);
		expect([other.status, other.bytes.toString()]).toEqual([200, RECEIPT]);
	});

	test.each(["bytes=9-2", "bytes=99999-", "bytes=x", "bytes=0-1,5-6", "chunks=1-2", "bytes=-0", "bytes=1e9-2"])(
		"answers the range %s and keeps running",
		async (range) => {
			expect([200, 206, 416]).toContain((await ask({ range })).status);
			expect((await get("/")).status).toBe(200);
		},
	);

	test("does not serve compressed forms or dot files under their names, and compresses no log file", async () => {
		for (const path of ["/receipts/a.json.br", "/receipts/a.json.gz", "/.hidden/a.txt", "/.nojekyll"])
			expect([path, (await get(path)).status]).toEqual([path, 404]);
		const codingOf = async (path: string) =>
			(await requestBytes(at + path, { "accept-encoding": "br" })).headers["content-encoding"];
		expect([await codingOf("/log/policy.txt"), await codingOf("/log/")]).toEqual([undefined, "br"]);
	});

	test("sends its 404 page, and nothing outside the folder", async () => {
		const files = ["/404", "/404.html", "/404/", "/404%2Ehtml", "/log/checkpoint/", "/wall/index/index"];
		for (const path of ["/nowhere/", "/log/none", "/..%2f..%2fetc%2fpasswd", ...files]) {
			const answer = await get(path);
			expect([answer.status, await answer.text()], path).toEqual([404, FILES["404.html"]]);
		}
	});
});

describe("npm run preview", () => {
	const command = [inRepository("src/cli/sightline.ts"), "preview", "--dist"];

	test("prints its help", async () => {
		const { code, stdout } = await run([...command, dist, "--help"]);
		expect([code, stdout]).toEqual([0, expect.stringContaining("HOST and PORT set the address it listens on")]);
	});

	test("explains how to start a server build", async () => {
		const built = join(dist, "server-build");
		await mkdir(join(built, "client"), { recursive: true });
		await writeFile(join(built, "client", "index.html"), "<h1>Home</h1>");
		const PORT = String(await freePort());
		const { child, ended } = start([...command, built], { HOST: "127.0.0.1", PORT });
		let written = "";
		child.stdout?.on("data", (chunk) => (written += chunk));
		await expect.poll(() => written, { timeout: 50_000 }).toContain("For the API: npm start\n");
		// What the pages link to, though no file holds it.
		const answers = ["/openapi.json", "/.well-known/api-catalog", "/api/health"].map((path) =>
			fetch(`http://127.0.0.1:${PORT}${path}`),
		);
		const [openapi, catalog, live] = await Promise.all(answers);
		expect(await openapi?.json()).toMatchObject({ openapi: "3.1.1" });
		expect([catalog?.status, live?.status]).toEqual([200, 404]);
		child.kill();
		await ended;
	});

	test("says in one line that it cannot listen", async () => {
		await writeFile(join(dist, "index.html"), FILES["index.html"]);
		const { code, stderr } = await run([...command, dist], { HOST: "192.0.2.1" });
		expect([code, stderr]).toEqual([2, expect.stringMatching(/^sightline: .*HOST=192\.0\.2\.1.*\n$/)]);
	});
});
