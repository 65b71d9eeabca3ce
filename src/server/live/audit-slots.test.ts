import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AuditMode } from "#core/preset.ts";
import { AuditSlots, networkOf, type Slot } from "./audit-slots.ts";

const never = new AbortController().signal;
const callersOf = (...keys: string[]) => new Map(keys.map((key) => [key, 1]));

/** Requests a slot; `granted` resolves with it. */
function ask(slots: AuditSlots, key: string, mode: AuditMode = "light", signal = never) {
	const callers = callersOf(key);
	const asked: { slot?: Slot; readonly callers: Map<string, number>; readonly mode: AuditMode } = { callers, mode };
	slots.acquire({ mode, callers }, signal).then(
		(slot) => {
			asked.slot = slot;
		},
		() => {},
	);
	return asked;
}

const granted = async (asked: readonly { readonly slot?: Slot }[]) => {
	await Promise.resolve();
	return asked.filter(({ slot }) => slot !== undefined).length;
};

describe("AuditSlots", () => {
	it("leaves half of the slots to others", async () => {
		const slots = new AuditSlots(32);
		const attack = Array.from({ length: 100 }, () => ask(slots, "192.0.2.1"));
		expect(await granted(attack)).toBe(16);
		const others = Array.from({ length: 16 }, (_, index) => ask(slots, `198.51.100.${index}`));
		expect(await granted(others)).toBe(16);
	});

	it("counts an IPv6 /48 as one network", async () => {
		const slots = new AuditSlots(32);
		const attack = Array.from({ length: 100 }, (_, index) => ask(slots, `2001:db8:1:${index.toString(16)}::/64`));
		expect(await granted(attack)).toBe(16);
	});

	it("leaves three quarters of the slots to light audits", async () => {
		const slots = new AuditSlots(32);
		const deep = Array.from({ length: 100 }, (_, index) => ask(slots, `192.0.2.${index}`, "deep"));
		expect(await granted(deep)).toBe(8);
		const light = Array.from({ length: 24 }, (_, index) => ask(slots, `198.51.100.${index}`));
		expect(await granted(light)).toBe(24);
		const ofOne = new AuditSlots(32);
		const attack = Array.from({ length: 8 }, () => ask(ofOne, "192.0.2.1", "deep"));
		expect(await granted(attack)).toBe(4);
	});

	it("gives the next slot to the network with the fewest, then to the first in line", async () => {
		const slots = new AuditSlots(4);
		const [first, ...attack] = Array.from({ length: 50 }, () => ask(slots, "one"));
		ask(slots, "two");
		ask(slots, "two");
		const [late, later] = [ask(slots, "three"), ask(slots, "four")];
		expect([await granted(attack), slots.running]).toEqual([1, 4]);
		first?.slot?.release();
		expect([await granted([late]), await granted([later]), await granted(attack)]).toEqual([1, 0, 1]);
	});

	it("runs a waiting audit in the turn of a caller that joined it", async () => {
		const slots = new AuditSlots(4);
		const attack = Array.from({ length: 3 }, () => ask(slots, "one"));
		expect(await granted(attack)).toBe(2);
		attack[2]?.callers.set("two", 1);
		slots.advance();
		expect(await granted(attack)).toBe(3);
		expect(attack[2]?.slot?.caller).toBe("two");
	});

	it("drops callers that leave while waiting, and rejects with the signal's reason", async () => {
		const slots = new AuditSlots(1);
		const running = ask(slots, "one");
		const leaving = new AbortController();
		const left = slots.acquire({ mode: "light", callers: callersOf("two") }, leaving.signal);
		leaving.abort(new Error("left"));
		await expect(left).rejects.toThrow("left");
		await granted([running]);
		running.slot?.release();
		expect([slots.running, slots.waiting]).toEqual([0, 0]);
	});

	it("never exceeds a share, and never leaves a runnable audit waiting", async () => {
		const key = fc.constantFrom("192.0.2.1", "192.0.2.2", "2001:db8:1:1::/64", "2001:db8:1:2::/64");
		const step = fc.oneof(
			fc.record({ key, mode: fc.constantFrom<AuditMode>("light", "deep") }),
			fc.record({ release: fc.nat() }),
		);
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 1, max: 12 }), fc.array(step, { maxLength: 80 }), async (most, steps) => {
				const slots = new AuditSlots(most);
				let asked: ReturnType<typeof ask>[] = [];
				for (const each of steps) {
					if ("key" in each) asked.push(ask(slots, each.key, each.mode));
					else {
						const running = asked.filter(({ slot }) => slot);
						const ended = running[each.release % Math.max(1, running.length)];
						ended?.slot?.release();
						asked = asked.filter((one) => one !== ended);
					}
					await Promise.resolve();
					expectFair(most, asked);
				}
			}),
		);
	});
});

function expectFair(most: number, asked: readonly ReturnType<typeof ask>[]): void {
	const deepMost = Math.ceil(most / 4);
	const running = asked.filter(({ slot }) => slot);
	const deepOf = (some: typeof asked) => some.filter(({ mode }) => mode === "deep").length;
	const ofNetwork = (of: string) => running.filter(({ slot }) => networkOf(slot?.caller ?? "") === of);
	const networks = Map.groupBy(asked, ({ callers }) => networkOf([...callers.keys()][0] ?? ""));
	expect(running.length).toBeLessThanOrEqual(most);
	expect(deepOf(running)).toBeLessThanOrEqual(deepMost);
	for (const [network, all] of networks) {
		const own = ofNetwork(network);
		expect(own.length).toBeLessThanOrEqual(Math.ceil(most / 2));
		expect(deepOf(own)).toBeLessThanOrEqual(Math.ceil(deepMost / 2));
		const mayRunDeep = deepOf(running) < deepMost && deepOf(own) < Math.ceil(deepMost / 2);
		const mayRun = running.length < most && own.length < Math.ceil(most / 2);
		const isIdle = all.some(({ slot, mode }) => !slot && mayRun && (mode === "light" || mayRunDeep));
		expect(isIdle, `${network} waits though it may run`).toBe(false);
	}
}
