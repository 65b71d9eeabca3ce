import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Audit } from "#audit/audit.ts";
import { readEnvironment } from "#config/environment.ts";
import { FULL, some } from "#core/long-form.testkit.ts";
import { deleteReceiptsOf } from "#receipts/removal/removal-files.ts";
import { exampleReport } from "#receipts/store/report.testkit.ts";
import { type Fault, startS3, type TestS3 } from "#receipts/store/s3.testkit.ts";
import { EvidenceBucketArchive, type S3Limits } from "#receipts/store/s3-evidence.ts";
import { openNights } from "./nights.testkit.ts";

const SITES = ["a.example.com", "b.example.com"] as const;
/** In the third, evidence of the first is pruned. */
const NIGHTS = 3;

let s3: TestS3;
beforeAll(async () => {
	s3 = await startS3();
});
afterAll(() => s3.end());
beforeEach(() => {
	s3.faults.length = 0;
	s3.asked.length = 0;
	// Puts back and waits for no longer than the least.
	vi.spyOn(Math, "random").mockReturnValue(0);
});

let places = 0;

/** Each site shows something new in every audit. */
async function openBucketNights(limits: Partial<S3Limits>) {
	const prefix = `${places++}/`;
	const archive = new EvidenceBucketArchive({ ...s3.bucket, prefix }, { firstWaitMs: 1, timeoutMs: 5_000, ...limits });
	let audits = 0;
	const nights = await openNights(
		SITES,
		async ({ target: { host: domain } }) => {
			const auditedAt = new Date(Date.UTC(2026, 10, 1, 2, 0, ++audits)).toISOString();
			const { findings, ...report } = exampleReport();
			const changed = findings.map((each) => ({ ...each, ratio: audits / 100 }));
			return {
				record: { seen: domain, auditedAt } as unknown as Audit["record"],
				report: { ...report, domain, auditedAt, findings: changed },
				sight: "whole",
			};
		},
		archive,
	);
	return {
		...nights,
		settings: readEnvironment({
			...{ SIGHTLINE_REPORTS: nights.root, SIGHTLINE_DATA: nights.root },
			...{ SIGHTLINE_EVIDENCE: `s3://evidence/${prefix}`, AWS_ENDPOINT_URL: s3.bucket.endpoint },
			...{ AWS_REGION: s3.bucket.region, AWS_ACCESS_KEY_ID: s3.bucket.accessKeyId },
			AWS_SECRET_ACCESS_KEY: s3.bucket.secretAccessKey,
		}),
		audits: () => audits,
		statuses: async () => (await nights.night()).map(({ status }) => status),
		counts: async () => (await nights.receipts()).map((all) => all.length),
		/** Digests of the evidence in the bucket. */
		objects: async () =>
			(await s3.objects()).flatMap((name) => (name.startsWith(prefix) ? (/\w{64}/.exec(name)?.[0] ?? name) : [])),
		/** Reads the evidence that the newest two receipts of each site name. @returns their digests */
		async readEvidence() {
			const kept = (await nights.receipts()).flatMap((all) => all.slice(0, 2));
			for (const { evidenceDigest, domain, auditedAt } of kept)
				expect(await archive.get(evidenceDigest)).toEqual({ seen: domain, auditedAt });
			return kept.map(({ evidenceDigest }) => evidenceDigest);
		},
	};
}

const RECORDED = SITES.map(() => "recorded");
const broken: Fault = (request) => request.socket.destroy();
/** Requests of three nights: an upload a site and night, and three to prune in the last. */
const REQUESTS = Array.from({ length: SITES.length * (NIGHTS + 3) }, (_, at) => at);
const CASES = REQUESTS.flatMap((at) => [[at, "unheard", broken] as const, [at, "unanswered", "unanswered"] as const]);

describe("a night during an outage of its bucket", () => {
	it.each(some(CASES, 9))("temporarily at request %d, %s: waits, and reads no site again", async (at, _, fault) => {
		const nights = await openBucketNights({ tries: 1, patienceMs: 60_000 });
		s3.faults.push(...Array(at), fault, broken, broken);
		for (let night = 0; night < NIGHTS; night++) expect(await nights.statuses()).toEqual(RECORDED);
		expect(nights.audits()).toBe(SITES.length * NIGHTS);
		expect(s3.asked).toHaveLength(REQUESTS.length + 3);
		expect(await nights.counts()).toEqual(SITES.map(() => NIGHTS));
		const named = await nights.readEvidence();
		expect((await nights.objects()).toSorted()).toEqual(named.toSorted());
		await nights.close();
	});

	it.each(some(CASES, 11))(
		"permanently at request %d, %s: fails with a message, and the next night continues",
		async (at, _, fault) => {
			const nights = await openBucketNights({ tries: 1, patienceMs: 0 });
			s3.faults.push(...Array(at), fault, ...Array(100).fill(broken));
			for (let night = 0; night < NIGHTS; night++) {
				const lines = await nights.night();
				for (const { status, reason, says } of lines.filter(({ status }) => status !== "recorded")) {
					expect([status, reason]).toEqual(["error", "store-unavailable"]);
					expect(says).toMatch(
						/^The evidence in the bucket evidence at \S+ cannot be read or written\. Reason: .+ Check /,
					);
				}
				// It is back in the morning.
				if (s3.asked.length > at) s3.faults.length = 0;
			}
			expect(await nights.statuses()).toEqual(RECORDED);
			await nights.readEvidence();
			await nights.close();
		},
	);

	/** A site has two pieces of evidence; each is asked for, and deleted with the list beside it. */
	const DELETIONS = [0, 1, 2, 3, 4, 5];

	if (FULL)
		it.each(DELETIONS)("a removal that fails at request %d is finished by the next", async (at) => {
			const nights = await openBucketNights({});
			for (let night = 0; night < NIGHTS; night++) await nights.night();
			s3.faults.push(...Array(at), ...Array(4).fill(broken));
			const [domain] = SITES;
			await expect(deleteReceiptsOf(domain, "all", nights.settings)).rejects.toMatchObject({
				code: "store-unavailable",
			});
			expect(await nights.counts()).toEqual([NIGHTS, NIGHTS]);
			await deleteReceiptsOf(domain, "all", nights.settings);
			expect(await nights.counts()).toEqual([0, NIGHTS]);
			expect((await nights.objects()).toSorted()).toEqual((await nights.readEvidence()).toSorted());
			await nights.close();
		});
});
