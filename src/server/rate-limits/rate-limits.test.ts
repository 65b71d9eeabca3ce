import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_QUOTAS, quotaText, readQuotas } from "./rate-limits.ts";

const quota = fc.record({
	units: fc.integer({ min: 1, max: 1_000_000 }),
	windowSeconds: fc.oneof(
		fc.integer({ min: 1, max: 86_400 }),
		fc.integer({ min: 1, max: 24 }).map((hours) => hours * 3600),
	),
});

describe("readQuotas", () => {
	it("returns the defaults for no text", () => {
		for (const text of [undefined, "", " , "]) expect(readQuotas(text)).toEqual(DEFAULT_QUOTAS);
	});

	it("changes only named quotas", () => {
		expect(readQuotas("audit=7/90m, reading=1/1s")).toEqual({
			...DEFAULT_QUOTAS,
			audit: { units: 7, windowSeconds: 5400 },
			reading: { units: 1, windowSeconds: 1 },
		});
	});

	it("round-trips with quotaText", () => {
		expect(quotaText(DEFAULT_QUOTAS)).toBe(
			"burst=5/10s reading=100/10s audit=30/1h brief=30/1h form=20/1h sign-in=5/15m register=10/1h claim=10/10m credential=60/1m look-up=20/10m token=300/1h key=300/1h",
		);
		const quotas = fc.record({
			burst: quota,
			reading: quota,
			audit: quota,
			brief: quota,
			form: quota,
			"sign-in": quota,
			register: quota,
			claim: quota,
			credential: quota,
			"look-up": quota,
			token: quota,
			key: quota,
		});
		fc.assert(fc.property(quotas, (any) => void expect(readQuotas(quotaText(any))).toEqual(any)));
	});

	it.each([
		["audit", '"audit" is not a quota'],
		["audit=30", '"audit=30" is not a quota'],
		["burst=5/10s audit=-1/1h", '"audit=-1/1h" is not a quota'],
		["audit=1.5/1h", "is not a quota"],
		["audit=30/1d", "is not a quota"],
		["audit=30/1h;", "is not a quota"],
		[
			"audits=30/1h",
			'"audits=30/1h" is not the name of a quota; the quotas are burst, reading, audit, brief, form, sign-in, register, claim, credential, look-up, token, key',
		],
		["__proto__=30/1h", "is not the name of a quota"],
		["audit=0/1h", "must allow 1 to 1000000 units"],
		["audit=1000001/1h", "must allow 1 to 1000000 units"],
		["audit=99999999999999999999999/1h", "must allow 1 to 1000000 units"],
		["audit=30/0s", "must have a window of 1s to 24h"],
		["audit=30/25h", "must have a window of 1s to 24h"],
		["audit=30/1h audit=40/1h", '"audit=40/1h" is a second quota named audit'],
	])("refuses %s", (text, why) => {
		expect(() => readQuotas(text)).toThrow(
			expect.objectContaining({ code: "input-invalid", message: expect.stringContaining(why) }),
		);
	});
});
