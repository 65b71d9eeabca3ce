import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type RunLine, runLineSchema } from "#core/run-line.ts";
import type { LogFault } from "#core/verification.ts";
import { counted } from "#core/wording.ts";
import { fileName } from "../store/receipt-files.ts";
import type { AuditLeaf } from "./leaf-ledger.ts";
import type { Withdrawals } from "./receipt-match.ts";

/** What became of leaves whose receipt has no file. */
export interface LostReceipts {
	readonly faults: readonly LogFault[];
	/** Taken down with everything of their domain. */
	readonly withdrawn: number;
	readonly notes: readonly string[];
}

/** A leaf names nobody; the run files may tell whose receipt it was. */
export async function explainLost(
	lost: readonly (readonly [string, AuditLeaf])[],
	{ domains }: Withdrawals,
	runs: string,
): Promise<LostReceipts> {
	if (lost.length === 0) return { faults: [], withdrawn: 0, notes: [] };
	const lines = await findRunLines(runs, new Set(lost.map(([id]) => id)));
	const unknown = lost.filter(([id]) => !lines.has(id));
	const presumed = domains.size > 0 ? unknown : [];
	const certain = lost.filter(([id]) => domains.has(lines.get(id)?.domain ?? ""));
	const faulty = lost.filter((each) => !presumed.includes(each) && !certain.includes(each));
	const notes =
		presumed.length > 0
			? [
					`${counted(presumed.length, "receipt")} of the log cannot be found; taken for what notices.json took down of ${[...domains].join(", ")}.`,
				]
			: [];
	return {
		faults: faulty.map(([id, leaf]) => missing(id, leaf, lines.get(id))),
		withdrawn: presumed.length + certain.length,
		notes,
	};
}

function missing(id: string, { index, auditedAt }: AuditLeaf, line: RunLine | undefined): LogFault {
	const name = fileName({ auditedAt, source: line?.source ?? "network", mode: line?.mode ?? "light" });
	return {
		file: line ? `receipts/${line.domain}/${name}` : `receipts/*/${auditedAt.replaceAll(":", "-")}*.json`,
		says: `Receipt file missing: leaf ${index} records the receipt ${id.slice(0, 16)}…, and no file here has that digest.`,
		todo: "Restore it from git, or say in notices.json that it was taken down.",
	};
}

async function findRunLines(directory: string, ids: ReadonlySet<string>): Promise<Map<string, RunLine>> {
	const found = new Map<string, RunLine>();
	const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
		if (error.code === "ENOENT") return [];
		throw error;
	});
	for (const name of names.filter((each) => each.endsWith(".jsonl"))) {
		const text = await readFile(join(directory, name), "utf8");
		for (const line of text.split("\n").map(readRunLine)) {
			if (line?.receipt !== undefined && ids.has(line.receipt)) found.set(line.receipt, line);
		}
	}
	return found;
}

/** Lines that a hand has written may be anything. */
function readRunLine(text: string): RunLine | undefined {
	try {
		return runLineSchema.safeParse(JSON.parse(text)).data;
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}
