// A fleet's receipts from Postgres into files and the log: receipts a second of whole processes of `seal`, first all of them,
// then a night in which nothing changed: `node test/bench/bench-export.ts [count]`.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Report } from "#core/report.ts";
import { sampleReport } from "#log/verify/verify-receipt.testkit.ts";
import { createReceipt, receiptText } from "#receipts/store/receipt.ts";
import { openDatabase } from "#store/database.ts";
import { startPostgres } from "#store/postgres.testkit.ts";

const BATCH = 500;
const RECEIPTS = Number(process.argv[2] ?? 5000);
const program = fileURLToPath(new URL("../../src/cli/sightline.ts", import.meta.url));
const root = mkdtempSync(join(tmpdir(), "sightline-bench-export-"));
const postgres = await startPostgres();
try {
	const url = await postgres.fresh();
	await fill(url);
	const seconds = seal(url);
	const rate = Math.round(RECEIPTS / seconds);
	process.stdout.write(`${RECEIPTS} receipts exported and sealed in ${seconds.toFixed(2)} s: ${rate} a second\n`);
	process.stdout.write(`nothing new after that ${seal(url).toFixed(2)} s\n`);
} finally {
	await postgres.end();
	rmSync(root, { recursive: true });
}

async function fill(url: string): Promise<void> {
	const db = await openDatabase({ url, file: "" });
	const report = await sampleReport();
	for (let from = 0; from < RECEIPTS; from += BATCH) {
		const numbers = Array.from({ length: Math.min(BATCH, RECEIPTS - from) }, (_, at) => from + at);
		const rows = await Promise.all(numbers.map((number) => rowOf({ ...report, domain: `site-${number}.example.org` })));
		await db.sql.insertInto("watched_receipt").values(rows).execute();
	}
	await db.close();
}

async function rowOf(report: Report) {
	const { id, receipt } = await createReceipt(report, "e".repeat(64));
	const { domain, source, mode, auditedAt } = receipt;
	const times = { audited_at: auditedAt, found_at: auditedAt, night: "bench" };
	return { id, domain, source, mode, ...times, text: await receiptText(receipt), leaf_index: null };
}

function seal(url: string): number {
	mkdirSync(join(root, "reports"), { recursive: true });
	const start = performance.now();
	const child = spawnSync(
		process.execPath,
		[...(process.env.SEAL_ARGS ?? "").split(" ").filter(Boolean), program, "seal", "--json"],
		{
			stdio: ["ignore", "ignore", "inherit"],
			env: {
				...process.env,
				CI: "",
				DATABASE_URL: url,
				LOG_SIGNING_KEY: "",
				LOG_ORIGIN: "audit.example.com/log",
				SIGHTLINE_REPORTS: join(root, "reports"),
				SIGHTLINE_DATA: join(root, "data"),
			},
		},
	);
	if (child.status !== 0) throw new Error(`The seal ended with ${child.status}.`);
	return (performance.now() - start) / 1000;
}
