import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { FULL } from "#core/long-form.testkit.ts";
import { sightline, startSightline } from "#test/e2e/process.testkit.ts";
import { seededLog } from "#test/truth/access-logs/seeded-log.ts";

let folder = "";
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "sightline-logs-"));
});
afterAll(() => rm(folder, { recursive: true }));

it("leaves nothing when killed that would change the next result", {
	timeout: 600_000,
}, async () => {
	const [log, receipt] = [join(folder, "access.log"), join(folder, "access.json")];
	const { lines } = seededLog(1, 20_000);
	// Threads read files above 8 MB.
	await writeFile(log, `${lines.join("\n")}\n`.repeat(3), "latin1");
	const given = ["logs", log, "--as", "example.com", "--format", "json"];
	const environment = { SIGHTLINE_ACCESS_KEY: "a secret of sixteen" };
	const whole = await sightline(given, environment);
	expect(whole.code).toBe(0);
	for (let kill = 0; kill < (FULL ? 20 : 1); kill++) {
		const { child, ended } = startSightline([...given, "--receipt", receipt], environment);
		await pause(500 + 300 * kill);
		child.kill("SIGKILL");
		await ended;
		const again = await sightline(given, environment);
		expect(again).toEqual(whole);
		const left = (await readdir(folder)).filter((name) => name === "access.json");
		for (const name of left)
			expect(JSON.parse(await readFile(join(folder, name), "utf8")).report).toEqual(JSON.parse(whole.stdout));
		await rm(receipt, { force: true });
	}
});
