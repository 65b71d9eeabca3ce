import type { KyselyPlugin } from "kysely";
import { describe, expect, it } from "vitest";
import { describeDatabases } from "#store/database.testkit.ts";
import type { Database } from "#store/database.ts";
import type { Tables } from "#store/tables.ts";
import { countRows } from "./live.testkit.ts";
import { sweepExpired } from "./sweep-expired.ts";

const NOW = Date.UTC(2026, 10, 22);
const digest = (number: number) => number.toString(16).padStart(64, "0");
const PACKED_BYTES = 20_000;

/** Receipts with evidence and page, and their leaf in the log. */
async function addReceipts(db: Database, first: number, count: number, expires_ms: number): Promise<void> {
	const numbers = Array.from({ length: count }, (_, number) => first + number);
	const [mode, source] = ["light", "network"];
	const audited_at = new Date(NOW).toISOString();
	const receipts = numbers.map((number) => {
		const text = `{"evidenceDigest":"${digest(number)}"}${" ".repeat(5000)}`;
		return { id: digest(number), domain: `site-${number}.example.com`, source, mode, audited_at, text, expires_ms };
	});
	const pages = receipts.map(({ id: receipt, domain }) => {
		return { slug: domain, mode, domain, agency_name: "", receipt, audited_at, expires_ms };
	});
	const packed = new Uint8Array(PACKED_BYTES).fill(7);
	await insertAll(db, "receipt", receipts);
	await insertAll(db, "page", pages);
	await insertAll(
		db,
		"evidence",
		receipts.map(({ id }) => ({ digest: id, packed })),
	);
	await addLeaves(
		db,
		receipts.map(({ id }) => id),
		"audit",
	);
}

/** Leaves in the log. */
async function addLeaves(db: Database, receipts: readonly string[], kind: "audit" | "recheck"): Promise<void> {
	const rows = receipts.map((receipt, at) => {
		const audited_at = new Date(NOW + at * 60_000).toISOString();
		return { receipt, kind, audited_at, submitted_ms: NOW, leaf_index: at };
	});
	await insertAll(db, "submission", rows);
}

async function insertAll(db: Database, table: keyof Tables, rows: readonly object[]) {
	await db.sql.transaction().execute(async (trx) => {
		for (let at = 0; at < rows.length; at += 500)
			await trx
				.insertInto(table)
				.values(rows.slice(at, at + 500) as never)
				.execute();
	});
}

/** The same database, which counts its queries. */
function counting(db: Database): { readonly counted: Database; readonly statements: () => number } {
	let statements = 0;
	const plugin: KyselyPlugin = {
		transformQuery({ node }) {
			statements++;
			return node;
		},
		transformResult: async ({ result }) => result,
	};
	return { counted: { ...db, sql: db.sql.withPlugin(plugin) }, statements: () => statements };
}

/** How long the work takes, how often others have a turn meanwhile, and how long they wait for it at most, in ms. */
async function besides(work: () => Promise<unknown>) {
	let [turns, longest, last] = [0, 0, performance.now()];
	const turn = () => {
		const now = performance.now();
		longest = Math.max(longest, now - last);
		last = now;
		turns++;
		next = setImmediate(turn);
	};
	let next = setImmediate(turn);
	const begun = performance.now();
	await work();
	const total = performance.now() - begun;
	longest = Math.max(longest, performance.now() - last);
	clearImmediate(next);
	return { turns, longest, total };
}

describe("a sweep of thousands of rows", { timeout: 120_000 }, () => {
	describeDatabases(({ open }) => {
		it("yields to other work", async () => {
			const db = await open();
			await addReceipts(db, 0, 1500, NOW);
			const { turns, longest, total } = await besides(() => sweepExpired(db, NOW));
			expect(await countRows(db, "submission")).toBe(0);
			expect(turns).toBeGreaterThan(100);
			expect(longest, `of ${Math.round(total)} ms`).toBeLessThan(Math.max(100, total / 5));
		});

		it("reads each row once, and keeps unexpired ones", async () => {
			const db = await open();
			await addReceipts(db, 0, 300, NOW + 1);
			await addLeaves(db, Array<string>(20_000).fill(digest(5)), "recheck");
			await addLeaves(db, Array<string>(1000).fill(digest(9999)), "recheck");
			const { counted, statements } = counting(db);
			const { turns, longest, total } = await besides(async () => {
				const swept = await sweepExpired(counted, NOW);
				expect(swept).toEqual({ pages: 0, receipts: 0, evidence: 0, submissions: 21_000 });
			});
			expect([await countRows(db, "receipt"), await countRows(db, "submission")]).toEqual([300, 300]);
			// Pages of 200 rows, each with a lock, a query and a deletion.
			expect(statements()).toBeLessThan(3 * (21_300 / 200) + 10);
			expect(turns).toBeGreaterThan(40);
			expect(longest, `of ${Math.round(total)} ms`).toBeLessThan(Math.max(100, total / 5));
		});
	});
});
