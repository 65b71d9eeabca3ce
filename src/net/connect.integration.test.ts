import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:https";
import { type AddressInfo, connect as connectTcp, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from "node:tls";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { Connector, type Dial, dialOrder } from "./connect.ts";
import { GuardedClient } from "./guarded-client.ts";
import { listening, loopbackClient, startLoopbackSite, startTripwire, type Tripwire } from "./loopback-site.testkit.ts";
import { destinationOf, proxyFor } from "./proxy.ts";
import { isPublicAddress } from "./public-address.ts";

const PUBLIC = "93.184.216.34";
const opened: { close(): unknown }[] = [];
afterEach(async () => {
	await Promise.all(opened.splice(0).map((one) => one.close()));
});
const keep = <T extends { close(): unknown }>(one: T): T => {
	opened.push(one);
	return one;
};

/** Calls a connector like undici. */
function connectWith(dial: Dial, addresses: string[], more: { port?: number; connectTimeout?: number } = {}) {
	const connector = new Connector({
		vetHost: async () => addresses,
		connectTimeout: more.connectTimeout ?? 5_000,
		verify: true,
		onTls: () => {},
		dial,
	});
	const options = { hostname: "site.example.com", protocol: "http:", port: String(more.port ?? 80) };
	return new Promise<Socket>((resolve, reject) => {
		connector.connect(options, (error, socket) => (error ? reject(error) : resolve(keepSocket(socket))));
	});
}

function keepSocket(socket: Socket | null): Socket {
	if (socket === null) throw new Error("a connector without error or socket");
	keep({ close: () => socket.destroy() });
	return socket;
}

/** Dials the tripwire for any requested address, and records the address. */
function diverted(tripwire: Tripwire, dialled: string[]): Dial {
	return (address) => {
		dialled.push(address);
		return connectTcp(tripwire.port, "127.0.0.1");
	};
}

describe("Connector", () => {
	it("dials the vetted address and keeps the port", async () => {
		const tripwire = keep(await startTripwire());
		const dialled: [string, number][] = [];
		const socket = await connectWith(
			(address, port) => {
				dialled.push([address, port]);
				return connectTcp(port, address);
			},
			["127.0.0.1"],
			{ port: tripwire.port },
		);
		expect(dialled).toEqual([["127.0.0.1", tripwire.port]]);
		expect(socket.remoteAddress).toBe("127.0.0.1");
	});

	it("destroys a socket connected to another address than dialled", async () => {
		const tripwire = keep(await startTripwire());
		const dialled: string[] = [];
		const sockets: Socket[] = [];
		const dial: Dial = (address, port) => {
			const socket = diverted(tripwire, dialled)(address, port);
			sockets.push(socket);
			return socket;
		};
		await expect(connectWith(dial, [PUBLIC])).rejects.toMatchObject({
			code: "target-blocked",
			cause: ["127.0.0.1"],
		});
		expect(dialled).toEqual([PUBLIC]);
		expect(sockets.map((socket) => socket.destroyed)).toEqual([true]);
		expect(sockets.map((socket) => socket.bytesWritten)).toEqual([0]);
	});

	it("tries the next address when one refuses", async () => {
		const tripwire = keep(await startTripwire());
		const dialled: string[] = [];
		const dial: Dial = (address, port) => {
			dialled.push(address);
			// Nothing listens on port 1 of loopback.
			return address === "127.0.0.1" ? connectTcp(port, address) : connectTcp(1, "127.0.0.1");
		};
		const socket = await connectWith(dial, [PUBLIC, "127.0.0.1"], { port: tripwire.port });
		expect(dialled).toEqual([PUBLIC, "127.0.0.1"]);
		expect(socket.remoteAddress).toBe("127.0.0.1");
	});

	it("reports a refusal when every address refuses", async () => {
		const dial: Dial = () => connectTcp(1, "127.0.0.1");
		await expect(connectWith(dial, [PUBLIC, "93.184.216.35"])).rejects.toMatchObject({ code: "ECONNREFUSED" });
	});

	it("abandons silent addresses, and gives the next one its share of time", async () => {
		const tripwire = keep(await startTripwire());
		const silent: Socket[] = [];
		const dial: Dial = (address, port) => {
			if (address === "127.0.0.1") return connectTcp(port, address);
			// A socket that never connects, as behind a firewall that drops packets.
			const socket = new Socket();
			silent.push(socket);
			return socket;
		};
		const socket = await connectWith(dial, [PUBLIC, "127.0.0.1"], { port: tripwire.port, connectTimeout: 400 });
		expect(socket.remoteAddress).toBe("127.0.0.1");
		expect(silent.map((one) => one.destroyed)).toEqual([true]);
		await expect(connectWith(dial, [PUBLIC], { connectTimeout: 100 })).rejects.toMatchObject({ code: "ETIMEDOUT" });
	});
});

describe("closing a connector", () => {
	it("destroys connections in progress", async () => {
		const silent = new Socket();
		const connector = new Connector({
			vetHost: async () => [PUBLIC],
			connectTimeout: 60_000,
			verify: true,
			onTls: () => {},
			dial: () => silent,
		});
		const options = { hostname: "site.example.com", protocol: "http:", port: "80" };
		const error = new Promise((resolve) => connector.connect(options, (...[problem]) => resolve(problem)));
		await setImmediate();
		connector.close();
		expect(await error).toMatchObject({ code: "ECONNRESET" });
		expect(silent.destroyed).toBe(true);
	});
});

describe("dialOrder", () => {
	it("alternates between families, starting with the resolver's first choice", () => {
		expect(dialOrder(["2606::1", "2606::2", "1.1.1.1", "1.1.1.2"])).toEqual([
			"2606::1",
			"1.1.1.1",
			"2606::2",
			"1.1.1.2",
		]);
		expect(dialOrder(["1.1.1.1", "2606::1", "2606::2"])).toEqual(["1.1.1.1", "2606::1", "2606::2"]);
		expect(dialOrder(["1.1.1.1"])).toEqual(["1.1.1.1"]);
	});

	it("stops at four", () => {
		expect(dialOrder(["1.1.1.1", "1.1.1.2", "1.1.1.3", "1.1.1.4", "1.1.1.5"])).toHaveLength(4);
	});
});

describe("DNS rebinding", () => {
	it("never reaches the second answer", async () => {
		const tripwire = keep(await startTripwire());
		const answers = [[PUBLIC], ["127.0.0.1"]];
		const client = keep(
			new GuardedClient({
				userAgent: "test",
				isPublicAddress: (address) => address !== PUBLIC && isPublicAddress(address),
				resolve: async () => answers.shift() ?? ["127.0.0.1"],
				ports: [tripwire.port],
			}),
		);
		const url = new URL(`http://rebind.example.com:${tripwire.port}/`);
		// The stand-in for "public" is refused too, so that the test contacts no one.
		await expect(client.get(url)).rejects.toMatchObject({ code: "target-blocked", cause: [PUBLIC] });
		await expect(client.get(url)).rejects.toMatchObject({ code: "target-blocked", cause: ["127.0.0.1"] });
		expect(tripwire.accepted()).toBe(0);
	});

	it("looks up once per connection: dials what was vetted", async () => {
		const tripwire = keep(await startTripwire());
		const dialled: string[] = [];
		let asked = 0;
		const connector = new Connector({
			vetHost: async () => {
				asked += 1;
				return asked === 1 ? [PUBLIC] : ["127.0.0.1"];
			},
			connectTimeout: 1_000,
			verify: true,
			onTls: () => {},
			dial: diverted(tripwire, dialled),
		});
		const options = { hostname: "rebind.example.com", protocol: "http:", port: String(tripwire.port) };
		const error = await new Promise((resolve) => connector.connect(options, (...[problem]) => resolve(problem)));
		expect([asked, dialled]).toEqual([1, [PUBLIC]]);
		expect(error).toMatchObject({ code: "target-blocked" });
	});

	it("does not affect a kept-alive connection", async () => {
		const answers = [["127.0.0.1"], ["10.0.0.1"]];
		const site = keep(
			await startLoopbackSite({ "/": { body: "home" } }, { resolve: async () => answers.shift() ?? ["10.0.0.1"] }),
		);
		await site.client.get(site.url("/"));
		await site.client.get(site.url("/"));
		expect([site.connections(), answers.length]).toEqual([1, 1]);
	});
});

interface Certificate {
	readonly key: string;
	readonly cert: string;
}

const folder = mkdtempSync(join(tmpdir(), "certificates-"));
const OPENSSL = "openssl";
const KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
const sni: (string | false)[] = [];
const servers: { close(): unknown; closeAllConnections(): void }[] = [];
const requests: string[] = [];
let client: GuardedClient;
let ports: Record<(typeof faults)[number][0] | "good" | "address" | "wholeChain", number>;

function openssl(...args: string[]): void {
	try {
		execFileSync(OPENSSL, args, { cwd: folder, stdio: "pipe" });
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "ENOENT") {
			throw new Error("These tests make their certificates with the openssl command, which is not installed.");
		}
		throw error;
	}
}

