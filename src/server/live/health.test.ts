import { describe, expect, it } from "vitest";
import { Failure } from "#core/failure.ts";
import { createHealth, watchWriting } from "./health.ts";

const parts = {
	database: { kind: "sqlite" as const, ping: async () => {} },
	countPending: async () => 3,
	facts: async () => {
		throw new Error("not asked");
	},
};
const facts = async () => ({ wall: [], logSize: 7, lastRun: null, removed: [], lightAudits: () => [] });

describe("health", () => {
	it("is well where the store can be read and written", async () => {
		const health = createHealth({ ...parts, facts, isUnwritable: () => false });
		expect(await health()).toMatchObject({ status: "ok", checks: { log: { status: "ok", size: 7, pending: 3 } } });
	});

	it("is down for a minute after an audit could not be kept, or until one could", async () => {
		let fault: Error | undefined = new Failure("store-unavailable", { what: "The disk is full." });
		const { work, isUnwritable } = watchWriting(async () => {
			if (fault) throw fault;
		});
		const health = createHealth({ ...parts, facts, isUnwritable });
		await expect(work()).rejects.toThrow("full");
		expect(await health()).toMatchObject({ status: "down", checks: { store: { status: "down" } } });
		fault = new Failure("overloaded", { what: "Too much." });
		await expect(work()).rejects.toThrow("much");
		expect((await health()).status).toBe("down");
		fault = undefined;
		await work();
		expect((await health()).status).toBe("ok");
	});
});
