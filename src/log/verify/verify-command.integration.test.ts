import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { sha256, toHex } from "#core/bytes.ts";
import { canonicalJson } from "#core/json-object.ts";
import { startLoopbackSite } from "#net/loopback-site.testkit.ts";
import { sightline } from "#test/e2e/process.testkit.ts";
import {
	createLog,
	DOMAIN,
	fillers,
	leafOf,
	type ReceiptFile,
	sampleReceipt,
	type TestLog,
	writeReports,
} from "./verify-receipt.testkit.ts";

let root = "";
let receipt: ReceiptFile;
let log: TestLog;
let environment: Record<string, string> = {};
beforeAll(async () => {
	root = await mkdtemp(join(tmpdir(), "sightline-verify-command-"));
	receipt = await sampleReceipt();
	log = await createLog([...fillers(2), leafOf(receipt)]);
	environment = { SIGHTLINE_REPORTS: join(root, "reports"), SIGHTLINE_DATA: join(root, "data") };
	await writeReports(join(root, "reports"), [receipt], log);
	await writeFile(join(root, "r.json"), receipt.text);
	await writeFile(join(root, "bad.json"), receipt.text.replace('"pass":"', '"pass":"Not '));
	await writeFile(join(root, "p.tlog-proof"), await log.proof(2));
});

const verify = (...args: string[]) => sightline(["verify", ...args], environment);
/** A receipt as a later version might write it. */
async function newerReceipt(): Promise<{ readonly id: string; readonly text: string }> {
	const text = canonicalJson({ ...JSON.parse(receipt.text), engine: "9.0.0", novelty: true });
	return { id: toHex(await sha256(new TextEncoder().encode(text))), text };
}
const file = (name: string) => join(root, name);

describe("sightline verify", () => {
	it("proves a domain offline on one screen and exits with 0", async () => {
		const { code, stdout, stderr } = await verify(DOMAIN);
		expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
		expect(stdout).toMatch(/^PROVED {2}Receipt [0-9a-f]{16}… of orbitboard\.example\.org\n/);
		expect(stdout.replaceAll(/\s+/g, " ")).toContain("the key of this checkout's own log");
		expect(stdout).toContain("No witness has cosigned it: the log could show others another history.");
		expect(stdout).toContain("What this does not prove");
		expect(stdout).toContain("Nothing was fetched.");
		expect(stdout, "no colours where there is no terminal").not.toContain("\u001b");
		expect(stdout.split("\n").length).toBeLessThanOrEqual(30);
	});

	it("prints the same as JSON with full hashes", async () => {
		const { code, stdout } = await verify(file("r.json"), "--proof", file("p.tlog-proof"), "--json");
		expect(code).toBe(0);
		expect(JSON.parse(stdout)).toMatchObject({
			verdict: "proved",
			receipt: receipt.id,
			log: { key: log.vkey, root: expect.stringMatching(/^[0-9a-f]{64}$/) },
		});
	});

	it("exits with 1 for a disproved receipt", async () => {
		const { code, stdout } = await verify(file("bad.json"), "--proof", file("p.tlog-proof"));
		expect(code).toBe(1);
		expect(stdout).toMatch(/^DISPROVED/);
		expect(stdout).toMatch(/✗ The receipt's SHA-256 is/);
	});

	it("exits with 2 for invalid input, also in JSON", async () => {
		expect(await verify()).toMatchObject({
			code: 2,
			stderr: expect.stringContaining("Name a file, an address or a domain"),
		});
		expect(await verify(file("none.json"))).toMatchObject({ code: 2, stdout: "" });
		const refused = await verify(file("bad.json"), "--json");
		expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("There is no proof") });
		expect(JSON.parse(refused.stdout)).toMatchObject({ verdict: "none", code: "input-invalid" });
	});

	it("exits with 2 and names a missing file of the log", async () => {
		const reports = join(root, "incomplete");
		await writeReports(reports, [receipt], log);
		const ask = () => sightline(["verify", DOMAIN], { ...environment, SIGHTLINE_REPORTS: reports });
		for (const name of ["tile/entries/000.p/3", "vkeys"]) {
			await rm(join(reports, "log", name));
			expect(await ask()).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(name) });
		}
	});

	it("calls a sample a sample", async () => {
		const samples = await createLog([leafOf(receipt)], { origin: "samples.example.invalid/log" });
		await writeFile(file("s.tlog-proof"), await samples.proof(0));
		const { code, stdout } = await verify(file("r.json"), "--proof", file("s.tlog-proof"), "--key", samples.vkey);
		expect(code).toBe(0);
		expect(stdout).toMatch(/^SAMPLE {2}Receipt/);
		expect(stdout.replaceAll(/\s+/g, " ")).toContain("its key is public, so anyone could have made this.");
		expect(stdout).not.toContain("PROVED");
	});

	it("exits with 2 for an unreadable receipt of a domain", async () => {
		const newer = await newerReceipt();
		const other = await createLog([{ kind: "audit", receipt: newer.id, auditedAt: receipt.receipt.auditedAt }]);
		const site = await startLoopbackSite({
			"/oembed/shop.example.com.json": {
				body: JSON.stringify({ receipt: `https://audit.example.com/receipts/${newer.id}/` }),
			},
			[`/receipts/${newer.id}.json`]: { body: newer.text },
			[`/receipts/${newer.id}.tlog-proof`]: { body: await other.proof(0) },
		});
		try {
			const from = site.url("", "localhost").href;
			const { code, stdout } = await verify("shop.example.com", "--from", from, "--key", other.vkey);
			expect(code).toBe(2);
			expect(stdout).toMatch(/^UNDECIDED/);
			expect(stdout.replaceAll(/\s+/g, " ")).toContain("Whether it is a receipt of shop.example.com cannot be decided");
			expect(stdout).not.toContain("PROVED");
		} finally {
			await site.close();
		}
	});

	it("exits with 3 if the site does not respond", async () => {
		const site = await startLoopbackSite({});
		try {
			const address = site.url(`/receipts/${receipt.id}/`, "localhost").href;
			expect(await verify(address)).toMatchObject({
				code: 3,
				stdout: "",
				stderr: expect.stringContaining("status 404"),
			});
			expect(await verify("shop.example.com", "--from", site.url("", "localhost").href)).toMatchObject({ code: 3 });
		} finally {
			await site.close();
		}
	});

	it("explains how little a site's own key proves", async () => {
		const files = Object.fromEntries([...log.files].map(([path, body]) => [`/log/${path}`, { body }]));
		const site = await startLoopbackSite({
			...files,
			[`/receipts/${receipt.id}.json`]: { body: receipt.text },
			[`/receipts/${receipt.id}.tlog-proof`]: { body: await log.proof(2) },
		});
		try {
			const address = site.url(`/receipts/${receipt.id}/`, "localhost").href;
			const stranger = { ...environment, SIGHTLINE_REPORTS: file("nowhere") };
			const ask = (...args: string[]) => sightline(["verify", address, ...args], stranger);
			expect(await ask()).toMatchObject({ code: 2, stderr: expect.stringContaining("--trust-site-key") });
			const { code, stdout } = await ask("--trust-site-key");
			expect(code).toBe(0);
			expect(stdout).toMatch(/^AGREES WITH ITSELF/);
			expect(stdout).toContain("this only shows that the site agrees with itself");
			expect(stdout).not.toContain("PROVED");
		} finally {
			await site.close();
		}
	});

	it("prints its help", async () => {
		expect(await verify("--help")).toMatchObject({ code: 0, stdout: expect.stringContaining("--trust-site-key") });
	});
});