function read(name: string): Certificate {
	return {
		key: readFileSync(join(folder, `${name}.key`), "utf8"),
		cert: readFileSync(join(folder, `${name}.pem`), "utf8"),
	};
}

interface Issue {
	/** Name in the authority's files. */
	readonly by?: string;
	/** Whether it contains the address of its issuer's certificate. */
	readonly namesIssuer?: boolean;
	readonly isAuthority?: boolean;
}

/** A certificate for `names` that expires in this many days, signed by the throw-away authority. */
function signed(name: string, names: string, days: number, issue: Issue = {}): Certificate {
	const { by = "ca", namesIssuer = false, isAuthority = false } = issue;
	const issuer = namesIssuer ? ["-addext", "authorityInfoAccess=caIssuers;URI:http://ca.example.com/ca.cer"] : [];
	openssl(
		"req",
		...KEY,
		"-keyout",
		`${name}.key`,
		"-out",
		`${name}.csr`,
		"-subj",
		`/CN=${name}`,
		"-addext",
		`subjectAltName=${names}`,
		...issuer,
		...(isAuthority ? ["-addext", "basicConstraints=critical,CA:TRUE"] : []),
	);
	const authority = ["-CA", `${by}.pem`, "-CAkey", `${by}.key`, "-CAcreateserial"];
	openssl(
		"x509",
		"-req",
		"-in",
		`${name}.csr`,
		...authority,
		"-days",
		`${days}`,
		"-copy_extensions",
		"copy",
		"-out",
		`${name}.pem`,
	);
	return read(name);
}

