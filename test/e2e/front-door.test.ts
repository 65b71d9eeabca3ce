import { mkdtemp, readdir, readFile, stat } from "node:fs/promises";
import { platform, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { FULL, some } from "#core/long-form.testkit.ts";
import { type RunningServer, startBuiltServer } from "./built-server.testkit.ts";
import { type BuiltSite, buildServer } from "./built-site.testkit.ts";
import { inRepository, run, sightline } from "./process.testkit.ts";
import { abortRequests, requestText, sendRaw } from "./raw-http.testkit.ts";
import { SERVER_BASE_URL, SERVER_PREFIX } from "./site-build.testkit.ts";

const HOME = SERVER_PREFIX;
const BASE_URL = SERVER_BASE_URL;
const AUDIT = `${HOME}/api/v1/public/audit`;
const HOST = "Host: localhost";
const JSON_TYPE = "Content-Type: application/json";
const BODY = JSON.stringify({ domain: "shop.invalid" });
const LENGTH = `Content-Length: ${BODY.length}`;

const linesOf = (text: string) =>
	text
		.split("\n")
		.filter(Boolean)
		.map((line) => JSON.parse(line) as Record<string, unknown>);

describe("the front door of a built server", () => {
	let site: BuiltSite;
	let server: RunningServer;
	let data = "";
	const send = (method: string, target: string, fields: readonly string[] = [HOST], body = "") =>
		sendRaw(server.origin, requestText(method, target, fields, body));
	beforeAll(async () => {
		site = await buildServer();
		data = await mkdtemp(join(tmpdir(), "sightline-door-"));
		const environment = {
			SIGHTLINE_BASE_URL: BASE_URL,
			SIGHTLINE_TRUSTED_PROXIES: "127.0.0.1,127.0.0.9",
			SIGHTLINE_METRICS: "1",
		};
		server = await startBuiltServer({ site, data, prefix: HOME, environment });
	});
	afterAll(async () => {
		const ended = await server?.stop();
		// None of this is a server error.
		expect(ended?.stderr).toBe("");
		const said = linesOf(ended?.stdout ?? "").map(({ msg }) => msg);
		expect(said.filter((msg) => msg === "fault" || msg === "printed")).toEqual([]);
	});

	it("never resizes images or renders islands", async () => {
		const image = `?href=${HOME}/favicon.svg&w=9&f=webp`;
		const island = "?s=&e=a&p=b";
		for (const path of ["_image", "_image/", "%5Fimage", "%255Fimage", "/_image", "../_image"])
			expect([path, (await send("GET", `${HOME}/${path}${image}`)).status]).toEqual([path, 404]);
		for (const path of ["_server-islands/x", "%5Fserver-islands/x", "_server-islands%2Fx", "../_server-islands/x"])
			for (const method of ["GET", "POST", "PUT"])
				expect([path, (await send(method, `${HOME}/${path}${island}`)).status]).toEqual([path, 404]);
		for (const name of await readdir(join(site.outDir, "server", "chunks")))
			expect(await readFile(join(site.outDir, "server", "chunks", name), "utf8"), name).not.toMatch(/["']sharp["']/);
	});

	it("refuses TRACE at every address", async () => {
		const addresses = ["", "bot/", "api/", "metrics", "_image", "log/checkpoint", "nowhere/", "404"];
		for (const path of addresses) {
			const { status, body } = await send("TRACE", `${HOME}/${path}`);
			expect([path, status, body.includes("</html>")]).toEqual([path, 404, true]);
		}
		for (const path of ["oembed", "brief/a.example.com/", "share/a.example.com/", `receipts/${"0".repeat(64)}/`]) {
			const { status, head } = await send("TRACE", `${HOME}/${path}`);
			expect([path, status, head]).toEqual([path, 405, expect.stringMatching(/^allow: GET, HEAD/im)]);
		}
		for (const path of ["api/v1/public/audit", "api/v1/public/wall", "api/health", "openapi.json"]) {
			const { status, head, body } = await send("TRACE", `${HOME}/${path}`);
			expect([path, status, head]).toEqual([path, 405, expect.stringMatching(/^allow: .*OPTIONS/im)]);
			expect(head).toMatch(/^content-type: application\/problem\+json/im);
			expect(body).toContain("method-not-allowed");
		}
	});

	test.each(["a@b", "x/metrics?", "[::1", "[1:2]", "a b", "a, b", "", "a:99999", "1.2.3.4.5"])(
		"refuses the host %o before anything else",
		async (host) => {
			for (const path of ["/bot/", "/api/health", "/metrics"]) {
				const { status, head, body } = await send("GET", HOME + path, [`Host: ${host}`]);
				expect([status, head]).toEqual([400, expect.stringMatching(/^content-type: text\/plain/im)]);
				expect(body).toContain("The Host field");
				expect(body.length).toBeLessThan(200);
			}
		},
	);

	it("accepts one valid host, or an absolute target", async () => {
		expect((await send("GET", `${HOME}/bot/`, [HOST, HOST])).status).toBe(400);
		expect((await send("GET", `${HOME}/bot/`, [])).status).toBe(400);
		for (const host of ["localhost", "Audit.Example.org:8080", "[::1]:4321", "127.0.0.1"])
			expect([host, (await send("GET", `${HOME}/bot/`, [`Host: ${host}`])).status]).toEqual([host, 200]);
		const asked = async (target: string) => (await send("GET", target)).status;
		expect(await asked(`http://localhost${HOME}/bot/`)).toBe(200);
		expect(await asked(`HTTPS://audit.example.org${HOME}/api/health`)).toBe(200);
		expect(await asked(`https://audit.example.org${HOME}/api/v1/public/wall?limit=0`)).toBe(400);
		expect(await asked("http://localhost")).toBe(404);
		expect(await asked(`http://a@b${HOME}/bot/`)).toBe(400);
		expect(await asked(`ftp://localhost${HOME}/bot/`)).toBe(400);
	});

	it("reads every line of a repeated field", async () => {
		const typed = await send("POST", AUDIT, [HOST, JSON_TYPE, "Content-Type: text/plain", LENGTH], BODY);
		expect(typed.status).toBe(415);
		const tokens = ["Authorization: Bearer a", "Authorization: Bearer b"];
		const authorized = await send("POST", AUDIT, [HOST, JSON_TYPE, ...tokens, LENGTH], BODY);
		expect([authorized.status, authorized.body]).toEqual([400, expect.stringContaining("authorization-malformed")]);
		const hops = ["X-Forwarded-For: 203.0.113.9", "X-Forwarded-For: 198.51.100.7"];
		await send("GET", `${HOME}/api/health`, [HOST, ...hops]);
		await expect.poll(() => server.log()).toMatch(/"client":"198\.51\.100\./);
		expect(server.log()).not.toContain("203.0.113.");
	});

	test.each([
		["a length that is too large", 413, [JSON_TYPE, "Content-Length: 9000000"], "x".repeat(20_000)],
		["too large a chunk", 413, [JSON_TYPE, "Transfer-Encoding: chunked"], `4e20\r\n${"x".repeat(20_000)}\r\n`],
		["another media type", 415, ["Content-Type: text/plain", "Content-Length: 9000000"], "x"],
	])("ends the connection of a body that it does not read: %s", async (_, status, fields, body) => {
		const later = body.startsWith("4e20") ? body : "y".repeat(1000);
		const request = requestText("POST", AUDIT, [HOST, ...fields], body).replace("Connection: close\r\n", "");
		const answer = await sendRaw(server.origin, request, later);
		expect([answer.status, answer.head]).toEqual([status, expect.stringMatching(/^connection: close/im)]);
		expect(answer.body).toContain("problem");
		// Just long enough to read the response.
		expect(answer.lingeredMs).toBeGreaterThan(500);
		expect(answer.lingeredMs).toBeLessThan(5000);
	});

	it("sends no 100 Continue for a body that is too large", async () => {
		const expecting = (length: number) =>
			requestText("POST", AUDIT, [HOST, JSON_TYPE, "Expect: 100-continue", `Content-Length: ${length}`]);
		expect((await sendRaw(server.origin, expecting(9_000_000))).status).toBe(413);
		const small = await sendRaw(server.origin, expecting(BODY.length), BODY);
		expect([small.status, small.body]).toEqual([100, expect.stringContaining("HTTP/1.1 ")]);
	});

	it("makes the live store readable only by its user", async () => {
		const files = (await readdir(data)).filter((name) => name.startsWith("live.sqlite"));
		expect(files.length).toBeGreaterThan(1);
		for (const name of files) expect([name, (await stat(join(data, name))).mode & 0o777]).toEqual([name, 0o600]);
	});

	it.skipIf(platform() !== "linux")("leaks no descriptor after aborted requests", { timeout: 300_000 }, async () => {
		const descriptors = async () => (await readdir(`/proc/${server.pid}/fd`)).length;
		const log = (await readdir(join(site.outDir, "client", "log"))).map((name) => `/log/${name}`);
		const paths = ["/", "/rubric.json", "/wall", "/wall/", "/nowhere/", "/api/", "/oembed", "/metrics", ...log];
		const live = [
			"/share/a.example.com/",
			`/receipts/${"0".repeat(64)}/`,
			"/api/health",
			"/openapi.json",
			"/api/v1/public/wall",
		];
		const requests = [...paths, ...live].flatMap((path) =>
			["GET", "HEAD"].map((method) => `${method} ${HOME}${path} HTTP/1.1\r\n${HOST}\r\n\r\n`),
		);
		requests.push(`GET ${HOME}/rubric.json HTTP/1.1\r\n${HOST}\r\nRange: bytes=9-90000\r\n\r\n`);
		requests.push(`GET ${HOME}/rubric.json HTTP/1.1\r\n${HOST}\r\nAccept-Encoding: br\r\n\r\n`);
		requests.push(`POST ${AUDIT} HTTP/1.1\r\n${HOST}\r\n${JSON_TYPE}\r\n${LENGTH}\r\n\r\n${BODY}`);
		// Everything opened once is open by now.
		await abortRequests(server.origin, requests, requests.length);
		const before = await descriptors();
		await abortRequests(server.origin, requests, FULL ? 10_000 : 300);
		await expect.poll(descriptors, { timeout: 10_000 }).toBeLessThanOrEqual(before);
		expect((await send("GET", `${HOME}/`)).status).toBe(200);
	});

	describe("npm start", () => {
		const command = inRepository("src/cli/sightline.ts");
		const begin = (environment: Record<string, string>) =>
			run([command, "serve", "--dist", site.outDir], {
				SIGHTLINE_BASE_URL: BASE_URL,
				SIGHTLINE_DATA: data,
				HOST: "127.0.0.1",
				...environment,
			});

		/** Each needs a process. */
		const faults: [environment: Record<string, string>, named: string][] = [
			[{ DATABASE_URL: "postgres://user:hidden@127.0.0.1:1/live" }, "DATABASE_URL"],
			[{ PORT: "abc" }, "PORT"],
			[{ SIGHTLINE_BASE_URL: "https://audit.example.org/other" }, "SIGHTLINE_BASE_URL"],
			[{ HOST: "192.0.2.1" }, "HOST"],
			[{ SIGHTLINE_METRICS: "short" }, "SIGHTLINE_METRICS"],
			[{ DATABASE_URL: "nonsense" }, "DATABASE_URL"],
			[{ SIGHTLINE_LIMITS: "x" }, "SIGHTLINE_LIMITS"],
			[{ SIGHTLINE_REPORTS: "/nowhere/reports" }, "SIGHTLINE_REPORTS"],
			[{ SIGHTLINE_DATA: inRepository("package.json/below") }, "package.json"],
			[{ HOST: "nowhere.invalid" }, "HOST"],
		];
		test.each(some(faults, 10))(
			"reports wrong settings in one line: %o",
			{ timeout: 30_000 },
			async (environment, named) => {
				const { code, stderr } = await begin(environment);
				expect([code, linesOf(stderr)]).toEqual([2, [expect.objectContaining({ level: "error", msg: "fault" })]]);
				expect(linesOf(stderr)[0]?.says).toContain(named);
				expect(stderr).not.toContain("hidden");
			},
		);

		it("names a port in use, and warns of another origin in pages", { timeout: 30_000 }, async () => {
			const { port } = new URL(server.origin);
			const { code, stdout, stderr } = await begin({
				PORT: port,
				SIGHTLINE_BASE_URL: `https://www.example.org${HOME}`,
			});
			expect([code, linesOf(stdout).map(({ msg }) => msg)]).toEqual([2, ["warning", "opened"]]);
			expect(linesOf(stdout)[0]?.says).toContain(
				`${BASE_URL}, but the API's answers use SIGHTLINE_BASE_URL, https://www.example.org`,
			);
			const [refusal, ...more] = linesOf(stderr);
			expect([refusal?.says, more]).toEqual([
				expect.stringMatching(new RegExp(`Another program is using port ${port}.*SIGHTLINE_BASE_URL`)),
				[],
			]);
		});

		it("explains itself", async () => {
			const { code, stdout, stderr } = await sightline(["serve", "--help"]);
			expect([code, stderr, stdout]).toEqual([
				0,
				"",
				expect.stringContaining("HOST and PORT set the address it listens on"),
			]);
		});
	});
});
