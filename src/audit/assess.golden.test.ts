import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CHECKS } from "#checks/registry.ts";
import { METHODOLOGY } from "#core/methodology.ts";
import type { Report } from "#core/report.ts";
import { assess } from "./assess.ts";
import { auditSample, SAMPLE_HOSTS } from "./sample-audit.testkit.ts";

/**
 * Every check's outcome on every sample site, with partial ratio and lift. A change that moves a score fails here; if
 * the version is released, it needs a new version. SIGHTLINE_GOLDEN=write writes the file.
 */
const golden = new URL("golden.txt", import.meta.url);

function linesOf({ domain, scores, findings }: Report): string {
	const rows = findings.map(({ id, outcome, own, ratio, lift }) => {
		const share = (own ?? { ratio }).ratio;
		return [id, own ? `${outcome} (${own.outcome})` : outcome, share, lift === 0 ? undefined : `+${lift}`]
			.filter((each) => each !== undefined)
			.join(" ");
	});
	return `# ${domain}, ${scores?.overall} by ${METHODOLOGY}\n${rows.join("\n")}\n`;
}

const audits = await Promise.all(SAMPLE_HOSTS.map((host) => auditSample(host)));

describe(`methodology ${METHODOLOGY}`, () => {
	it("reproduces the recorded outcomes and lifts of every sample site", () => {
		const lines = audits.map(({ report }) => linesOf(report)).join("\n");
		if (process.env.SIGHTLINE_GOLDEN === "write") writeFileSync(golden, lines);
		expect(lines).toBe(readFileSync(golden, "utf8"));
	});

	it("gives the same report for the same evidence, even after a JSON round trip", () => {
		for (const { record, report } of audits)
			expect(JSON.parse(JSON.stringify(assess(JSON.parse(JSON.stringify(record)), CHECKS)))).toEqual(
				JSON.parse(JSON.stringify(report)),
			);
	});

	it("charges a failing robots.txt once, and predicts no loss from fixing it", async () => {
		const { evidence, ...rest } = (await auditSample("quillkit-docs.example.net")).record;
		const robots = { state: "absent", url: "https://quillkit-docs.example.net/robots.txt", status: 503 } as const;
		const { findings } = assess({ ...rest, evidence: { ...evidence, robots } }, CHECKS);
		expect(findings.filter((each) => each.outcome === "fail").map((each) => each.id)).toEqual(["robots-fetch"]);
		for (const { id, lift } of findings) expect(lift, id).toBeGreaterThanOrEqual(0);
		expect(findings.find((each) => each.id === "robots-fetch")?.lift).toBeGreaterThan(0);
	});
});
