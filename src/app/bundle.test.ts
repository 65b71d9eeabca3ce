import { cp, mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { auditResultSchema } from "#core/audit-result.ts";
import { inRepository, run } from "./process.testkit.ts";

it("works as plain JavaScript inside node_modules, worker included", { timeout: 60_000 }, async () => {
	const root = await mkdtemp(join(tmpdir(), "sightline-bundle-"));
	expect(await run([inRepository("jobs/bundle.ts")])).toMatchObject({ code: 0 });
	const installed = join(root, "node_modules", "sightline");
	await mkdir(installed, { recursive: true });
	await cp(inRepository("lib"), join(installed, "lib"), { recursive: true });
	await cp(inRepository("package.json"), join(installed, "package.json"));
	await symlink(inRepository("node_modules"), join(installed, "node_modules"));

	const site = join(root, "site");
	await mkdir(site);
	// Longer than what is parsed in process, so the worker has to be found.
	const text = "<p>Words that stand in the page.</p>".repeat(20_000);
	await writeFile(
		join(site, "index.html"),
		`<!doctype html><html lang="en"><title>Long</title><main><h1>Long</h1>${text}</main>`,
	);
	const audit = ["audit", "--dir", site, "--as", "long.example.com", "--json"];
	const { code, stdout, stderr } = await run([join(installed, "lib", "sightline.js"), ...audit]);
	expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
	const result = auditResultSchema.parse(JSON.parse(stdout));
	expect(result.findings.find((each) => each.id === "text-without-js")?.outcome).toBe("pass");
});
