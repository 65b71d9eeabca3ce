import { expect, test } from "vitest";
import { CHECKS } from "#checks/registry.ts";
import { makeFinding } from "../publication/receipt.testkit.ts";
import { withFaultHeadings } from "./fault-headings.ts";

const headings = (methodology: string, outcome: "pass" | "partial" | "fail", id = "title") =>
	withFaultHeadings(
		{ methodology, findings: [makeFinding(id, "discovery", { outcome, title: "The page has a title" })] },
		CHECKS,
	)[0]?.title;
const fault = CHECKS.find(({ id }) => id === "title")?.fault;

test.each(["partial", "fail"] as const)("an older finding with the outcome %s is headed by the fault", (outcome) => {
	for (const version of ["0.1.0", "1.0.0"]) expect(headings(version, outcome)).toBe(fault);
});

test("what passes, what names its own fault, and what no check is known of keeps its heading", () => {
	expect(headings("1.0.0", "pass")).toBe("The page has a title");
	expect(headings("2.0.0", "fail")).toBe("The page has a title");
	expect(headings("1.0.0", "fail", "no-longer-there")).toBe("The page has a title");
});

test("an older finding that follows from another names both by their faults", () => {
	const followed = makeFinding("title", "discovery", {
		title: "The page has a title",
		outcome: "not-applicable",
		says: 'Charged to "The page\'s text is in the HTML": There is no title.',
		chargedTo: "text-without-js",
		own: { outcome: "fail" },
	});
	const root = makeFinding("text-without-js", "content", { title: "The page's text is in the HTML", outcome: "fail" });
	const [, finding] = withFaultHeadings({ methodology: "1.0.0", findings: [root, followed] }, CHECKS);
	const cause = CHECKS.find(({ id }) => id === "text-without-js")?.fault;
	expect(finding).toMatchObject({ title: fault, says: `Follows from "${cause}": There is no title.` });
});
