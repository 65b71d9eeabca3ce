// npm run docs: writes docs/cli.md, the settings of docs/operating.md and the JSON Schema of the configuration file.
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { configJsonSchema } from "#cli/config-file.ts";
import { reference } from "#cli/help.ts";
import { settingsTable } from "#config/environment.ts";

const inRepository = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
await writeFile(inRepository("docs/cli.md"), reference());
const operating = inRepository("docs/operating.md");
const table = /^\| variable \| default \| what it is \|\n(?:\|.*\n)*/m;
await writeFile(
	operating,
	(await readFile(operating, "utf8")).replace(table, () => `${settingsTable()}\n`),
);
await writeFile(inRepository("sightline.config.schema.json"), `${JSON.stringify(configJsonSchema(), null, "\t")}\n`);
