import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sealLog } from "#log/seal/seal.ts";
import { addReceipt, makeHome, vkeyOf } from "#log/seal/sealing.testkit.ts";
import { policyOf, startWitness } from "#log/seal/witness.testkit.ts";
import { parseVerifierKey } from "#log/tlog/note.ts";
import { readLogQuorum } from "./log-files.ts";

test("a checkpoint has its quorum where enough of the policy's witnesses have cosigned it", async () => {
	const home = await makeHome();
	const log = join(home.reports, "log");
	const checkpoint = () => readFile(join(log, "checkpoint"), "utf8");
	await mkdir(log);
	const witness = await startWitness([await parseVerifierKey(await vkeyOf(1))], { number: 20 });
	try {
		await writeFile(join(log, "policy.txt"), policyOf(1, [witness]));
		await addReceipt(home.reports, 1);
		await sealLog({}, home);
		expect(await readLogQuorum(log, await checkpoint())).toMatchObject({ name: "ours", isReached: true });
		await rm(join(log, "policy.txt"));
		expect(await readLogQuorum(log, await checkpoint())).toMatchObject({ policy: undefined, name: undefined });
		const other = await startWitness([], { number: 21 });
		other.close();
		await writeFile(join(log, "policy.txt"), policyOf(1, [other]));
		expect(await readLogQuorum(log, await checkpoint())).toMatchObject({ name: "ours", isReached: false });
	} finally {
		witness.close();
	}
});
