import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { request } from "undici";
import { afterEach, describe, expect, it } from "vitest";
import type { Endpoint } from "../api/endpoint.ts";
import { EventStream, STREAM_FIELDS } from "../api/event-stream.ts";
import { BODY_MAX_BYTES } from "../api/problems.ts";
import { toResponse } from "../api/responses.ts";
import { BASE_URL, createStubServe, PEER, StubLimits, stubAudit, stubList } from "../api/serve.testkit.ts";
import type { PagesHandler } from "./site-server.ts";
import { answerApiFirst } from "./start-server.ts";

const LONG = { ok: true, says: "words ".repeat(1000) };
const longList: Endpoint = { ...stubList, path: "/api/long", handle: async () => ({ body: LONG }) };
const ENDPOINTS: readonly Endpoint[] = [stubAudit as Endpoint, stubList, longList];

let server: Server | undefined;
afterEach(() => void server?.close());

async function listen(handler: PagesHandler): Promise<number> {
	server = createServer((request, response) => void handler(request, response, () => response.writeHead(404).end()));
	await once(server.listen(0, "127.0.0.1"), "listening");
	return (server.address() as AddressInfo).port;
}

const toAstro: PagesHandler = async (_request, response) => void response.writeHead(299).end("Astro");

/** What tells one request's answer from that to the same request. */
function lasting(headers: Readonly<Record<string, unknown>>, text: string) {
	const { "x-request-id": _id, date: _date, connection: _connection, "keep-alive": _alive, ...rest } = headers;
	return { headers: rest, text: text.replace(/urn:uuid:[\w-]+/, "urn:uuid:") };
}

interface Asked {
	readonly path: string;
	readonly method?: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string | Uint8Array;
	readonly most?: ConstructorParameters<typeof StubLimits>[0];
}

const json = { "content-type": "application/json" };
const GOOD = '{"domain":"example.com"}';
const POST = { path: stubAudit.path, method: "POST", headers: json };

describe("a request for an endpoint", () => {
	it.each<[string, Asked]>([
		["a body", { ...POST, body: GOOD }],
		["a body that is wrong", { ...POST, body: '{"domain":1}' }],
		["a body that is no JSON", { ...POST, body: "{" }],
		["no body", { ...POST }],
		["a body in another coding", { ...POST, headers: { ...json, "content-encoding": "gzip" }, body: GOOD }],
		["another media type", { ...POST, headers: { "content-type": "text/plain" }, body: GOOD }],
		["a body that is too large", { ...POST, body: "x".repeat(BODY_MAX_BYTES + 1) }],
		["a bad token", { ...POST, headers: { ...json, authorization: "Bearer bad" }, body: GOOD }],
		["a good token", { ...POST, headers: { ...json, authorization: "Bearer good" }, body: GOOD }],
		["a burst that is used up", { ...POST, body: GOOD, most: { burst: 0 } }],
		["a method that is not taken", { path: stubAudit.path }],
		["a preflight", { path: stubAudit.path, method: "OPTIONS" }],
		["a query", { path: `${stubList.path}?limit=7&cursor=%C3%A4` }],
		["a query that is wrong", { path: `${stubList.path}?limit=7&limit=8&x=1` }],
		["HEAD", { path: longList.path, method: "HEAD" }],
		["HEAD, compressed", { path: longList.path, method: "HEAD", headers: { "accept-encoding": "gzip" } }],
		["an answer as it is", { path: longList.path }],
		["an answer in gzip", { path: longList.path, headers: { "accept-encoding": "gzip" } }],
		["an answer in br", { path: longList.path, headers: { "accept-encoding": "gzip, br" } }],
	])("is answered here as it is by way of a Request: %s", async (_, { path, most, ...asked }) => {
		const stage = () => createStubServe({ limits: new StubLimits(most), clientAddress: () => PEER });
		const [here, there] = [stage(), stage()];
		const port = await listen(answerApiFirst(here, "/", toAstro, ENDPOINTS));
		const answer = await request(`http://127.0.0.1:${port}${path}`, asked as object);
		const text = Buffer.from(await answer.body.arrayBuffer()).toString("latin1");
		const [addressed = ""] = path.split("?");
		const endpoint = ENDPOINTS.find(({ path }) => path === addressed) ?? stubList;
		const viaRequest = new Request(`${BASE_URL}${path}`, asked as RequestInit);
		const expected = toResponse(await there.answer(endpoint, viaRequest, PEER));
		expect(answer.statusCode).toBe(expected.status);
		const expectedText = Buffer.from(await expected.arrayBuffer()).toString("latin1");
		expect(lasting(answer.headers, text)).toEqual(lasting(Object.fromEntries(expected.headers), expectedText));
		expect(here.observed).toHaveLength(1);
	});

	it("is recognized below the site's path, and every other is passed to Astro", async () => {
		const { answer } = createStubServe();
		const port = await listen(answerApiFirst({ answer }, "/audits/", toAstro, ENDPOINTS));
		const statusOf = async (path: string) => {
			const { statusCode, body } = await request(`http://127.0.0.1:${port}${path}`);
			await body.dump();
			return statusCode;
		};
		expect(await statusOf(`/audits${stubList.path}?limit=3`)).toBe(200);
		for (const other of [stubList.path, `/audits${stubList.path}/`, "/audits/", "/audits/api/none", "/auditsapi/long"])
			expect(await statusOf(other), other).toBe(299);
	});

	it("that a browser is sent to is passed to Astro, which renders errors as pages", async () => {
		const led = { ...stubList, protocol: "oauth", isPage: true } as unknown as Endpoint;
		const port = await listen(answerApiFirst(createStubServe(), "/", toAstro, [led]));
		const { statusCode, body } = await request(`http://127.0.0.1:${port}${led.path}`);
		await body.dump();
		expect(statusCode).toBe(299);
	});
});

