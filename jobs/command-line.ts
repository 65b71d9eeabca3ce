// npm run docs: writes docs/cli.md from the table of commands.
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { reference } from "#cli/help.ts";

await writeFile(fileURLToPath(new URL("../docs/cli.md", import.meta.url)), reference());
