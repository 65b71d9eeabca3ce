import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { type Notices, noticesSchema } from "#core/notice.ts";
import { replaceFile, withLock } from "./durable-file.ts";
import { readIfThere } from "./if-there.ts";

type Notice = Notices["notices"][number];

/**
 * Reads `reports/notices.json`; without the file there are none.
 * @throws Failure `input-invalid` when it cannot be read as a whole: what was taken down must not come back by a typing error
 */
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

/**
 * Changes `reports/notices.json`, one writer at a time; after any crash it is as before or as after.
 * @param change the same array means that there is nothing to write
 * @throws Failure `input-invalid` when the file there cannot be read: it is never overwritten then
 */
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
