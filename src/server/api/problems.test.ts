import { describe, expect, it } from "vitest";
import { apiProblemSchema } from "#core/api-problem.ts";
import { PROBLEMS, type ProblemCode, problemKind } from "./problems.ts";
import { problemDocument, Rejection } from "./rejection.ts";

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
