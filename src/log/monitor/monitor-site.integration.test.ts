import { hash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { readEnvironment } from "#config/environment.ts";
import type { LogSighting, ReceiptLeaf } from "#core/verification.ts";
import type { Leaf } from "#log/tlog/leaf.ts";
import { createSignerKey, formatNote, formatVerifierKey, parseNote, type SignerKey, signNote } from "#log/tlog/note.ts";
import { type Answer, type LoopbackSite, startLoopbackSite } from "#net/loopback-site.testkit.ts";
import { addTakenDown } from "#receipts/store/notices-file.ts";
import { filesUnder } from "../audit/findings.ts";
import { sealLog } from "../seal/seal.ts";
import { addReceipt, makeHome } from "../seal/sealing.testkit.ts";
import { SeenStates, VERIFIED } from "../verify/seen-states.ts";
import {
	createLog,
	DOMAIN,
	fillers,
	leafOf,
	ORIGIN,
	type ReceiptFile,
	sampleReceipt,
	type TestLog,
} from "../verify/verify-receipt.testkit.ts";
import { type MonitorOptions, monitorSite } from "./monitor-site.ts";

let key: SignerKey;
let receipt: ReceiptFile;
beforeAll(async () => {
	key = await createSignerKey(ORIGIN);
	receipt = await sampleReceipt();
});

const sites: LoopbackSite[] = [];
afterEach(() => Promise.all(sites.splice(0).map((site) => site.close())));

/** A site with a log that can be replaced between looks, and a monitor with its own memory. */
async function watch() {
	const pages: Record<string, Answer> = {};
	const site = await startLoopbackSite(pages);
	sites.push(site);
	const root = await mkdtemp(join(tmpdir(), "sightline-monitor-"));
	const settings = readEnvironment({ SIGHTLINE_REPORTS: join(root, "none"), SIGHTLINE_DATA: join(root, "data") });
	let asked = 0;
	return {
		seen: new SeenStates(settings.data, site.url("/", "localhost")),
		show(log: TestLog, change: Record<string, Answer> = {}) {
			for (const path of Object.keys(pages)) delete pages[path];
			for (const [path, body] of log.files) pages[`/log/${path}`] = { body };
			Object.assign(pages, change);
		},
		async look(change: Partial<MonitorOptions> = {}) {
			const { sighting, keep } = await monitorSite(
				{ site: site.url("/", "localhost").href, domains: [], keys: [], ...change },
				settings,
			);
			await keep();
			const requests = site.requests.length - asked;
			asked = site.requests.length;
			return { ...sighting, paths: site.requests.slice(-requests).map(({ path }) => path) };
		},
	};
}

const grow = (count: number, leaves: readonly ReceiptLeaf[] = []) =>
	createLog([...(fillers(count) as ReceiptLeaf[]), ...leaves], { key });
const AT = "2026-11-22T02:00:00.000Z";
const kinds = ({ contradictions }: LogSighting) => contradictions.map(({ kind }) => kind);
/** The same leaves as `fillers` from `at` on, and one other before. */
const rewritten = (count: number, at: number) =>
	createLog(
		fillers(count).map((leaf, index) => (index === at ? { ...leaf, auditedAt: "2026-11-19T02:00:00.000Z" } : leaf)),
		{ key },
	);

describe("a log that only grows", () => {
	it("is remembered the first time, and takes one request if unchanged", async () => {
		const watcher = await watch();
		watcher.show(await grow(700));
		const first = await watcher.look();
		expect(first).toMatchObject({ log: { size: 700, keySource: "site" }, contradictions: [] });
		expect(first.before).toBeUndefined();
		expect(first.paths).toEqual(["/log/checkpoint", "/log/vkeys", "/log/tile/1/000.p/2", "/log/tile/0/002.p/188"]);
		const second = await watcher.look();
		expect(second).toMatchObject({ before: 700, log: { keySource: "remembered" }, contradictions: [] });
		expect(second.paths).toEqual(["/log/checkpoint"]);
	});

	it.each([
		[1, 2],
		[255, 256],
		[256, 257],
		[300, 1000],
		[512, 3000],
	])("from %i to %i leaves shows the new ones, and fetches no bundle of older ones", async (from, to) => {
		const watcher = await watch();
		watcher.show(await grow(from));
		await watcher.look();
		watcher.show(await grow(to));
		const found = await watcher.look();
		expect(found).toMatchObject({ before: from, added: { audits: to - from, rechecks: 0, others: 0 } });
		expect(found.contradictions).toEqual([]);
		const bundles = found.paths.filter((path) => path.startsWith("/log/tile/entries/"));
		expect(bundles.length).toBe(Math.ceil(to / 256) - Math.floor(from / 256));
		expect(found.paths.length - bundles.length, "checkpoint and edges").toBeLessThanOrEqual(8);
	});

	it("reports new leaves of the named domains, and fetches no receipt twice", async () => {
		const watcher = await watch();
		const page = { [`/receipts/${receipt.id}.json`]: { body: receipt.text } };
		const audit = leafOf(receipt) as ReceiptLeaf;
		const recheck: ReceiptLeaf = { ...audit, kind: "recheck", auditedAt: "2026-11-22T02:00:00.000Z" };
		watcher.show(await grow(2));
		await watcher.look({ domains: [DOMAIN] });
		watcher.show(await grow(2, [audit]), page);
		const found = await watcher.look({ domains: [DOMAIN, "example.org"] });
		expect(found.leaves).toEqual([
			{ domain: DOMAIN, index: 2, kind: "audit", auditedAt: audit.auditedAt, receipt: receipt.id },
		]);
		watcher.show(await grow(2, [audit, recheck]), page);
		const again = await watcher.look({ domains: [DOMAIN] });
		expect(again.leaves.map(({ kind, index }) => ({ kind, index }))).toEqual([{ kind: "recheck", index: 3 }]);
		expect(again.paths.filter((path) => path.startsWith("/receipts/"))).toEqual([]);
	});

	it("counts receipts that are not published or differ from the logged ones", async () => {
		const watcher = await watch();
		watcher.show(await grow(2));
		await watcher.look({ domains: [DOMAIN] });
		watcher.show(await grow(3, [leafOf(receipt) as ReceiptLeaf]), {
			[`/receipts/${receipt.id}.json`]: { body: receipt.text.replace(DOMAIN, "other.example") },
		});
		const found = await watcher.look({ domains: [DOMAIN] });
		expect(found.leaves).toEqual([]);
		expect(found.notes.join()).toContain("2 receipts of new leaves are not published");
	});

	it("reports removed receipts of the named domains once, and unaccounted leaves", async () => {
		const watcher = await watch();
		const page = { [`/receipts/${receipt.id}.json`]: { body: receipt.text } };
		const audit = leafOf(receipt) as ReceiptLeaf;
		const bind = (name: string, text: string): Leaf => {
			return { kind: "list", name, digest: hash("sha256", text), size: text.length, at: AT };
		};
		const log = (...more: Leaf[]) => createLog([...fillers(2), audit, ...more], { key });
		watcher.show(await grow(2));
		await watcher.look({ domains: [DOMAIN] });
		watcher.show(await log(), page);
		expect((await watcher.look({ domains: [DOMAIN] })).removed).toEqual([]);
		const gone = await log(bind("withdrawn", "2\n"));
		watcher.show(gone, { "/log/withdrawn": { body: "2\n" } });
		const noticed = await watcher.look({ domains: [DOMAIN] });
		expect(noticed.removed).toEqual([
			{ domain: DOMAIN, index: 2, kind: "audit", auditedAt: audit.auditedAt, receipt: receipt.id },
		]);
		expect(noticed.contradictions).toEqual([]);
		const [, , , live, absent] = fillers(5);
		const more = [bind("withdrawn", "2\n"), live, absent, bind("live", "4\n")].filter((leaf) => leaf !== undefined);
		watcher.show(await log(...more), { "/log/withdrawn": { body: "2\n" }, "/log/live": { body: "4\n" } });
		const found = await watcher.look({ domains: [DOMAIN] });
		expect(found.removed).toEqual([]);
		expect(found.contradictions).toEqual([
			{
				kind: "absent",
				says: "Leaf 5 records a receipt that is neither published nor listed in log/withdrawn or log/live.",
				evidence: expect.stringContaining("evidence"),
			},
		]);
		expect(kinds(await watcher.look()), "as long as it is so").toEqual(["absent"]);
		watcher.show(await log(...more, bind("withdrawn", "2\n5\n")), { "/log/withdrawn": { body: "2\n5\n" } });
		expect(kinds(await watcher.look())).toEqual([]);
		expect((await watcher.look()).paths).toEqual(["/log/checkpoint"]);
	});

	it("is told of the removal of what was in the log before the first look, by the index", async () => {
		const watcher = await watch();
		const home = await makeHome({ isIndexed: true });
		const ids = await Promise.all([1, 2, 3].map((number) => addReceipt(home.reports, number)));
		const show = async () => {
			const log = join(home.reports, "log");
			const pages: Record<string, Answer> = {};
			for (const path of await filesUnder(log)) pages[`/log/${path}`] = { body: await readFile(join(log, path)) };
			for (const path of await filesUnder(join(home.reports, "receipts"))) {
				const body = await readFile(join(home.reports, "receipts", path));
				pages[`/receipts/${hash("sha256", body)}.json`] = { body };
			}
			watcher.show({ ...(await grow(0)), files: new Map() }, pages);
		};
		await sealLog({}, home);
		await show();
		const domains = ["site-1.example.com"];
		await watcher.look({ domains });
		expect((await watcher.look({ domains })).paths).toEqual(["/log/checkpoint"]);
		await addTakenDown(home.reports, ids);
		await rm(join(home.reports, "receipts"), { recursive: true });
		await sealLog({}, home);
		await show();
		const found = await watcher.look({ domains });
		expect(found.removed).toMatchObject([{ domain: "site-1.example.com", receipt: ids[0] }]);
		expect(found.contradictions).toEqual([]);
		expect(new Set(found.paths).size, "nothing is asked for twice").toBe(found.paths.length);
	});

	it("does not blame the site for damage of its own memory", async () => {
		const watcher = await watch();
		watcher.show(await grow(2));
		await watcher.look({ domains: [DOMAIN] });
		await watcher.seen.keep("withdrawn", "0\n1");
		const list = { kind: "list", name: "withdrawn", digest: hash("sha256", "1\n"), size: 2, at: AT } as const;
		watcher.show(await createLog([...fillers(2), list], { key }), { "/log/withdrawn": { body: "1\n" } });
		expect(await watcher.look({ domains: [DOMAIN] })).toMatchObject({ contradictions: [] });
		await watcher.seen.keep("checkpoint", "torn");
		await expect(watcher.look()).rejects.toMatchObject({ code: "input-invalid" });
	});

	it("reports a list that differs from its leaf as damage", async () => {
		const watcher = await watch();
		watcher.show(await grow(2));
		await watcher.look({ domains: [DOMAIN] });
		const leaf: Leaf = {
			kind: "list",
			name: "withdrawn",
			digest: "a".repeat(64),
			size: 2,
			at: "2026-11-22T02:00:00.000Z",
		};
		watcher.show(await createLog([...fillers(2), leaf], { key }), { "/log/withdrawn": { body: "1\n" } });
		expect(kinds(await watcher.look({ domains: [DOMAIN] }))).toEqual(["damaged"]);
	});

	it("counts leaves that bind files, and stops trusting keys that they retire", async () => {
		const watcher = await watch();
		const known = formatVerifierKey(key);
		const next = await createSignerKey(ORIGIN);
		const list = `use ${known}\nuse ${formatVerifierKey(next)}\nretire ${known}\n`;
		const bound = { kind: "list", digest: hash("sha256", list), size: list.length, at: AT } as const;
		watcher.show(await grow(3));
		await watcher.look();
		const leaves: Leaf[] = [...fillers(3), { ...bound, name: "live" }, { ...bound, name: "keys" }];
		const finish = (note: string) => signNote(parseNote(note).text, [next, key]);
		const files = { "/log/keys": { body: list }, "/log/vkeys": { body: `${formatVerifierKey(next)}\n` } };
		watcher.show(await createLog(leaves, { key }), files);
		expect(kinds(await watcher.look()), "signed by the key alone that it gives up").toEqual(["signature"]);
		watcher.show(await createLog(leaves, { key, finish }), files);
		const found = await watcher.look();
		expect(found).toMatchObject({ before: 3, added: { audits: 0, rechecks: 0, others: 2 }, contradictions: [] });
		expect(found.notes.join()).toContain("Leaf 4 binds a changed list of the log's keys");
		const more = [...leaves, ...fillers(5).slice(4)];
		watcher.show(await createLog(more, { key }));
		expect(kinds(await watcher.look()), "by a key that was given up").toEqual(["signature"]);
		expect(kinds(await watcher.look({ keys: [known] })), "though it is given").toEqual(["signature"]);
		watcher.show(await createLog(more, { key: next }));
		expect(await watcher.look()).toMatchObject({ before: 5, contradictions: [] });
	});

	it("reports leaves after a verified receipt, and finds a log that went back behind it", async () => {
		const watcher = await watch();
		watcher.show(await grow(3));
		await watcher.look();
		const longer = await grow(6);
		const verified = new TextDecoder().decode(longer.files.get("checkpoint"));
		await watcher.seen.keep(VERIFIED, verified);
		watcher.show(await grow(5));
		expect(kinds(await watcher.look())).toEqual(["went-back"]);
		watcher.show(longer);
		expect(await watcher.look()).toMatchObject({ before: 3, added: { audits: 3 }, contradictions: [] });
	});

	it("accepts a new key that first signs together with the known one, then alone", async () => {
		const watcher = await watch();
		const next = await createSignerKey(ORIGIN);
		watcher.show(await grow(3));
		await watcher.look();
		const both = await createLog(fillers(4), { key, finish: (note) => signNote(parseNote(note).text, [next, key]) });
		const lines = [next, key].map((each) => `${formatVerifierKey(each)}\n`).join("");
		watcher.show(both, { "/log/vkeys": { body: lines } });
		const rotated = await watcher.look();
		expect(rotated.contradictions).toEqual([]);
		expect(rotated.notes.join()).toContain("it is being rotated");
		watcher.show(await createLog(fillers(5), { key: next }));
		expect(await watcher.look()).toMatchObject({ before: 4, contradictions: [], log: { size: 5 } });
	});
});

describe("a changed log", () => {
	it.each([
		["a rollback", () => grow(299), "went-back"],
		["a split view of the same size", () => rewritten(300, 299), "two-histories"],
		["another history that has grown on", () => rewritten(600, 5), "rewritten"],
		["another history within the first bundle", () => rewritten(301, 0), "rewritten"],
		["another log under the same address", () => createLog(fillers(400), { origin: "other.example/log" }), "other-log"],
		["a state that a stranger has signed", async () => createLog(fillers(301)), "signature"],
	])("finds %s in one look, and keeps what shows it", async (_name, make, kind) => {
		const watcher = await watch();
		watcher.show(await grow(300));
		const keys = [formatVerifierKey(key)];
		await watcher.look(kind === "other-log" ? {} : { keys });
		const other = await make();
		watcher.show(other);
		const found = await watcher.look(kind === "other-log" ? { keys: [other.vkey] } : {});
		expect(kinds(found)).toEqual([kind]);
		const evidence = found.contradictions[0]?.evidence ?? "";
		const shown = await readFile(join(evidence, "shown", "log", "checkpoint"));
		expect(shown.equals(other.files.get("checkpoint") ?? new Uint8Array())).toBe(true);
		expect(parseNote(await readFile(join(evidence, "seen", "log", "checkpoint"), "utf8")).text).toContain("\n300\n");
		expect(kinds(await watcher.look(kind === "other-log" ? { keys: [other.vkey] } : {})), "again").toEqual([kind]);
		expect(await readdir(join(evidence, ".."))).toHaveLength(1);
		watcher.show(await grow(301));
		expect(kinds(await watcher.look({ keys })), "the log itself").toEqual([]);
	});

	it("has every changed file of the new part named", async () => {
		const log = await grow(600);
		const old = await grow(300);
		const watcher = await watch();
		const asked = await (async () => {
			watcher.show(old);
			await watcher.look();
			watcher.show(log);
			const fresh = await watch();
			fresh.show(old);
			await fresh.look();
			fresh.show(log);
			return (await fresh.look()).paths.filter((path) => path.includes("/tile/"));
		})();
		expect(asked.length).toBeGreaterThan(3);
		for (const path of asked) {
			const bytes = Uint8Array.from(log.files.get(path.replace("/log/", "")) ?? []);
			bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
			watcher.show(log, { [path]: { body: bytes } });
			expect(kinds(await watcher.look()), path).toEqual(["damaged"]);
		}
		watcher.show(log);
		expect(await watcher.look()).toMatchObject({ before: 300, contradictions: [] });
	});

	it("is found by a wrong signature of a trusted key", async () => {
		const watcher = await watch();
		watcher.show(await grow(3));
		await watcher.look();
		const forged = await createLog(fillers(4), {
			key,
			finish: async (text) => {
				const note = parseNote(text);
				return formatNote({ ...note, text: note.text.replace("\n4\n", "\n5\n") });
			},
		});
		watcher.show(forged);
		expect(kinds(await watcher.look())).toEqual(["signature"]);
	});
});

it("is unreadable if a page replaces the checkpoint, and nothing is forgotten", async () => {
	const watcher = await watch();
	watcher.show(await grow(3));
	await watcher.look();
	watcher.show(await grow(3), { "/log/checkpoint": { body: "<!doctype html>" } });
	await expect(watcher.look()).rejects.toMatchObject({ code: "not-fetched" });
	watcher.show(await grow(3), { "/log/checkpoint": { status: 503, body: "" } });
	await expect(watcher.look()).rejects.toMatchObject({ code: "not-fetched" });
	watcher.show(await grow(4));
	expect(await watcher.look()).toMatchObject({ before: 3, contradictions: [] });
});
