import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { DIRECTORY_PATH } from "#core/discovery.ts";
import { checkRequest, makeBotKey } from "#signing/bot/bot.testkit.ts";
import { verifyKeyDirectory } from "#signing/bot/key-directory.ts";
import { openTestInternet, type TestInternet, whyNoTestInternet } from "../internet/test-internet.testkit.ts";
import { type RunningServer, startBuiltServer } from "./built-server.testkit.ts";
import { buildServer } from "./built-site.testkit.ts";
import { SERVER_BASE_URL, SERVER_PREFIX } from "./site-build.testkit.ts";

const why = whyNoTestInternet();
const HOME = "<!doctype html><html lang=en><title>A site</title><main><h1>A site</h1><p>Words of it.</p></main>";
const SITE = "site.example.com";

let internet: TestInternet | undefined;
let server: RunningServer | undefined;
afterAll(async () => {
	await server?.stop();
	await internet?.close();
});

describe.skipIf(why)(`an audit by a server with a key${why ? ` (skipped: ${why})` : ""}`, () => {
	it("is signed at every step, verifiable with the server's key directory", async () => {
		const moved = { status: 301, headers: { location: `https://www.${SITE}/` } };
		internet = await openTestInternet({
			hosts: { [SITE]: { paths: { "/": moved } }, [`www.${SITE}`]: { paths: { "/": HOME } } },
		});
		const keys = [makeBotKey(), makeBotKey()];
		server = await startBuiltServer({
			site: await buildServer(),
			data: await mkdtemp(join(tmpdir(), "sightline-signed-")),
			internet,
			prefix: SERVER_PREFIX,
			environment: { SIGHTLINE_BASE_URL: SERVER_BASE_URL, SIGHTLINE_BOT_KEY: JSON.stringify({ keys }) },
		});
		expect(await (await server.post("/api/v1/public/audit", { domain: SITE })).json()).toMatchObject({ ok: true });

		const published = await server.ask(DIRECTORY_PATH);
		const { origin } = new URL(SERVER_BASE_URL);
		const body = new Uint8Array(await published.arrayBuffer());
		const headers = Object.fromEntries(published.headers);
		const answer = { url: `${origin}${DIRECTORY_PATH}`, status: published.status, headers, body };
		expect(await verifyKeyDirectory(answer, Date.now())).toMatchObject({ outcome: "verified", keys: [{}, {}] });
		const directory = JSON.parse(Buffer.from(body).toString()) as { keys: unknown[] };

		const requests = (await internet.events()).filter((event) => event.kind === "request");
		const encrypted = requests.filter(({ encrypted }) => encrypted);
		expect(new Set(encrypted.map(({ host }) => host))).toEqual(new Set([SITE, `www.${SITE}`]));
		for (const { host, path, method, signed: fields = {} } of encrypted) {
			expect(fields["signature-agent"]).toBe(`sig1="${origin}"`);
			const arrived = { method: method ?? "", url: `https://${host}${path}`, fields };
			const { parameters } = await checkRequest(directory.keys[0], arrived);
			expect((parameters.expires ?? 0) - (parameters.created ?? 0)).toBe(300);
		}
		expect(new Set(encrypted.map(({ signed }) => signed?.signature)).size).toBe(encrypted.length);
		expect(encrypted.length).toBeGreaterThan(10);
		expect(requests.filter(({ encrypted, signed }) => !encrypted && signed)).toEqual([]);
	});
});
