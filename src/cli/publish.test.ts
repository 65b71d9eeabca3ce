import { describe, expect, it } from "vitest";
import type { PublishOutcome } from "#publish/publish.ts";
import { publishReport } from "./publish.ts";
import { createInk } from "./terminal.ts";

const plain = () => createInk(Object.assign(Object.create(process.stdout), { isTTY: false }));
const OUTCOME: PublishOutcome = {
	by: "git",
	to: "https://github.com/octo/audits",
	branch: "main",
	dryRun: false,
	commit: "c0ffee",
	published: { receipts: 2, removed: 1, rechecks: 40, leaves: { before: 8, after: 50 }, files: 12 },
	sealedAgain: false,
	issues: [],
	notes: [],
	faulty: false,
};

describe("publishReport", () => {
	it("reports what was published, where and how", () => {
		const text = publishReport(OUTCOME, plain());
		expect(text).toContain(
			"Published: 2 receipts, 40 rechecks, 1 receipt taken down, 12 files in all; the log has 50 leaves now",
		);
		expect(text).toContain("https://github.com/octo/audits, branch main");
		expect(text).toContain("with git, from the checkout");
		expect(text).toContain("c0ffee");
	});

	it("reports that nothing was new, that the log was sealed again, and the issues", () => {
		const { published: _, ...nothing } = OUTCOME;
		expect(publishReport(nothing, plain())).toContain("Nothing new to publish");
		const issues = [
			{ kind: "open", title: "a.example.com: No title" },
			{ kind: "close", number: 7, title: "b.example.com\u001b[31m" },
		] as const;
		const text = publishReport({ ...OUTCOME, sealedAgain: true, issues, notes: ["No links."] }, plain());
		expect(text).toContain("sealed again on top");
		expect(text).toMatch(/new +a\.example\.com: No title\n {2}closed +#7 b\.example\.com\ufffd\[31m/);
		expect(text).toContain("No links.");
	});

	it("lists some of the files that a dry run would publish", () => {
		const { published: _, commit: __, ...rest } = OUTCOME;
		const files = Array.from({ length: 25 }, (___, at) => `reports/${at}.json`);
		const text = publishReport({ ...rest, dryRun: true, files }, plain());
		expect(text).toContain("Would publish 25 files");
		expect(text).toContain("and 5 more");
		expect(text).not.toContain("commit");
	});
});
