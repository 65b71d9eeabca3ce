import { afterEach, describe, expect, it, vi } from "vitest";
import { carryPaint, readPaint } from "./leaving.ts";

const NOW = Date.parse("2026-11-23T12:00:00.000Z");
const HERE = { path: "/audits/contact/", now: NOW };
const kept = (parts = {}) => ({ kind: "contact", data: { name: "Ada" }, path: HERE.path, at: NOW - 1_000, ...parts });

describe("paint for the next page", () => {
	it("is painted at its path within a minute", () => {
		expect(readPaint(JSON.stringify(kept()), HERE)).toEqual({ kind: "contact", data: { name: "Ada" } });
		expect(readPaint(JSON.stringify(kept({ at: NOW - 60_000 })), HERE)).toBeDefined();
	});

	it.each([
		["too old", kept({ at: NOW - 60_001 })],
		["from the future", kept({ at: NOW + 1 })],
		["without a time", kept({ at: "now" })],
		["for another page", kept({ path: "/audits/" })],
		["without a kind", kept({ kind: 1 })],
		["without data", kept({ data: null })],
		["too long", kept({ data: { note: "x".repeat(70_000) } })],
		["a text", "paint"],
		["null", null],
	])("is nothing where it is %s", (_, value) => {
		expect(readPaint(JSON.stringify(value), HERE)).toBeUndefined();
	});

	afterEach(() => vi.unstubAllGlobals());

	it("is dropped if storage is full, and the page opens anyway", () => {
		const setItem = vi.fn(() => {
			throw new DOMException("full", "QuotaExceededError");
		});
		vi.stubGlobal("sessionStorage", { setItem });
		carryPaint({ kind: "contact", data: {} }, "/");
		expect(setItem).toHaveBeenCalledOnce();
	});

	it.each(["", "{", "undefined"])("is ignored if storage contains %j", (text) => {
		expect(readPaint(text, HERE)).toBeUndefined();
	});
});
