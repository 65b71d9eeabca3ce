import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readEnvironment } from "#config/environment.ts";
import { Failure, isFailure } from "#core/failure.ts";
import { parsePlace } from "#core/target.ts";
import { createAuditor, Deadline, WAIT_MAX_MS, watchOwnLimits } from "./auditor.ts";

const failing = (code: "overloaded" | "connection-timeout") => async () => {
	throw new Failure(code, { what: "It failed." });
};

it("a folder is read completely, however long it takes", async () => {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	const auditor = await createAuditor(readEnvironment({}), { load: "lone" });
	const folder = join(import.meta.dirname, "../../test/repairs/built/hugo");
	let looks = 0;
	const onExchange = () => {
		looks++;
		vi.advanceTimersByTime(3_600_000);
	};
	const { report } = await auditor.audit({ target: parsePlace("example.com"), folder, mode: "light", onExchange });
	await auditor.close();
	vi.useRealTimers();
	expect(looks).toBeGreaterThan(0);
	expect(report.failure).toBeUndefined();
});

it("reuses threads between folders in `many` mode", async () => {
	const auditor = await createAuditor(readEnvironment({}), { load: "many" });
	const folder = join(import.meta.dirname, "../../test/repairs/built/hugo");
	const audit = () => auditor.audit({ target: parsePlace("example.com"), folder, mode: "light" });
	const started = vi.fn();
	process.on("worker", started);
	await audit();
	const first = started.mock.calls.length;
	await audit();
	process.off("worker", started);
	await auditor.close();
	expect(first).toBeGreaterThan(0);
	expect(started).toHaveBeenCalledTimes(first);
});

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
				: own.watchReader({ read: failing(code), readPage: failing(code) }).read("robots", {
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

beforeEach(() => {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
	vi.useRealTimers();
});

/** Milliseconds until it aborts. */
function end({ signal }: Deadline): number {
	const began = performance.now();
	while (!signal.aborted) vi.advanceTimersByTime(100);
	return performance.now() - began;
}

const noDelay = () => 0;

describe("Deadline", () => {
	it("ends after its time with a TimeoutError if nothing waited", () => {
		const deadline = new Deadline(20_000, noDelay);
		expect(end(deadline)).toBe(20_000);
		expect(deadline.signal.reason).toMatchObject({ name: "TimeoutError" });
	});

	it("pauses while work waits, counting concurrent waits once", () => {
		const deadline = new Deadline(20_000, noDelay);
		const over = [deadline.waits(), deadline.waits()];
		vi.advanceTimersByTime(2_000);
		for (const each of [...over, ...over]) each();
		vi.advanceTimersByTime(1_000);
		const later = deadline.waits();
		vi.advanceTimersByTime(1_000);
		later();
		expect(end(deadline)).toBe(19_000);
		expect(deadline.signal.reason).toMatchObject({ name: "TimeoutError" });
	});

	it("ends as overloaded after the longest allowed wait", () => {
		const deadline = new Deadline(20_000, noDelay);
		deadline.waits();
		expect(end(deadline)).toBe(20_000 + WAIT_MAX_MS);
		const { reason } = deadline.signal;
		expect(isFailure(reason) && reason.code).toBe("overloaded");
	});

	it("pauses while this process is stalled, then reports a busy machine", () => {
		const deadline = new Deadline(20_000, () => performance.now() / 4);
		expect(end(deadline)).toBe(26_700);
		expect(deadline.signal.reason).toMatchObject({ code: "machine-busy" });
	});

	it("blames the site if we were stalled only briefly", () => {
		const began = performance.now();
		const deadline = new Deadline(20_000, () => Math.min(performance.now() - began, 500));
		expect(end(deadline)).toBe(20_500);
		expect(deadline.signal.reason).toMatchObject({ name: "TimeoutError" });
	});

	it("does not end once it is cleared", () => {
		const deadline = new Deadline(1_000, noDelay);
		deadline.clear();
		vi.advanceTimersByTime(60_000);
		expect(deadline.signal.aborted).toBe(false);
	});
});
