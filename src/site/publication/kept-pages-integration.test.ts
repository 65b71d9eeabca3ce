import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keptPagesIntegration } from "./kept-pages-integration.ts";

test("where no page can be kept, the build hears of it and goes on", async () => {
	const root = await mkdtemp(join(tmpdir(), "sightline-kept-"));
	const file = join(root, "pages");
	await writeFile(file, "no folder");
	const said: string[] = [];
	const logger = { warn: (text: string) => said.push(text) };
	const { hooks, all, factsOf } = keptPagesIntegration(file, {});
	await hooks["astro:config:setup"]?.({ command: "build", updateConfig() {}, logger } as never);
	await hooks["astro:config:done"]?.({} as never);
	await hooks["astro:build:generated"]?.({ logger } as never);
	expect(said).toEqual([expect.stringContaining("EEXIST")]);
	expect(all([{ pathname: "a/" }])).toEqual([{ pathname: "a/" }]);
	expect(factsOf("a/index.html")).toBeUndefined();
	await rm(root, { recursive: true });
});
