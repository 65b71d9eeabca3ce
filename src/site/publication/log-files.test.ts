import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readPublishedLog } from "#log/published-log.ts";
import { makeProofSite } from "#test/e2e/proof-site.testkit.ts";
import { createSiteLinks } from "../page/site-links.ts";
import { publicLogFiles, readLogFile } from "./log-files.ts";
import { logFilesIntegration } from "./log-files-integration.ts";

let directory: string;
beforeEach(async () => {
	directory = await mkdtemp(join(tmpdir(), "sightline-log-files-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const PUBLIC = [
	"checkpoint",
	"checkpoints/7",
	"retired-vkeys",
	"tile/0/000",
	"tile/0/000.p/7",
	"tile/entries/000.p/7",
	"vkeys",
];
const PRIVATE = [
	".seal-lock",
	"checkpoints/.tmp",
	"index.html",
	"notes.txt",
	"tile/0/000.p/0",
	"tile/0/abc",
	"vkey/odd",
];

async function write(paths: readonly string[]): Promise<void> {
	for (const path of paths) {
		await mkdir(dirname(join(directory, path)), { recursive: true });
		// Bytes that are no UTF-8 show whether files are copied or decoded.
		await writeFile(
			join(directory, path),
			path === "vkeys" ? "new+1\nold+2\n" : Uint8Array.of(0xff, 0x00, path.length),
		);
	}
}

describe("files of the log's address", () => {
	test("are those that readers need, and nothing that seal keeps for itself", async () => {
		await write([...PUBLIC, ...PRIVATE]);
		expect(await publicLogFiles(directory)).toEqual(PUBLIC);
		for (const path of PRIVATE) expect(await readLogFile(directory, path, "")).toBeUndefined();
	});

	test("are none where nothing was sealed", async () => {
		expect(await publicLogFiles(join(directory, "none"))).toEqual([]);
		await write(["vkeys"]);
		expect(await publicLogFiles(directory)).toEqual([]);
	});

	test("give the key in use, and a policy for it", async () => {
		const read = async (path: string) =>
			new TextDecoder().decode(await readLogFile(directory, path, "https://a.example/log/"));
		expect(await readLogFile(directory, "vkey", "")).toBeUndefined();
		await write(["vkeys"]);
		expect(await read("vkey")).toBe("new+1\n");
		expect(await read("policy.txt")).toBe("log new+1 https://a.example/log/\nquorum none\n");
		await writeFile(join(directory, "policy.txt"), "witness w w+1+x\nquorum w\n");
		expect(await read("policy.txt")).toBe("log new+1 https://a.example/log/\nwitness w w+1+x\nquorum w\n");
		await writeFile(join(directory, "policy.txt"), "log old+1\nquorum none\n");
		expect(await read("policy.txt")).toBe("log old+1\nquorum none\n");
	});

	test("list the kept checkpoints, which nobody could find by their addresses", async () => {
		expect(await readLogFile(directory, "checkpoints.txt", "")).toBeUndefined();
		await write(PUBLIC);
		const listed = new TextDecoder().decode(await readLogFile(directory, "checkpoints.txt", ""));
		expect(listed).toContain("7\n");
	});

	test.each(["../secret", "tile/../../secret", "checkpoints/..", "checkpoints", "tile", ""])(
		"never lead out of the directory, and a folder is no file: %s",
		async (path) => {
			await write(PUBLIC);
			expect(await readLogFile(directory, path, "")).toBeUndefined();
		},
	);
});

describe("beside the page of the log", () => {
	const links = createSiteLinks("https://a.example/audits");
	const integration = (log = directory) => logFilesIntegration({ directory: log, links });

	/** A copy of a log with 14 leaves, sealed in two runs. */
	async function sealedLog(): Promise<string> {
		const { root, settings } = await makeProofSite("https://a.example/audits");
		const log = join(directory, "reports/log");
		await cp(join(settings.reports, "log"), log, { recursive: true });
		await rm(root, { recursive: true, force: true });
		return log;
	}

	async function build(log = directory): Promise<string> {
		const output = join(directory, "dist");
		await mkdir(join(output, "log"), { recursive: true });
		await writeFile(join(output, "log", "index.html"), "page");
		const done = integration(log).hooks["astro:build:done"] as (facts: { dir: URL }) => Promise<void>;
		await done({ dir: pathToFileURL(`${output}/`) });
		return output;
	}

	test("the build writes them byte for byte, and leaves the page alone", async () => {
		const log = await sealedLog();
		await write(PRIVATE.filter((path) => !path.startsWith("tile/0/000")).map((path) => `reports/log/${path}`));
		const paths = await publicLogFiles(log);
		expect(paths).toContain("tile/0/000.p/14");
		const output = await build(log);
		for (const path of paths)
			expect(await readFile(join(output, "log", path))).toEqual(await readFile(join(log, path)));
		expect(await readFile(join(output, "log", "index.html"), "utf8")).toBe("page");
		expect(await readFile(join(output, ".nojekyll"), "utf8")).toBe("");
		expect(await publicLogFiles(join(output, "log"))).toEqual(paths);
	});

	test("the build stops at one damaged byte of a tile, also of an earlier checkpoint, and at a missing one", async () => {
		const log = await sealedLog();
		for (const name of ["tile/0/000.p/14", "tile/0/000.p/8"]) {
			const whole = await readFile(join(log, name));
			await writeFile(
				join(log, name),
				whole.map((byte, at) => (at === 40 ? byte ^ 1 : byte)),
			);
			await expect(build(log)).rejects.toThrow(`The log cannot be published. ${name} is not what the entries give.`);
			await writeFile(join(log, name), whole);
		}
		await rm(join(log, "tile/0/000.p/14"));
		await expect(build(log)).rejects.toThrow("tile/0/000.p/14 is missing.");
	});

	test("without a log the build still keeps GitHub Pages from leaving files out", async () => {
		const output = await build();
		expect(await readFile(join(output, ".nojekyll"), "utf8")).toBe("");
		await expect(readFile(join(output, "log", "vkey"))).rejects.toThrow("ENOENT");
	});

	/** What the development server answers; undefined where it passes the request on. */
	async function ask(url: string, log = directory): Promise<{ type: unknown; body: Buffer } | undefined> {
		const stack: { handle: (request: IncomingMessage, response: ServerResponse, next: () => void) => void }[] = [];
		const setup = integration(log).hooks["astro:config:setup"] as (facts: unknown) => void;
		setup({
			updateConfig: ({ vite }: { vite: { plugins: { configureServer: (server: unknown) => () => void }[] } }) =>
				vite.plugins[0]?.configureServer({ middlewares: { stack } })(),
		});
		return new Promise((resolve) => {
			let type: unknown;
			const response = {
				writeHead: (_: number, headers: Record<string, unknown>) => (type = headers["Content-Type"]),
				end: (body: Uint8Array) => resolve({ type, body: Buffer.from(body) }),
			};
			stack[0]?.handle({ url } as IncomingMessage, response as unknown as ServerResponse, () => resolve(undefined));
		});
	}

	test("the development server answers under the site's prefix, and passes pages on", async () => {
		await write(PUBLIC);
		expect(await ask("/audits/log/tile/0/000.p/7?x")).toEqual({
			type: "application/octet-stream",
			body: await readFile(join(directory, "tile/0/000.p/7")),
		});
		expect(await ask("/audits/log/checkpoint")).toMatchObject({ type: "text/plain; charset=utf-8" });
		for (const url of [
			"/audits/log/",
			"/log/checkpoint",
			"/audits/log/none",
			"/audits/log/%2e%2e/notices.json",
			"/audits/",
		])
			expect(await ask(url)).toBeUndefined();
	});

	test("the development server gives proofs, whose ending Astro's own would refuse", async () => {
		const { root, settings, logged, pending } = await makeProofSite("https://a.example/audits");
		const log = join(settings.reports, "log");
		const proof = await ask(`/audits/receipts/${logged.id}.tlog-proof`, log);
		expect(await (await readPublishedLog(log))?.inclusionFile(8)).toBe(proof?.body.toString());
		expect(await ask(`/audits/receipts/${pending.id}.tlog-proof`, log)).toBeUndefined();
		expect(await ask(`/receipts/${logged.id}.tlog-proof`, log)).toBeUndefined();
		await rm(root, { recursive: true, force: true });
	});
});
