import { describe, expect, it, vi } from "vitest";
import { makeReceipt, store } from "#site/publication/receipt.testkit.ts";
import type { LiveBrief } from "../api/live-app.ts";
import { fingerprint, KeptPages } from "./kept-pages.ts";

const bytes = (length = 100) => new Uint8Array(length);

describe("cached pages", () => {
	it("are rendered once for concurrent requests, and again for another key", async () => {
		const pages = new KeptPages();
		const started = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
		const render = vi.fn(() => started.promise);
		const asked = Array.from({ length: 50 }, () => pages.get("a", render));
		expect(pages.peek("a")).toBeUndefined();
		started.resolve(bytes());
		const given = await Promise.all([...asked, pages.get("a", render)]);
		expect(new Set(given).size).toBe(1);
		expect(render).toHaveBeenCalledOnce();
		expect(pages.peek("a")).toBe(given[0]);
		await pages.get("b", render);
		expect(render).toHaveBeenCalledTimes(2);
	});

	it("are not cached if rendering fails, and are retried", async () => {
		const pages = new KeptPages();
		const failing = () => Promise.reject(new TypeError("bug"));
		const asked = [pages.get("a", failing), pages.get("a", failing)];
		for (const each of asked) await expect(each).rejects.toThrow("bug");
		expect((await pages.get("a", async () => bytes())).bytes).toHaveLength(100);
	});

	it("are bounded as an LRU cache, without pages that are too large", async () => {
		const pages = new KeptPages(700);
		for (const key of ["a", "b", "c"]) await pages.get(key, async () => bytes());
		pages.peek("a");
		await pages.get("d", async () => bytes());
		expect(["a", "b", "c", "d"].filter((key) => pages.peek(key))).toEqual(["a", "c", "d"]);
		expect((await pages.get("large", async () => bytes(400))).bytes).toHaveLength(400);
		expect(pages.peek("large")).toBeUndefined();
	});
});

describe("fingerprint", () => {
	const [stored, before] = ["a1", "b2"].map((id) => store(id, makeReceipt()));
	if (!stored || !before) throw new Error("There are two.");
	const live: LiveBrief = {
		stored,
		auditedAt: "2026-11-21T02:00:00.000Z",
		place: { state: "pending" },
		slug: "www.example.org",
		agencyName: "",
		expiresAt: "2026-12-20T02:00:00.000Z",
		history: [stored, before],
	};

	it("is equal for equal data", () => {
		expect(fingerprint({ live: structuredClone(live) })).toBe(fingerprint({ live }));
	});

	it.each<[string, Partial<LiveBrief>]>([
		["another receipt", { stored: before }],
		["a later audit that found the same", { auditedAt: "2026-11-22T02:00:00.000Z" }],
		["a seal", { place: { state: "logged", logIndex: 17 } }],
		["another address", { slug: "www.example.org~a1b2c3d4" }],
		["an agency's name", { agencyName: "Northlight Partners" }],
		["a later end", { expiresAt: "2026-12-21T02:00:00.000Z" }],
		["an audit that was taken down", { history: [stored] }],
	])("changes with %s", (_, change) => {
		expect(fingerprint({ live: { ...live, ...change } })).not.toBe(fingerprint({ live }));
	});

	it("differs between a permalink and its page, between audits, and between leaves", () => {
		const receipt = { stored, text: "{}", place: live.place, expiresAt: live.expiresAt };
		const texts = [
			fingerprint(undefined),
			fingerprint({ live }),
			fingerprint({ live, receipt }),
			fingerprint({ live, receipt: { ...receipt, stored: before } }),
			fingerprint({ receipt }),
			fingerprint({ receipt: { ...receipt, place: { state: "logged", logIndex: 3 } } }),
			fingerprint({ id: "a1", endedLeaf: 3 }),
			fingerprint({ id: "a1", endedLeaf: 4 }),
		];
		expect(new Set(texts).size).toBe(texts.length);
	});

	it("contains only the id of a receipt", () => {
		const receipt = { stored, text: "x".repeat(50_000), place: live.place, expiresAt: live.expiresAt };
		expect(fingerprint({ live, receipt }).length).toBeLessThan(1000);
	});
});
