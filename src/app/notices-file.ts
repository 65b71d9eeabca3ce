import { readFile } from "node:fs/promises";
import { z } from "zod";
import { Failure } from "#core/failure.ts";
import { type Notices, noticesSchema } from "#core/notice.ts";

/**
 * Reads `reports/notices.json`; without the file there are none.
 * @throws Failure `input-invalid` when it cannot be read as a whole: what was taken down must not come back by a typing error
 */
export async function readNotices(path: string): Promise<Notices> {
	let text: string;
	try {
		text = await readFile(path, "utf8");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return { notices: [] };
		throw error;
	}
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
