import { describe, expect, it } from "vitest";
import { inTurn } from "./call-queue.ts";

/** A call that ends when the test says so. */
function held(log: string[], name: string) {
	const { promise, resolve } = Promise.withResolvers<string>();
	const run = () => {
		log.push(name);
		return promise;
	};
	return { run, end: () => resolve(name) };
}

const never = new AbortController().signal;

describe("calls at the same time", () => {
	it("run one after another, as they came, also after one that failed", async () => {
		const log: string[] = [];
		const [one, three] = [held(log, "one"), held(log, "three")];
		const first = inTurn(never, one.run);
		const second = inTurn(never, async () => {
			log.push("two");
			throw new Error("of two");
		});
		const third = inTurn(never, three.run);
		await Promise.resolve();
		expect(log).toEqual(["one"]);
		one.end();
		expect(await first).toBe("one");
		await expect(second).rejects.toThrow("of two");
		three.end();
		expect(await third).toBe("three");
		expect(log).toEqual(["one", "two", "three"]);
	});

	it("give up their turn when their signal aborts, whether they wait or run on without listening", async () => {
		const log: string[] = [];
		const deaf = held(log, "deaf");
		const [gone, waiting] = [new AbortController(), new AbortController()];
		const first = inTurn(gone.signal, deaf.run);
		const second = inTurn(waiting.signal, held(log, "never").run);
		const last = inTurn(never, async () => "last");
		waiting.abort("not any more");
		await expect(second).rejects.toBe("not any more");
		expect(log).toEqual(["deaf"]);
		gone.abort("too long");
		await expect(first).rejects.toBe("too long");
		expect(await last).toBe("last");
		expect(log).toEqual(["deaf"]);
	});
});
