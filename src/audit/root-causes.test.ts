import { describe, expect, it } from "vitest";
import { CHECKS } from "#checks/registry.ts";
import type { Outcome } from "#core/verdict.ts";
import { chargeRootCauses } from "./root-causes.ts";

const answer = (id: string, outcome: Outcome, ...yieldsTo: string[]) => ({ id, outcome, yieldsTo });

describe("chargeRootCauses", () => {
	it.each<[string, Outcome, Outcome, boolean]>([
		["a fail to a failed root", "fail", "fail", true],
		["a partial to a failed root", "partial", "fail", true],
		["never a pass", "pass", "fail", false],
		["never what does not apply", "not-applicable", "fail", false],
		["never what is unknown", "unknown", "fail", false],
		["nothing to a root that lost only a part", "fail", "partial", false],
		["nothing to a root that passes", "fail", "pass", false],
		["nothing to a root that is unknown", "fail", "unknown", false],
	])("charges %s", (_name, own, root, expected) => {
		const charged = chargeRootCauses([answer("leaf", own, "root"), answer("root", root)]);
		expect(charged.has("leaf")).toBe(expected);
	});

	it("charges a chain to its first link, whatever the order", () => {
		const chain = [answer("c", "fail", "b", "a"), answer("b", "fail", "a"), answer("a", "fail")];
		const expected = new Map([
			["b", "a"],
			["c", "a"],
		]);
		expect(chargeRootCauses(chain)).toEqual(expected);
		expect(chargeRootCauses(chain.toReversed())).toEqual(expected);
	});

	it("leaves a link alone when the chain above it is charged away but not named", () => {
		const chain = [answer("c", "fail", "b"), answer("b", "fail", "a"), answer("a", "fail")];
		expect(chargeRootCauses(chain)).toEqual(new Map([["b", "a"]]));
	});

	it("ignores root causes that are not among the answers", () => {
		expect(chargeRootCauses([answer("leaf", "fail", "elsewhere")]).size).toBe(0);
	});
});

it("leaves a fault where it is that has a cause of its own", () => {
	const root = { id: "root", outcome: "fail", yieldsTo: [] } as const;
	const fault = { id: "fault", outcome: "partial", yieldsTo: ["root"] } as const;
	expect(chargeRootCauses([root, fault])).toEqual(new Map([["fault", "root"]]));
	expect(chargeRootCauses([root, { ...fault, ownCause: true }])).toEqual(new Map());
	expect(chargeRootCauses([root, { ...fault, ownCause: ["root"] }])).toEqual(new Map());
	expect(chargeRootCauses([root, { ...fault, ownCause: ["other"] }])).toEqual(new Map([["fault", "root"]]));
});

describe("the root causes that checks name", () => {
	it("charges a closed site once, and an empty shell once", () => {
		const fail = (ids: readonly string[]) =>
			chargeRootCauses(
				CHECKS.map(({ id, yieldsTo = [] }) => ({ id, yieldsTo, outcome: ids.includes(id) ? "fail" : "pass" })),
			);
		expect(fail(["search-bots", "answer-indexers"])).toEqual(new Map([["answer-indexers", "search-bots"]]));
		const shell = ["text-without-js", "main-landmark-holds-text", "heading-outline", "organization"];
		expect([...fail(shell).values()]).toEqual(["text-without-js", "text-without-js", "text-without-js"]);
	});
});
