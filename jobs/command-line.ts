// npm run docs: writes docs/command-line.md from the table of commands.
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { reference } from "#cli/help.ts";

await writeFile(fileURLToPath(new URL("../docs/command-line.md", import.meta.url)), reference());
