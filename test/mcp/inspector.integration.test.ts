import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FULL } from "#core/long-form.testkit.ts";
import { SERVED_TOOLS } from "#mcp/tools.ts";
import { mcp } from "#server/endpoints/mcp.ts";
import { BOOKSHOP, NEWSPAPER } from "#server/endpoints/receipts.examples.ts";
import { listenMcp, type McpListener } from "./mcp-listener.testkit.ts";

const LAUNCHER = "../../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js";
const PROGRAM = fileURLToPath(new URL(LAUNCHER, import.meta.url));
const SHOP = BOOKSHOP.receipt.domain;

/** Arguments of each tool. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
	audit_domain: [`domain=${SHOP}`],
	Service_Scanner: [`domain=${SHOP}`],
	brief: [`domain=${SHOP}`],
	compare_domains: [`domainA=${SHOP}`, `domainB=${NEWSPAPER.receipt.domain}`],
	simulate_lift: [`domain=${SHOP}`],
	get_health: [],
	get_cli_snippet: [`domain=${SHOP}`],
	verify_receipt: [`address=https://${SHOP}/badge/${SHOP}.svg`],
	explain: ["check=noindex"],
};

describe("the inspector's command line", () => {
	let listener: McpListener;
	let home = "";
	beforeAll(async () => {
		// It stores its requests in the home folder.
		home = await mkdtemp(join(tmpdir(), "sightline-inspector-"));
		const audits = Object.fromEntries(
			[BOOKSHOP, NEWSPAPER].map((stored) => {
				const { auditedAt, domain } = stored.receipt;
				return [domain, { stored, auditedAt, place: { state: "pending" } } as const];
			}),
		);
		listener = await listenMcp(mcp, { audits });
	});
	afterAll(async () => {
		listener.close();
		await rm(home, { recursive: true });
	});

	async function inspect(...given: string[]) {
		const options = [PROGRAM, "--cli", listener.url, ...given];
		const env = { ...process.env, HOME: home };
		// Its exit status also shows a tool's error.
		const { stdout } = await promisify(execFile)(process.execPath, options, { env }).catch((error) => {
			if (error.stdout) return error as { stdout: string };
			throw error;
		});
		return JSON.parse(stdout);
	}

	it("lists every tool that this server can carry out", async () => {
		const { tools } = await inspect("--method", "tools/list");
		const served = Object.entries(SERVED_TOOLS).flatMap(([name, { needs }]) => (needs ? [] : [name]));
		expect(tools.map(({ name }: { name: string }) => name)).toEqual(served);
	});

	// A process for each of the nine; the short run has the clients of both SDKs call them all.
	const names = FULL ? Object.keys(CALLS) : [];
	for (const name of names)
		it(`calls ${name}`, async () => {
			const input = (CALLS[name] ?? []).flatMap((pair) => ["--tool-arg", pair]);
			const { content, isError } = await inspect("--method", "tools/call", "--tool-name", name, ...input);
			expect([name, isError ?? false]).toEqual([name, name === "verify_receipt"]);
			expect(content[0].text.length).toBeGreaterThan(10);
		});
});
