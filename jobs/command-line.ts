// npm run docs: writes docs/cli.md, the settings of docs/operating.md and the JSON Schemas of the configuration file and of
// outputs.
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { configJsonSchema } from "#cli/config-file.ts";
import { OUTPUT_SCHEMAS, outputJsonSchema } from "#cli/formats/output-schemas.ts";
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
const writeSchema = (path: string, schema: unknown) =>
	writeFile(inRepository(path), `${JSON.stringify(schema, null, "\t")}\n`);
await writeSchema("sightline.config.schema.json", configJsonSchema());
for (const name of Object.keys(OUTPUT_SCHEMAS) as (keyof typeof OUTPUT_SCHEMAS)[])
	await writeSchema(`reports/${name}.schema.json`, outputJsonSchema(name));
