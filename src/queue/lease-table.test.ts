import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe } from "vitest";
import { jobQueueContract } from "./job-queue.contract.ts";
import { openLeaseTable } from "./lease-table.ts";

const root = mkdtempSync(join(tmpdir(), "sightline-queue-"));

describe("the lease table keeps the contract", () => {
	jobQueueContract(async (name, around) =>
		openLeaseTable(join(root, `${name}.sqlite`), {
			presence: { newOwner: () => "somebody", isGone: (owner) => around.dead.has(owner), close: () => {} },
			clock: () => around.now,
		}),
	);
});
