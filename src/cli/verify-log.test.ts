import { describe, expect, it } from "vitest";
import type { LogAudit } from "#core/verification.ts";
import type { Ink } from "./terminal.ts";
import { verifyLogReport } from "./verify.ts";

const plain = (text: string) => text;
const ink: Ink = { strong: plain, quiet: plain, good: plain, middling: plain, bad: plain, width: 200 };

const whole: LogAudit = {
	origin: "audit.example.com/log",
	size: 1200,
	root: "ab".repeat(32),
	signedBy: ["audit.example.com/log+01234567"],
	witnesses: [],
	earlierCheckpoints: 4,
	receipts: 300,
	withdrawn: 1,
	pending: 0,
	notes: [],
	faults: [],
	repaired: [],
};
const report = (change: Partial<LogAudit> = {}) => verifyLogReport({ ...whole, ...change }, { keysGiven: false }, ink);

describe("the report of npm run verify", () => {
	it("reports what was proved and what was not", () => {
		const text = report();
		expect(text).toContain("agrees with its 1,200 entries");
		expect(text).toContain("4 earlier checkpoints are prefixes");
		expect(text).toContain("300 receipts have not changed since logged; 1 was taken down");
		expect(text).toContain("a split view is possible");
		expect(text).not.toMatch(/Faults|Repaired|Worth knowing/);
	});

	it("reports who cosigned, and when", () => {
		const text = report({ witnesses: [{ name: "witness.example", at: "2027-01-15T08:00:00.000Z" }] });
		expect(text).toContain("cosigned by witness.example (2027-01-15T08:00:00.000Z)");
		expect(text).not.toContain("split view");
	});

	it("claims nothing if there are faults, and fits a screen", () => {
		const faults = Array.from({ length: 23 }, (_, at) => ({
			file: `log/tile/0/00${at}`,
			says: "Wrong.",
			todo: "Mend it.",
		}));
		const text = report({ faults, notes: ["A note."], repaired: ["log/tile/0/000"] });
		expect(text).toContain("23 files are wrong");
		expect(text).not.toMatch(/Proved|Not proved/);
		expect(text).toContain("and 3 more; --json lists them all");
		expect(text).toMatch(/Worth knowing\n {2}A note\./);
		expect(text).toMatch(/Repaired\n {2}log\/tile\/0\/000/);
	});

	it("lists further faulty files of a kind below the first", () => {
		const fault = {
			file: "log/tile/0/000",
			says: "Wrong.",
			todo: "Mend it.",
			more: 2,
			others: [{ file: "log/tile/0/001" }, { file: "x", leaf: 7 }],
		};
		const text = report({ faults: [fault, { file: "log/checkpoint", says: "Wrong.", todo: "Mend it." }] });
		expect(text).toContain("4 files are wrong");
		expect(text).toContain(
			"Mend it.\n    and 2 more files of this kind\n      log/tile/0/001\n      x (leaf 7)\n  log/checkpoint",
		);
	});

	it("sanitizes names for the terminal", () => {
		expect(report({ notes: ["file \u001b[31m"] })).not.toContain("\u001b");
	});
});
