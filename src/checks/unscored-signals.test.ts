import { describe, expect, test } from "vitest";
import { CHECKS } from "./registry.ts";
import { defineRobotsSignal, UNSCORED_SIGNALS } from "./unscored-signals.ts";

describe.each(UNSCORED_SIGNALS.map((signal) => [signal.id, signal] as const))("%s", (id, signal) => {
	test("describes the signal, who scores it, why we do not, and its sources", () => {
		expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
		expect(signal.what).not.toMatch(/[.]$/);
		expect(signal.scoredBy.length).toBeGreaterThan(0);
		expect(signal.why).toMatch(/^[A-Z][^\n]{40,}[.]$/);
		expect(signal.sources.length).toBeGreaterThan(0);
		for (const { says, url } of signal.sources) {
			expect(says).not.toBe("");
			expect(new URL(url).protocol).toBe("https:");
		}
		expect(signal.reviewed).toMatch(/^\d{4}-\d{2}-\d{2}$/);
	});
});

test("every row is unique", () => {
	const ids = UNSCORED_SIGNALS.map(({ id }) => id);
	expect(new Set(ids).size).toBe(ids.length);
	const strange = { id: "no-such-signal", title: "Nothing is known of it", look: () => undefined };
	expect(() => defineRobotsSignal(strange)).toThrow(RangeError);
});

test("a row that has a check of its own never scores", () => {
	const shown = CHECKS.filter(({ id }) => UNSCORED_SIGNALS.some((signal) => signal.id === id));
	expect(shown.map(({ grade }) => grade)).toEqual(["convention", "convention", "convention"]);
});
