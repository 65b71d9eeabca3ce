/** Cost of sealing and verifying, and whether a large log slows the next seal. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Report } from "#core/report.ts";
import { readPublishedLog } from "#log/published-log.ts";
import { sampleReport } from "#log/verify/verify-receipt.testkit.ts";
import { createReceipt, receiptText } from "#receipts/store/receipt.ts";
import { fileName } from "#receipts/store/receipt-store.ts";
import { openDatabase } from "#store/database.ts";
import { startPostgres } from "#store/postgres.testkit.ts";
import { inRepository } from "../e2e/process.testkit.ts";
import type { Figure } from "./figures.ts";
import { type Cost, median, PROGRAM, run } from "./measure.ts";
import { addSealLoad } from "./seal-load.testkit.ts";

const RECEIPTS = 3_000;
const EXPORTED = 1_000;
const BATCH = 500;

const settings = (root: string) => ({
	LOG_ORIGIN: "bench.example.com/log",
	SIGHTLINE_REPORTS: join(root, "reports"),
	SIGHTLINE_DATA: join(root, "data"),
});

export async function* measure(): AsyncGenerator<Figure> {
	yield* measureReceipts();
	yield* measureExport();
	yield* measureGrowth();
}

/** Each of a domain of its own, as a first night's are. */
async function* measureReceipts(): AsyncGenerator<Figure> {
	const root = mkdtempSync(join(tmpdir(), "sightline-bench-receipts-"));
	try {
		await writeReceipts(join(root, "reports"));
		const env = settings(root);
		const read = run([inRepository("test/bench/read-receipts.ts"), join(root, "reports")], { env });
		const seal = run([PROGRAM, "seal"], { env });
		const verify = run([PROGRAM, "log", "verify"], { env });
		const against = "reading, hashing and parsing each receipt once";
		const ratio = (id: string, what: string, cpu: number, goal?: number): Figure => ({
			...{ id, what: `${what} of ${RECEIPTS.toLocaleString("en")} receipts, CPU`, against, unit: "x" },
			...{ values: [cpu / read.cpu], ...(goal && { goal }), here: `${cpu.toFixed(1)} s` },
		});
		yield ratio("receipts.seal", "seal", seal.cpu);
		yield ratio("receipts.verify", "verification", verify.cpu);
		yield ratio("receipts.both", "seal and verification", seal.cpu + verify.cpu, 1.5);
	} finally {
		rmSync(root, { recursive: true });
	}
}

async function writeReceipts(reports: string): Promise<void> {
	const report = await sampleReport();
	const text = JSON.stringify(report);
	for (let number = 0; number < RECEIPTS; number++) {
		const domain = `site-${number}.example.org`;
		const renamed = JSON.parse(text.replaceAll(report.domain, domain)) as Report;
		const { receipt } = await createReceipt(renamed, number.toString(16).padStart(64, "0"));
		const directory = join(reports, "receipts", domain);
		mkdirSync(directory, { recursive: true });
		writeFileSync(join(directory, fileName(receipt)), await receiptText(receipt));
	}
}

/** A fleet's receipts from Postgres into files and the log; then a night in which nothing changed. */
async function* measureExport(): AsyncGenerator<Figure> {
	const postgres = await startPostgres();
	const root = mkdtempSync(join(tmpdir(), "sightline-bench-export-"));
	try {
		const url = await postgres.fresh();
		await fillStore(url);
		mkdirSync(join(root, "reports"));
		const sealStore = () => run([PROGRAM, "seal"], { env: { ...settings(root), DATABASE_URL: url } });
		const [first, second] = [sealStore(), sealStore()];
		const here = `${EXPORTED.toLocaleString("en")} in ${first.wall.toFixed(1)} s`;
		const rate = { unit: "a second", values: [EXPORTED / first.wall], goal: 1500, here } as const;
		yield { id: "receipts.export", what: "new receipts exported from Postgres and sealed", ...rate };
		const against = "the night before";
		yield {
			id: "receipts.same",
			what: "a night with nothing new, time",
			against,
			unit: "x",
			values: [second.wall / first.wall],
		};
	} finally {
		await postgres.end();
		rmSync(root, { recursive: true });
	}
}

async function fillStore(url: string): Promise<void> {
	const store = await openDatabase({ url, file: "" });
	const report = await sampleReport();
	for (let from = 0; from < EXPORTED; from += BATCH) {
		const numbers = Array.from({ length: BATCH }, (_, at) => from + at);
		const rows = await Promise.all(numbers.map((number) => rowOf({ ...report, domain: `site-${number}.example.org` })));
		await store.sql.insertInto("watched_receipt").values(rows).execute();
	}
	await store.close();
}

async function rowOf(report: Report) {
	const { id, receipt } = await createReceipt(report, "e".repeat(64));
	const { domain, source, mode, auditedAt } = receipt;
	const times = { audited_at: auditedAt, found_at: auditedAt, night: "bench" };
	return { id, domain, source, mode, ...times, text: await receiptText(receipt), leaf_index: null };
}

/** 1,000 more leaves on a small and on a large log, and one proof from each. */
async function* measureGrowth(): AsyncGenerator<Figure> {
	const appended: Cost[] = [];
	const proofs: number[] = [];
	for (const size of [1_000, 100_000]) {
		const root = mkdtempSync(join(tmpdir(), "sightline-bench-seal-"));
		try {
			await addSealLoad(join(root, "reports"), 0, size);
			seal(root, size + 1);
			await addSealLoad(join(root, "reports"), size, 1000);
			appended.push(seal(root, size + 1002));
			proofs.push(await timeProof(root));
		} finally {
			rmSync(root, { recursive: true });
		}
	}
	const [small, large] = appended;
	const [proof = 1, farProof = 0] = proofs;
	const against = "a log of 1,000";
	const here = `${large?.wall.toFixed(2)} s, ${large?.memory.toFixed(0)} MiB`;
	const more = (large?.wall ?? 0) / (small?.wall ?? 1);
	yield {
		id: "receipts.append",
		what: "1,000 more on a log of 100,000 leaves, time",
		against,
		unit: "x",
		values: [more],
		here,
	};
	const far = { against, unit: "x", values: [farProof / proof], here: `${farProof.toFixed(2)} ms` } as const;
	yield { id: "receipts.proof", what: "one proof from a log of 100,000 leaves, time", ...far };
}

/** @param size expected leaves: audits, and one index leaf per seal with new leaves */
function seal(root: string, size: number): Cost {
	const cost = run([PROGRAM, "seal", "--json"], { env: settings(root) });
	const sealed = JSON.parse(cost.stdout) as { readonly size: number };
	if (sealed.size !== size) throw new Error(`The log has ${sealed.size} leaves, not ${size}.`);
	return cost;
}

/** Median milliseconds of making one proof file, over 501 leaves spread through the log. */
async function timeProof(root: string): Promise<number> {
	const log = await readPublishedLog(join(root, "reports", "log"));
	if (!log) throw new Error("Nothing was sealed.");
	const times: number[] = [];
	for (let at = 0; at < 501; at++) {
		const start = performance.now();
		await log.inclusionFile(Math.floor((log.size * at) / 501));
		times.push(performance.now() - start);
	}
	return median(times);
}
