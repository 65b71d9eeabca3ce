import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { canonicalJson } from "#core/json-object.ts";
import { recomputeLog } from "../audit/verify-log.ts";
import { type LogHome, sealLog } from "../seal/seal.ts";
import { addReceipt, makeHome, vkeyOf } from "../seal/sealing.testkit.ts";
import { verifyAccess, writeAccessProofs } from "./verify-access.ts";

function receiptText(people: number): string {
	const log = { name: "access.log", lines: 9, unread: 0, end: "whole", formats: { combined: 9 } };
	return canonicalJson({
		kind: "sightline-access-receipt",
		v: 1,
		readAt: "2026-11-29T00:00:00.000Z",
		logs: [{ name: "access.log", hmac: "a".repeat(64) }],
		key: "b".repeat(16),
		report: {
			kind: "sightline-access",
			v: 1,
			domain: "example.com",
			lines: { read: 9, unread: 0, otherHosts: 0 },
			logs: [log],
			unread: [],
			proofs: { ranges: "c", oldest: "2026-11-01", newest: "2026-11-01", dns: false, proxies: 0 },
			people,
			programs: 0,
			assistants: [],
			bots: [],
			changes: [],
		},
	});
}

describe("a receipt of access", () => {
	let home: LogHome;
	let name: string;
	const stepsOf = async (text: string, proof?: string) => {
		const { steps } = await verifyAccess({ name, text }, { proof, keys: [await vkeyOf(1)] }, home);
		return Object.fromEntries(steps.map(({ id, state }) => [id, state]));
	};
	const faultsOf = async () => {
		const { audit } = await recomputeLog({ reports: home.reports, state: home.state, origin: home.origin, given: [] });
		return { faults: audit.faults.map(({ file }) => file), notes: audit.notes };
	};

	beforeEach(async () => {
		home = await makeHome();
		await addReceipt(home.reports, 1);
		name = join(home.reports, "access", "november.json");
		await mkdir(join(home.reports, "access"));
	});

	it("stands alone where no log has it", async () => {
		expect(await stepsOf(receiptText(9))).toEqual({ form: "proved", inclusion: "open" });
	});

	it("whose counts do not add up is disproved", async () => {
		expect(await stepsOf(receiptText(10))).toMatchObject({ form: "disproved" });
	});

	it("is sealed once, and proved by the log and by the file beside it", async () => {
		await writeFile(name, receiptText(9));
		expect((await sealLog({}, home)).added).toMatchObject({ audits: 1, files: 1 });
		expect((await sealLog({}, home)).added).toMatchObject({ audits: 0, files: 0 });
		expect(await stepsOf(receiptText(9))).toMatchObject({ form: "proved", bytes: "proved", signature: "proved" });
		await writeAccessProofs(home.reports);
		await rm(join(home.reports, "log"), { recursive: true });
		expect(await stepsOf(receiptText(9))).toMatchObject({ bytes: "proved", inclusion: "proved", signature: "proved" });
		expect(await stepsOf(receiptText(8))).toMatchObject({ bytes: "disproved" });
	});

	it("that waits for a seal is a note of the log's check, one that was changed a fault, one that is gone nothing", async () => {
		await sealLog({}, home);
		await writeFile(name, receiptText(9));
		expect(await faultsOf()).toEqual({
			faults: [],
			notes: expect.arrayContaining(["1 receipt of access is not sealed."]),
		});
		await sealLog({}, home);
		expect((await faultsOf()).faults).toEqual([]);
		await writeFile(name, (await readFile(name, "utf8")).replace('"people":9', '"people":10'));
		expect((await faultsOf()).faults).toEqual(["access/november.json"]);
		await rm(name);
		expect((await faultsOf()).faults).toEqual([]);
	});

	it("that is none is left out of the seal, which says so", async () => {
		await writeFile(name, receiptText(10));
		const { added, notes, faulty } = await sealLog({}, home);
		expect({ added, faulty }).toMatchObject({ added: { audits: 1, files: 0 }, faulty: true });
		expect(notes.join()).toContain("Left out: access/november.json");
	});
});
