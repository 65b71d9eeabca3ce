import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Audit } from "#audit/audit.ts";
import { FAILURE_CODES, Failure, type FailureCode, mayBeOurs } from "#core/failure.ts";
import { FULL } from "#core/long-form.testkit.ts";
import type { Outcome } from "#core/verdict.ts";
import type { HttpClient } from "#net/http-client.ts";
import { auditClient } from "./exemplary-audit.ts";
import { ExemplaryServer } from "./exemplary-server.ts";
import { EXEMPLARY_SITES } from "./exemplary-sites.ts";

/** What may be our own fault on the way to a site; `overloaded` ends an audit, see `src/audit/auditor.test.ts`. */
const CODES = FAILURE_CODES.filter((code) => mayBeOurs(code) && code !== "overloaded");
const OPEN: readonly Outcome[] = ["fail", "partial"];

const [site] = EXEMPLARY_SITES;
if (!site) throw new RangeError("There are no exemplary sites.");
const { host } = site;
const server = await ExemplaryServer.open(site);
const whole = await auditClient({ host, client: server, kind: "network", mode: "light" });
/** URLs that the audit requests. */
const addresses = [...new Set(server.requests)];
if (addresses.length < 10) throw new RangeError("Too little is asked of the site to prove anything.");

/** The same site, with these failure codes by URL. */
async function auditFailing(failures: ReadonlyMap<string, FailureCode>): Promise<Audit> {
	const behind = await ExemplaryServer.open({ host, folder: site?.folder ?? "" });
	const client: HttpClient = {
		async get(url, limits) {
			const code = failures.get(url.href);
			if (code) throw new Failure(code, { what: `${url.href} could not be checked.` });
			return behind.get(url, limits);
		},
	};
	return auditClient({ host, client, kind: "network", mode: "light" });
}

/** Faults that the original site does not have. */
function inventedBy({ report }: Audit): string[] {
	const had = new Map(whole.report.findings.map(({ id, outcome, ratio = 0 }) => [id, { outcome, ratio }]));
	const worse = report.findings.filter(({ id, outcome, ratio = 0 }) => {
		const before = had.get(id);
		if (!before || !OPEN.includes(outcome)) return false;
		return (
			!OPEN.includes(before.outcome) || (before.outcome === "partial" && (outcome === "fail" || ratio < before.ratio))
		);
	});
	return worse.map(({ id, outcome }) => `${id}: ${outcome}`);
}

describe("an audit that could not look everywhere", () => {
	it("invents no fault and is stored only with a score, for any failing requests", {
		timeout: FULL ? 1_800_000 : 60_000,
	}, async () => {
		const failing = fc.subarray(addresses, { minLength: 1, maxLength: 6 });
		const codes = fc.array(fc.constantFrom(...CODES), { minLength: 6, maxLength: 6 });
		await fc.assert(
			fc.asyncProperty(failing, codes, async (urls, given) => {
				const failures = new Map(urls.map((url, at) => [url, given[at] ?? "connection-timeout"] as const));
				const seen = await auditFailing(failures);
				expect(seen.report.ok).toBe(seen.sight !== "none");
				if (seen.sight !== "none") expect(inventedBy(seen)).toEqual([]);
				else
					expect(mayBeOurs(seen.report.failure?.code ?? "") || seen.report.failure?.code === "evidence-thin").toBe(
						true,
					);
			}),
			{ numRuns: FULL ? 2_000 : 20 },
		);
	});

	it.each(CODES)("makes no claim about the site if its home page fails with %s", async (code) => {
		const failures = new Map(addresses.map((url) => [url, code] as const));
		const { report, sight } = await auditFailing(failures);
		expect([sight, report.ok, report.scores]).toEqual(["none", false, undefined]);
	});

	it.each(["connection-refused", "challenged", "name-not-found"] as const)(
		"counts %s as a response of the site",
		async (code) => {
			const { report, sight } = await auditFailing(new Map(addresses.map((url) => [url, code] as const)));
			expect([sight, report.failure?.code]).toEqual(["whole", code]);
		},
	);

	it("leaves what could not be checked out of the score", async () => {
		const outcomes = new Set<string>();
		for (const url of addresses) {
			const seen = await auditFailing(new Map([[url, "headers-timeout"]]));
			if (seen.sight === "none") continue;
			expect(seen.report.coverage).toBeLessThanOrEqual(whole.report.coverage);
			for (const { id, outcome, says } of seen.report.findings) {
				const before = whole.report.findings.find((each) => each.id === id);
				if (outcome !== before?.outcome) outcomes.add(outcome === "unknown" ? outcome : `${outcome} ${says}`);
			}
		}
		expect(outcomes).toContain("unknown");
		expect([...outcomes].filter((each) => /^(?:fail|partial)/.test(each))).toEqual([]);
	});
});
