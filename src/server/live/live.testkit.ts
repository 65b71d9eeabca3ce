import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import type { Audit } from "#audit/audit.ts";
import type { Auditor } from "#audit/auditor.ts";
import { readEnvironment } from "#config/environment.ts";
import type { AuditMode } from "#core/preset.ts";
import { parseTarget } from "#core/target.ts";
import { exampleReport } from "#receipts/store/report.testkit.ts";
import type { PublishedFacts } from "#site/publication/embedded-publication.ts";
import type { ApiEndpoint } from "../api/endpoint.ts";
import type { AuditJob, Live } from "../api/live-app.ts";
import { toResponse } from "../api/responses.ts";
import { type LiveOptions, openLive } from "./open-live.ts";

export interface TestLiveOptions extends LiveOptions {
	/** By default an audit that returns the example report for every domain. */
	readonly audit?: Auditor["audit"];
	readonly facts?: Partial<PublishedFacts>;
	/** Environment variables in addition to a new folder. */
	readonly environment?: Readonly<Record<string, string>>;
}

export interface TestLive {
	readonly live: Live;
	/** Folder of the live store and the reports. */
	readonly folder: string;
	/** Call it if opened in `beforeAll`; otherwise it is closed with the test. */
	close(): Promise<void>;
	/** Calls an endpoint; posts a body as JSON. */
	ask<Input, Output>(
		endpoint: ApiEndpoint<Input, Output>,
		input?: unknown,
		headers?: Record<string, string>,
	): Promise<Response>;
}

/** For tests only: a live app on a new folder, with limits too high for a test to reach. */
export async function openTestLive(options: TestLiveOptions = {}): Promise<TestLive> {
	const { audit = findExample, facts = {}, environment = {}, ...rest } = options;
	const folder = await mkdtemp(join(tmpdir(), "sightline-live-"));
	const settings = readEnvironment({
		SIGHTLINE_BASE_URL: "https://audit.example.org",
		SIGHTLINE_LIMITS: "burst=100000/10s reading=100000/10s audit=100000/1h brief=100000/1h",
		SIGHTLINE_DATA: folder,
		SIGHTLINE_REPORTS: join(folder, "reports"),
		...environment,
	});
	const nothing: PublishedFacts = {
		wall: [],
		logSize: 0,
		lastRun: null,
		removed: [],
		lightAudits: () => [],
		agencies: new Map(),
		embedded: () => undefined,
	};
	const known = { ...nothing, ...facts };
	const auditor: Auditor = { audit, close: async () => {} };
	const live = await openLive(settings, async () => known, { log: "nowhere", auditor, ...rest });
	const close = async () => {
		await live.close(0);
		await rm(folder, { recursive: true, force: true });
	};
	if (expect.getState().currentTestName !== undefined) onTestFinished(close);
	return {
		live,
		folder,
		close,
		async ask(endpoint, input, headers) {
			const request = requestOf(endpoint, input, headers);
			return toResponse(await live.answer(endpoint as unknown as ApiEndpoint, request, "192.0.2.7"));
		},
	};
}

/** For tests only: an audit of a domain. */
export function jobFor(domain: string, mode: AuditMode = "light"): AuditJob {
	return { target: parseTarget(domain), mode };
}

/** For tests only: the example report for that domain and time. */
export function exampleAudit({ target: { host }, mode }: AuditJob, auditedAt = new Date()): Audit {
	const report = { ...exampleReport(), domain: host, mode, auditedAt: auditedAt.toISOString() };
	// Only the evidence members that storing it reads.
	const record = { v: 1, kind: "sightline-evidence", host, mode, auditedAt: report.auditedAt };
	return { report, record: record as unknown as Audit["record"], sight: "whole" };
}

async function findExample(job: AuditJob): Promise<Audit> {
	return exampleAudit(job);
}

function requestOf(
	endpoint: Pick<ApiEndpoint, "path" | "method">,
	input: unknown,
	headers: Record<string, string> = {},
): Request {
	const url = `https://audit.example.org${endpoint.path}`;
	if (endpoint.method === "GET") {
		const query = new URLSearchParams(input as Record<string, string> | undefined).toString();
		return new Request(query ? `${url}?${query}` : url, { headers });
	}
	const body = JSON.stringify(input);
	return new Request(url, { method: "POST", headers: { "content-type": "application/json", ...headers }, body });
}
