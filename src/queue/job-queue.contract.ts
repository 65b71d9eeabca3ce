import { expect, it } from "vitest";
import { type JobQueue, LEASE_MS } from "./job-queue.ts";

const NOW = Date.parse("2026-11-21T02:00:00.000Z");
const LIST = { digest: "list-1", keys: ["a", "b", "c"], now: NOW };

/** What every job queue promises. `open` gives the queue of that name; `dead` are owners that no longer run. */
export function jobQueueContract(open: (name: string, dead?: ReadonlySet<string>) => JobQueue): void {
	it("hands out each job once, in the order of the list", () => {
		const queue = open("order");
		const { id } = queue.openRun(LIST);
		expect([1, 2, 3].map(() => queue.claim(id, "me", NOW))).toEqual([{ key: "a" }, { key: "b" }, { key: "c" }]);
		expect(queue.claim(id, "me", NOW)).toBe("busy");
		for (const key of LIST.keys) expect(queue.finish(id, key, `"${key}"`)).toBe(true);
		expect(queue.claim(id, "me", NOW)).toBeUndefined();
		expect(queue.finished(id)).toEqual(LIST.keys.map((key) => ({ key, outcome: `"${key}"` })));
	});

	it("takes one final word on a job", () => {
		const queue = open("once");
		const { id } = queue.openRun(LIST);
		queue.claim(id, "me", NOW);
		expect(queue.finish(id, "a", '"first"')).toBe(true);
		expect(queue.finish(id, "a", '"second"')).toBe(false);
		expect(queue.finished(id)).toEqual([{ key: "a", outcome: '"first"' }]);
	});

	it("takes up an unfinished run of the same list after a restart", () => {
		const before = open("resume");
		const { id } = before.openRun(LIST);
		before.claim(id, "me", NOW);
		before.finish(id, "a", "1");
		before.close();
		const queue = open("resume");
		expect(queue.openRun({ ...LIST, now: NOW + 1000 })).toEqual({ id, resumed: true, done: 1 });
	});

	it("does a job of a taken-up run anew when its outcome is no last word", () => {
		const before = open("passing");
		const { id } = before.openRun(LIST);
		before.finish(id, "a", '"error"');
		before.finish(id, "b", '"fine"');
		before.close();
		const queue = open("passing");
		const run = queue.openRun({ ...LIST, isPassing: (outcome) => outcome === '"error"' });
		expect(run).toEqual({ id, resumed: true, done: 1 });
		expect(queue.claim(id, "me", NOW)).toEqual({ key: "a" });
	});

	it("begins a new run for another list, after a finished one, and after a day", () => {
		const queue = open("fresh");
		const first = queue.openRun(LIST);
		const other = queue.openRun({ ...LIST, digest: "list-2" });
		expect(other.resumed).toBe(false);
		expect(other.id).not.toBe(first.id);
		queue.closeRun(first.id, NOW);
		const next = queue.openRun({ ...LIST, now: NOW + 5 });
		expect(next).toMatchObject({ resumed: false, done: 0 });
		expect(queue.openRun({ ...LIST, now: NOW + 25 * 3600_000 }).resumed).toBe(false);
	});

	it("gives a job of a dead owner to another, with what it intended", () => {
		const dead = new Set<string>();
		const queue = open("dead", dead);
		const { id } = queue.openRun(LIST);
		for (const _ of LIST.keys) queue.claim(id, "gone", NOW);
		queue.intend(id, "b", "the intent");
		expect(queue.claim(id, "me", NOW)).toBe("busy");
		dead.add("gone");
		expect(queue.claim(id, "me", NOW)).toEqual({ key: "a" });
		expect(queue.claim(id, "me", NOW)).toEqual({ key: "b", intent: "the intent" });
	});

	it("gives a job to another when its lease ends, unless it was extended", () => {
		const queue = open("lease");
		const { id } = queue.openRun({ ...LIST, keys: ["a", "b"] });
		queue.claim(id, "slow", NOW);
		queue.claim(id, "steady", NOW);
		queue.extend(id, "b", "steady", NOW + LEASE_MS - 1);
		queue.extend(id, "a", "stranger", NOW + LEASE_MS - 1);
		expect(queue.claim(id, "me", NOW + LEASE_MS)).toEqual({ key: "a" });
		expect(queue.claim(id, "me", NOW + LEASE_MS)).toBe("busy");
	});

	it("allows a host once in the interval", () => {
		const queue = open("visit");
		expect(queue.visit("a.example.com", NOW, 60_000)).toBe(0);
		expect(queue.visit("a.example.com", NOW + 20_000, 60_000)).toBe(40_000);
		expect(queue.visit("b.example.com", NOW + 20_000, 60_000)).toBe(0);
		expect(queue.visit("a.example.com", NOW + 60_000, 60_000)).toBe(0);
		expect(queue.visit("a.example.com", NOW + 60_001, 60_000)).toBe(59_999);
		const longAgo = NOW - 40 * 86_400_000;
		expect(queue.visit("a.example.com", longAgo, 60_000), "a clock set back").toBe(0);
	});
}
