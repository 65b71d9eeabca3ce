import { join } from "node:path";
import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { type Notices, noticesSchema } from "#core/notice.ts";
import { RECEIPT_ID } from "#core/receipt.ts";
import { replaceFile, withLock } from "./durable-file.ts";
import { readIfThere } from "./if-there.ts";

type Notice = Notices["notices"][number];

/** Empty without the file. @throws Failure `input-invalid` if unreadable, because a typo must not undo a removal */
export async function readNotices(path: string): Promise<Notices> {
	const text = await readIfThere(path);
	if (text === undefined) return { notices: [] };
	const invalid = (why: string) =>
		new Failure("input-invalid", { what: `${path} cannot be read.`, why, todo: "Correct it, or restore it from git." });
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (error) {
		throw invalid((error as Error).message);
	}
	const parsed = noticesSchema.safeParse(value);
	if (!parsed.success) throw invalid(z.prettifyError(parsed.error));
	return parsed.data;
}

/** One writer at a time. `change` may return the same array. @throws Failure `input-invalid`; keeps an invalid file */
export async function changeNotices(
	path: string,
	change: (notices: readonly Notice[]) => readonly Notice[],
): Promise<"written" | "there"> {
	return withLock(path, async () => {
		const { $schema = "./notices.schema.json", notices } = await readNotices(path);
		const changed = change(notices);
		if (changed === notices) return "there";
		const whole = noticesSchema.parse({ $schema, notices: changed });
		await replaceFile(path, `${JSON.stringify(whole, null, 2)}\n`);
		return "written";
	});
}

/**
 * `taken-down`: ids of deleted receipts, one per line, without domains. The next seal writes their leaves to
 * `log/withdrawn`. Lines stay, because that log may be replaced by one without them, and they reveal no more than it.
 */
function pathOf(reports: string): string {
	return join(reports, "taken-down");
}

/** @throws Failure `input-invalid` for an invalid line */
export async function readTakenDown(reports: string): Promise<string[]> {
	const path = pathOf(reports);
	const lines = ((await readIfThere(path)) ?? "").split("\n").filter((line) => line !== "");
	const odd = lines.find((line) => !RECEIPT_ID.test(line));
	if (odd === undefined) return lines;
	throw new Failure("input-invalid", {
		what: `${path} cannot be read.`,
		why: `Its line "${odd.slice(0, 40)}" is not a receipt's id.`,
		todo: "Restore it from git.",
	});
}

/** Call before deleting the receipts. Idempotent; durable when it resolves. */
export async function addTakenDown(reports: string, ids: readonly string[]): Promise<void> {
	if (ids.length === 0) return;
	await withLock(pathOf(reports), async () => {
		const before = await readTakenDown(reports);
		const known = new Set(before);
		const fresh = [...new Set(ids)].filter((id) => !known.has(id));
		const all = [...before, ...fresh];
		if (fresh.length > 0) await replaceFile(pathOf(reports), all.map((id) => `${id}\n`).join(""));
	});
}
