import { expect, it, vi } from "vitest";
import type { People } from "#people/open-people.ts";
import { SOMEBODY } from "../answer-form.testkit.ts";
import type { Form, FormCall } from "../form.ts";
import { correctForm, takeDownForm, withdrawForm } from "./owners-word.ts";
import { proveForm } from "./prove.ts";
import { modeForm, unwatchForm, watchForm } from "./watch.ts";

const SHOP = "shop.example.com";
const ID = "a".repeat(64);

/** Sends a form as SOMEBODY from the page of the shop; `watched` answers as the test says. */
async function send<Input>(form: Form<Input>, typed: unknown, answers: Record<string, unknown> = {}) {
	const asked: unknown[] = [];
	const watched = new Proxy({} as People["watched"], {
		get: (_, method: string) =>
			vi.fn(async (...args: unknown[]) => {
				asked.push([method, ...args]);
				return answers[method];
			}),
	});
	const call = { people: { watched }, account: SOMEBODY, params: { domain: SHOP } } as unknown as FormCall;
	return { result: await form.handle(form.input.parse(typed), call), asked };
}

const { id } = SOMEBODY;

it("asks for what was sent, in the name of who is signed in, and says what was done", async () => {
	const done = (result: unknown, ...asked: unknown[]) => ({ result, asked });
	const seen = (code: string) => ({ see: `/dashboard/${SHOP}/`, done: code });
	expect(await send(watchForm, { domain: SHOP })).toEqual(
		done({ see: "/dashboard/", done: "watched" }, ["watch", id, SHOP, "light"]),
	);
	expect(await send(modeForm, { mode: "deep" }, { watch: { domain: SHOP } })).toEqual(
		done(seen("mode-changed"), ["watch", id, SHOP, "deep"]),
	);
	expect(await send(takeDownForm, {})).toEqual(done(seen("taken-down"), ["takeDown", id, SHOP, "all"]));
	expect(await send(takeDownForm, { receipts: ID })).toEqual(
		done(seen("receipt-taken-down"), ["takeDown", id, SHOP, [ID]]),
	);
	expect(await send(withdrawForm, {})).toEqual(done(seen("withdrawn"), ["withdraw", id, SHOP]));
	expect(await send(correctForm, { receipt: ID, says: "It moved." })).toEqual(
		done(seen("corrected"), ["correct", id, SHOP, ID, "It moved."]),
	);
	expect(await send(correctForm, { receipt: ID })).toEqual(
		done(seen("correction-taken-back"), ["correct", id, SHOP, ID, ""]),
	);
});

it("shows once what is watched no more, so that it can be undone", async () => {
	const answers = { get: { domain: SHOP, mode: "deep" } };
	expect((await send(unwatchForm, { domain: SHOP }, answers)).result).toEqual({
		show: { unwatched: SHOP, mode: "deep" },
	});
	expect((await send(unwatchForm, { domain: SHOP })).result).toEqual({ see: "/dashboard/" });
});

it("says once that control is not proved, since the page shows what was found at each place", async () => {
	const control = { says: ["one: no record.", "two: It answers 404."] };
	const { result } = await send(proveForm, {}, { prove: { domain: SHOP, control } });
	expect(result).toEqual({ faults: [{ says: expect.stringContaining("neither place") }] });
	const proved = { prove: { domain: SHOP, control: { ...control, since: "2026-11-23T00:00:00.000Z" } } };
	expect((await send(proveForm, {}, proved)).result).toEqual({ see: `/dashboard/${SHOP}/`, done: "proved" });
});

it.each([
	["x".repeat(63), "A receipt's id has 64 hexadecimal digits."],
	["A".repeat(64), "A receipt's id has 64 hexadecimal digits."],
])("refuses the receipt %j", (receipt, says) => {
	const read = correctForm.input.safeParse({ receipt, says: "x" });
	expect(read.error?.issues[0]?.message).toBe(says);
});
