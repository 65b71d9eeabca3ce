import { describe, expect, it } from "vitest";
import { makeReceipt, store } from "#site/publication/receipt.testkit.ts";
import type { LiveReceipt } from "../api/live-app.ts";
import { findReceipt } from "./live-page.ts";

const [HERE, ENDED] = ["a".repeat(64), "b".repeat(64)];
const kept: LiveReceipt = {
	stored: store("aa", makeReceipt()),
	text: "{}",
	place: { state: "pending" },
	expiresAt: "2026-12-20T02:00:00.000Z",
	listed: false,
};
const pages = { receipt: async (id: string) => (id === HERE ? kept : undefined) };
const leafOf = (id: string) => (id === ENDED ? 0 : undefined);
const find = (address: Parameters<typeof findReceipt>[0]) => findReceipt(address, pages, leafOf);

describe("a live receipt's address", () => {
	it("leads to the receipt or its files", async () => {
		expect(await find({ kind: "receipt", receipt: HERE })).toEqual({ receipt: kept, listed: false });
		expect(await find({ kind: "file", receipt: HERE, ending: "json" })).toEqual({
			receipt: kept,
			listed: false,
			ending: "json",
		});
	});

	it("leads to its leaf after expiry, never to its file", async () => {
		expect(await find({ kind: "receipt", receipt: ENDED })).toEqual({ id: ENDED, endedLeaf: 0 });
		expect(await find({ kind: "file", receipt: ENDED, ending: "json" })).toBeUndefined();
		expect(await find({ kind: "receipt", receipt: "c".repeat(64) })).toBeUndefined();
	});

	it("does not match other pages", async () => {
		expect(await find({ kind: "permalink", slug: "example.com", receipt: HERE })).toBeUndefined();
		expect(await find({ kind: "brief", slug: "example.com" })).toBeUndefined();
	});
});