function selfSigned(name: string, names: string): Certificate {
	openssl(
		"req",
		"-x509",
		...KEY,
		"-keyout",
		`${name}.key`,
		"-out",
		`${name}.pem`,
		"-days",
		"2",
		"-subj",
		`/CN=${name}`,
		"-addext",
		`subjectAltName=${names}`,
	);
	return read(name);
}

async function serve(certificate: Certificate): Promise<number> {
	const server = createServer(certificate, (request, response) => {
		sni.push((request.socket as TLSSocket).servername ?? false);
		requests.push(request.headers.host ?? "");
		response.end("secure");
	});
	servers.push(server);
	return listening(server, "127.0.0.1");
}

beforeAll(async () => {
	const { cert } = selfSigned("ca", "DNS:authority.example.com");
	setDefaultCACertificates([...getCACertificates("default"), cert]);
	const intermediate = signed("between", "DNS:between.example.com", 2, { isAuthority: true });
	const leaf = signed("leaf", "DNS:site.example.com", 2, { by: "between", namesIssuer: true });
	ports = {
		good: await serve(signed("good", "DNS:site.example.com", 2)),
		expired: await serve(signed("expired", "DNS:site.example.com", -1)),
		selfSigned: await serve(selfSigned("self", "DNS:site.example.com")),
		address: await serve(signed("address", "IP:127.0.0.1", 2)),
		wholeChain: await serve({ ...leaf, cert: leaf.cert + intermediate.cert }),
		withoutChain: await serve(leaf),
		unknownIssuer: await serve(signed("unknown", "DNS:site.example.com", 2, { by: "between" })),
		lapsedToo: await serve(signed("lapsed", "DNS:site.example.com", -1, { by: "between", namesIssuer: true })),
	};
	client = loopbackClient(Object.values(ports));
});
afterAll(async () => {
	await client.close();
	for (const server of servers) {
		server.closeAllConnections();
		server.close();
	}
	rmSync(folder, { recursive: true });
});

