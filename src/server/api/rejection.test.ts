import { describe, expect, it } from "vitest";
import { Failure, isInputFailure } from "#core/failure.ts";
import { atField, FieldFailure } from "./rejection.ts";

describe("FieldFailure", () => {
	it("says each sentence once and keeps every place", () => {
		const errors = ["#/fixes/0", "#/fixes/2"].map((pointer) => ({ detail: "There is no such check.", pointer }));
		const failure = new FieldFailure("input-invalid", errors);
		expect(failure.message).toBe("There is no such check.");
		expect(failure.errors).toEqual(errors);
		expect(isInputFailure(failure)).toBe(true);
	});
});

describe("atField", () => {
	it("adds the place to a failure that is the caller's to mend", async () => {
		const failure = new Failure("removal-asked", { what: "The owner has asked not to be audited." });
		await expect(atField("#/domain", () => Promise.reject(failure))).rejects.toMatchObject({
			code: "removal-asked",
			message: failure.message,
			errors: [{ pointer: "#/domain", detail: failure.message }],
			cause: failure,
		});
	});

	it("leaves everything else alone", async () => {
		const failure = new Failure("store-unavailable", { what: "The store does not answer." });
		await expect(atField("#/domain", () => Promise.reject(failure))).rejects.toBe(failure);
		await expect(atField("#/domain", async () => 7)).resolves.toBe(7);
	});
});
