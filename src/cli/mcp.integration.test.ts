import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, it } from "vitest";
import { some } from "#core/long-form.testkit.ts";
import { sightline } from "#test/e2e/process.testkit.ts";

const PROGRAM = fileURLToPath(new URL("./sightline.ts", import.meta.url));

it.each(some(["auto", "legacy"] as const, 2))(
	"serves a client that negotiates in the %s way, as its host starts it",
	async (mode) => {
		const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
		await client.connect(new StdioClientTransport({ command: process.execPath, args: [PROGRAM, "mcp"] }));
		expect((await client.listTools()).tools.length).toBeGreaterThan(5);
		const { content } = await client.callTool({ name: "explain", arguments: { check: "noindex" } });
		expect(JSON.stringify(content)).toContain("Remove noindex");
		await client.close();
	},
);

it("writes only protocol messages for any input, and exits at its end", async () => {
	const child = spawn(process.execPath, [PROGRAM, "mcp"], { stdio: "pipe" });
	const [out, err] = [text(child.stdout), text(child.stderr)];
	const ended = once(child, "close");
	const message = (id: number, method: string, params: object) =>
		`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
	const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };
	const answered = once(child.stdout, "data");
	child.stdin.write(`not JSON\n${message(1, "initialize", hello)}`);
	await answered;
	child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
	const refused = once(child.stdout, "data");
	child.stdin.write(message(2, "tools/call", { name: "audit_domain", arguments: { domain: "127.0.0.1" } }));
	await refused;
	child.stdin.end();
	expect(await ended).toEqual([0, null]);
	const lines = (await out).split("\n").filter(Boolean);
	for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
	expect(lines.map((line) => JSON.parse(line).id)).toEqual([1, 2]);
	expect(lines[1]).toContain("IP address");
	expect(await err).toBe("");
});

it("lists the places of a saved audit of several pages in parts", async () => {
	const folder = await mkdtemp(join(tmpdir(), "sightline-mcp-"));
	for (const page of ["index", "a", "b"]) await writeFile(join(folder, `${page}.html`), "<!doctype html><p>Words</p>");
	const places = { SIGHTLINE_REPORTS: join(folder, ".reports"), SIGHTLINE_DATA: join(folder, ".data") };
	const { code } = await sightline(["audit", "--dir", folder, "--as", "shop.example.com", "--save", "--json"], places);
	expect(code).toBe(0);
	const env = { ...process.env, ...places };
	const client = new Client({ name: "test", version: "1" });
	await client.connect(new StdioClientTransport({ command: process.execPath, args: [PROGRAM, "mcp"], env }));
	const list = async (given: object) =>
		client.callTool({ name: "list_occurrences", arguments: { domain: "shop.example.com", ...given } });
	const { structuredContent } = await list({ check: "title", limit: 2 });
	expect(structuredContent).toMatchObject({ total: 3, nextCursor: "2" });
	expect((await list({ check: "title", cursor: "2" })).structuredContent).toMatchObject({
		occurrences: [{ check: "title", page: expect.stringContaining("shop.example.com"), line: 1 }],
	});
	expect(await list({ domain: "other.example.com" })).toMatchObject({
		isError: true,
		content: [{ text: expect.stringContaining("No audit of several pages of other.example.com is saved here.") }],
	});
	await client.close();
});
