import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Audit, Sight } from "#audit/audit.ts";
import type { AuditOptions, Auditor } from "#audit/auditor.ts";
import { readEnvironment } from "#config/environment.ts";
import { Failure, type FailureCode } from "#core/failure.ts";
import type { Report } from "#core/report.ts";
import type { Job, JobQueue } from "#queue/job-queue.ts";
import { openRecords } from "#receipts/store/record-audit.ts";
import { exampleReport } from "#receipts/store/report.testkit.ts";
import { doJob, type RunContext } from "./rescan-job.ts";

let root = "";
beforeEach(async () => {
	root = await mkdtemp(join(tmpdir(), "sightline-job-"));
});
afterEach(async () => {
	vi.useRealTimers();
	await rm(root, { recursive: true, force: true });
});

const SITE = { domain: "shop.example.com", source: "network", mode: "light", wall: true, line: 3 } as const;
const ALONE = { visit: async () => 0, intend: async () => {} } as unknown as JobQueue;

function found(sight: Sight, change: Partial<Report> = {}): Audit {
	const report = { ...exampleReport(), auditedAt: new Date().toISOString(), ...change };
	return { record: {} as Audit["record"], report, sight };
}

async function doWith(
	audit: Auditor["audit"],
	change: Partial<Job> = {},
	retries = 1,
	around: Partial<RunContext> = {},
	site: Parameters<typeof doJob>[1] = SITE,
) {
	const settings = readEnvironment({ SIGHTLINE_REPORTS: join(root, "reports"), SIGHTLINE_DATA: join(root, "data") });
	const auditor: Auditor = { audit, close: async () => {} };
	const job = { key: "shop", data: "", tries: 0, lost: 0, ...change };
	const context = {
		settings,
		queue: ALONE,
		auditor,
		records: await openRecords(settings),
		run: "2026-11-22T02:00:00.000Z",
		retries,
		hostIntervalMs: 60_000,
		refuse: async () => {},
		...around,
	};
	return doJob(context, site, job, "me");
}

async function receipts(): Promise<string[]> {
	return readdir(join(root, "reports", "receipts", SITE.domain)).catch(() => []);
}

describe("doJob", () => {
	it("journals the pages of a large site, so that a killed night resumes and the next rereads changes", async () => {
		const asked: AuditOptions[] = [];
		const audit: Auditor["audit"] = async (options) => {
			asked.push(options);
			return found("whole", { mode: options.mode });
		};
		for (const pages of [2_000, 25]) await doWith(audit, {}, 1, {}, { ...SITE, mode: "deep", pages });
		const file = join(root, "data", "crawls", `${SITE.domain}.ndjson`);
		expect(asked.map(({ pages, journal }) => [pages, journal])).toEqual([
			[2_000, { file, resume: false, since: undefined }],
			[25, undefined],
		]);
	});

	it("keeps the last receipt if the site could not be checked, and says so in the line", async () => {
		expect(await doWith(async () => found("whole"))).toMatchObject({ status: "recorded", ok: true, score: 71 });
		const before = await receipts();
		const failure = { code: "headers-timeout", says: "It did not answer." } as const;
		const { scores: _, ...unseen } = found("none", { ok: false, failure }).report;
		const line = await doWith(async () => ({ ...found("none"), report: unseen }), { tries: 1 });
		expect(line).toEqual({
			run: "2026-11-22T02:00:00.000Z",
			domain: SITE.domain,
			source: "network",
			mode: "light",
			status: "unreached",
			ok: false,
			reason: "headers-timeout",
			says: "It did not answer. Nothing was recorded; the earlier receipt is kept.",
		});
		expect(await doWith(async () => found("cut", { coverage: 0.5 }))).toMatchObject({ status: "later" });
		expect(await doWith(async () => found("cut", { coverage: 0.5 }), { tries: 1 })).toMatchObject({
			status: "unreached",
			reason: "deadline-exceeded",
		});
		expect(await receipts()).toEqual(before);
	});

	it.each([
		["a limit of our own", new Failure("overloaded", { what: "Too many lookups." }), "unreached", "overloaded"],
		["a thread that dies", new Error("A reading thread has ended."), "error", "internal-error"],
		["a blocked address", new Failure("target-blocked", { what: "It is private." }), "refused", "target-blocked"],
	])("ends with a line for %s", async (_name, error, status, reason) => {
		const line = await doWith(
			async () => {
				throw error;
			},
			{ tries: 3 },
		);
		expect(line).toMatchObject({ status, reason, ok: false });
		expect(await receipts()).toEqual([]);
	});

	it("retries transient failures with increasing delays, until the tries are used up", async () => {
		vi.spyOn(Math, "random").mockReturnValue(1);
		const failing = (code: FailureCode) => async () => {
			const { scores: _, ...report } = found("none", { ok: false, failure: { code, says: "It is away." } }).report;
			return { ...found("none"), report };
		};
		for (const code of ["name-lookup-failed", "connection-timeout", "connection-failed"] as const) {
			const later = { status: "later", hasFailed: true };
			expect(await doWith(failing(code), { tries: 0 })).toEqual({ ...later, afterMs: 4_000 });
			expect(await doWith(failing(code), { tries: 2 }, 3)).toEqual({ ...later, afterMs: 256_000 });
			expect(await doWith(failing(code), { tries: 3 }, 3)).toMatchObject({ status: "unreached", reason: code });
		}
		for (const code of ["site-unavailable", "wait-requested", "headers-timeout"] as const) {
			expect(await doWith(failing(code), { tries: 0 })).toMatchObject({ status: "later", afterMs: 60_000 });
			expect(await doWith(failing(code), { tries: 1 })).toMatchObject({ status: "unreached", reason: code });
		}
		for (const code of ["connection-refused", "robots-refused"] as const)
			expect(await doWith(failing(code), { tries: 0 }, 3), code).toMatchObject({ reason: code });
	});

	it("retries our own failures 3 times even in a short run", async () => {
		for (const code of ["overloaded", "machine-busy", "store-busy", "store-unavailable"] as const) {
			const failing = () => Promise.reject(new Failure(code, { what: "Not now." }));
			for (const tries of [0, 1, 2]) expect(await doWith(failing, { tries })).toMatchObject({ status: "later" });
			expect(await doWith(failing, { tries: 3 })).toMatchObject({ ok: false, reason: code });
		}
	});

	it("puts a job back until its host may be visited, or when the process ends, without counting a try", async () => {
		const visited = { ...ALONE, visit: async () => 20_000 };
		expect(await doWith(async () => found("whole"), {}, 1, { queue: visited })).toEqual({
			status: "later",
			afterMs: 20_000,
		});
		const giveUp = AbortSignal.abort();
		expect(await doWith(() => new Promise(() => {}), {}, 1, { giveUp })).toEqual({ status: "later" });
		expect(await receipts()).toEqual([]);
	});

	it("skips a job that may be killing processes", async () => {
		const line = await doWith(async () => found("whole"), { lost: 3 });
		expect(line).toMatchObject({
			status: "error",
			reason: "internal-error",
			says: expect.stringContaining("3 processes in a row"),
		});
	});

	it("aborts an audit that does not end", async () => {
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
		let signal: AbortSignal | undefined;
		const ending = doWith(
			(options) => {
				signal = options.signal;
				return new Promise(() => {});
			},
			{ tries: 1 },
		);
		await vi.waitFor(() => expect(signal).toBeDefined());
		await vi.advanceTimersByTimeAsync(30_000);
		expect(await ending).toMatchObject({ status: "unreached", reason: "deadline-exceeded", ok: false });
		expect(signal?.aborted).toBe(true);
	});
});
