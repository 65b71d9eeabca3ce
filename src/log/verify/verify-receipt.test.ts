import { existsSync } from "node:fs";
import { appendFile, mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { FORMULAS, type Scoring } from "#audit/simulate.ts";
import { readEnvironment, type Settings } from "#config/environment.ts";
import { sha256Hex } from "#core/bytes.ts";
import { canonicalJson } from "#core/json-object.ts";
import { FULL } from "#core/long-form.testkit.ts";
import { METHODOLOGY, type Rubric } from "#core/methodology.ts";
import { listLine } from "#core/occurrence.ts";
import type { Finding } from "#core/report.ts";
import { currentRubric, RUBRICS } from "#core/rubrics.ts";
import type { Verification } from "#core/verification.ts";
import { createWitness } from "#log/tlog/witness.testkit.ts";
import { listBeside } from "#receipts/store/evidence-archive.ts";
import { createReceipt, receiptText } from "#receipts/store/receipt.ts";
import { openEvidence } from "#receipts/store/record-audit.ts";
import {
	createLog,
	DOMAIN,
	fillers,
	leafOf,
	ORIGIN,
	type ReceiptFile,
	sampleReceipt,
	type TestLog,
	writeReports,
} from "./verify-receipt.testkit.ts";
import { verifyReceipt } from "./verify-receipt.ts";

const INDEX = 3;

let root = "";
let receipt: ReceiptFile;
let log: TestLog;
/** Without reports, so only the given keys are known. */
let bare: Settings;
beforeAll(async () => {
	root = await mkdtemp(join(tmpdir(), "sightline-verify-"));
	receipt = await sampleReceipt();
	log = await createLog([...fillers(INDEX), leafOf(receipt), ...fillers(3)]);
	bare = readEnvironment({ SIGHTLINE_REPORTS: join(root, "nowhere"), SIGHTLINE_DATA: join(root, "data") });
});

/** Writes files to a new folder. */
async function folderOf(files: Record<string, string | Uint8Array>): Promise<string> {
	const folder = await mkdtemp(join(root, "files-"));
	for (const [name, data] of Object.entries(files)) await writeFile(join(folder, name), data);
	return folder;
}

type Change = Partial<Parameters<typeof verifyReceipt>[0]>;
const verify = (subject: string, change: Change = {}, settings = bare) =>
	verifyReceipt({ subject, keys: [log.vkey], trustSiteKey: false, ...change }, settings);

/** Verifies a receipt and a proof in one folder. */
async function verifyPair(text: string | Uint8Array, proof: string | Uint8Array, change?: Change) {
	const folder = await folderOf({ "r.json": text, "p.tlog-proof": proof });
	return verify(join(folder, "r.json"), { proof: join(folder, "p.tlog-proof"), ...change });
}

describe("a receipt's list of all occurrences", () => {
	const list = { count: 1, sha256: "" };
	const occurrences = [
		{
			check: "title",
			outcome: "fail",
			page: `https://${DOMAIN}/a`,
			excerpt: "<head>",
			says: "It has none.",
			fix: "Add one.",
		},
	] as const;

	it.each([
		["kept as it was", "proved", "proved", (text: string) => text],
		["changed", "disproved", "disproved", (text: string) => text.replace("none", "one")],
		["not kept", "open", "proved", () => undefined],
	])("is said to be %s", async (_, state, verdict, change) => {
		const text = occurrences.map(listLine).join("");
		const site = { pages: 2, list: { ...list, sha256: await sha256Hex(text) }, templates: [] };
		const named = await sampleReceipt({ site });
		const kept = change(text);
		const settings = readEnvironment({ SIGHTLINE_REPORTS: join(root, "nowhere"), SIGHTLINE_DATA: await folderOf({}) });
		if (kept !== undefined) {
			const archive = await openEvidence(settings);
			await archive.store({ name: listBeside(named.receipt.evidenceDigest), packed: Uint8Array.from(gzipSync(kept)) });
		}
		const own = await createLog([leafOf(named)]);
		const folder = await folderOf({ "r.json": named.text, "p.tlog-proof": await own.proof(0) });
		const proof = join(folder, "p.tlog-proof");
		const found = await verify(join(folder, "r.json"), { proof, keys: [own.vkey] }, settings);
		expect([stateOf(found, "list"), found.verdict]).toEqual([state, verdict]);
	});
});

function stateOf(found: Verification, id: Verification["steps"][number]["id"]) {
	return found.steps.find((step) => step.id === id)?.state;
}

describe("a receipt and its proof", () => {
	it("are proved from files only", async () => {
		const found = await verifyPair(receipt.text, await log.proof(INDEX));
		expect(found).toMatchObject({
			verdict: "proved",
			receipt: receipt.id,
			content: { domain: DOMAIN, overallScore: receipt.receipt.scores?.overall },
			log: { origin: ORIGIN, size: INDEX + 4, index: INDEX, kind: "audit", key: log.vkey, keySource: "given" },
		});
		expect(found.steps.map(({ id, state }) => `${id} ${state}`)).toEqual([
			"bytes proved",
			"inclusion proved",
			"signature proved",
			"witness open",
			"form proved",
			"score proved",
		]);
		expect(found.sources.every(({ fetched }) => !fetched)).toBe(true);
	});

	it("find each other by name", async () => {
		const proof = await log.proof(INDEX);
		const folder = await folderOf({ [`${receipt.id}.json`]: receipt.text, [`${receipt.id}.tlog-proof`]: proof });
		const renamed = await folderOf({ "mine.json": receipt.text, [`${receipt.id}.tlog-proof`]: proof });
		const other = await folderOf({ "mine.json": receipt.text, "mine.tlog-proof": proof });
		for (const path of [
			join(folder, `${receipt.id}.json`),
			join(folder, `${receipt.id}.tlog-proof`),
			join(renamed, "mine.json"),
			join(other, "mine.json"),
		])
			expect(stateOf(await verify(path), "bytes"), path).toBe("proved");
	});

	it("without the receipt, show only that a receipt was logged", async () => {
		const folder = await folderOf({ "p.tlog-proof": await log.proof(INDEX) });
		const found = await verify(join(folder, "p.tlog-proof"));
		expect(found).toMatchObject({ verdict: "proved", receipt: receipt.id });
		expect(stateOf(found, "bytes")).toBe("open");
		expect(found.content).toBeUndefined();
	});

	it("of a recheck say so", async () => {
		const recheck = { kind: "recheck", receipt: receipt.id, auditedAt: "2026-11-22T02:00:00.000Z" } as const;
		const longer = await createLog([leafOf(receipt), recheck], { key: log.key });
		const found = await verifyPair(receipt.text, await longer.proof(1));
		expect(found).toMatchObject({ verdict: "proved", log: { kind: "recheck" } });
		expect(found.steps.find(({ id }) => id === "bytes")?.says).toContain("a later audit found again");
	});

	it("with any byte of the receipt changed are disproved", async () => {
		const bytes = new TextEncoder().encode(receipt.text);
		const proof = await log.proof(INDEX);
		for (let at = 0; at < bytes.length; at += 997) {
			const changed = bytes.with(at, (bytes[at] ?? 0) ^ 1);
			expect((await verifyPair(changed, proof)).verdict, `byte ${at}`).toBe("disproved");
		}
	});

	it("with any byte of the proof changed are never proved", { timeout: 60_000 }, async () => {
		const small = await createLog([leafOf(receipt), ...fillers(1)], { key: log.key });
		const bytes = new TextEncoder().encode(await small.proof(0));
		const folder = await folderOf({ "r.json": receipt.text });
		const path = join(folder, "r.json");
		const proof = join(folder, "p.tlog-proof");
		await writeFile(proof, bytes);
		expect((await verify(path, { proof })).verdict).toBe("proved");
		const outcomes = new Map<string, number>();
		for (let at = 0; at < bytes.length; at += FULL ? 1 : 17) {
			for (const bit of [1, 0x80]) {
				await writeFile(proof, bytes.with(at, (bytes[at] ?? 0) ^ bit));
				const outcome = await verify(path, { proof }).then(
					({ verdict }) => verdict,
					({ code }) => String(code),
				);
				outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
			}
		}
		expect([...outcomes.keys()].toSorted()).toEqual(["disproved", "input-invalid", "log-malformed"]);
	});

	it("of different receipts do not match", async () => {
		const other = await sampleReceipt({ auditedAt: "2026-11-22T02:00:00.000Z" });
		const found = await verifyPair(other.text, await log.proof(INDEX));
		expect(found.verdict).toBe("disproved");
		expect(stateOf(found, "bytes")).toBe("disproved");
		expect(stateOf(found, "inclusion")).toBe("proved");
	});
});

describe("the log behind a proof", () => {
	it("with a root other than the signed one is disproved", async () => {
		const proof = (await log.proof(INDEX)).replace(`index ${INDEX}`, `index ${INDEX - 1}`);
		const found = await verifyPair(receipt.text, proof);
		expect(found.verdict).toBe("disproved");
		expect([stateOf(found, "inclusion"), stateOf(found, "signature"), stateOf(found, "bytes")]).toEqual([
			"disproved",
			"proved",
			"open",
		]);
		expect(found.log).toBeUndefined();
	});

	it("signed by another key under the same name is disproved", async () => {
		const forged = await createLog([leafOf(receipt)]);
		const found = await verifyPair(receipt.text, await forged.proof(0));
		expect(found.verdict).toBe("disproved");
		expect(stateOf(found, "signature")).toBe("disproved");
	});

	it("without a trusted key of its name is refused, with advice", async () => {
		const elsewhere = await createLog([leafOf(receipt)], { origin: "elsewhere.example/log" });
		await expect(verifyPair(receipt.text, await elsewhere.proof(0))).rejects.toMatchObject({
			code: "input-invalid",
			message: expect.stringMatching(
				/No key of the log elsewhere\.example\/log .*key given is that of audit\.example\.com.*--key/,
			),
		});
		await expect(verifyPair(receipt.text, await log.proof(INDEX), { keys: [] })).rejects.toThrow(
			/knows no key of any log/,
		);
		await expect(verifyPair(receipt.text, await log.proof(INDEX), { keys: ["nonsense"] })).rejects.toThrow(
			/--key takes a public key/,
		);
	});

	it("lists its witnesses with their times", async () => {
		const witness = createWitness("witness.example");
		const seen = await createLog([leafOf(receipt)], {
			key: log.key,
			finish: async (note) => witness.cosignNote(note, 1_795_226_400),
		});
		const proof = await seen.proof(0);
		const known = await verifyPair(receipt.text, proof, { keys: [log.vkey, witness.verifierKey] });
		expect(known).toMatchObject({
			verdict: "proved",
			log: { witnesses: [{ name: "witness.example", at: "2026-11-21T02:00:00.000Z" }] },
		});
		expect(stateOf(known, "witness")).toBe("proved");
		const unknown = await verifyPair(receipt.text, proof);
		expect(unknown.verdict).toBe("proved");
		expect(unknown.steps.find(({ id }) => id === "witness")).toMatchObject({
			state: "open",
			says: expect.stringContaining("witness.example"),
		});
	});

	it("is disproved by a wrong signature of a known witness", async () => {
		const witness = createWitness("witness.example");
		const seen = await createLog([leafOf(receipt)], {
			key: log.key,
			finish: async (note) => witness.cosignNote(note, 1_795_226_400).replace(/.{8}\n$/, "AAAAAAA=\n"),
		});
		const outcome = verifyPair(receipt.text, await seen.proof(0), { keys: [log.vkey, witness.verifierKey] });
		expect((await outcome).verdict).toBe("disproved");
	});
});

describe("the content of a receipt", () => {
	/** A wrong receipt that its owner logged. */
	async function logged(text: string) {
		const { createHash } = await import("node:crypto");
		const id = createHash("sha256").update(text).digest("hex");
		const bad = await createLog([{ ...leafOf(receipt), receipt: id }], { key: log.key });
		return verifyPair(text, await bad.proof(0));
	}
	const rewritten = async (change: object) => {
		const { v, kind, evidenceDigest, resultDigest, ...report } = receipt.receipt;
		return receiptText((await createReceipt({ ...report, ...change }, evidenceDigest)).receipt);
	};

	it("in non-canonical form is disproved, even if it was logged", async () => {
		for (const text of [
			receipt.text.replace(":", ": "),
			receipt.text.replace(/"resultDigest":"../, '"resultDigest":"zz'),
			`${receipt.text}\n`,
		]) {
			const found = await logged(text);
			expect(stateOf(found, "bytes")).toBe("proved");
			expect(stateOf(found, "form")).toBe("disproved");
			expect(found.verdict).toBe("disproved");
		}
	});

	it("is disproved if its score does not follow from its findings", async () => {
		const { scores, findings } = receipt.receipt;
		if (!scores) throw new Error("The sample has a score.");
		const raised = { ...scores, overall: scores.overall + 1 };
		const heavier = findings.map((each, at) => (at === 0 ? { ...each, weight: 1 as const } : each));
		const lighter = findings.filter(({ outcome }) => outcome !== "fail");
		const lifted = findings.map((each) => ({ ...each, lift: each.lift + 1 }));
		for (const change of [
			{ scores: raised },
			{ coverage: 0.5 },
			{ gates: [] },
			{ notApplicable: [{ key: "access", label: "Access", says: "Nothing." }] },
			{ findings: heavier },
			{ findings: lighter },
			{ findings: lifted },
			{ findings: [...findings, ...findings.slice(0, 1)] },
			{ ok: false, failure: { code: "evidence-thin", says: "Too little is known." } },
		]) {
			const found = await logged(await rewritten(change));
			expect(stateOf(found, "form"), JSON.stringify(change).slice(0, 80)).toBe("proved");
			expect(stateOf(found, "score"), JSON.stringify(change).slice(0, 80)).toBe("disproved");
		}
	});

	it("is disproved if an engine is blocked by a passing check; without engines it is accepted", async () => {
		const { reach = [], seen, ...older } = receipt.receipt;
		const shut = reach.map((row) => ({ ...row, state: "blocked" as const, check: "auth-gate" }));
		expect(stateOf(await logged(await rewritten({ reach: shut })), "score")).toBe("disproved");
		const { v, kind, evidenceDigest, resultDigest, ...report } = older;
		const text = await receiptText((await createReceipt(report, evidenceDigest)).receipt);
		expect(stateOf(await logged(text), "form")).toBe("proved");
		expect(stateOf(await logged(text), "score")).toBe("proved");
	});

	it("is disproved if its findings are not those of the methodology", async () => {
		const { findings } = receipt.receipt;
		const heaviest = findings.findIndex(({ outcome, scored }) => scored && outcome === "fail");
		const [rubric, inForce] = [await currentRubric(), FORMULAS.get(METHODOLOGY)];
		if (!inForce) throw new RangeError(`There is no formula of ${METHODOLOGY}.`);
		const settle = (changed: readonly Finding[]) => {
			const lifts = inForce.lifts(rubric, changed);
			const lifted = changed.map((each, at) => ({ ...each, lift: lifts[at] ?? 0 }));
			return rewritten({ ...inForce.score(rubric, changed), findings: lifted });
		};
		const change = (by: Partial<Finding>) => findings.map((each, at) => (at === heaviest ? { ...each, ...by } : each));
		expect(stateOf(await logged(await settle(findings)), "score"), "as it is").toBe("proved");
		for (const changed of [
			change({ weight: findings[heaviest]?.weight === 1 ? 2 : 1 }),
			change({ engines: findings[heaviest]?.engines.length === 1 ? ["search", "answers"] : ["search"] }),
			change({ scored: false }),
			change({ axis: findings[heaviest]?.axis === "structure" ? "accessibility" : "structure" }),
			findings.toSpliced(heaviest, 1),
		]) {
			const found = await logged(await settle(changed));
			expect([stateOf(found, "form"), stateOf(found, "score")]).toEqual(["proved", "disproved"]);
		}
	});

	it("of an earlier methodology is recomputed with that formula and its weights", async () => {
		const [rubric, inForce] = [await currentRubric(), FORMULAS.get(METHODOLOGY)];
		if (!inForce) throw new RangeError(`There is no formula of ${METHODOLOGY}.`);
		const methodology = "0.0.8";
		const earlier: Rubric = { ...rubric, methodology, checks: rubric.checks.map((each) => ({ ...each, weight: 1 })) };
		const formula: Scoring = {
			score: (of, findings) => ({ ...inForce.score(of, findings), coverage: 0.875 }),
			lifts: (_, findings) => findings.map(({ outcome }) => (outcome === "fail" ? 2 : 0)),
		};
		RUBRICS.set(methodology, async () => earlier);
		FORMULAS.set(methodology, formula);
		const findings = receipt.receipt.findings.map((each) => ({ ...each, weight: 1 as const }));
		const lifts = formula.lifts(earlier, findings);
		const lifted = findings.map((each, at) => ({ ...each, lift: lifts[at] ?? 0 }));
		const graded = { methodology, ...formula.score(earlier, findings), findings: lifted };
		const found = await logged(await rewritten(graded));
		expect(found).toMatchObject({ verdict: "proved", content: { methodology } });
		expect(found.steps.find(({ id }) => id === "score")).toMatchObject({
			state: "proved",
			says: expect.stringContaining(`under methodology ${methodology}; ${METHODOLOGY} is in force now`),
		});
		const wrong = [
			{ coverage: 0.874 },
			{ findings },
			{ findings: lifted.map((each) => ({ ...each, weight: 2 as const })) },
		];
		for (const change of [...wrong, { methodology: METHODOLOGY }]) {
			const changed = await logged(await rewritten({ ...graded, ...change }));
			expect([stateOf(changed, "form"), stateOf(changed, "score")]).toEqual(["proved", "disproved"]);
		}
		RUBRICS.delete(methodology);
		FORMULAS.delete(methodology);
	});

	it("of an unknown methodology is not recomputed, which is no fault", async () => {
		const found = await logged(await rewritten({ methodology: "0.0.9", engine: "0.1.0" }));
		expect(found).toMatchObject({ verdict: "proved" });
		expect(found.steps.find(({ id }) => id === "score")).toMatchObject({
			state: "open",
			says: expect.stringMatching(/The program that wrote it can\.$/),
		});
	});

	it("never leads to a harmful command, whatever program it names", async () => {
		const found = await logged(await rewritten({ methodology: "0.0.9", engine: "1.0.0; rm -rf ~" }));
		expect(JSON.stringify([found.steps, found.notProved])).not.toContain("rm -rf");
	});

	it("of a newer version in an unknown form is left open", async () => {
		const newer = canonicalJson({ ...JSON.parse(receipt.text), engine: "9.0.0", novelty: true });
		const found = await logged(newer);
		expect([found.verdict, stateOf(found, "form")]).toEqual(["proved", "open"]);
	});

	it("is disproved if its time differs from the log entry", async () => {
		const other = await createLog([{ ...leafOf(receipt), auditedAt: "2026-11-22T02:00:00.000Z" }], { key: log.key });
		expect(stateOf(await verifyPair(receipt.text, await other.proof(0)), "form")).toBe("disproved");
	});

	it("without a score must also match its findings", async () => {
		const failed = {
			ok: false,
			failure: { code: "connection-refused", says: "It refused." },
			scores: undefined,
			firstFixes: undefined,
			repaired: undefined,
			gates: [],
		};
		const lift = receipt.receipt.findings.map((each) => ({ ...each, lift: 0 }));
		const found = await logged(await rewritten({ ...failed, findings: lift }));
		expect(stateOf(found, "score")).toBe("proved");
	});
});

describe("our own reports directory", () => {
	let settings: Settings;
	let newer: ReceiptFile;
	beforeAll(async () => {
		const reports = join(root, "reports");
		settings = readEnvironment({ SIGHTLINE_REPORTS: reports, SIGHTLINE_DATA: join(root, "data") });
		newer = await sampleReceipt({ auditedAt: "2026-11-23T02:00:00.000Z" });
		await writeReports(reports, [receipt, newer], log);
		const says = "The heading was there.";
		const notices = [{ kind: "correction", receipt: receipt.id, at: "2026-11-22T09:00:00.000Z", says }];
		await writeFile(join(reports, "notices.json"), JSON.stringify({ notices }));
	});

	it("proves the newest sealed receipt of a domain, by the key of the checkout's own log, and lists its notices", async () => {
		const found = await verify(DOMAIN, { keys: [] }, settings);
		expect(found).toMatchObject({ verdict: "proved", receipt: receipt.id, log: { keySource: "checkout" } });
		expect(found.notices).toEqual([
			expect.stringContaining("A newer receipt, of 2026-11-23, is not sealed yet"),
			expect.stringContaining("The heading was there."),
		]);
	});

	it("proves a receipt stored elsewhere", async () => {
		const folder = await folderOf({ "r.json": receipt.text });
		expect((await verify(join(folder, "r.json"), { keys: [] }, settings)).verdict).toBe("proved");
	});

	it("says if it has no proof", async () => {
		const folder = await folderOf({ "r.json": newer.text });
		await expect(verify(join(folder, "r.json"), {}, settings)).rejects.toThrow(/no proof for .*is not sealed yet/s);
		await expect(verify(join(folder, "r.json"))).rejects.toThrow(/there is no log in/);
		const unsealed = readEnvironment({ SIGHTLINE_REPORTS: join(root, "unsealed"), SIGHTLINE_DATA: join(root, "data") });
		await writeReports(unsealed.reports, [receipt]);
		await expect(verify(DOMAIN, {}, unsealed)).rejects.toThrow(/Run npm run seal first/);
	});
});

describe("a retired key", () => {
	/** A checkout with a log rotated after a theft, and a later proof by the thief. */
	async function afterTheft() {
		const settings = { ...bare, reports: await mkdtemp(join(root, "reports-")) };
		const forged = await createLog([leafOf(receipt)], { key: log.key });
		const today = await createLog([leafOf(receipt)]);
		await writeReports(settings.reports, [receipt], today);
		const folder = await folderOf({ "r.json": receipt.text, "f.tlog-proof": await forged.proof(0) });
		await writeFile(join(folder, "t.tlog-proof"), await today.proof(0));
		const lists = { vkeys: join(settings.reports, "log/vkeys"), retired: join(settings.reports, "log/retired-vkeys") };
		const check = (name: string, keys: readonly string[] = []) =>
			verify(join(folder, "r.json"), { proof: join(folder, name), keys }, settings);
		return { settings, lists, check };
	}

	it("proves nothing, even if it is still listed as in use", async () => {
		const { lists, check } = await afterTheft();
		await appendFile(lists.vkeys, `${log.vkey}\n`);
		expect((await check("f.tlog-proof")).verdict, "while the key is in use").toBe("proved");
		await writeFile(lists.retired, `${log.vkey}\n`);
		const refused = { code: "signature-missing", message: expect.stringContaining("a key that this log has given up") };
		await expect(check("f.tlog-proof")).rejects.toMatchObject(refused);
		await expect(check("f.tlog-proof", [log.vkey])).rejects.toMatchObject(refused);
		expect((await check("t.tlog-proof")).verdict).toBe("proved");
	});

	it("is an unknown key without the list of retired keys", async () => {
		const { check } = await afterTheft();
		expect((await check("f.tlog-proof")).verdict).toBe("disproved");
	});
});

describe("a log of samples", () => {
	it("is labelled as samples, and nothing in it is called proved", async () => {
		const origin = "samples.example.invalid/log";
		const samples = await createLog([leafOf(receipt)], { origin });
		const found = await verifyPair(receipt.text, await samples.proof(0), { keys: [samples.vkey] });
		expect(found.verdict).toBe("sample");
		expect(found.steps).toContainEqual({
			id: "sample",
			state: "open",
			says: `The log ${origin} is one of samples: its key is public, so anyone could have made this.`,
		});
		const changed = await verifyPair(`${receipt.text} `, await samples.proof(0), { keys: [samples.vkey] });
		expect(changed.verdict).toBe("disproved");
	});
});

describe("invalid input", () => {
	it.each([
		["missing.json", {}, /missing\.json cannot be read/],
		["https://audit.example.com/wall/", {}, /not the address of a receipt/],
		["https://user:secret@audit.example.com/brief/example.com/", {}, /^(?!.*secret).*user name or password/],
		["localhost", {}, /public host name/],
		["example.com", { from: "ftp://audit.example.com" }, /not a web address/],
		["example.com", { proof: "p.tlog-proof" }, /--proof does not go with a domain/],
		[
			"https://audit.example.com/brief/example.com/",
			{ from: "https://a.example" },
			/--from does not go with an address/,
		],
		["missing.json", { from: "https://a.example.com" }, /--from does not go with a file/],
	])("%s %j", async (subject, change, says) => {
		await expect(verify(subject, change)).rejects.toMatchObject({ message: expect.stringMatching(says) });
	});

	it("is a file that is neither receipt nor proof, or two of a kind", async () => {
		const proof = await log.proof(INDEX);
		const folder = await folderOf({ "page.json": "<!doctype html>", "r.json": receipt.text, "p.tlog-proof": proof });
		await mkdir(join(folder, "d.json"));
		const path = (name: string) => join(folder, name);
		await expect(verify(path("page.json"))).rejects.toThrow(/neither a receipt nor a proof/);
		await expect(verify(path("d.json"))).rejects.toThrow(/It is a folder, not a file/);
		if (existsSync("/dev/zero")) await expect(verify("/dev/zero")).rejects.toThrow(/It is a device, not a file/);
		await expect(verify(path("p.tlog-proof"), { proof: path("p.tlog-proof") })).rejects.toThrow(/the proof itself/);
		await expect(verify(path("r.json"), { receipt: path("r.json") })).rejects.toThrow(/the receipt itself/);
		await expect(verify(path("r.json"), { proof: path("r.json") })).rejects.toMatchObject({ code: "log-malformed" });
	});
});
