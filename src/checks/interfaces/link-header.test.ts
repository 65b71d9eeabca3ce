import { expect, test } from "vitest";
import type { DeclaredTarget } from "#evidence/evidence-map.ts";
import { ask, found } from "../page.testkit.ts";
import { linkHeader } from "./link-header.ts";

const target = (answer: DeclaredTarget["answer"], parts: Partial<DeclaredTarget> = {}): DeclaredTarget => ({
	declaredIn: "Link header",
	rel: "service-doc",
	promised: "",
	at: "header link",
	excerpt: "</docs>; rel=service-doc",
	url: "https://example.com/docs",
	answer,
	...parts,
});
const asked = (status: number) =>
	({ state: "asked", status, contentType: "text/html", sniffed: "html", softNotFound: false }) as const;
const judge = (...targets: readonly DeclaredTarget[]) => ask(linkHeader, { declared: found(targets) });

test.each([200, 204, 401, 403, 405, 406, 429])("%i is there", (status) => {
	expect(judge(target(asked(status)))).toMatchObject({
		outcome: "pass",
		says: "1 link for programs checked (service-doc), and all of them work.",
	});
});

test.each<[DeclaredTarget["answer"], string]>([
	[asked(404), "returns 404"],
	[asked(410), "returns 410"],
	[asked(500), "returns 500"],
	[{ state: "failed", code: "name-not-found", reason: "" }, "is on a host that does not exist"],
	[{ state: "failed", code: "target-blocked", reason: "" }, "is not a public address"],
])("%o is dead", (answer, words) => {
	expect(judge(target(asked(200)), target(answer, { url: "https://example.com/b" }))).toMatchObject({
		outcome: "partial",
		ratio: 0.5,
		says: `https://example.com/b (service-doc) ${words}.`,
		fix: 'Correct or remove rel="service-doc" to https://example.com/b in the Link header.',
		exhibits: [{ url: "https://example.com/b", at: "header link" }],
	});
});

test("data that has the answer of every address is not there; documentation may be", () => {
	const everything = {
		state: "asked",
		status: 200,
		contentType: "text/html",
		sniffed: "html",
		softNotFound: true,
	} as const;
	expect(judge(target(everything, { rel: "service-desc" }))).toMatchObject({
		outcome: "fail",
		says: expect.stringContaining("returns the same response as every other address of the site"),
	});
	expect(judge(target(everything)).outcome).toBe("pass");
});

test("failed requests do not count as faults", () => {
	const slow = target({ state: "failed", code: "headers-timeout", reason: "Slow." });
	expect(judge(slow)).toMatchObject({
		outcome: "not-applicable",
		says: "1 link for programs, but we requested none of them. Slow.",
	});
	expect(judge(slow, target(asked(200))).outcome).toBe("pass");
	expect(judge(target({ state: "not-asked", reason: "Enough." })).says).toContain("Enough.");
});

test("other declarations are left to other checks", () => {
	expect(judge(target(asked(404), { declaredIn: "anchor" })).outcome).toBe("not-applicable");
	expect(judge().outcome).toBe("not-applicable");
});
