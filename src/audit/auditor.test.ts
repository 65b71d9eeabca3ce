import { describe, expect, it } from "vitest";
import { Failure } from "#core/failure.ts";
import { watchOwnLimits } from "./auditor.ts";

const failing = (code: "overloaded" | "connection-timeout") => async () => {
	throw new Failure(code, { what: "It failed." });
};

describe("watchOwnLimits", () => {
	it.each([
		["client", "overloaded", true],
		["reader", "overloaded", true],
		["client", "connection-timeout", false],
	] as const)("of a %s that fails with %s: the audit ends is %s", async (part, code, ends) => {
		const own = watchOwnLimits();
		const work =
			part === "client"
				? own.watchClient({ get: failing(code) }).get(new URL("https://example.com/"))
				: own.watchReader({ read: failing(code) }).read("robots", {
						url: "https://example.com/robots.txt",
						body: new Uint8Array(),
						contentType: "",
						truncated: false,
					});
		await expect(work).rejects.toMatchObject({ code });
		expect(own.signal.aborted).toBe(ends);
		if (ends) expect(own.signal.reason).toMatchObject({ code });
	});
});
