import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { type Notices, noticesSchema } from "#core/notice.ts";
import { replaceFile, withLock } from "./durable-file.ts";
import { readIfThere } from "./if-there.ts";

type Notice = Notices["notices"][number];

/** Empty without the file. @throws Failure `input-invalid` if unreadable: a typing error must not undo a removal */
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

/** One writer at a time. `change` may return the same array. @throws Failure `input-invalid`: a bad file stays */
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
