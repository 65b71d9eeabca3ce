import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { verifyLog } from "#receipts/log-audit/verify-log.ts";
import { takeDown } from "#receipts/removal/removal-files.ts";
import { logPaths } from "#receipts/seal/log-files.ts";
import { seal } from "#receipts/seal/seal.ts";
import { tryLockFile } from "#store/file-lock.ts";
import { makeRemote, stateOf } from "./machine.testkit.ts";

it("a removal that was sealed into a log that gives way is listed in the published one", async () => {
	const { first, clone } = await makeRemote();
	await first.audit(1, 2);
	await first.publish();
	const second = await clone();
	await takeDown("site-1.example.com", "all", second.settings);
	expect(await seal({}, second.settings)).toMatchObject({ faulty: false });
	await first.audit(3);
	await first.publish();
	expect(await second.publish()).toMatchObject({ sealedAgain: true });
	expect((await stateOf(second)).domains).toEqual(["site-2.example.com", "site-3.example.com"]);
	expect(await verifyLog({}, second.settings)).toMatchObject({ faults: [], withdrawn: 1 });
});

it("what did not verify once it was sealed again is not published by a second try", async () => {
	const { first, clone } = await makeRemote();
	await first.audit(1, 2);
	await first.publish();
	const second = await clone();
	await second.audit(4);
	await first.audit(3);
	await first.publish();
	await rm(join(second.settings.reports, "receipts", "site-1.example.com"), { recursive: true });
	const refused = { code: "log-inconsistent", message: expect.stringContaining("does not verify") };
	for (let tried = 0; tried < 3; tried++) await expect(second.publish()).rejects.toMatchObject(refused);
});

it("no newer log is brought in beside a seal that is at work", async () => {
	const { first, clone } = await makeRemote();
	await first.audit(1);
	await first.publish();
	const second = await clone();
	await first.audit(2);
	await first.publish();
	const before = await stateOf(second);
	const release = tryLockFile(logPaths(join(second.settings.reports, "log")).lock);
	await expect(second.publish()).rejects.toMatchObject({ code: "store-busy" });
	expect(await stateOf(second)).toEqual(before);
	release?.();
	await second.publish();
	expect(await stateOf(second)).toEqual(await stateOf(first));
});
