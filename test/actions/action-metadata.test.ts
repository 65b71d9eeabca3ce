import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { faultsOfAction, readAction } from "./composite.testkit.ts";

const path = fileURLToPath(new URL("../../action.yml", import.meta.url));

it("action.yml matches GitHub's schema", async () => {
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

it("action.yml pins other actions by commit, and puts no input into a script", async () => {
	const { runs } = await readAction(fileURLToPath(new URL("../../", import.meta.url)));
	const used = runs.steps.flatMap(({ uses }) => uses ?? []);
	expect(used).toHaveLength(3);
	expect(used.filter((name) => !/^[\w-]+\/[\w/-]+@[0-9a-f]{40}$/.test(name))).toEqual([]);
	const text = await readFile(path, "utf8");
	for (const name of used) expect(text).toMatch(new RegExp(`${name} # v\\d+\\.\\d+\\.\\d+\n`));
	expect(runs.steps.flatMap(({ run = "" }) => run.match(/\$\{\{/g) ?? [])).toEqual([]);
});

it("the documentation lists each input and output", async () => {
	const { inputs, outputs } = await readAction(fileURLToPath(new URL("../../", import.meta.url)));
	const document = await readFile(fileURLToPath(new URL("../../docs/action.md", import.meta.url)), "utf8");
	const missing = [...Object.keys(inputs), ...Object.keys(outputs)].filter((name) => !document.includes(`\`${name}\``));
	expect(missing).toEqual([]);
});
