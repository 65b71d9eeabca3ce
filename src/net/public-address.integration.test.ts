import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readJsonVector } from "#test/vectors/vectors.ts";
import { GuardedClient } from "./guarded-client.ts";
import { hostOf, vetUrl, WEB_PORTS } from "./host-vetting.ts";
import { startTripwire, type Tripwire } from "./loopback-site.testkit.ts";
import { isPublicAddress } from "./public-address.ts";

interface ListedUrl {
	readonly url: string;
	readonly parse: "invalid" | "scheme" | "ip-nonglobal" | "ip-global" | "internal-name" | "domain";
	readonly creds?: boolean;
}

describe("vetUrl", () => {
	it.each([
		["ftp://example.com/", 'A "ftp:" address leads to a file server'],
		["FILE:\\\\etc\\passwd", 'A "file:" address names a file on the reader\'s own computer'],
		["java\tscript:alert(1)", 'A "javascript:" address is a script'],
		["data:text/html,x", 'A "data:" address contains its own content'],
		["mailto:a@example.com", 'A "mailto:" address writes an email'],
		["blob:https://example.com/1", 'A "blob:" address names something in one browser\'s memory'],
		["wss://example.com/", 'A "wss:" address opens a WebSocket'],
		["shop-app://open", 'A "shop-app:" address opens another program'],
		["http://user@example.com/", "user name or password"],
		["http://:secret@example.com/", "user name or password"],
		["http://example.com:8080/", "Port 8080"],
		["http://example.com:0/", "Port 0"],
		["https://example.com:22/", "Port 22"],
		["http://localhost/", "only a private network"],
		["http://localhost./", "only a private network"],
		["http://intranet/", "only a private network"],
		["http://fileserver/", "only a private network"],
		["http://metadata.google.internal/", "only a private network"],
		["http://printer.local/", "only a private network"],
	])("refuses %s", (url, why) => {
		expect(() => vetUrl(new URL(url), WEB_PORTS)).toThrow(expect.objectContaining({ code: "target-blocked" }));
		expect(() => vetUrl(new URL(url), WEB_PORTS)).toThrow(why);
	});

	it("never quotes a password", () => {
		expect(() => vetUrl(new URL("http://user:secret@example.com/"), WEB_PORTS)).toThrow(/^(?!.*secret)/);
	});

	it.each(["http://example.com/", "https://example.com:80/", "http://example.com:443/a?b", "http://[2606:4700::1]/"])(
		"lets %s pass to the address rule",
		(url) => expect(vetUrl(new URL(url), WEB_PORTS)).toBeUndefined(),
	);

	it("allows a private network's name only if listed", () => {
		expect(vetUrl(new URL("http://localhost/"), WEB_PORTS, ["localhost"])).toBeUndefined();
		expect(() => vetUrl(new URL("http://intranet/"), WEB_PORTS, ["localhost"])).toThrow("only a private network");
	});

	it("returns the host in the form of a lookup", () => {
		expect(hostOf(new URL("http://EXAMPLE.com./"))).toBe("example.com");
		expect(hostOf(new URL("http://[2606:4700::1]/"))).toBe("2606:4700::1");
	});
});

describe("the public lists of bypass addresses", () => {
	let tripwire: Tripwire;
	let client: GuardedClient;
	let everything: GuardedClient;
	const { rows } = readJsonVector<{ rows: ListedUrl[] }>("addresses/ssrf-urls.json");

	beforeAll(async () => {
		tripwire = await startTripwire((socket) => socket.end("HTTP/1.1 204 No Content\r\n\r\n"));
		const options = { userAgent: "test", ports: [tripwire.port], timeouts: { connect: 1_000 } };
		// A name resolves to an attacker's target, so that only the guard protects.
		client = new GuardedClient({ ...options, isPublicAddress, resolve: async () => ["127.0.0.1"] });
		everything = new GuardedClient({ ...options, isPublicAddress: () => true, resolve: async () => ["127.0.0.1"] });
	});
	afterAll(async () => {
		await Promise.all([client.close(), everything.close()]);
		await tripwire.close();
	});

	/** The same address with the listener's port, which would notice a hole in the guard. */
	const aimed = (text: string): URL[] => {
		const url = [text, `https://${text}`].map((address) => URL.parse(address)).find((parsed) => parsed?.hostname);
		if (!url) return [];
		url.port = String(tripwire.port);
		return [url];
	};

	it("are refused without one connection", { timeout: 60_000 }, async () => {
		const mustBlock = rows.filter(({ parse, creds }) => creds || (parse !== "domain" && parse !== "ip-global"));
		expect(mustBlock.length).toBeGreaterThan(800);
		const all = mustBlock.flatMap(({ url }) => aimed(url));
		// The list counts all mapped addresses as private; we judge the embedded address.
		const urls = all.filter((url) => !isPublicAddress(hostOf(url)) || url.username !== "");
		expect(new Set(all.filter((url) => !urls.includes(url)).map((url) => url.hostname))).toEqual(
			new Set(["[::ffff:d83a:d6ce]"]),
		);
		expect(urls.length).toBeGreaterThan(600);
		const got = await Promise.allSettled(urls.map((url) => client.get(url)));
		const codes = got.map((one) => (one.status === "rejected" ? one.reason.code : one.status));
		const notRefused = urls
			.map(({ href }, index) => [href, codes[index]])
			.filter(([, code]) => code !== "target-blocked");
		expect(notRefused).toEqual([]);
		expect(tripwire.accepted()).toBe(0);
	});

	it("are refused too if their names resolve to private addresses", { timeout: 60_000 }, async () => {
		const urls = rows.filter(({ parse }) => parse === "domain").flatMap(({ url }) => aimed(url));
		const got = await Promise.allSettled(urls.map((url) => client.get(url)));
		expect(got.filter((one) => one.status === "fulfilled")).toEqual([]);
		expect(tripwire.accepted()).toBe(0);
	});

	it("would be seen by the listener if the guard let them pass", async () => {
		const before = tripwire.accepted();
		await everything.get(new URL(`http://2130706433:${tripwire.port}/`));
		await everything.get(new URL(`http://www.example.com:${tripwire.port}/`));
		expect(tripwire.accepted()).toBe(before + 2);
	});
});
