import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { type LoopbackSite, startLoopbackSite, startTripwire, type Tripwire } from "./loopback-site.testkit.ts";

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
	await Promise.all(opened.splice(0).map((one) => one.close()));
});

const moved = (location: string | string[], status = 302) => ({ status, headers: { location }, body: "moved" });

async function siteWith(...[pages, options]: Parameters<typeof startLoopbackSite>): Promise<LoopbackSite> {
	const site = await startLoopbackSite(pages, options);
	opened.push(site);
	return site;
}

describe("redirects", () => {
	it("are followed over one connection, and recorded hop by hop", async () => {
		const site = await siteWith({
			"/": moved("/two", 301),
			"/two": moved("three#part", 307),
			"/three": { body: "arrived" },
		});
		const answer = await site.client.get(site.url("/#top"));
		expect(Buffer.from(answer.body).toString()).toBe("arrived");
		expect(answer.url).toBe(site.url("/three").href);
		expect(answer.hops).toEqual([
			{ url: site.url("/").href, status: 301, location: site.url("/two").href },
			{ url: site.url("/two").href, status: 307, location: site.url("/three").href },
		]);
		expect(site.connections()).toBe(1);
	});

	it("are returned if none may be followed", async () => {
		const site = await siteWith({ "/": moved("/two", 308) });
		const answer = await site.client.get(site.url("/"), { maxRedirects: 0 });
		expect([answer.status, answer.headers.location, answer.hops]).toEqual([308, "/two", []]);
	});

	it("stop after 5", async () => {
		const pages = Object.fromEntries(Array.from({ length: 7 }, (_, n) => [`/${n}`, moved(`/${n + 1}`)]));
		const site = await siteWith({ ...pages, "/7": { body: "end" } });
		expect((await site.client.get(site.url("/2"))).hops).toHaveLength(5);
		await expect(site.client.get(site.url("/1"))).rejects.toMatchObject({ code: "redirect-limit" });
		await expect(site.client.get(site.url("/5"), { maxRedirects: 1 })).rejects.toMatchObject({
			code: "redirect-limit",
		});
	});

	it("in a loop are detected at once", async () => {
		const site = await siteWith({ "/": moved("/a"), "/a": moved("/b"), "/b": moved("/a#again"), "/self": moved("") });
		await expect(site.client.get(site.url("/"))).rejects.toMatchObject({ code: "redirect-loop" });
		expect(site.requests.map(({ path }) => path)).toEqual(["/", "/a", "/b"]);
		await expect(site.client.get(site.url("/self"))).rejects.toMatchObject({ code: "redirect-loop" });
	});

	it.each([
		["no Location", {}],
		["an unreadable Location", { location: "http://[" }],
		["an endless Location", { location: `/${"a".repeat(2_048)}` }],
		["two Locations", { location: ["/a", "/b"] }],
	])("with %s are not followed", async (_, headers) => {
		const site = await siteWith({ "/": { status: 302, headers: headers as Record<string, string>, body: "here" } });
		const answer = await site.client.get(site.url("/"));
		expect([answer.status, answer.hops, answer.body.length]).toEqual([302, [], 4]);
	});

	it("quote only the start of a long address in failures", async () => {
		const long = `/${"a".repeat(1_900)}`;
		const site = await siteWith({ [long]: moved(long) });
		const failure: unknown = await site.client.get(site.url(long)).catch((error: unknown) => error);
		expect(failure).toMatchObject({ code: "redirect-loop" });
		expect(String(failure).length).toBeLessThan(700);
	});

	it("to an address in UTF-8 are read as browsers read them", async () => {
		const site = await siteWith({
			"/": (_, response) => {
				response.socket?.end(Buffer.from("HTTP/1.1 301 x\r\nlocation: /m\u00fcnchen\r\ncontent-length: 0\r\n\r\n"));
			},
			"/m%C3%BCnchen": { body: "Servus" },
		});
		expect((await site.client.get(site.url("/"))).url).toBe(site.url("/m%C3%BCnchen").href);
	});

	it("do not wait for a body that never ends", async () => {
		const site = await siteWith({
			"/": (_, response) => {
				response.writeHead(302, { location: "/two" });
				response.write("moved");
			},
			"/two": { body: "arrived" },
		});
		expect((await site.client.get(site.url("/"))).status).toBe(200);
	});

	it("other than 301, 302, 303, 307 or 308 are returned as responses", async () => {
		const site = await siteWith({ "/": moved("/two", 300), "/304": { status: 304, headers: { location: "/two" } } });
		expect((await site.client.get(site.url("/"))).status).toBe(300);
		expect((await site.client.get(site.url("/304"))).status).toBe(304);
	});
});

