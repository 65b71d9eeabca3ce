// npm run docs: writes docs/cli.md from the table of commands, and the JSON Schema of the configuration file.
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { configJsonSchema } from "#cli/audit/config-file.ts";
import { reference } from "#cli/help.ts";

const inRepository = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
await writeFile(inRepository("docs/cli.md"), reference());
await writeFile(inRepository("sightline.config.schema.json"), `${JSON.stringify(configJsonSchema(), null, "\t")}\n`);
