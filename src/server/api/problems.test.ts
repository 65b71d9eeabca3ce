import { beforeEach, describe, expect, it } from "vitest";
import { apiProblemSchema } from "#core/api/api-problem.ts";
import { Failure, type FailureCode, isInputFailure } from "#core/failure.ts";
import type { Endpoint } from "./endpoint.ts";
import {
	atField,
	FieldFailure,
	PROBLEMS,
	type ProblemCode,
	problemDocument,
	problemKind,
	Rejection,
} from "./problems.ts";
import { createStubServe, PEER, post, problemOf, stubAudit } from "./serve.testkit.ts";

const codes = Object.keys(PROBLEMS) as ProblemCode[];

describe("the list of problems", () => {
	it.each(codes)("%s says what happened and what to do", (code) => {
		const { title, meaning, todo, status, retryAfterSeconds } = problemKind(code);
		expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
		expect(title).toMatch(/^[A-Z].*[^.]$/);
		for (const sentence of [meaning, todo]) expect(sentence).toMatch(/^[A-Z].*[.]$/);
		expect(retryAfterSeconds !== undefined).toBe(status === 503);
		const document = problemDocument(new Rejection(code), "0", "https://audit.example.com/repo");
		expect(apiProblemSchema.parse(document)).toMatchObject({ title, status, code, detail: `${meaning} ${todo}` });
	});

	it("has a title for each", () => {
		expect(new Set(codes.map((code) => problemKind(code).title)).size).toBe(codes.length);
	});
});

describe("FieldFailure", () => {
	it("deduplicates sentences and keeps every pointer", () => {
		const errors = ["#/fixes/0", "#/fixes/2"].map((pointer) => ({ detail: "There is no such check.", pointer }));
		const failure = new FieldFailure("input-invalid", errors);
		expect(failure.message).toBe("There is no such check.");
		expect(failure.errors).toEqual(errors);
		expect(isInputFailure(failure)).toBe(true);
	});
});

describe("atField", () => {
	it("adds the pointer to a failure that the caller can fix", async () => {
		const failure = new Failure("removal-asked", { what: "The owner has asked not to be audited." });
		await expect(atField("#/domain", () => Promise.reject(failure))).rejects.toMatchObject({
			code: "removal-asked",
			message: failure.message,
			errors: [{ pointer: "#/domain", detail: failure.message }],
			cause: failure,
		});
	});

	it("does not change other errors", async () => {
		const failure = new Failure("store-unavailable", { what: "The store does not answer." });
		await expect(atField("#/domain", () => Promise.reject(failure))).rejects.toBe(failure);
		await expect(atField("#/domain", async () => 7)).resolves.toBe(7);
	});
});

const GOOD = JSON.stringify({ domain: "example.com" });

let stage = createStubServe();
beforeEach(() => {
	stage = createStubServe();
});

function throwing(error: unknown): Endpoint {
	return { ...(stubAudit as Endpoint), handle: () => Promise.reject(error) };
}

describe("failures", () => {
	const table: [FailureCode, number, string][] = [
		["input-invalid", 400, "input-invalid"],
		["target-invalid", 400, "target-invalid"],
		["target-blocked", 400, "target-blocked"],
		["removal-asked", 400, "removal-asked"],
		["store-unavailable", 503, "store-unavailable"],
		["store-busy", 503, "store-busy"],
		["overloaded", 503, "overloaded"],
		["shutting-down", 503, "shutting-down"],
		["log-inconsistent", 500, "internal-error"],
		["connection-failed", 500, "internal-error"],
	];

	it.each(table)("answers %s with %i", async (code, status, expected) => {
		const failure = new Failure(code, { what: "Secret\u202e of \u0007/var/lib.", todo: "Mend." });
		const response = await stage.serve(throwing(failure), post(GOOD), PEER);
		const problem = await problemOf(response);
		expect(problem).toMatchObject({ status, code: expected, ok: false });
		expect(problem.detail === "Secret of /var/lib. Mend.").toBe(status === 400);
		expect(problem.detail.includes("Secret")).toBe(status === 400);
		expect(response.headers.has("retry-after")).toBe(status === 503);
		if (status === 503) expect(problem.type).toMatch(/#temporary-reduced-capacity$/);
		expect(stage.observed).toEqual([
			expect.objectContaining({ status, code: expected, ...(status >= 500 && { error: failure }) }),
		]);
		expect("error" in (stage.observed[0] ?? {})).toBe(status >= 500);
	});

	it.each([new TypeError("at /home/secret"), "a text", undefined, null])("reveals nothing about a bug", async (bug) => {
		const response = await stage.serve(throwing(bug), post(GOOD), PEER);
		const problem = await problemOf(response);
		expect(problem).toMatchObject({ status: 500, code: "internal-error" });
		expect(JSON.stringify(problem)).not.toMatch(/secret|a text/);
		expect(stage.observed[0]?.error).toBeDefined();
	});

	it("includes the pointers of a fault", async () => {
		const errors = [{ detail: "It is no check.", pointer: "#/fixes/0" }];
		const response = await stage.serve(throwing(new FieldFailure("input-invalid", errors)), post(GOOD), PEER);
		expect(await problemOf(response)).toMatchObject({ detail: "It is no check.", errors });
	});

	it("truncates long words", async () => {
		const failure = new Failure("target-invalid", { what: "x".repeat(20_000) });
		const problem = await problemOf(await stage.serve(throwing(failure), post(GOOD), PEER));
		expect(problem.detail.length).toBe(1200);
	});

	it("does not report a disconnected client", async () => {
		const controller = new AbortController();
		const waiting: Endpoint = {
			...(stubAudit as Endpoint),
			handle: (_, { signal }) =>
				new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
		};
		const answer = stage.serve(waiting, post(GOOD, {}, controller.signal), PEER);
		setTimeout(() => controller.abort(), 5);
		const response = await answer;
		expect([response.status, response.body]).toEqual([499, null]);
		expect(stage.observed).toEqual([expect.objectContaining({ status: 499, code: "client-gone" })]);
		expect(stage.observed[0]).not.toHaveProperty("error");
	});

	it("still reports a bug during a disconnect", async () => {
		const bug = new TypeError("x is not a function");
		await stage.serve(throwing(bug), post(GOOD, {}, AbortSignal.abort()), PEER);
		expect(stage.observed).toEqual([expect.objectContaining({ status: 499, error: bug })]);
	});
});
