import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readFile, stat, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sealLog } from "./seal.ts";
import { addReceipt, makeHome } from "./sealing.testkit.ts";

const run = promisify(execFile);
const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

const CONFIG = (folder: string) => `
[req]
distinguished_name = name
[name]
[stamping]
extendedKeyUsage = critical,timeStamping
[tsa]
default_tsa = authority
[authority]
serial = ${folder}/serial
signer_cert = ${folder}/cert.pem
certs = ${folder}/cert.pem
signer_key = ${folder}/key.pem
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_alg = sha256
`;

/** An authority that openssl plays. */
async function makeAuthority(): Promise<{ folder: string; reply: (query: Buffer) => Promise<Buffer> }> {
	const folder = await mkdtemp(join(tmpdir(), "sightline-tsa-"));
	const at = (name: string) => join(folder, name);
	await writeFile(at("openssl.cnf"), CONFIG(folder));
	await writeFile(at("serial"), "01\n");
	const key = ["-newkey", "rsa:2048", "-nodes", "-keyout", at("key.pem"), "-out", at("cert.pem"), "-days", "2"];
	const subject = ["-subj", "/CN=Authority of a test", "-config", at("openssl.cnf"), "-extensions", "stamping"];
	await run("openssl", ["req", "-x509", ...key, ...subject]);
	const reply = async (query: Buffer) => {
		await writeFile(at("query"), query);
		await run("openssl", [
			"ts",
			"-reply",
			"-config",
			at("openssl.cnf"),
			"-queryfile",
			at("query"),
			"-out",
			at("reply"),
		]);
		return readFile(at("reply"));
	};
	return { folder, reply };
}

let server: Server | undefined;
let answer: (query: Buffer) => Promise<Buffer> | Buffer;
let address = "";
beforeEach(async () => {
	server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk);
		response.writeHead(200, { "content-type": "application/timestamp-reply" }).end(await answer(Buffer.concat(chunks)));
	});
	await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
	address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsr`;
});
afterEach(() => server?.close());

async function sealStamped() {
	const home = await makeHome();
	await addReceipt(home.reports, 1);
	const { notes, size } = await sealLog({ timestamp: address }, home);
	expect(size).toBe(1);
	return { notes, archived: join(home.reports, "log", "checkpoints", "1") };
}

describe.skipIf(!hasOpenssl)(`a time stamp${hasOpenssl ? "" : " (skipped: no openssl)"}`, () => {
	it("is kept beside the checkpoint, and openssl verifies it", async () => {
		const { folder, reply } = await makeAuthority();
		answer = reply;
		const { notes, archived } = await sealStamped();
		expect(notes).toEqual([]);
		const verify = ["ts", "-verify", "-in", `${archived}.tsr`, "-CAfile", join(folder, "cert.pem"), "-data"];
		expect((await run("openssl", [...verify, archived])).stdout).toContain("Verification: OK");
		await writeFile(join(folder, "other"), "something else");
		await expect(run("openssl", [...verify, join(folder, "other")])).rejects.toThrow();
	});

	it("for another request or over something else is not kept", async () => {
		const { folder, reply } = await makeAuthority();
		await writeFile(join(folder, "other"), "something else");
		let first: Buffer | undefined;
		answer = async (query) => (first ??= await reply(query));
		await sealStamped();
		const replayed = await sealStamped();
		expect(replayed.notes).toEqual([expect.stringContaining("Its stamp is not for this request")]);
		await expect(stat(`${replayed.archived}.tsr`)).rejects.toThrow("ENOENT");
		answer = async () => {
			const query = await run("openssl", ["ts", "-query", "-data", join(folder, "other"), "-sha256"], {
				encoding: "buffer",
			});
			return reply(query.stdout);
		};
		expect((await sealStamped()).notes).toEqual([expect.stringContaining("over something else")]);
	});
});

describe("a time-stamping authority", () => {
	// TimeStampResp with PKIStatus 2 (rejection) and the words "busy".
	const rejection = Buffer.from("300d300b02010230060c0462757379", "hex");

	it.each([
		["refuses", rejection, /It refused: busy/],
		["talks nonsense", Buffer.from("<html>"), /no time stamp/],
		["says nothing", Buffer.alloc(0), /no time stamp/],
	])("that %s holds nothing up", async (_, body, words) => {
		answer = () => body;
		const { notes, archived } = await sealStamped();
		expect(notes).toEqual([expect.stringMatching(words)]);
		await expect(stat(`${archived}.tsr`)).rejects.toThrow("ENOENT");
	});

	it("is refused before anything is sealed when its address is none", async () => {
		await expect(sealLog({ timestamp: "nowhere" }, await makeHome())).rejects.toMatchObject({ code: "input-invalid" });
	});
});
