import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { agencySchema } from "#core/watchlist.ts";

/**
 * Names of the agencies by their slug, which is the file's name.
 * @param directory `reports/agencies`
 * @throws ZodError or SyntaxError for a file that is no agency's
 */
export async function readAgencyNames(directory: string): Promise<ReadonlyMap<string, string>> {
	const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
		if (error.code === "ENOENT") return [];
		throw error;
	});
	const files = names.filter((name) => name.endsWith(".json") && !name.startsWith("."));
	return new Map(
		await Promise.all(
			files.map(async (name) => {
				const agency = agencySchema.parse(JSON.parse(await readFile(join(directory, name), "utf8")));
				return [name.slice(0, -".json".length), agency.name] as const;
			}),
		),
	);
}
