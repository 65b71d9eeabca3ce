import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FairQueue } from "./fair-queue.ts";

function work(name: string): () => Promise<string> {
	return async () => name;
}

async function drained(queue: FairQueue): Promise<unknown[]> {
	const order: unknown[] = [];
	for (let run = queue.dequeue(); run; run = queue.dequeue()) order.push(await run());
	return order;
}

describe("FairQueue", () => {
	it("alternates between callers, and keeps each one's order", async () => {
		const queue = new FairQueue();
		for (const name of ["a1", "a2", "a3", "b1", "c1", "c2"]) queue.enqueue(work(name), { caller: name.slice(0, 1) });
		expect(queue.size).toBe(6);
		expect(await drained(queue)).toEqual(["a1", "b1", "c1", "a2", "c2", "a3"]);
		expect(queue.size).toBe(0);
	});

	it("skips removed work", async () => {
		const queue = new FairQueue();
		const unwanted = work("a1");
		queue.enqueue(unwanted, { caller: "a" });
		queue.enqueue(work("b1"), { caller: "b" });
		queue.remove(unwanted);
		queue.remove(unwanted);
		expect(queue.size).toBe(1);
		expect(queue.filter({ caller: "a" })).toEqual([]);
		expect(await drained(queue)).toEqual(["b1"]);
	});

	it("removes work by p-queue's id", async () => {
		const queue = new FairQueue();
		queue.enqueue(work("a1"), { caller: "a", id: "1" });
		queue.enqueue(work("a2"), { caller: "a", id: "2" });
		queue.remove("1");
		expect(queue.size).toBe(1);
		expect(await drained(queue)).toEqual(["a2"]);
	});

	it("delays a caller by at most one job of each other caller", () => {
		fc.assert(
			fc.property(fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 60 }), (callers) => {
				const queue = new FairQueue();
				for (const caller of callers) queue.enqueue(work(caller), { caller });
				queue.enqueue(work("late"), { caller: "late" });
				const [late] = queue.filter({ caller: "late" });
				let before = 0;
				for (let run = queue.dequeue(); run && run !== late; run = queue.dequeue()) before++;
				expect(before).toBe(new Set(callers).size);
			}),
		);
	});
});
