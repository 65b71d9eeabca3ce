import { expect, it } from "vitest";
import { type JobQueue, LEASE_MS } from "./job-queue.ts";

const NOW = Date.parse("2026-11-21T02:00:00.000Z");
const LIST = { digest: "list-1", keys: ["a", "b", "c"], now: NOW };

/** What every job queue promises. `open` gives the queue of that name; `dead` are owners that no longer run. */
export function jobQueueContract(open: (name: string, dead?: ReadonlySet<string>) => Promise<JobQueue>): void {
	it("hands out each job once, in the order of the list", async () => {
		const queue = await open("order");
		const { id } = await queue.openRun(LIST);
		for (const key of LIST.keys) expect(await queue.claim(id, "me", NOW)).toEqual({ key });
		expect(await queue.claim(id, "me", NOW)).toBe("busy");
		for (const key of LIST.keys) expect(await queue.finish(id, key, `"${key}"`)).toBe(true);
		expect(await queue.claim(id, "me", NOW)).toBeUndefined();
		expect(await queue.finished(id)).toEqual(LIST.keys.map((key) => ({ key, outcome: `"${key}"` })));
	});

	it("takes one final word on a job", async () => {
		const queue = await open("once");
		const { id } = await queue.openRun(LIST);
		await queue.claim(id, "me", NOW);
		expect(await queue.finish(id, "a", '"first"')).toBe(true);
		expect(await queue.finish(id, "a", '"second"')).toBe(false);
		expect(await queue.finished(id)).toEqual([{ key: "a", outcome: '"first"' }]);
	});

	it("takes up an unfinished run of the same list after a restart", async () => {
		const before = await open("resume");
		const { id } = await before.openRun(LIST);
		await before.claim(id, "me", NOW);
		await before.finish(id, "a", "1");
		await before.close();
		const queue = await open("resume");
		expect(await queue.openRun({ ...LIST, now: NOW + 1000 })).toEqual({ id, resumed: true, done: 1 });
	});

	it("does a job of a taken-up run anew when its outcome is no last word", async () => {
		const before = await open("passing");
		const { id } = await before.openRun(LIST);
		await before.finish(id, "a", '"error"');
		await before.finish(id, "b", '"fine"');
		await before.close();
		const queue = await open("passing");
		const run = await queue.openRun({ ...LIST, isPassing: (outcome) => outcome === '"error"' });
		expect(run).toEqual({ id, resumed: true, done: 1 });
		expect(await queue.claim(id, "me", NOW)).toEqual({ key: "a" });
	});

	it("begins a new run for another list, after a finished one, and after a day", async () => {
		const queue = await open("fresh");
		const first = await queue.openRun(LIST);
		const other = await queue.openRun({ ...LIST, digest: "list-2" });
		expect(other.resumed).toBe(false);
		expect(other.id).not.toBe(first.id);
		await queue.closeRun(first.id, NOW);
		const next = await queue.openRun({ ...LIST, now: NOW + 5 });
		expect(next).toMatchObject({ resumed: false, done: 0 });
		expect(await queue.openRun({ ...LIST, now: NOW + 25 * 3600_000 })).toMatchObject({ resumed: false });
	});

	it("gives a job of a dead owner to another, with what it intended", async () => {
		const dead = new Set<string>();
		const queue = await open("dead", dead);
		const { id } = await queue.openRun(LIST);
		for (const _ of LIST.keys) await queue.claim(id, "gone", NOW);
		await queue.intend(id, "b", "the intent");
		expect(await queue.claim(id, "me", NOW)).toBe("busy");
		dead.add("gone");
		expect(await queue.claim(id, "me", NOW)).toEqual({ key: "a" });
		expect(await queue.claim(id, "me", NOW)).toEqual({ key: "b", intent: "the intent" });
	});

	it("gives a job to another when its lease ends, unless it was extended", async () => {
		const queue = await open("lease");
		const { id } = await queue.openRun({ ...LIST, keys: ["a", "b"] });
		await queue.claim(id, "slow", NOW);
		await queue.claim(id, "steady", NOW);
		await queue.extend(id, "b", "steady", NOW + LEASE_MS - 1);
		await queue.extend(id, "a", "stranger", NOW + LEASE_MS - 1);
		expect(await queue.claim(id, "me", NOW + LEASE_MS)).toEqual({ key: "a" });
		expect(await queue.claim(id, "me", NOW + LEASE_MS)).toBe("busy");
	});

	it("allows a host once in the interval", async () => {
		const queue = await open("visit");
		expect(await queue.visit("a.example.com", NOW, 60_000)).toBe(0);
		expect(await queue.visit("a.example.com", NOW + 20_000, 60_000)).toBe(40_000);
		expect(await queue.visit("b.example.com", NOW + 20_000, 60_000)).toBe(0);
		expect(await queue.visit("a.example.com", NOW + 60_000, 60_000)).toBe(0);
		expect(await queue.visit("a.example.com", NOW + 60_001, 60_000)).toBe(59_999);
		const longAgo = NOW - 40 * 86_400_000;
		expect(await queue.visit("a.example.com", longAgo, 60_000), "a clock set back").toBe(0);
	});
}
