import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { faultsOfAction } from "./composite.testkit.ts";

const path = fileURLToPath(new URL("../../action.yml", import.meta.url));

it("is what GitHub's schema of an action asks for", async () => {
	expect(await faultsOfAction(await readFile(path, "utf8"))).toEqual([]);
});

it.each([
	["an unknown key", "  using: composite", "  using: composite\n  colour: blue"],
	["a context that an action does not have", "inputs.mode", "secrets.MODE"],
	["a step without a shell", "      shell: bash\n", ""],
])("is refused with %s", async (_, from, to) => {
	const text = await readFile(path, "utf8");
	expect(await faultsOfAction(text.replace(from, to))).not.toEqual([]);
});