describe("a client that disconnects", () => {
	it.each([
		["within its body", '{"domain":'],
		["before its answer", GOOD],
	])("ends the work for it, %s", async (_, sent) => {
		const asked = Promise.withResolvers<AbortSignal>();
		const gone = Promise.withResolvers<void>();
		const slow: Endpoint = {
			...(stubAudit as Endpoint),
			handle: async (_input, { signal }) => {
				asked.resolve(signal);
				await new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
				return { body: {} };
			},
		};
		const { answer, observed } = createStubServe({ observe: () => gone.resolve() });
		const statuses: number[] = [];
		const watched: typeof answer = async (...args) => {
			const given = await answer(...args);
			statuses.push(given.status);
			return given;
		};
		const port = await listen(answerApiFirst({ answer: watched }, "/", toAstro, [slow]));
		const socket = connect(port, "127.0.0.1");
		const head = `POST ${slow.path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n`;
		socket.write(`${head}Content-Length: ${GOOD.length}\r\n\r\n${sent}`);
		if (sent === GOOD) await asked.promise;
		else await once(server as Server, "request");
		socket.destroy();
		await gone.promise;
		await new Promise(setImmediate);
		expect(statuses).toEqual([499]);
		expect(observed).toEqual([]);
	});
});

describe("a streamed response", () => {
	const never = new Promise<never>(() => {});

	/** A stream that sends this many events of 1 KiB at once, then waits forever. */
	async function listenStreaming(events: number) {
		const left = Promise.withResolvers<void>();
		let made = 0;
		const endpoint: Endpoint = {
			...(stubAudit as Endpoint),
			handle: async (_input, { signal }) => {
				const stream = new EventStream((say, ending) => {
					for (let at = 0; at < events; at++) say({ event: "stage", data: "x".repeat(1024) });
					ending.addEventListener("abort", () => left.resolve());
					return never;
				}, signal);
				const next = stream.next.bind(stream);
				stream.next = (failed) => {
					made++;
					return next(failed);
				};
				await stream.begun;
				return { body: stream, headers: STREAM_FIELDS };
			},
		};
		const port = await listen(answerApiFirst(createStubServe(), "/", toAstro, [endpoint]));
		const socket = connect(port, "127.0.0.1");
		const head = `POST ${endpoint.path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n`;
		socket.write(`${head}Content-Length: ${GOOD.length}\r\n\r\n${GOOD}`);
		return { socket, left: left.promise, made: () => made };
	}

	it("is sent in chunks, and a disconnect aborts its work", async () => {
		const { socket, left } = await listenStreaming(1);
		let text = "";
		socket.on("data", (bytes) => {
			text += bytes;
		});
		while (!text.includes("event: stage")) await once(socket, "data");
		expect(text).toContain("content-type: text/event-stream");
		socket.destroy();
		await left;
	});

	it("applies backpressure for a slow reader", async () => {
		const events = 24 * 1024;
		const { socket, left, made } = await listenStreaming(events);
		socket.pause();
		await expect.poll(made, { timeout: 5_000 }).toBeGreaterThan(1);
		let before = -1;
		await expect
			.poll(
				() => {
					const isStill = made() === before;
					before = made();
					return isStill;
				},
				{ timeout: 10_000, interval: 100 },
			)
			.toBe(true);
		expect(made()).toBeLessThan(events / 2);
		socket.destroy();
		await left;
	});
});
