import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, type Socket } from "node:net";
import { platform, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { FULL } from "#core/long-form.testkit.ts";
import { abortRequests, requestText, sendRaw } from "#test/e2e/raw-http.testkit.ts";
import { readTrustedProxies } from "../caller/client-address.ts";
import { openEventLog } from "../live/event-log.ts";
import { SiteFiles } from "./site-files.ts";
import { createSiteServer, type PagesHandler, type SiteServer } from "./site-server.ts";

const HOST = "Host: localhost";
const LARGE_BYTES = 2_000_000;
/** More than the system keeps for a client that does not read. */
const UNREAD = Buffer.alloc(20_000_000);
const PER_ADDRESS = 20;

let directory: string;
let site: SiteServer;
let origin: string;
let written = "";
const log = openEventLog({ write: (line) => (written += line) });
const lines = () =>
	written
		.split("\n")
		.filter(Boolean)
		.map((line) => JSON.parse(line) as Record<string, unknown>);

/** Replaces live pages and the API. */
const pages: PagesHandler = async (request, response, next) => {
	const { pathname } = new URL(request.url ?? "/", "http://localhost");
	if (pathname === "/api") {
		const known = { id: "given", operation: "getIt", method: "GET", status: 200, ms: 1, client: "192.0.2.1" };
		log.request({ ...known, code: undefined, cached: true });
		response.writeHead(200).end(UNREAD);
	} else if (pathname === "/broken") throw new Error("planted");
	else if (/^\/(?:slow|dashboard)/.test(pathname)) await once(response, "close");
	else next();
};

beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), "sightline-door-"));
	await writeFile(join(directory, "index.html"), "<h1>Home</h1>");
	await writeFile(join(directory, "404.html"), "<h1>Nothing here</h1>");
	await writeFile(join(directory, "large.bin"), Buffer.alloc(LARGE_BYTES));
	site = createSiteServer({
		files: new SiteFiles(directory, "http://localhost", false),
		pages,
		baseUrl: "http://localhost",
		log,
		proxies: readTrustedProxies("127.0.0.9"),
		connections: { total: 400, perAddress: PER_ADDRESS },
	});
	await new Promise<void>((resolve) => site.server.listen(0, "127.0.0.1", resolve));
	origin = `http://127.0.0.1:${(site.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
	site.server.closeAllConnections();
	site.server.close();
	await rm(directory, { recursive: true });
});

/** Log lines of some work. */
async function linesOf(work: () => Promise<unknown>, count: number) {
	written = "";
	await work();
	await expect.poll(() => lines().length).toBeGreaterThanOrEqual(count);
	await new Promise((resolve) => setTimeout(resolve, 50));
	return lines();
}

const open = async (localAddress: string): Promise<Socket> => {
	const socket = connect({ port: Number(new URL(origin).port), host: "127.0.0.1", localAddress });
	socket.on("error", () => {});
	await once(socket, "connect");
	return socket;
};

describe("the log of requests", () => {
	const BIG = `X-Big: ${"x".repeat(20_000)}`;
	it.each([
		["a file", "GET", "/?token=secret", [HOST], { status: 200, path: "/" }],
		["what is not there", "GET", "/nowhere", [HOST], { status: 404, path: "/nowhere" }],
		["the absolute form", "GET", "http://user:secret@localhost/?a", [HOST], { status: 400, path: "/" }],
		["a refused host", "GET", "/", ["Host: a b"], { status: 400, path: "/" }],
		["no host", "GET", "/", [], { status: 400, path: "/" }],
		["an unknown expectation", "GET", "/", [HOST, "Expect: more"], { status: 417, path: "/" }],
		["a range that is not there", "GET", "/large.bin", [HOST, "Range: bytes=9-2"], { status: 416 }],
		["what the API adds", "GET", "/api", [HOST], { status: 200, id: "given", operation: "getIt", cached: true }],
		["what is no request", "NO SUCH", "/", [HOST], { status: 400 }],
		["too large a header", "GET", "/", [HOST, BIG], { status: 431 }],
	])("has one line for %s", async (_, method, target, fields, expected) => {
		let answered = 0;
		const got = await linesOf(async () => {
			answered = (await sendRaw(origin, requestText(method, target, fields))).status;
		}, 1);
		const common = { msg: "request", id: expect.any(String), ms: expect.any(Number), client: "127.0.0.0/24" };
		expect(got).toEqual([expect.objectContaining({ ...common, ...expected })]);
		expect([answered, got[0]?.bytes]).toEqual([expected.status, expect.any(Number)]);
		expect(Number(got[0]?.bytes)).toBeGreaterThan(0);
		expect(JSON.stringify(got)).not.toContain("secret");
	});

	it("has a fault and a request line with the same id for a failing page", async () => {
		const got = await linesOf(() => sendRaw(origin, requestText("GET", "/broken", [HOST])), 2);
		expect(got.map(({ msg, status }) => [msg, status])).toEqual([
			["fault", undefined],
			["request", 500],
		]);
		expect(got[0]?.id).toBe(got[1]?.id);
	});

	it("marks aborted responses, and uses a trusted proxy's client address", async () => {
		const leave = async (path: string) => {
			const socket = await open("127.0.0.9");
			socket.write(`GET ${path} HTTP/1.1\r\n${HOST}\r\nX-Forwarded-For: 198.51.100.7\r\n\r\n`);
			await new Promise((resolve) => setTimeout(resolve, 50));
			socket.destroy();
		};
		const got = await linesOf(() => leave("/slow"), 1);
		expect(got).toMatchObject([{ path: "/slow", status: 499, aborted: true, client: "198.51.100.0/24" }]);
		const unread = await linesOf(() => leave("/api"), 1);
		expect(unread).toMatchObject([{ path: "/api", status: 200, aborted: true, operation: "getIt" }]);
	});
});

describe("connections of one address", () => {
	it("that are idle or never finish their headers lock out no client, not even the same address", async () => {
		const attack = await Promise.all(
			Array.from({ length: 100 }, async (_, at) => {
				const socket = await open("127.0.0.2");
				if (at % 2) socket.write("GET / HTTP/1.1\r\nX-Slow: ");
				return socket;
			}),
		);
		await expect.poll(() => site.connections.open).toBeLessThanOrEqual(PER_ADDRESS);
		const bystanders = await Promise.all(
			Array.from({ length: 100 }, async (_, at) => {
				const socket = await open(`127.0.1.${at + 1}`);
				socket.write(requestText("GET", "/", [HOST]));
				const [answer] = await once(socket, "data");
				return String(answer).slice(0, 12);
			}),
		);
		expect(new Set(bystanders)).toEqual(new Set(["HTTP/1.1 200"]));
		await new Promise((resolve) => setTimeout(resolve, 1000));
		const own = await open("127.0.0.2");
		own.write(requestText("GET", "/", [HOST]));
		expect(String((await once(own, "data"))[0])).toContain("HTTP/1.1 200");
		for (const socket of attack) socket.destroy();
	});

	it("are served one request at a time in order, and closed if too many are pipelined", async () => {
		const request = (path: string, last = "") => `GET ${path} HTTP/1.1\r\n${HOST}\r\n${last}\r\n`;
		const few = await sendRaw(origin, request("/") + request("/nowhere") + request("/", "Connection: close\r\n"));
		expect(`${few.head}${few.body}`.match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(["200", "404", "200"]);
		const many = await open("127.0.0.3");
		many.write(request("/slow") + request("/large.bin").repeat(100));
		await once(many, "close");
		expect((await sendRaw(origin, requestText("GET", "/", [HOST]))).status).toBe(200);
	});
});

describe.skipIf(platform() !== "linux")("requests that are aborted", () => {
	const lines = (method: string, path: string, field = "") => `${method} ${path} HTTP/1.1\r\n${HOST}\r\n${field}\r\n`;
	const REQUESTS = [
		...["/", "/large.bin", "/nowhere", "/404", "/api", "/slow", "/broken"].map((path) => lines("GET", path)),
		lines("GET", "/large.bin", "Range: bytes=5-1900000\r\n"),
		lines("HEAD", "/large.bin"),
	];
	const COUNT = FULL ? 10_000 : 324;

	it(`leak no descriptor: ${COUNT} on every kind of path`, { timeout: 120_000 }, async () => {
		const descriptors = async () => (await readdir("/proc/self/fd")).length;
		await expect.poll(() => site.connections.open).toBe(0);
		const before = await descriptors();
		await abortRequests(origin, REQUESTS, COUNT);
		await expect.poll(descriptors, { timeout: 10_000 }).toBeLessThanOrEqual(before);
		expect((await sendRaw(origin, requestText("GET", "/", [HOST]))).status).toBe(200);
	});
});

describe("a body that arrives very slowly", () => {
	afterEach(() => void vi.useRealTimers());

	it.each([
		["/slow", "HTTP/1.1 408 Request Timeout"],
		["/slow/logs", "HTTP/1.1 408 Request Timeout"],
		["/dashboard/example.com/logs?proxies=1", undefined],
	])("to %s is refused after 30 s, but for that of a log", async (path, refusal) => {
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
		const socket = await open("127.0.0.4");
		let answer = "";
		socket.on("data", (data) => (answer += data));
		const begun = once(site.server, "request");
		socket.write(`POST ${path} HTTP/1.1\r\n${HOST}\r\nContent-Length: 1000\r\n\r\na`);
		await begun;
		await vi.advanceTimersByTimeAsync(29_000);
		socket.write("b");
		expect(answer).toBe("");
		await vi.advanceTimersByTimeAsync(2_000);
		if (refusal) await once(socket, "close");
		expect(answer.split("\r\n")[0]).toBe(refusal ?? "");
		expect(socket.destroyed).toBe(refusal !== undefined);
		socket.destroy();
	});
});
