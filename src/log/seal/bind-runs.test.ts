import { describe, expect, it } from "vitest";
import { canonicalJson } from "#core/json-object.ts";
import { type RunLine, runDigests } from "#receipts/store/run-file.ts";
import { bindRuns } from "./bind-files.ts";

const base = { run: "2026-11-01T00:00:00.000Z", source: "network", mode: "light", ok: false } as const;
const found = (domain: string): RunLine => ({ ...base, domain, status: "recorded", ok: true, score: 70 });
const missing = (domain: string): RunLine => ({ ...base, domain, status: "missing", says: "Its machine was lost." });
const digest = (...lines: readonly RunLine[]) =>
	runDigests("2026-11-01", lines.map((line) => `${canonicalJson(line)}\n`).join(""));

/** What is bound of a run that the log has bound with other lines. */
function bindAfter(before: readonly RunLine[], after: readonly RunLine[]) {
	const [bound] = digest(...before);
	if (!bound) throw new Error("There is no run.");
	const leaf = { kind: "list", name: bound.name, digest: bound.digest, size: bound.lines, at: base.run } as const;
	const { files, changed } = bindRuns(digest(...after), { newestList: () => leaf });
	return { files: files.length, changed: changed.length };
}

describe("a run with missing sites", () => {
	const night = [found("a.example"), missing("b.example"), missing("c.example")];
	const [SAME, AGAIN, REFUSED] = [
		{ files: 0, changed: 0 },
		{ files: 1, changed: 0 },
		{ files: 0, changed: 1 },
	];

	it("gives their number, and is bound again after some were audited", () => {
		expect(digest(...night)).toMatchObject([{ name: "run/2026-11-01T00-00-00.000Z_0_2", lines: 3 }]);
		expect(bindAfter(night, [found("a.example"), found("b.example"), missing("c.example")])).toEqual(AGAIN);
		expect(bindAfter(night, ["a.example", "b.example", "c.example"].map(found))).toEqual(AGAIN);
	});

	it("ignores a missing line that a merge has kept beside the result", () => {
		const whole = ["a.example", "b.example", "c.example"].map(found);
		expect(bindAfter(whole, [...whole, ...night.slice(1)])).toEqual(SAME);
	});

	it("is refused with any other change", () => {
		expect(bindAfter(night, [{ ...found("a.example"), score: 99 }, ...night.slice(1)])).toEqual(REFUSED);
		expect(bindAfter(night, [...night, found("d.example")])).toEqual(REFUSED);
		expect(bindAfter(night, [...night.slice(0, 2), missing("d.example")])).toEqual(REFUSED);
		expect(bindAfter(["a.example", "b.example"].map(found), [found("a.example"), missing("b.example")])).toEqual(
			REFUSED,
		);
	});
});
