import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { getGlobalDispatcher } from "undici";
import { afterEach, describe, expect, it } from "vitest";
import { FULL } from "#core/long-form.testkit.ts";
import { loopbackClient, startLoopbackSite, startTripwire } from "./loopback-site.testkit.ts";

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
	await Promise.all(opened.splice(0).map((one) => one.close()));
});

async function siteWith(...[pages, options]: Parameters<typeof startLoopbackSite>) {
	const site = await startLoopbackSite(pages, options);
	opened.push(site);
	return site;
}

/** A server that answers every connection with these bytes. */
async function speaking(...answer: (string | Buffer)[]) {
	const tripwire = await startTripwire((socket) => {
		socket.once("data", () => {
			for (const part of answer) socket.write(part);
		});
	});
	const client = loopbackClient([tripwire.port]);
	opened.push(client, tripwire);
	return { client, url: new URL(`http://site.example.com:${tripwire.port}/`), accepted: tripwire.accepted };
}

describe("get", () => {
	it("returns the response with all details", async () => {
		const site = await siteWith({
			"/page?a=1": { status: 404, headers: { "X-Kind": ["one", "two"], "Content-Type": "text/plain" }, body: "gone" },
		});
		const answer = await site.client.get(site.url("/page?a=1#part"));
		expect(answer).toMatchObject({
			url: site.url("/page?a=1").href,
			status: 404,
			truncated: false,
			encodedBytes: 4,
			sha256: createHash("sha256").update("gone").digest("hex"),
			hops: [],
		});
		expect(answer.headers).toMatchObject({ "x-kind": "one, two", "content-type": "text/plain" });
		expect(answer.body).toEqual(new Uint8Array(Buffer.from("gone")));
		expect(answer.tls).toBeUndefined();
	});

	it("measures stages in order, without connect times on a kept-alive connection", async () => {
		const site = await siteWith({ "/": { body: "home" } });
		const { dns, connect, ttfb, total } = (await site.client.get(site.url("/"))).timings;
		expect([0, dns, connect, ttfb, total]).toEqual([0, dns, connect, ttfb, total].toSorted((a, b) => a - b));
		expect(connect).toBeGreaterThan(0);
		expect((await site.client.get(site.url("/"))).timings).toMatchObject({ dns: 0, connect: 0 });
		expect(site.connections()).toBe(1);
	});

	it("sends credentials with every request to their origin, and to no other", async () => {
		const site = await siteWith({
			"/": { status: 302, headers: { location: "/next" } },
			"/away": (request, response) => {
				response.writeHead(302, { location: `http://other.example.com:${request.socket.localPort}/` }).end();
			},
		});
		const credentials = { origin: site.url("/").origin, headers: { cookie: "a=secret" } };
		const client = loopbackClient([site.port], { credentials });
		opened.push(client);
		await client.get(site.url("/"));
		await client.get(site.url("/away"));
		await client.get(site.url("/", "www.site.example.com"), { maxRedirects: 0 });
		await client.get(site.url("/untrusted"), { trust: "record" });
		const sent = site.requests.map(({ host, path, headers }) => [host.split(":")[0], path, headers.cookie]);
		expect(sent).toEqual([
			["site.example.com", "/", "a=secret"],
			["site.example.com", "/next", "a=secret"],
			["site.example.com", "/away", "a=secret"],
			["other.example.com", "/", undefined],
			["other.example.com", "/next", undefined],
			["www.site.example.com", "/", undefined],
			["site.example.com", "/untrusted", undefined],
		]);
	});

	it("signs every request separately, including redirects and resends", async () => {
		let lost = 0;
		const site = await siteWith({
			"/": { status: 302, headers: { location: "/next?a=1" } },
			"/lost": (request, response) => {
				lost += 1;
				if (lost === 2) request.socket.destroy();
				else response.end();
			},
		});
		let signed = 0;
		const sign = (method: string, { pathname }: URL) => ({ signature: `${++signed} ${method} ${pathname}` });
		const client = loopbackClient([site.port], { sign });
		opened.push(client);
		await client.get(site.url("/"), { headers: { signature: "of somebody else" } });
		await client.get(site.url("/"), { body: "{}" });
		for (let n = 0; n < 2; n++) await client.get(site.url("/lost"));
		expect(site.requests.map(({ headers }) => headers.signature)).toEqual(
			["GET /", "GET /next", "POST /", "GET /lost", "GET /lost", "GET /lost"].map((what, at) => `${at + 1} ${what}`),
		);
	});

	it("identifies itself, and sends no other headers", async () => {
		const site = await siteWith({ "/": { headers: { "set-cookie": "a=b" } } });
		await site.client.get(site.url("/"));
		await site.client.get(site.url("/"), { headers: { Accept: "text/html", "User-Agent": "somebody else" } });
		const [first, second] = site.requests;
		expect(first).toMatchObject({ method: "GET", host: `site.example.com:${site.port}` });
		expect(first?.headers).toEqual({
			host: `site.example.com:${site.port}`,
			connection: "keep-alive",
			accept: "*/*",
			"user-agent": "SightlineBot/test",
			"accept-encoding": "gzip, deflate, br, zstd",
		});
		expect(second?.headers).toEqual({ ...first?.headers, accept: "text/html" });
	});

	it("accepts another User-Agent only if it names us too", async () => {
		const site = await siteWith({ "/": {} });
		const browser = "Mozilla/5.0 Chrome/140.0.0.0 (compatible; SightlineBot/test)";
		await site.client.get(site.url("/"), { headers: { "user-agent": browser } });
		expect(site.requests[0]?.headers["user-agent"]).toBe(browser);
	});

	it("posts a body once, without following redirects", async () => {
		const site = await siteWith({ "/": { status: 307, headers: { location: "/there" } }, "/there": {} });
		const response = await site.client.get(site.url("/"), {
			body: "{}",
			headers: { "content-type": "application/json" },
		});
		expect([response.status, response.hops]).toEqual([307, []]);
		expect(site.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /"]);
		expect(site.requests[0]?.headers).toMatchObject({ "content-type": "application/json", "content-length": "2" });
	});

	it("opens at most 6 connections to a site", async () => {
		const site = await siteWith({ "/": (_, response) => void setTimeout(() => response.end("late"), 30) });
		await Promise.all(Array.from({ length: 20 }, () => site.client.get(site.url("/"))));
		expect(site.requests).toHaveLength(20);
		expect(site.connections()).toBeLessThanOrEqual(6);
	});

	it("resends a request lost on a kept-alive connection", async () => {
		let asked = 0;
		const site = await siteWith({
			"/": (request, response) => {
				asked += 1;
				if (asked === 2) request.socket.destroy();
				else response.end("home");
			},
		});
		await site.client.get(site.url("/"));
		expect((await site.client.get(site.url("/"))).status).toBe(200);
		expect(asked).toBe(3);
	});

	it("resends at most 3 times, however often the server closes connections", async () => {
		let asked = 0;
		// Answers once per connection, so that every other request is lost on a kept-alive one.
		const site = await siteWith({
			"/": (request, response) => {
				asked += 1;
				if (seen.has(request.socket)) request.socket.destroy();
				else response.end("home");
				seen.add(request.socket);
			},
		});
		const seen = new WeakSet<object>();
		const outcomes: string[] = [];
		for (let n = 0; n < 8; n++) {
			const got = site.client.get(site.url("/"));
			outcomes.push(
				await got.then(
					({ status }) => `${status}`,
					({ code }) => String(code),
				),
			);
		}
		expect(outcomes).toEqual(["200", "200", "200", "200", "connection-failed", "200", "connection-failed", "200"]);
		expect(asked).toBe(8 + 3);
	});

	it("leaves the process's own dispatcher and proxy settings alone", async () => {
		const before = getGlobalDispatcher();
		const site = await siteWith({ "/": { body: "home" } });
		const proxy = await startTripwire();
		opened.push(proxy);
		process.env.http_proxy = `http://127.0.0.1:${proxy.port}`;
		try {
			await site.client.get(site.url("/"));
		} finally {
			delete process.env.http_proxy;
		}
		expect([site.requests.length, proxy.accepted()]).toEqual([1, 0]);
		expect(getGlobalDispatcher()).toBe(before);
	});

	it("aborts requests in flight when closed", async () => {
		const site = await siteWith({ "/": () => {} });
		const pending = site.client.get(site.url("/"));
		const ended = expect(pending).rejects.toMatchObject({ code: "connection-failed" });
		await expect.poll(() => site.requests.length).toBe(1);
		await site.client.close();
		await ended;
	});
});

describe("a deadline", () => {
	it("ends a body that drips", async () => {
		let dripping: NodeJS.Timeout | undefined;
		const site = await siteWith({
			"/": (_, response) => {
				response.writeHead(200, { "content-type": "text/html" });
				dripping = setInterval(() => response.write("."), 20);
				response.on("close", () => clearInterval(dripping));
			},
		});
		const signal = AbortSignal.timeout(300);
		await expect(site.client.get(site.url("/"), { signal })).rejects.toMatchObject({ code: "deadline-exceeded" });
	});

	it("aborts queued requests and lookups", async () => {
		const slow = await siteWith({ "/": () => {} });
		const signal = AbortSignal.timeout(300);
		const waiting = Array.from({ length: 9 }, () => slow.client.get(slow.url("/"), { signal }));
		const got = await Promise.allSettled(waiting);
		expect(got.map((one) => one.status === "rejected" && one.reason.code)).toEqual(Array(9).fill("deadline-exceeded"));

		const unresolved = loopbackClient([80], { resolve: () => new Promise(() => {}) });
		opened.push(unresolved);
		const failure = unresolved.get(new URL("http://site.example.com/"), { signal: AbortSignal.timeout(50) });
		await expect(failure).rejects.toMatchObject({ code: "deadline-exceeded" });
	});

	it("that has already passed contacts no one", async () => {
		const { client, url, accepted } = await speaking("HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n");
		await expect(client.get(url, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "deadline-exceeded" });
		await client.get(url);
		expect(accepted()).toBe(1);
	});

	it("has a default, and a separate one for stalled bodies", async () => {
		const headOnly = "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf";
		const tripwire = await startTripwire((socket) => socket.once("data", () => socket.write(headOnly)));
		const url = new URL(`http://site.example.com:${tripwire.port}/`);
		for (const timeouts of [{ total: 200 }, { idle: 200 }]) {
			const client = loopbackClient([tripwire.port], { timeouts });
			opened.push(client);
			await expect(client.get(url)).rejects.toMatchObject({ code: "deadline-exceeded" });
		}
		opened.push(tripwire);
	});

	it("passes on the caller's abort reason", async () => {
		const site = await siteWith({ "/": () => {} });
		const stop = new AbortController();
		const pending = site.client.get(site.url("/"), { signal: stop.signal });
		stop.abort();
		await expect(pending).rejects.toMatchObject({ code: "deadline-exceeded" });
	});
});

describe("opened and aborted exchanges", () => {
	const count = FULL ? 10_000 : 300;
	const descriptors = () => readdirSync("/proc/self/fd").length;

	it.runIf(process.platform === "linux")(`leave no descriptor behind (${count}, at every stage)`, async () => {
		// It reads, so that it notices the end of a connection.
		const silent = await startTripwire((socket) => socket.resume());
		const site = await startLoopbackSite({
			"/drip": (_, response) => void response.writeHead(200).write("a"),
			"/coded": (_, response) => void response.writeHead(200, { "content-encoding": "br" }).write("a"),
		});
		opened.push(silent, site);
		const resolve = (host: string, signal: AbortSignal) =>
			host.startsWith("unknown")
				? new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)))
				: Promise.resolve(["127.0.0.1"]);
		const audit = async (size: number) => {
			const client = loopbackClient([silent.port, site.port], { resolve });
			const aborting = new AbortController();
			const urls = [
				`http://unknown.example.com:${site.port}/`,
				`http://site.example.com:${silent.port}/`,
				`https://site.example.com:${silent.port}/`,
				site.url("/drip").href,
				site.url("/coded").href,
			];
			const all = Array.from({ length: size }, (_, at) =>
				client.get(new URL(urls[at % urls.length] ?? ""), { signal: aborting.signal }),
			);
			setTimeout(() => aborting.abort(), 5);
			expect((await Promise.allSettled(all)).filter(({ status }) => status === "fulfilled")).toEqual([]);
			await client.close();
		};
		await audit(10);
		await pause(50);
		const before = descriptors();
		for (let done = 0; done < count; done += 50) await audit(50);
		await expect.poll(descriptors, { timeout: 5_000 }).toBeLessThanOrEqual(before);
	});
});

