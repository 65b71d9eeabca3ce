import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { canonicalJson } from "#core/json-object.ts";
import { digestOf } from "#core/rehearsal.ts";
import { recomputeLog } from "../audit/verify-log.ts";
import { KEPT, KEPT_KINDS, type Kept } from "../lists.ts";
import { type LogHome, sealLog } from "../seal/seal.ts";
import { addReceipt, makeHome, vkeyOf } from "../seal/sealing.testkit.ts";
import { verifyKept, writeKeptProofs } from "./verify-kept.ts";

/** Its counts are consistent for up to 9 people. */
function accessText(people: number): string {
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

/** Its digest is for the kind of site `saas`. */
async function rehearsalText(kindOfSite: string): Promise<string> {
	const facts = {
		kind: "sightline-rehearsal",
		v: 1,
		domain: "example.com",
		source: "network",
		through: "browser",
		rehearsedAt: "2026-11-29T00:00:00.000Z",
		kindOfSite: "saas",
		journeys: [{ task: "search", asks: "Search", outcome: "not-offered", says: "There is none.", steps: [] }],
	} as const;
	return canonicalJson({ ...facts, kindOfSite, digest: await digestOf(facts) });
}

const TEXTS: Readonly<Record<Kept, { readonly whole: string; readonly other: string; readonly changed: string }>> = {
	access: { whole: accessText(9), other: accessText(8), changed: accessText(10) },
	rehearsals: {
		whole: await rehearsalText("saas"),
		other: (await rehearsalText("saas")).replace("11-29", "11-28"),
		changed: await rehearsalText("docs"),
	},
};

describe.each(KEPT_KINDS)("a receipt in %s/", (kind) => {
	const { whole, other, changed } = TEXTS[kind];
	let home: LogHome;
	let name: string;
	const stepsOf = async (text: string, proof?: string) => {
		const { steps } = await verifyKept(kind, { name, text }, { proof, keys: [await vkeyOf(1)] }, home);
		return Object.fromEntries(steps.map(({ id, state }) => [id, state]));
	};
	const faultsOf = async () => {
		const { audit } = await recomputeLog({ reports: home.reports, state: home.state, origin: home.origin, given: [] });
		return { faults: audit.faults.map(({ file }) => file), notes: audit.notes };
	};

	beforeEach(async () => {
		home = await makeHome();
		await addReceipt(home.reports, 1);
		name = join(home.reports, kind, "november.json");
		await mkdir(join(home.reports, kind));
	});

	it("is not sealed if no log has it", async () => {
		expect(await stepsOf(whole)).toEqual({ form: "proved", inclusion: "open" });
	});

	it("that is inconsistent is disproved", async () => {
		expect(await stepsOf(changed)).toMatchObject({ form: "disproved" });
	});

	it("is sealed once, and proved by the log and the file beside it", async () => {
		await writeFile(name, whole);
		expect((await sealLog({}, home)).added).toMatchObject({ audits: 1, files: 1 });
		expect((await sealLog({}, home)).added).toMatchObject({ audits: 0, files: 0 });
		expect(await stepsOf(whole)).toMatchObject({ form: "proved", bytes: "proved", signature: "proved" });
		await writeKeptProofs(home.reports);
		await rm(join(home.reports, "log"), { recursive: true });
		expect(await stepsOf(whole)).toMatchObject({ bytes: "proved", inclusion: "proved", signature: "proved" });
		expect(await stepsOf(other)).toMatchObject({ bytes: "disproved" });
	});

	it("is noted by verify if pending, a fault if changed, and ignored if missing", async () => {
		await sealLog({}, home);
		await writeFile(name, whole);
		expect(await faultsOf()).toEqual({
			faults: [],
			notes: expect.arrayContaining([`1 ${KEPT[kind].one} is not sealed.`]),
		});
		await sealLog({}, home);
		expect((await faultsOf()).faults).toEqual([]);
		await writeFile(name, `${await readFile(name, "utf8")}\n`);
		expect((await faultsOf()).faults).toEqual([`${kind}/november.json`]);
		await writeFile(name, changed);
		expect((await faultsOf()).faults).toEqual([`${kind}/november.json`]);
		await rm(name);
		expect((await faultsOf()).faults).toEqual([]);
	});

	it("that is invalid is skipped by the seal, with a note", async () => {
		await writeFile(name, changed);
		const { added, notes, faulty } = await sealLog({}, home);
		expect({ added, faulty }).toMatchObject({ added: { audits: 1, files: 0 }, faulty: true });
		expect(notes.join()).toContain(`Left out: ${kind}/november.json`);
	});
});
