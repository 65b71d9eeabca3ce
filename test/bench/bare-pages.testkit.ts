// Parses every page of a folder with only parse5, as a floor for a folder audit. Run by `bench-site.ts`.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "parse5";

const [folder = "."] = process.argv.slice(2);
for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
	if (name.endsWith(".html")) parse(readFileSync(join(folder, name), "utf8"));
}