describe("a server that violates HTTP", () => {
	const head = "HTTP/1.1 200 OK\r\n";
	it.each([
		["no HTTP at all", "SSH-2.0-OpenSSH_9.9\r\n", "http-malformed"],
		["HTTP/0.9", "<p>hello</p>", "http-malformed"],
		["a bad chunk length", `${head}transfer-encoding: chunked\r\n\r\nzz\r\nab\r\n0\r\n\r\n`, "http-malformed"],
		[
			"a chunk longer than it says",
			`${head}transfer-encoding: chunked\r\n\r\n2\r\nabcdef\r\n0\r\n\r\n`,
			"http-malformed",
		],
		["two lengths", `${head}content-length: 2\r\ncontent-length: 3\r\n\r\nabc`, "http-malformed"],
		["length and chunks", `${head}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`, "http-malformed"],
		["a control character in a header", `${head}x: a\0b\r\n\r\n`, "http-malformed"],
		[
			"an upgrade nobody asked for",
			"HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n",
			"http-malformed",
		],
		["a header of 400 kB", `${head}x: ${"a".repeat(400_000)}\r\n\r\n`, "headers-too-large"],
		["too many headers", `${head}${"x: yyyyyyyyyyyyyyyy\r\n".repeat(20_000)}\r\n`, "headers-too-large"],
		["2,000 early hints", "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n".repeat(2_000), "http-malformed"],
	])("causes a matching failure: %s", async (_, answer, code) => {
		const { client, url } = await speaking(answer);
		await expect(client.get(url)).rejects.toMatchObject({ code });
	});

	it("may send 200 kB of headers, as browsers allow", async () => {
		const { client, url } = await speaking(
			`${head}link: ${"a".repeat(200_000)}\r\nx-robots-tag: a: noindex\r\nX-Robots-Tag: nofollow\r\nvary: a\r\nvary: b\r\ncontent-length: 0\r\n\r\n`,
		);
		const { headers } = await client.get(url);
		expect(headers).toMatchObject({ "x-robots-tag": "a: noindex\nnofollow", vary: "a, b" });
		expect(headers.link).toHaveLength(200_000);
	});

	it("may send a few early hints", async () => {
		const hints = "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n".repeat(3);
		const { client, url } = await speaking(`${hints}${head}content-length: 2\r\n\r\nok`);
		expect((await client.get(url)).status).toBe(200);
	});

	it("may end a body without Content-Length by closing, but not one with it", async () => {
		const closing = (answer: string) => startTripwire((socket) => socket.once("data", () => socket.end(answer)));
		const open = await closing(`${head}\r\nall of it`);
		const short = await closing(`${head}content-length: 100\r\n\r\nhalf of it`);
		const client = loopbackClient([open.port, short.port]);
		opened.push(client, open, short);
		const answer = await client.get(new URL(`http://site.example.com:${open.port}/`));
		expect(Buffer.from(answer.body).toString()).toBe("all of it");
		await expect(client.get(new URL(`http://site.example.com:${short.port}/`))).rejects.toMatchObject({
			code: "connection-failed",
		});
	});

	it("fails if it never responds, refuses, or closes the connection", async () => {
		const silent = await startTripwire();
		const rude = await startTripwire((socket) => socket.once("data", () => socket.resetAndDestroy()));
		const client = loopbackClient([silent.port, rude.port, 1], { timeouts: { headers: 200 } });
		opened.push(client, silent, rude);
		const get = (port: number) => client.get(new URL(`http://site.example.com:${port}/`));
		await expect(get(silent.port)).rejects.toMatchObject({ code: "headers-timeout" });
		await expect(get(rude.port)).rejects.toMatchObject({ code: "connection-failed" });
		await expect(get(1)).rejects.toMatchObject({ code: "connection-refused" });
		expect([silent.accepted(), rude.accepted()]).toEqual([1, 1]);
	});
});
