import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "#test/e2e/built-server.testkit.ts";
import { inRepository, run, start } from "#test/e2e/process.testkit.ts";
import { createPreview } from "./site-files.ts";

const FILES = {
	"index.html": "<h1>Home</h1>",
	"wall/index.html": "<h1>Wall</h1>",
	"404.html": "<h1>Nothing here</h1>",
	"log/checkpoint": "origin\n1\n",
	"log/tile/0/000.p/1": "hash",
	"receipts/a.tlog-proof": "c2sp.org/tlog-proof@v1\n",
};

let dist: string;
beforeAll(async () => {
	dist = await mkdtemp(join(tmpdir(), "sightline-preview-"));
	for (const [path, text] of Object.entries(FILES)) {
		await mkdir(dirname(join(dist, path)), { recursive: true });
		await writeFile(join(dist, path), text);
	}
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

	test("leads the slashless form of a page to the page", async () => {
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

	test("shows its own page for what is not there, and gives nothing from outside", async () => {
		const files = ["/404", "/404.html", "/404/", "/404%2Ehtml", "/log/checkpoint/", "/wall/index/index"];
		for (const path of ["/nowhere/", "/log/none", "/..%2f..%2fetc%2fpasswd", ...files]) {
			const answer = await get(path);
			expect([answer.status, await answer.text()], path).toEqual([404, FILES["404.html"]]);
		}
	});
});

describe("npm run preview", () => {
	const command = [inRepository("src/cli/sightline.ts"), "preview", "--dist"];

	test("explains itself", async () => {
		const { code, stdout } = await run([...command, dist, "--help"]);
		expect([code, stdout]).toEqual([0, expect.stringContaining("HOST and PORT say where it listens")]);
	});

	test("says how to start the API of a build for a server", async () => {
		const built = join(dist, "server-build");
		await mkdir(join(built, "client"), { recursive: true });
		await writeFile(join(built, "client", "index.html"), "<h1>Home</h1>");
		const { child, ended } = start([...command, built], { HOST: "127.0.0.1", PORT: String(await freePort()) });
		let written = "";
		child.stdout?.on("data", (chunk) => (written += chunk));
		await expect.poll(() => written, { timeout: 10_000 }).toContain("For the API: npm start\n");
		child.kill();
		await ended;
	});

	test("says in one line where it cannot listen", async () => {
		await writeFile(join(dist, "index.html"), FILES["index.html"]);
		const { code, stderr } = await run([...command, dist], { HOST: "192.0.2.1" });
		expect([code, stderr]).toEqual([2, expect.stringMatching(/^sightline: .*HOST=192\.0\.2\.1.*\n$/)]);
	});
});
