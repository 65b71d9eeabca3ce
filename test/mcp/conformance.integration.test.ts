import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, expect, it } from "vitest";
import { FULL } from "#core/long-form.testkit.ts";
import { answerMcp } from "#mcp/server.ts";
import type { Endpoint } from "#server/api/endpoint.ts";
import { mcp } from "#server/endpoints/mcp.ts";
import { createFixtureServer } from "./fixture-server.testkit.ts";
import { listenMcp, type McpListener } from "./mcp-listener.testkit.ts";

const PROGRAM = fileURLToPath(import.meta.resolve("@modelcontextprotocol/conformance/dist/index.js"));
const BASELINE = fileURLToPath(new URL("conformance-baseline.yaml", import.meta.url));

let listener: McpListener | undefined;
afterEach(() => listener?.close());

/** What the suite says of a server by the requirements of the revision; rejects where it is not content. */
async function judge(endpoint: Endpoint, ...options: string[]): Promise<string> {
	listener = await listenMcp(endpoint);
	const given = ["server", "--url", listener.url, "--requirements", "2026-07-28", ...options];
	const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...given]).catch((error) => {
		throw new Error(error.stdout ?? error.message, { cause: error });
	});
	return stdout;
}

it("the server conforms, but for scenarios that need what only fixtures have", async () => {
	const said = await judge(mcp, "--expected-failures", BASELINE);
	expect(said).toMatch(/✓ dns-rebinding-protection: 2 passed, 0 failed/);
	expect(said).toMatch(/✓ tools-list/);
});

if (FULL)
	it("those are met by the same handler with the fixtures", async () => {
		const twin: Endpoint = {
			...mcp,
			handle: (body, { headers, signal, app }) =>
				answerMcp({ headers, signal, body: String(body) }, app.baseUrl, createFixtureServer),
		};
		const scored = (await judge(twin)).split("Not scored")[0] ?? "";
		expect(scored).toMatch(/✓ server-stateless/);
	});
