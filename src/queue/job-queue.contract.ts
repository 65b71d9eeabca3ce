import { expect, it } from "vitest";
import { type Entries, type Job, type JobQueue, LEASE_MS } from "./job-queue.ts";

const NOW = Date.parse("2026-11-21T02:00:00.000Z");
const KEYS = ["a", "b", "c"];
const listOf = (...keys: string[]) => ({
	digest: "list-1",
	jobs: keys.map((key) => ({ key, data: `"about ${key}"` })),
});
const LIST = listOf(...KEYS);
const DAY = 24 * 3600_000;

/** Environment that the suite controls. */
export interface Surroundings {
	/** The queue's clock: milliseconds since 1970. */
	now: number;
	/** Dead owners. */
	readonly dead: Set<string>;
}

async function read(entries: Entries) {
	const read = [];
	for await (const entry of entries) read.push(entry);
	return read;
}

async function claimed(queue: JobQueue, run: string, owner = "me"): Promise<Job> {
	const job = await queue.claim(run, owner);
	if (job === undefined || typeof job === "string") throw new Error(`no job, but ${job}`);
	return job;
}

/** Contract of every job queue. @param open opens the queue of that name through a new connection */
export function jobQueueContract(open: (name: string, surroundings: Surroundings) => Promise<JobQueue>): void {
	const fresh = (): Surroundings => ({ now: NOW, dead: new Set() });

	it("hands out each job once with its data, in list order", async () => {
		const queue = await open("order", fresh());
		const { id } = await queue.openRun(LIST);
		for (const key of KEYS)
			expect(await queue.claim(id, "me")).toEqual({ key, data: `"about ${key}"`, tries: 0, lost: 0 });
		expect(await queue.claim(id, "me")).toBe("busy");
		for (const key of KEYS) expect(await queue.finish(id, key, `"${key}"`)).toBe(true);
		expect(await queue.claim(id, "me")).toBeUndefined();
		const ended = KEYS.map((key) => ({ key, data: `"about ${key}"`, outcome: `"${key}"` }));
		expect(await read(queue.entries(id))).toEqual(ended);
	});

	it("hands out the highest priority first, and local jobs only to their process", async () => {
		const queue = await open("priority", fresh());
		const jobs = [
			{ key: "late", data: "1" },
			{ key: "here", data: "2", isLocal: true },
			{ key: "soon", data: "3", priority: 1 },
			{ key: "first", data: "4", priority: 2 },
		];
		const { id } = await queue.openRun({ digest: "list", jobs });
		const shared = [];
		for (let at = 0; at < 3; at++) {
			const job = await queue.claim(id, "worker", "shared");
			if (typeof job === "object") shared.push(job.key);
		}
		expect(shared).toEqual(["first", "soon", "late"]);
		for (const key of shared) await queue.finish(id, key, "1");
		expect(await queue.claim(id, "worker", "shared"), "nothing left for it").toBeUndefined();
		expect(await queue.claim(id, "me")).toMatchObject({ key: "here" });
	});

	it("accepts one final outcome per job", async () => {
		const queue = await open("once", fresh());
		const { id } = await queue.openRun(LIST);
		await queue.claim(id, "me");
		expect(await queue.finish(id, "a", '"first"')).toBe(true);
		expect(await queue.finish(id, "a", '"second"')).toBe(false);
		expect((await read(queue.entries(id))).map(({ outcome }) => outcome)).toEqual(['"first"', undefined, undefined]);
	});

	it("resumes an unfinished run of the same list after a restart", async () => {
		const around = fresh();
		const before = await open("resume", around);
		const { id } = await before.openRun({ ...LIST, shared: '"for all"' });
		await before.claim(id, "me");
		await before.finish(id, "a", "1");
		await before.close();
		around.now += 1000;
		const queue = await open("resume", around);
		expect(await queue.openRuns()).toEqual([{ id, shared: '"for all"' }]);
		expect(await queue.openRun({ ...LIST, shared: '"as of now"' })).toMatchObject({
			id,
			resumed: true,
			done: 1,
			total: 3,
		});
		expect(await queue.openRuns(), "removals made since are in force").toEqual([{ id, shared: '"as of now"' }]);
	});

	it("makes postponed jobs claimable at once when their run is resumed", async () => {
		const queue = await open("due", fresh());
		const { id: run } = await queue.openRun(listOf("a"));
		await queue.claim(run, "me");
		await queue.putBack({ run, key: "a", owner: "me" }, { hasFailed: true, afterMs: 3600_000 });
		expect(await queue.claim(run, "me")).toBe("busy");
		await queue.openRun(listOf("a"));
		expect(await queue.claim(run, "me")).toMatchObject({ key: "a", tries: 1 });
	});

	it("retries a job of a resumed run if its outcome is not final", async () => {
		const before = await open("passing", fresh());
		const { id } = await before.openRun(LIST);
		await before.finish(id, "a", '"error"', true);
		await before.finish(id, "b", '"fine"');
		await before.close();
		const queue = await open("passing", fresh());
		const run = await queue.openRun({ ...LIST, isPassing: (outcome) => outcome === '"error"' });
		expect(run).toMatchObject({ id, resumed: true, done: 1 });
		expect(await queue.claim(id, "me")).toMatchObject({ key: "a" });
	});

	it("begins a new run for another list, after a finished one, and after a day", async () => {
		const around = fresh();
		const queue = await open("fresh", around);
		const first = await queue.openRun(LIST);
		const other = await queue.openRun({ ...LIST, digest: "list-2" });
		expect(other.resumed).toBe(false);
		expect(other.id).not.toBe(first.id);
		await queue.closeRun(first.id);
		expect(await queue.claim(first.id, "me")).toBeUndefined();
		around.now += 5;
		expect(await queue.openRun(LIST)).toMatchObject({ resumed: false, done: 0 });
		around.now += DAY;
		const last = await queue.openRun(LIST);
		expect(last.resumed).toBe(false);
		expect(await queue.openRuns()).toEqual([{ id: last.id, shared: "null" }]);
		expect(await queue.lastRun()).toBe(last.id);
	});

	it("gives a dead owner's job to another, with its intent", async () => {
		const around = fresh();
		const queue = await open("dead", around);
		const { id: run } = await queue.openRun(LIST);
		for (const _ of KEYS) await queue.claim(run, "gone");
		await queue.intend({ run, key: "b", owner: "gone" }, "the intent");
		await queue.intend({ run, key: "c", owner: "stranger" }, "no business of its own");
		expect(await queue.claim(run, "me")).toBe("busy");
		around.dead.add("gone");
		expect(await queue.claim(run, "me")).toMatchObject({ key: "a", lost: 1 });
		expect(await queue.claim(run, "me")).toMatchObject({ key: "b", intent: "the intent", lost: 1 });
		expect(await claimed(queue, run)).not.toHaveProperty("intent");
	});

	it("gives a job to another when its lease expires, unless extended", async () => {
		const around = fresh();
		const queue = await open("lease", around);
		const { id: run } = await queue.openRun(listOf("a", "b"));
		await queue.claim(run, "slow");
		await queue.claim(run, "steady");
		around.now += LEASE_MS - 1;
		await queue.extend({ run, key: "b", owner: "steady" });
		await queue.extend({ run, key: "a", owner: "stranger" });
		around.now++;
		expect(await queue.claim(run, "me")).toMatchObject({ key: "a", lost: 1 });
		expect(await queue.claim(run, "me")).toBe("busy");
	});

	it("puts a job back for now or later, and counts failed tries", async () => {
		const queue = await open("back", fresh());
		const { id: run } = await queue.openRun(listOf("a"));
		await queue.claim(run, "me");
		await queue.putBack({ run, key: "a", owner: "me" });
		expect(await queue.claim(run, "me")).toMatchObject({ key: "a", tries: 0, lost: 0 });
		await queue.putBack({ run, key: "a", owner: "stranger" }, { hasFailed: true });
		expect(await queue.claim(run, "other"), "it is still held").toBe("busy");
		await queue.putBack({ run, key: "a", owner: "me" }, { hasFailed: true });
		expect(await queue.claim(run, "me")).toMatchObject({ key: "a", tries: 1 });
		await queue.putBack({ run, key: "a", owner: "me" }, { hasFailed: true, afterMs: 3600_000.5 });
		expect(await queue.claim(run, "me")).toBe("busy");
		expect(await queue.progress(run)).toMatchObject({ total: 1, done: 0, held: 0 });
	});

	it("hands out nothing of a paused run, but accepts outcomes", async () => {
		const queue = await open("pause", fresh());
		const { id } = await queue.openRun(LIST);
		await queue.claim(id, "me");
		await queue.setPaused(id, true);
		expect(await queue.claim(id, "me")).toBe("paused");
		expect(await queue.finish(id, "a", "1")).toBe(true);
		expect(await queue.progress(id)).toEqual({ total: 3, done: 1, held: 0, dead: 0, paused: true });
		await queue.setPaused(id, false);
		expect(await queue.claim(id, "me")).toMatchObject({ key: "b" });
	});

	it("lists dead jobs and retries each once", async () => {
		const queue = await open("letters", fresh());
		const { id } = await queue.openRun(LIST);
		for (const key of KEYS) await claimed(queue, id).then(() => queue.finish(id, key, `"${key}"`, key !== "b"));
		await queue.closeRun(id);
		expect((await read(queue.deadLetters(id))).map(({ key, outcome }) => [key, outcome])).toEqual([
			["a", '"a"'],
			["c", '"c"'],
		]);
		expect(await queue.redo(id, new Set(["b", "c", "x"]))).toBe(1);
		expect(await queue.redo(id)).toBe(1);
		expect(await queue.redo(id)).toBe(0);
		expect(await queue.openRuns(), "it is open again").toMatchObject([{ id }]);
		expect(await queue.claim(id, "me")).toMatchObject({ key: "a", tries: 0, lost: 0 });
		expect(await queue.progress(id)).toMatchObject({ done: 1, held: 1, dead: 0 });
	});

	it("retries a job once even if 2 ask concurrently", async () => {
		const queues = await Promise.all([1, 2].map(() => open("again", fresh())));
		const [queue] = queues;
		if (!queue) throw new Error("no queue");
		const { id: run } = await queue.openRun(LIST);
		for (const key of KEYS) await queue.finish(run, key, '"error"', true);
		const counts = await Promise.all(queues.map((each) => each.redo(run)));
		expect(counts.toSorted()).toEqual([0, 3]);
		for (const key of KEYS) {
			expect(await queue.claim(run, "me")).toMatchObject({ key });
			await queue.putBack({ run, key, owner: "me" });
			expect(await queue.claim(run, "me")).toMatchObject({ key });
			expect(await queue.finish(run, key, '"fine"')).toBe(true);
		}
		expect(await queue.claim(run, "me")).toBeUndefined();
	});

	it("begins a new run after the jobs of a reopened run have ended", async () => {
		const around = fresh();
		const queue = await open("reopened", around);
		const list = { ...LIST, isPassing: (outcome: string) => outcome === '"error"' };
		const { id } = await queue.openRun(list);
		for (const key of KEYS) await queue.finish(id, key, '"error"', true);
		await queue.closeRun(id);
		expect(await queue.redo(id, new Set(["b"]))).toBe(1);
		around.now += 1000;
		expect(await queue.openRun(list), "b is to be done").toMatchObject({ id, resumed: true });
		for (const key of KEYS) await queue.finish(id, key, '"error"', true);
		const next = await queue.openRun(list);
		expect(next).toMatchObject({ resumed: false, done: 0, total: 3 });
		expect((await queue.openRuns()).map((run) => run.id)).toEqual([next.id]);
		await queue.finish(next.id, "a", '"error"', true);
		around.now += DAY;
		await expect(queue.redo(next.id), "nobody would do it").rejects.toMatchObject({ code: "input-invalid" });
	});

	it("gives each job to exactly one of several concurrent callers", async () => {
		const queues = await Promise.all([1, 2, 3].map(() => open("many", fresh())));
		const keys = Array.from({ length: 40 }, (_, index) => `job-${index}`);
		const run = await queues[0]?.openRun(listOf(...keys));
		const work = queues.flatMap((queue, owner) =>
			Array.from({ length: 4 }, async () => {
				const taken: string[] = [];
				for (;;) {
					const job = await queue.claim(run?.id ?? "", `owner-${owner}`);
					if (typeof job !== "object") return taken;
					taken.push(job.key);
				}
			}),
		);
		expect((await Promise.all(work)).flat().toSorted()).toEqual(keys.toSorted());
	});

	it("allows one visit per host and interval", async () => {
		const around = fresh();
		const queue = await open("visit", around);
		const visit = (host: string, later: number) => {
			around.now = NOW + later;
			return queue.visit(host, 60_000);
		};
		expect(await visit("a.example.com", 0)).toBe(0);
		expect(await visit("a.example.com", 20_000)).toBe(40_000);
		expect(await visit("b.example.com", 20_000)).toBe(0);
		expect(await visit("a.example.com", 60_000)).toBe(0);
		expect(await visit("a.example.com", 60_001)).toBe(59_999);
		expect(await visit("a.example.com", -40 * DAY), "a clock set back").toBe(0);
	});
}