const faults = [
	["withoutChain", "site.example.com", "incomplete-chain"],
	["withoutChain", "other.example.com", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"],
	["unknownIssuer", "site.example.com", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"],
	["lapsedToo", "site.example.com", "CERT_HAS_EXPIRED"],
	["expired", "site.example.com", "CERT_HAS_EXPIRED"],
	["good", "other.example.com", "ERR_TLS_CERT_ALTNAME_INVALID"],
	["selfSigned", "site.example.com", "DEPTH_ZERO_SELF_SIGNED_CERT"],
	["good", "127.0.0.1", "ERR_TLS_CERT_ALTNAME_INVALID"],
] as const;

describe("a certificate", () => {
	it("that is trusted is reported with its protocol and expiry", async () => {
		const { tls, body } = await client.get(new URL(`https://site.example.com:${ports.good}/`));
		expect(Buffer.from(body).toString()).toBe("secure");
		expect(tls).toMatchObject({ state: "valid", protocol: "TLSv1.3" });
		const days = (Date.parse(tls?.validTo ?? "") - Date.now()) / 86_400_000;
		expect(days).toBeGreaterThan(1.9);
		expect(days).toBeLessThan(2.1);
	});

	it("with a complete chain is valid", async () => {
		const { tls } = await client.get(new URL(`https://site.example.com:${ports.wholeChain}/`));
		expect(tls?.state).toBe("valid");
	});

	it("is requested by name, which the Host field keeps", async () => {
		await client.get(new URL(`https://site.example.com:${ports.good}/`));
		expect([sni.at(-1), requests.at(-1)]).toEqual(["site.example.com", `site.example.com:${ports.good}`]);
		await client.get(new URL(`https://127.0.0.1:${ports.address}/`));
		expect([sni.at(-1), requests.at(-1)]).toEqual([false, `127.0.0.1:${ports.address}`]);
	});

	it("of a name with a root dot is the same", async () => {
		const { tls } = await client.get(new URL(`https://site.example.com.:${ports.good}/`));
		expect(tls?.state).toBe("valid");
		expect(sni.at(-1)).toBe("site.example.com");
	});

	it.each(faults)("that is %s for %s ends the exchange: %3$s", async (server, host, reason) => {
		const before = requests.length;
		const failure = await client.get(new URL(`https://${host}:${ports[server]}/`)).catch((error) => error);
		expect(failure).toMatchObject({ code: "tls-invalid" });
		expect(failure.message).toContain(reason.replace("incomplete-chain", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"));
		expect(requests).toHaveLength(before);
	});

	it.each(faults)(
		"that is %s for %s is recorded where the caller goes on without trust",
		async (server, host, reason) => {
			const url = new URL(`https://${host}:${ports[server]}/`);
			for (const _ of ["over a new connection", "over the kept one"]) {
				const { tls, body } = await client.get(url, { trust: "record" });
				expect(Buffer.from(body).toString()).toBe("secure");
				expect(tls).toMatchObject({ state: "invalid", reason, protocol: "TLSv1.3", validTo: expect.any(String) });
			}
			// A certificate tolerated once is not trusted by the next caller.
			await expect(client.get(url)).rejects.toMatchObject({ code: "tls-invalid" });
		},
	);

	it("that is fine is valid for a caller that tolerates invalid ones", async () => {
		const { tls } = await client.get(new URL(`https://site.example.com:${ports.good}/`), { trust: "record" });
		expect(tls).toMatchObject({ state: "valid" });
		expect(tls).not.toHaveProperty("reason");
	});
});

describe("a handshake", () => {
	it("with a server that speaks no TLS fails the connection", async () => {
		const plain = await startTripwire((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
		const silent = await startTripwire();
		const visitor = loopbackClient([plain.port, silent.port], { timeouts: { connect: 200 } });
		try {
			const get = (port: number) => visitor.get(new URL(`https://site.example.com:${port}/`), { trust: "record" });
			await expect(get(plain.port)).rejects.toMatchObject({ code: "connection-failed" });
			await expect(get(silent.port)).rejects.toMatchObject({ code: "connection-timeout" });
		} finally {
			await visitor.close();
			await Promise.all([plain.close(), silent.close()]);
		}
	});
});

describe("a proxy", () => {
	const asked: string[] = [];
	let refusal: number | undefined;
	const proxy = createHttpServer((request, response) => {
		asked.push(`${request.url} ${request.headers.host} ${request.headers["proxy-authorization"]}`);
		response.statusCode = refusal ?? 200;
		response.end("forwarded");
	});
	proxy.on("connect", (request, socket) => {
		asked.push(`CONNECT ${request.url} ${request.headers["proxy-authorization"]}`);
		if (refusal !== undefined) {
			socket.end(`HTTP/1.1 ${refusal} No\r\n\r\n`);
			return;
		}
		const site = connectTcp(Number(request.url?.split(":").at(-1)), "127.0.0.1", () => {
			socket.write("HTTP/1.1 200 Go\r\n\r\n");
			socket.pipe(site).pipe(socket);
		});
		site.on("error", () => socket.destroy());
		socket.on("error", () => site.destroy());
	});
	servers.push(proxy);
	const BASIC = `Basic ${Buffer.from("ada:pass word").toString("base64")}`;

	async function visitorBehind(none = "", resolve?: () => Promise<string[]>) {
		if (!proxy.listening) await listening(proxy, "127.0.0.1");
		const address = `http://ada:pass%20word@127.0.0.1:${(proxy.address() as AddressInfo).port}`;
		asked.length = 0;
		refusal = undefined;
		const options = { proxies: { http: address, https: address, none }, ...(resolve ? { resolve } : {}) };
		return loopbackClient([...Object.values(ports), 80, 443], options);
	}

	it("gets CONNECT for https and absolute addresses for http; the certificate is the site's", async () => {
		const visitor = await visitorBehind("other.example.com, .internal.example");
		const secure = await visitor.get(new URL(`https://site.example.com:${ports.good}/`));
		expect(secure.tls).toMatchObject({ state: "valid", protocol: "TLSv1.3" });
		expect(Buffer.from(secure.body).toString()).toBe("secure");
		const plain = await visitor.get(new URL("http://site.example.com/a?b"));
		expect(Buffer.from(plain.body).toString()).toBe("forwarded");
		expect(asked).toEqual([
			`CONNECT site.example.com:${ports.good} ${BASIC}`,
			`http://site.example.com/a?b site.example.com ${BASIC}`,
		]);
		await visitor.close();
	});

	it("is bypassed for hosts in NO_PROXY", async () => {
		const visitor = await visitorBehind("example.com");
		await visitor.get(new URL(`https://site.example.com:${ports.good}/`));
		expect(asked).toEqual([]);
		await visitor.close();
	});

	it("gets no private addresses or names of them, but names that only it resolves", async () => {
		const visitor = await visitorBehind("", async () => ["10.0.0.1"]);
		for (const url of ["https://site.example.com/", "http://169.254.169.254/", "http://router.local/"])
			await expect(visitor.get(new URL(url))).rejects.toMatchObject({ code: "target-blocked" });
		expect(asked).toEqual([]);
		await visitor.close();
		const blind = await visitorBehind("", async () => []);
		await blind.get(new URL(`https://site.example.com:${ports.good}/`));
		expect(asked).toHaveLength(1);
		await blind.close();
	});

	it("that refuses or is down is reported as the proxy, not as the site", async () => {
		const visitor = await visitorBehind();
		refusal = 407;
		const get = () => visitor.get(new URL(`https://site.example.com:${ports.good}/`));
		await expect(get()).rejects.toThrow(/proxy of this machine answered 407/);
		// A limit of this machine: no site may be reported as lacking https.
		for (const url of [`https://site.example.com:${ports.good}/`, "http://site.example.com/"])
			await expect(visitor.get(new URL(url))).rejects.toMatchObject({ code: "overloaded" });
		refusal = 502;
		await expect(get()).rejects.toMatchObject({ code: "connection-failed" });
		await visitor.close();
		const gone = { https: "http://127.0.0.1:9", none: "" };
		const lost = loopbackClient([ports.good], { proxies: gone });
		await expect(lost.get(new URL(`https://site.example.com:${ports.good}/`))).rejects.toThrow(/proxy.*ECONNREFUSED/);
		await lost.close();
	});

	it.each([
		["*", true],
		["site.example.com", true],
		[".example.com", true],
		["*.example.com", true],
		["b.test example.com:443", true],
		["example.com:80", false],
		["ample.com", false],
		["", false],
	])("NO_PROXY %o excepts https://site.example.com: %s", (none, excepted) => {
		const found = proxyFor({ https: "http://p.test", none }, destinationOf(new URL("https://site.example.com/")));
		expect(found === undefined).toBe(excepted);
		for (const own of ["localhost", "127.0.0.1", "[::1]"])
			expect(proxyFor({ https: "http://p.test", none }, destinationOf(new URL(`https://${own}/`)))).toBeUndefined();
	});
});
