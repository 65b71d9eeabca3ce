import { expect, it } from "vitest";
import type { ReceiptLeaf } from "#core/verification.ts";
import type { Submissions } from "./submissions.ts";

/** Contract of submissions. @param open creates an empty store, or reopens the one of that name */
export function submissionsContract(open: (name: string) => Promise<Submissions>): void {
	const receipt = (number: number) => String(number).repeat(64);
	const at = (minute: number) => `2026-11-01T00:0${minute}:00.000Z`;
	const leaf = (number: number, minute: number, kind: ReceiptLeaf["kind"] = "audit"): ReceiptLeaf => ({
		kind,
		receipt: receipt(number),
		auditedAt: at(minute),
	});

	it("returns pending leaves once, oldest first, also after reopening", async () => {
		const submissions = await open("waits");
		const leaves = [leaf(2, 3), leaf(1, 1), leaf(1, 2, "recheck"), leaf(2, 3, "recheck")];
		for (const each of leaves) await submissions.submit(each);
		await submissions.submit(leaf(1, 1));
		const again = await open("waits");
		expect(new Set(await again.pending())).toEqual(new Set(leaves));
		expect(await again.countPending()).toBe(4);
		expect(await again.position(receipt(1))).toBeUndefined();
	});

	it("marks logged leaves, idempotently", async () => {
		const submissions = await open("logged");
		for (const each of [leaf(1, 1), leaf(1, 2, "recheck"), leaf(2, 3)]) await submissions.submit(each);
		const places = [
			{ leaf: leaf(1, 2, "recheck"), index: 8 },
			{ leaf: leaf(1, 1), index: 7 },
			{ leaf: leaf(9, 9), index: 9 },
		];
		await submissions.markLogged(places);
		await submissions.markLogged(places);
		await submissions.markLogged([]);
		expect(await submissions.pending()).toEqual([leaf(2, 3)]);
		expect(await submissions.position(receipt(1))).toBe(7);
		expect(await submissions.position(receipt(9))).toBeUndefined();
		await submissions.submit(leaf(1, 1));
		expect(await submissions.countPending()).toBe(1);
	});

	it("deletes only dropped leaves", async () => {
		const submissions = await open("given up");
		for (const each of [leaf(1, 1), leaf(1, 2, "recheck"), leaf(2, 3, "recheck")]) await submissions.submit(each);
		await submissions.markLogged([{ leaf: leaf(1, 1), index: 3 }]);
		await submissions.giveUp([leaf(2, 3, "recheck"), leaf(1, 1), leaf(9, 9)]);
		await submissions.giveUp([]);
		expect(await submissions.pending()).toEqual([leaf(1, 2, "recheck")]);
		expect(await submissions.position(receipt(1)), "in the log already").toBe(3);
	});

	it("makes marked and deleted leaves pending again, idempotently", async () => {
		const submissions = await open("again");
		const [audit, recheck] = [leaf(1, 1), leaf(1, 2, "recheck")];
		for (const each of [audit, recheck, leaf(2, 3)]) await submissions.submit(each);
		await submissions.markLogged([audit, recheck, leaf(2, 3)].map((each, index) => ({ leaf: each, index })));
		await submissions.resubmit([audit, recheck]);
		await submissions.resubmit([audit, recheck]);
		expect(new Set(await submissions.pending())).toEqual(new Set([audit, recheck]));
		expect(await submissions.position(audit.receipt)).toBeUndefined();
		expect(await submissions.position(receipt(2))).toBe(2);
	});

	it("treats index 0 like any other", async () => {
		const submissions = await open("zero");
		await submissions.submit(leaf(1, 1));
		await submissions.markLogged([{ leaf: leaf(1, 1), index: 0 }]);
		expect(await submissions.position(receipt(1))).toBe(0);
		expect(await submissions.countPending()).toBe(0);
	});

	it("handles many at once", async () => {
		const submissions = await open("many");
		const leaves = Array.from({ length: 40 }, (_, number) => leaf(number % 10, Math.floor(number / 10), "recheck"));
		await Promise.all(leaves.map((each) => submissions.submit(each)));
		expect(await submissions.countPending()).toBe(40);
		await submissions.markLogged(leaves.map((each, index) => ({ leaf: each, index })));
		expect(await submissions.pending()).toEqual([]);
	});
}
