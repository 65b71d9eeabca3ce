import { expect, it, vi } from "vitest";
import type { WallEntry } from "#core/wall-page.ts";
import type { RemovalScope } from "#receipts/removal/removal-files.ts";
import { RemovedDomains } from "./removed-domains.ts";

const [ONE, TWO] = ["a".repeat(64), "b".repeat(64)];

/** Only owners' orders take something down. */
function open(read: () => Promise<ReadonlyMap<string, RemovalScope>>) {
	const facts = async () => ({ removed: [] });
	return new RemovedDomains("/nowhere/notices.json", facts, read);
}

const entry = (domain: string, id: string) => ({ domain, receipt: { id } }) as WallEntry;

it("owners' orders hide a whole domain or one receipt", async () => {
	const removed = open(
		async () =>
			new Map<string, RemovalScope>([
				["all.example.com", "all"],
				["one.example.com", new Set([ONE])],
			]),
	);
	expect(await removed.includes("all.example.com")).toBe(true);
	await expect(removed.refuse("all.example.com")).rejects.toMatchObject({ code: "removal-asked" });
	expect(await removed.includes("one.example.com")).toBe(false);
	expect(await removed.includes("one.example.com", ONE)).toBe(true);
	expect(await removed.includes("one.example.com", TWO)).toBe(false);
	await expect(removed.refuse("one.example.com")).resolves.toBeUndefined();
	const wall = [
		entry("all.example.com", TWO),
		entry("one.example.com", ONE),
		entry("one.example.com", TWO),
		entry("example.org", ONE),
	];
	expect(await removed.shownOf(wall)).toEqual(wall.slice(2));
});

it("the store is queried once a second, and its last state is used during an outage", async () => {
	vi.useFakeTimers({ toFake: ["performance"] });
	const read = vi.fn(async () => new Map<string, RemovalScope>([["all.example.com", "all"]]));
	const removed = open(read);
	read.mockRejectedValueOnce(new Error("away"));
	await expect(removed.includes("all.example.com")).rejects.toThrow("away");
	expect(await removed.includes("all.example.com")).toBe(true);
	expect(await removed.includes("example.org")).toBe(false);
	expect(read).toHaveBeenCalledTimes(2);
	vi.advanceTimersByTime(1_500);
	read.mockRejectedValueOnce(new Error("away"));
	expect(await removed.includes("all.example.com")).toBe(true);
	expect(read).toHaveBeenCalledTimes(3);
	vi.useRealTimers();
});
