import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readEnvironment, type Settings } from "#config/environment.ts";
import { canonicalJson } from "#core/json-object.ts";
import type { Notices } from "#core/notice.ts";
import type { Receipt, StoredReceipt } from "#core/receipt.ts";
import { seal } from "#log/seal/seal.ts";
import { createReceipt, receiptText } from "#receipts/store/receipt.ts";
import { fileName } from "#receipts/store/receipt-store.ts";
import type { RunLine } from "#receipts/store/run-file.ts";
import { makeReceipt, readyReceipt } from "#site/publication/receipt.testkit.ts";

/** A reports directory with a sealed log and known receipts. */
export interface ProofSite {
	readonly root: string;
	readonly settings: Settings;
	/** In the log, the first leaf and a later one. */
	readonly first: StoredReceipt;
	readonly logged: StoredReceipt;
	readonly unlisted: StoredReceipt;
	readonly unwatched: StoredReceipt;
	readonly removed: StoredReceipt;
	/** Written after the last seal. */
	readonly pending: StoredReceipt;
}

/** Text in receipts that must not be shown. */
export const WITHHELD = "Nobody may read this.";

const ORIGIN = "receipts.example.com/log";

/** Writes receipts, seals them in two runs, and writes one more. */
export async function makeProofSite(baseUrl: string): Promise<ProofSite> {
	const root = await mkdtemp(join(tmpdir(), "sightline-proof-"));
	const reports = join(root, "reports");
	const settings = readEnvironment({
		SIGHTLINE_REPORTS: reports,
		SIGHTLINE_DATA: join(root, "data"),
		SIGHTLINE_BASE_URL: baseUrl,
		LOG_ORIGIN: ORIGIN,
	});
	const first = await keep(reports, { ...readyReceipt(), auditedAt: "2026-11-01T02:00:00.000Z" });
	for (let day = 1; day <= 6; day++) await keep(reports, makeReceipt({ auditedAt: `2026-11-1${day}T02:00:00.000Z` }));
	await seal({}, settings);
	const logged = await keep(reports, { ...readyReceipt(), auditedAt: "2026-11-20T02:00:00.000Z" });
	const preset = { key: "general", says: WITHHELD } as const;
	const [unlisted, unwatched, removed] = await Promise.all([
		keep(reports, makeReceipt({ domain: "unlisted.example.org", auditedAt: "2026-11-20T03:00:00.000Z" })),
		keep(reports, makeReceipt({ domain: "unwatched.example.org", auditedAt: "2026-11-20T04:00:00.000Z", preset })),
		keep(reports, makeReceipt({ domain: "removed.example.org", auditedAt: "2026-11-20T05:00:00.000Z", preset })),
	]);
	await recheck(reports, logged, "2026-11-22T02:00:00.000Z");
	await seal({}, settings);
	const pending = await keep(reports, makeReceipt({ auditedAt: "2026-11-21T02:00:00.000Z" }));
	await writeFile(join(reports, "watchlist.json"), JSON.stringify(WATCHLIST));
	await writeFile(join(reports, "notices.json"), JSON.stringify(noticesOf(logged, removed)));
	return { root, settings, first, logged, unlisted, unwatched, removed, pending };
}

const WATCHLIST = {
	entries: [
		{ domain: "www.example.org" },
		{ domain: "removed.example.org" },
		{ domain: "unlisted.example.org", wall: false },
	],
};

function noticesOf(corrected: StoredReceipt, removed: StoredReceipt): Notices {
	const at = "2026-11-21T10:00:00.000Z";
	const proof = { place: "dns" as const, found: "sightline-removal=removed.example.org" };
	return {
		notices: [
			{
				kind: "correction",
				receipt: corrected.id,
				at,
				says: "The picture of the harbour has had a text since 19 November.",
			},
			{ kind: "removal", domain: "removed.example.org", receipts: [removed.id], at, proof },
		],
	};
}

/** A later audit with the same result: a line of a run file, without a receipt. */
async function recheck(reports: string, { id, receipt }: StoredReceipt, auditedAt: string): Promise<void> {
	const { domain, source, mode } = receipt;
	const line: RunLine = {
		run: "2026-11-22",
		domain,
		source,
		mode,
		status: "unchanged",
		ok: true,
		auditedAt,
		receipt: id,
	};
	await mkdir(join(reports, "runs"), { recursive: true });
	await writeFile(join(reports, "runs", "2026-11-22.jsonl"), `${canonicalJson(line)}\n`);
}

async function keep(reports: string, draft: Receipt): Promise<StoredReceipt> {
	const stored = await createReceipt(draft, draft.evidenceDigest);
	const folder = join(reports, "receipts", draft.domain);
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, fileName(stored.receipt)), await receiptText(stored.receipt));
	return stored;
}
