import { describe, expect, it } from "vitest";
import { FULL, some } from "#core/long-form.testkit.ts";
import type { TaskId } from "#core/rehearsal.ts";
import { TASKS_OF } from "#rehearsal/rehearse.ts";
import { PLANTED } from "./barriers.ts";
import { judge, rehearseTask } from "./judge.ts";
import { SITES, siteOf } from "./sites.ts";

describe("a rehearsal through raw HTML", () => {
	it("stops nowhere on sites without a barrier", { timeout: 60_000 }, async () => {
		for (const spec of some(SITES, 4)) {
			for (const task of TASKS_OF[spec.kind].split(" ")) {
				const found = await rehearseTask(siteOf(spec), spec, task.replace("!", "") as TaskId, undefined);
				expect([spec, task, found]).toSatisfy(() => found === "done" || found === "not-offered");
			}
		}
	});

	it("names step and barrier of each planted one", { timeout: 120_000 }, async () => {
		const cases = PLANTED.filter(({ raw }) => raw).flatMap((planted) =>
			SITES.filter(({ kind }) => planted.kinds.includes(kind)).map((spec) => ({ planted, spec })),
		);
		for (const { planted, spec } of some(cases, 11)) expect(await judge(planted, spec, undefined)).toBeUndefined();
	});

	it("gives the same digest each time", { timeout: 60_000 }, async () => {
		const [spec] = SITES;
		if (!spec) throw new Error("There are sites.");
		const all = await Promise.all(
			Array.from({ length: FULL ? 5 : 2 }, () => rehearseTask(siteOf(spec), spec, "buy", undefined)),
		);
		expect(new Set(all).size).toBe(1);
	});
});
