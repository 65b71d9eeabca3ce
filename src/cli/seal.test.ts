import { describe, expect, it } from "vitest";
import type { SealResult } from "#log/seal/seal.ts";
import { keyPairReport, sealReport } from "./seal.ts";
import { createInk } from "./terminal.ts";

const plain = createInk(Object.assign(Object.create(process.stdout), { isTTY: false }));
const outcome = (change: Partial<SealResult> = {}): SealResult => ({
	origin: "audit.example.com/log",
	size: 12,
	root: "ab".repeat(32),
	added: { audits: 1, rechecks: 2, files: 0 },
	vkey: "audit.example.com/log+00000000+AAAA",
	notes: [],
	faulty: false,
	...change,
});

describe("sealReport", () => {
	it("reports what readers need to check the log", () => {
		const text = sealReport(outcome(), plain);
		expect(text).toContain("Sealed: 1 receipt and 2 rechecks");
		for (const fact of ["audit.example.com/log", "12", "ab".repeat(32), "+00000000+AAAA"]) expect(text).toContain(fact);
	});

	it("distinguishes nothing new from an empty log", () => {
		const added = { audits: 0, rechecks: 0, files: 0 };
		expect(sealReport(outcome({ added }), plain)).toContain("Nothing new to seal");
		const empty = sealReport(outcome({ added, size: 0, vkey: "" }), plain);
		expect(empty).toBe("Nothing to seal: no receipts yet\n");
	});

	it("reports a pending tree, and where the log continues", () => {
		const text = sealReport(outcome({ waiting: 15, comparedWith: "https://a.example/log/checkpoint" }), plain);
		expect(text).toMatch(/^Not published yet: witnesses must cosign a tree of 15 leaves/);
		expect(text).toContain("  goes on from  https://a.example/log/checkpoint\n");
	});

	it("names a generated key and every note, folded and sanitized", () => {
		const text = sealReport(
			outcome({ madeKey: "/data/log/signing-key", notes: ["Left out: a\u001b[31m file."] }),
			plain,
		);
		expect(text).toContain("/data/log/signing-key");
		expect(text).toContain("  Left out: a\ufffd[31m file.\n");
	});
});

describe("keyPairReport", () => {
	it("shows both keys on separate lines, and that the private one is secret", () => {
		const text = keyPairReport({ privateKey: "PRIVATE+KEY+x", vkey: "x+1+y" }, plain);
		expect(text).toMatch(/Private key \(secret\)\n {2}PRIVATE\+KEY\+x\n/);
		expect(text).toMatch(/Public key \(vkey\)\n {2}x\+1\+y\n/);
	});
});
