import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningServer, startBuiltServer } from "./built-server.testkit.ts";
import { buildServer, SERVER_BASE_URL, SERVER_PREFIX } from "./built-site.testkit.ts";

/** Where programs begin to look. */
const STARTS = [
	"/",
	"/robots.txt",
	"/llms.txt",
	"/auth.md",
	"/.well-known/oauth-protected-resource",
	"/.well-known/oauth-authorization-server",
	"/.well-known/openid-configuration",
	"/.well-known/api-catalog",
	"/.well-known/ai-catalog.json",
	"/.well-known/agent-skills/index.json",
	"/.well-known/security.txt",
];
/** Addresses with a place to fill in, and the name of the API's folder. */
const NO_ADDRESS = /\/receipts\/(?:…\/?|<id>.*)?$|\/api\/v1\/$/;

describe("what a built server says of itself", () => {
	let server: RunningServer;
	beforeAll(async () => {
		const site = await buildServer();
		const data = await mkdtemp(join(tmpdir(), "sightline-discovery-"));
		const environment = {
			SIGHTLINE_BASE_URL: SERVER_BASE_URL,
			SIGHTLINE_CONTACT: "ops@example.com",
			SIGHTLINE_LIMITS: "reading=100000/10s",
		};
		server = await startBuiltServer({ site, data, prefix: SERVER_PREFIX, environment });
	});
	afterAll(() => server?.stop());

	it("leads to addresses that answer, and to no others", async () => {
		const named = new Map<string, string>();
		for (const start of STARTS) {
			const response = await server.ask(start);
			expect([start, response.status]).toEqual([start, 200]);
			const text = `${await response.text()} ${response.headers.get("link") ?? ""}`;
			for (const address of addressesIn(text)) if (!NO_ADDRESS.test(address)) named.set(address, start);
		}
		expect(named.size).toBeGreaterThan(30);
		for (const [address, start] of named) {
			const response = await server.ask(address);
			// An address that takes posts alone says so; nothing else is wrong with it.
			const isThere =
				response.status < 400 || response.status === 405 || response.status === 400 || response.status === 401;
			expect(isThere, `${start} names ${address}, which answers ${response.status}`).toBe(true);
		}
	});

	it("links what programs look for from its home page, in words that they read", async () => {
		const { headers } = await server.ask("/");
		for (const rel of ["api-catalog", "service-desc", "service-doc", "ai-catalog", "describedby"])
			expect(headers.get("link")).toContain(`rel="${rel}"`);
	});

	it("has no other address below /.well-known/", async () => {
		for (const path of ["/.well-known/agent.json", "/.well-known/x/y", "/.well-known/"]) {
			const response = await server.ask(path);
			expect([path, response.status]).toEqual([path, 404]);
		}
	});

	it("lets pages of any origin read it, and tells whether it changed", async () => {
		for (const path of STARTS.filter((each) => each.startsWith("/.well-known/") || each.endsWith(".txt"))) {
			const { headers } = await server.ask(path, { method: "HEAD" });
			expect([path, headers.get("access-control-allow-origin")]).toEqual([path, "*"]);
			// Without the second, fetch asks for a new copy whatever has changed.
			const known = { "If-None-Match": headers.get("etag") ?? "", "Cache-Control": "max-age=0" };
			const again = await server.ask(path, { headers: known });
			expect([path, again.status]).toEqual([path, 304]);
		}
	});
});

/** Below the site's address, as documents and pages write them: whole, or as a path of this site. */
function addressesIn(text: string): readonly string[] {
	const whole = text.split(SERVER_BASE_URL).slice(1);
	const linked = text.match(new RegExp(`(?<=[<"])${SERVER_PREFIX}/[^\\s"'<>]*`, "g")) ?? [];
	const found = [
		...whole.map((rest) => /^[^\s"'`<>()|\\,;#]*/.exec(rest)?.[0] ?? ""),
		...linked.map((path) => path.slice(SERVER_PREFIX.length).split("#")[0] ?? ""),
	];
	return [...new Set(found.map((path) => path.replace(/[.:]+$/, "")).filter((path) => path.startsWith("/")))];
}
