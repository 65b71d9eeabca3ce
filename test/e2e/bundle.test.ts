import { cp, mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { auditResultSchema } from "#core/audit-result.ts";
import {
	createLog,
	DOMAIN,
	leafOf,
	sampleReceipt,
	type TestLog,
	writeReports,
} from "#receipts/verify/verify-receipt.testkit.ts";
import { inRepository, run } from "./process.testkit.ts";

let root = "";
let installed = "";
/** The log whose keys the package was made with. */
let log: TestLog;
beforeAll(async () => {
	root = await mkdtemp(join(tmpdir(), "sightline-bundle-"));
	log = await createLog([leafOf(await sampleReceipt())]);
	const reports = join(root, "reports");
	await writeReports(reports, [], log);
	installed = join(root, "node_modules", "sightline");
	await mkdir(installed, { recursive: true });
	// Not into the checkout's lib/, which would keep the keys of a test.
	const bundle = [inRepository("jobs/bundle.ts"), join(installed, "lib")];
	expect(await run(bundle, { SIGHTLINE_REPORTS: reports })).toMatchObject({ code: 0, stderr: "" });
	await cp(inRepository("package.json"), join(installed, "package.json"));
	await symlink(inRepository("node_modules"), join(installed, "node_modules"));
});

it("works as plain JavaScript inside node_modules, worker included", { timeout: 60_000 }, async () => {
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

describe("verification by the package", () => {
	const verify = (settings: Record<string, string>, ...args: string[]) =>
		run([join(installed, "lib", "sightline.js"), "verify", ...args], settings);

	it("needs nothing but a file: it brings the log's key along", async () => {
		const path = join(root, "p.tlog-proof");
		await writeFile(path, await log.proof(0));
		const { code, stdout, stderr } = await verify({ SIGHTLINE_REPORTS: join(root, "nowhere") }, path);
		expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
		expect(stdout.replaceAll(/\s+/g, " ")).toContain("a key pinned in this package");
	});

	it("does not believe the keys of a folder that somebody else has made", async () => {
		const reports = join(root, "handed-over");
		const receipt = await sampleReceipt();
		await writeReports(reports, [receipt], await createLog([leafOf(receipt)]));
		const forged = await verify({ SIGHTLINE_REPORTS: reports }, DOMAIN);
		expect(forged.code, "the pinned log's name, another key").toBe(1);
		await writeReports(reports, [receipt], await createLog([leafOf(receipt)], { origin: "other.example/log" }));
		expect(await verify({ SIGHTLINE_REPORTS: reports }, DOMAIN)).toMatchObject({
			code: 2,
			stderr: expect.stringContaining("This package knows that of audit.example.com/log"),
		});
	});
});