describe("a redirect to a private address", () => {
	let tripwire: Tripwire;

	it.each([
		["loopback", (port: number) => `http://127.0.0.2:${port}/`],
		["loopback as one number", (port: number) => `http://2130706434:${port}/`],
		["loopback in IPv6", (port: number) => `http://[::1]:${port}/`],
		["loopback, mapped", (port: number) => `http://[::ffff:127.0.0.2]:${port}/`],
		["the unspecified address", (port: number) => `http://0.0.0.0:${port}/`],
		["a name that resolves inward", (port: number) => `//inward.example.com:${port}/`],
		["a name of a private network", (port: number) => `http://localhost:${port}/`],
		["credentials", (port: number) => `http://user:secret@site.example.com:${port}/`],
		["another port", (port: number) => `http://site.example.com:${port === 1 ? 2 : 1}/`],
		["another scheme", (port: number) => `ftp://site.example.com:${port}/`],
	])("is not followed: %s", async (_, location) => {
		tripwire = await startTripwire();
		opened.push(tripwire);
		const resolve = async (host: string) => [host.startsWith("inward") ? "127.0.0.2" : "127.0.0.1"];
		// The tripwire's port is allowed, so that only its address stops the redirect.
		const site = await siteWith({ "/": moved(location(tripwire.port)) }, { resolve, ports: [tripwire.port] });
		const failure = await site.client.get(site.url("/")).catch((error) => error);
		expect(failure).toMatchObject({ code: "redirect-blocked" });
		expect(failure.message).toContain(site.url("/").href);
		expect(failure.message).not.toContain("secret");
		expect(site.requests).toHaveLength(1);
		expect(tripwire.accepted()).toBe(0);
	});

	it("fails with its reason", async () => {
		const pages = {
			"/user": moved("http://a:b@site.example.com/"),
			"/port": moved("http://site.example.com:22/"),
			"/name": moved("http://intranet/"),
		};
		const site = await siteWith(pages, { ports: [80] });
		const reasons = { "/user": "user name or password", "/port": "Port 22", "/name": "only a private network" };
		for (const [path, reason] of Object.entries(reasons))
			await expect(site.client.get(site.url(path))).rejects.toThrow(reason);
	});

	it("would be seen by the listener if it were followed", async () => {
		tripwire = await startTripwire((socket) => socket.end("HTTP/1.1 204 No Content\r\n\r\n"));
		opened.push(tripwire);
		const site = await siteWith({ "/": moved(`http://127.0.0.1:${tripwire.port}/`) }, { ports: [tripwire.port] });
		expect((await site.client.get(site.url("/"))).status).toBe(204);
		expect(tripwire.accepted()).toBe(1);
	});
});

describe("a redirect to another scheme", () => {
	const SCHEMES = "file data javascript vbscript blob mailto tel ftp ws wss about intent shop-app urn".split(" ");
	const scheme = fc
		.tuple(fc.constantFrom(...SCHEMES), fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }))
		.map(([name, upper]) => ({
			name,
			written: [...name].map((letter, at) => (upper[at] ? letter.toUpperCase() : letter)).join(""),
		}));
	const around = fc.constantFrom("", " ", "\t", "  ");
	const rest = fc.oneof(
		fc.constantFrom(
			"//example.com/",
			"\\\\example.com\\",
			"///etc/passwd",
			"alert(1)",
			"//user:secret@example.com:22/x",
		),
		fc.constantFrom(1_000, 3_000, 8_000).map((length) => `//example.com/${"x".repeat(length)}`),
	);

	it("fails with its reason in any form, without contacting anyone", async () => {
		let location = "";
		const names: string[] = [];
		const site = await siteWith(
			{ "/": (_, response) => response.writeHead(302, { location }).end() },
			{
				resolve: async (host) => {
					names.push(host);
					return ["127.0.0.1"];
				},
			},
		);
		await fc.assert(
			fc.asyncProperty(scheme, around, rest, around, async ({ name, written }, before, after, end) => {
				location = `${before}${written}:${after}${end}`;
				// An invalid address, such as file: with a port, is no redirect.
				fc.pre(URL.canParse(location));
				const failure: unknown = await site.client.get(site.url("/")).catch((error: unknown) => error);
				expect(failure).toMatchObject({ code: "redirect-blocked" });
				const words = String(failure);
				expect(words).toContain(`redirects to a "${name}:" address`);
				expect(words).toMatch(/^(?!.*secret)/);
				expect(words.length).toBeLessThan(700);
			}),
		);
		expect(new Set(names)).toEqual(new Set(["site.example.com"]));
		expect(new Set(site.requests.map(({ path }) => path))).toEqual(new Set(["/"]));
	});
});
