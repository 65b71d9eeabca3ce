import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { jobQueueContract } from "./job-queue.contract.ts";
import { openLeaseTable } from "./lease-table.ts";

const root = mkdtempSync(join(tmpdir(), "sightline-queue-"));

it("hands out failed jobs after all others, even if due", async () => {
	const queue = openLeaseTable(join(root, "failed.sqlite"), { clock: () => 0 });
	const jobs = ["a", "b", "c"].map((key) => ({ key, data: "0", priority: key === "a" ? 1 : 0 }));
	const { id: run } = await queue.openRun({ digest: "list", jobs });
	const owner = queue.newOwner();
	const order: string[] = [];
	for (;;) {
		const job = await queue.claim(run, owner);
		if (typeof job !== "object") break;
		order.push(job.key);
		if (job.key === "a" && job.tries === 0) await queue.putBack({ run, key: "a", owner }, { hasFailed: true });
		else await queue.finish(run, job.key, "0");
	}
	expect(order).toEqual(["a", "b", "c", "a"]);
	await queue.close();
});

describe("the lease table keeps the contract", () => {
	jobQueueContract(async (name, around) =>
		openLeaseTable(join(root, `${name}.sqlite`), {
			presence: { newOwner: () => "somebody", isGone: (owner) => around.dead.has(owner), close: () => {} },
			clock: () => around.now,
		}),
	);
});
