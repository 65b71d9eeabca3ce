// Reads every page of a folder by parse5 alone: what an audit of the folder is held against. `bench-site.ts` runs this file.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "parse5";

const [folder = "."] = process.argv.slice(2);
for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
	if (name.endsWith(".html")) parse(readFileSync(join(folder, name), "utf8"));
}
