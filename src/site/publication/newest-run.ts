import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/** All that is asked of a line; the rest may be from another version. */
const lineSchema = z.object({ run: z.iso.datetime({ precision: 3 }) });

/**
 * Start of the newest rescan by the run files, ISO 8601; null where there was none.
 * @param directory `reports/runs`
 */
export async function newestRun(directory: string): Promise<string | null> {
	const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
		if (error.code === "ENOENT") return [];
		throw error;
	});
	// A file is called by the day on which its runs began.
	const nights = names.filter((name) => /^\d{4}-\d{2}-\d{2}\.jsonl$/.test(name)).sort();
	for (const name of nights.reverse()) {
		const lines = (await readFile(join(directory, name), "utf8")).split("\n");
		const newest = lines.flatMap(startOf).sort().at(-1);
		if (newest !== undefined) return newest;
	}
	return null;
}

function startOf(line: string): string[] {
	try {
		const { success, data } = lineSchema.safeParse(JSON.parse(line));
		return success ? [data.run] : [];
	} catch {
		// Not JSON: an empty line, or one that another hand has left.
		return [];
	}
}
