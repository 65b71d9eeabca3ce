import { expect, it } from "vitest";
import { Failure, isFailure, isInputFailure } from "./failure.ts";

it("recognizes failures of another copy of the program", async () => {
	const copy = "./failure.ts?copy";
	const { Failure: Other } = (await import(/* @vite-ignore */ copy)) as typeof import("./failure.ts");
	const theirs = new Other("input-invalid", { what: "It is wrong." });
	expect(theirs).not.toBeInstanceOf(Failure);
	expect([isFailure(theirs), isInputFailure(theirs)]).toEqual([true, true]);
});

it("recognizes nothing else as a failure", () => {
	for (const other of [new Error("x"), { name: "Failure", code: "input-invalid" }, null, undefined, "Failure"])
		expect(isFailure(other)).toBe(false);
});
