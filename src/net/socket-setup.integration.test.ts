import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GuardedClient } from "./guarded-client.ts";
import { listening, loopbackClient, startTripwire } from "./loopback-site.testkit.ts";

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
let ports: Record<"good" | "expired" | "selfSigned" | "address", number>;

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

/** A certificate for `names` that ends in so many days, signed by the throw-away authority. */
function signed(name: string, names: string, days: number): Certificate {
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
	);
	const authority = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial"];
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
	ports = {
		good: await serve(signed("good", "DNS:site.example.com", 2)),
		expired: await serve(signed("expired", "DNS:site.example.com", -1)),
		selfSigned: await serve(selfSigned("self", "DNS:site.example.com")),
		address: await serve(signed("address", "IP:127.0.0.1", 2)),
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
	["expired", "site.example.com", "CERT_HAS_EXPIRED"],
	["good", "other.example.com", "ERR_TLS_CERT_ALTNAME_INVALID"],
	["selfSigned", "site.example.com", "DEPTH_ZERO_SELF_SIGNED_CERT"],
	["good", "127.0.0.1", "ERR_TLS_CERT_ALTNAME_INVALID"],
] as const;

describe("a certificate", () => {
	it("that is trusted is reported with its protocol and end", async () => {
		const { tls, body } = await client.get(new URL(`https://site.example.com:${ports.good}/`));
		expect(Buffer.from(body).toString()).toBe("secure");
		expect(tls).toMatchObject({ state: "valid", protocol: "TLSv1.3" });
		const days = (Date.parse(tls?.validTo ?? "") - Date.now()) / 86_400_000;
		expect(days).toBeGreaterThan(1.9);
		expect(days).toBeLessThan(2.1);
	});

	it("is asked for by name, and the Host field keeps it", async () => {
		await client.get(new URL(`https://site.example.com:${ports.good}/`));
		expect([sni.at(-1), requests.at(-1)]).toEqual(["site.example.com", `site.example.com:${ports.good}`]);
		await client.get(new URL(`https://127.0.0.1:${ports.address}/`));
		expect([sni.at(-1), requests.at(-1)]).toEqual([false, `127.0.0.1:${ports.address}`]);
	});

	it("of a name written with its root dot is the same", async () => {
		const { tls } = await client.get(new URL(`https://site.example.com.:${ports.good}/`));
		expect(tls?.state).toBe("valid");
		expect(sni.at(-1)).toBe("site.example.com");
	});

	it.each(faults)("that is %s for %s ends the exchange: %3$s", async (server, host, reason) => {
		const before = requests.length;
		const failure = await client.get(new URL(`https://${host}:${ports[server]}/`)).catch((error) => error);
		expect(failure).toMatchObject({ code: "tls-invalid" });
		expect(failure.message).toContain(reason);
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
			// What was let pass once is not trusted by the next caller.
			await expect(client.get(url)).rejects.toMatchObject({ code: "tls-invalid" });
		},
	);

	it("that is fine is valid to a caller who would have gone on as well", async () => {
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
