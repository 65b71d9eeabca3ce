/** Overhead of a command: startup of the packed CLI, and one light audit over a network. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inRepository } from "../e2e/process.testkit.ts";
import type { InternetHost } from "../internet/internet-world.testkit.ts";
import { openTestInternet, whyNoTestInternet } from "../internet/test-internet.testkit.ts";
import type { Figure } from "./figures.ts";
import { type Cost, inTurn, median, type Pair, PROGRAM, ratios, run } from "./measure.ts";

const ROUNDS = 11;
const NOTHING = ["-e", "0"];
const WORDS = "Words that stand in the page. ".repeat(40);
const PAGE = `<!doctype html><html lang="en"><title>One page</title><main><h1>One page</h1><p>${WORDS}</p></main></html>`;
const LATENCY_MS = 50;

export async function* measure(): AsyncGenerator<Figure> {
	const folder = mkdtempSync(join(tmpdir(), "sightline-bench-start-"));
	writeFileSync(join(folder, "index.html"), PAGE);
	const audit = ["audit", "--dir", folder, "--as", "bench.example.com", "--json"];
	const cold = { env: { NODE_DISABLE_COMPILE_CACHE: "1" } };
	try {
		const folders = await inTurn(
			ROUNDS,
			() => run([PROGRAM, ...audit]),
			() => run(NOTHING),
		);
		yield wall("start.folder", "audit of a folder of one page", folders, 5);
		const memory = { unit: "MB", values: folders.map(({ ours }) => ours.memory), goal: 75 } as const;
		yield { id: "start.folder-memory", what: "its peak memory", ...memory };
		const again = await inTurn(
			ROUNDS,
			() => run([PROGRAM, ...audit], cold),
			() => run(NOTHING, cold),
		);
		yield wall("start.folder-cold", "the same without Node's compile cache", again);
		const source = [inRepository("src/cli/sightline.ts"), ...audit];
		yield wall(
			"start.folder-source",
			"the same from source",
			await inTurn(
				5,
				() => run(source),
				() => run(NOTHING),
			),
		);
		const help = await inTurn(
			ROUNDS,
			() => run([PROGRAM, "--help"], cold),
			() => run(NOTHING, cold),
		);
		yield wall("start.help-cold", "--help without the compile cache", help, 4);
		yield* measureMcp();
		yield* measureNetwork();
	} finally {
		rmSync(folder, { recursive: true });
	}
}

function wall(id: string, what: string, pairs: readonly Pair<Cost>[], goal?: number): Figure {
	const ours = pairs.map((pair) => pair.ours);
	const here = `${(1000 * median(ours.map(({ wall }) => wall))).toFixed(0)} ms, ${median(ours.map(({ memory }) => memory)).toFixed(0)} MiB`;
	const values = ratios(pairs, (cost) => cost.wall);
	return { id, what, against: "`node -e 0`", unit: "x", values, ...(goal && { goal }), here };
}

/** Standard input ends at once, which ends the server. */
async function* measureMcp(): AsyncGenerator<Figure> {
	const bare = ["--input-type=module", "-e", BARE_MCP];
	const options = { cwd: inRepository(".") };
	const pairs = await inTurn(
		ROUNDS,
		() => run([PROGRAM, "mcp"], options),
		() => run(bare, options),
	);
	const figure = wall("start.mcp", "start of the MCP server on standard input and output", pairs, 1.2);
	yield { ...figure, against: "the SDK's server with one tool" };
}

const BARE_MCP = `import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";
serveStdio(() => {
	const server = new McpServer({ name: "bare", version: "1" });
	server.registerTool("echo", { inputSchema: z.object({ text: z.string() }) }, ({ text }) => ({ content: [{ type: "text", text }] }));
	return server;
});
process.stdin.on("end", () => process.exit());`;

/** Repeats the audit's requests with only undici: robots.txt, the home page, then the rest in parallel. */
async function* measureNetwork(): AsyncGenerator<Figure> {
	const missing = whyNoTestInternet();
	if (missing) return void process.stderr.write(`start.light is left out: ${missing}.\n`);
	const host = "shop.example.com";
	const slow: InternetHost = {
		paths: {
			"/": { delayMs: LATENCY_MS, headers: { "content-type": "text/html; charset=utf-8" }, body: PAGE },
			"/robots.txt": { delayMs: LATENCY_MS, body: `User-agent: *\nAllow: /\nSitemap: https://${host}/sitemap.xml\n` },
			"*": { delayMs: LATENCY_MS, status: 404, body: "Not found." },
		},
	};
	const internet = await openTestInternet({ hosts: { [host]: slow } });
	const inside = async (args: readonly string[]) => {
		const begun = performance.now();
		const program = `import { spawnSync } from "node:child_process";
const { status, output } = spawnSync(process.execPath, ["--require", ${JSON.stringify(inRepository("test/bench/tell-cost.cjs"))}, ...${JSON.stringify(args)}], { stdio: ["ignore", "ignore", "inherit", "pipe"] });
process.stdout.write(String(output[3])); process.exitCode = status ?? 1;`;
		const { code, stdout, stderr } = await internet.start([process.execPath, "--input-type=module", "-e", program])
			.ended;
		if (code !== 0) throw new Error(`A run over the network ended with ${code}: ${stderr}`);
		const [cpu = Number.NaN, memory = Number.NaN] = JSON.parse(stdout) as number[];
		return { cpu, memory, wall: (performance.now() - begun) / 1000, stdout };
	};
	try {
		const ours = [PROGRAM, "audit", host, "--json"];
		await inside(ours);
		const asked = (await internet.events()).filter((event) => event.kind === "request");
		const urls = asked.map(({ encrypted, host, path }) => `${encrypted ? "https" : "http"}://${host}${path}`);
		const floor = ["--input-type=module", "-e", bareRequests(urls)];
		const pairs = await inTurn(
			ROUNDS,
			() => inside(ours),
			() => inside(floor),
		);
		const against = `undici with the same ${urls.length} requests`;
		const cost = { against, unit: "x" } as const;
		const cpu = `${median(pairs.map((pair) => pair.ours.cpu)).toFixed(2)} s`;
		const time = `${median(pairs.map((pair) => pair.ours.wall)).toFixed(2)} s`;
		const what = `a light audit at ${LATENCY_MS} ms latency`;
		yield {
			id: "start.light-cpu",
			what: `${what}, CPU`,
			...cost,
			values: ratios(pairs, (each) => each.cpu),
			goal: 1.6,
			here: cpu,
		};
		yield {
			id: "start.light-wall",
			what: `${what}, time`,
			...cost,
			values: ratios(pairs, (each) => each.wall),
			goal: 1.25,
			here: time,
		};
	} finally {
		await internet.close();
	}
}

const bareRequests = (
	urls: readonly string[],
) => `import { Agent, request } from ${JSON.stringify(inRepository("node_modules/undici/index.js"))};
const dispatcher = new Agent({ connections: 4, pipelining: 1 });
const read = async (url) => (await (await request(url, { dispatcher })).body.arrayBuffer()).byteLength;
const [robots, home, ...rest] = ${JSON.stringify(urls)};
await read(robots); await read(home); await Promise.all(rest.map(read));
await dispatcher.close();`;
