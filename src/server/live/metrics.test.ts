import { describe, expect, it } from "vitest";
import { Failure } from "#core/failure.ts";
import { createMetrics, mayReadMetrics } from "./metrics.ts";

const failed = (code: "overloaded" | "deadline-exceeded") => ({ ms: 1500, error: new Failure(code, { what: "No." }) });

describe("createMetrics", () => {
	it("counts requests, audits and answers", async () => {
		let isUp = true;
		const metrics = createMetrics(async () => isUp);
		metrics.watchLoad(() => ({ running: 3, queued: 7 }));
		metrics.request({ operation: "publicAudit", status: 200, ms: 30 });
		metrics.request({ operation: "publicAudit", status: 429, ms: 1 });
		metrics.audit({ mode: "deep" }, failed("deadline-exceeded"));
		metrics.answered("memory");
		metrics.refused("overloaded");
		const lines = (await metrics.text()).split("\n");
		for (const line of [
			'sightline_http_request_duration_seconds_bucket{le="0.1",operation="publicAudit",status="200"} 1',
			'sightline_http_request_duration_seconds_bucket{le="0.025",operation="publicAudit",status="200"} 0',
			'sightline_rate_limited_total{operation="publicAudit"} 1',
			'sightline_audit_duration_seconds_sum{mode="deep",outcome="deadline-exceeded"} 1.5',
			'sightline_audit_answers_total{way="memory"} 1',
			'sightline_audits_refused_total{code="overloaded"} 1',
			"sightline_audits_running 3",
			"sightline_audits_queued 7",
			"sightline_store_up 1",
		])
			expect(lines).toContain(line);
		expect(lines.some((line) => line.startsWith("process_resident_memory_bytes "))).toBe(true);
		isUp = false;
		expect(await metrics.text()).toContain("sightline_store_up 0");
	});

	it("shares nothing with another process's life in the same program", async () => {
		createMetrics(async () => true).answered("memory");
		expect(await createMetrics(async () => true).text()).not.toContain('way="memory"');
	});
});

describe("mayReadMetrics", () => {
	const secret = "0123456789abcdef";
	const asking = (authorization?: string) =>
		new Request("https://audit.example.org/metrics", { headers: authorization === undefined ? {} : { authorization } });

	it("is open to everybody with 1", () => {
		expect(mayReadMetrics("1", asking())).toBe(true);
	});

	it("wants the secret as a bearer token otherwise, to the letter", () => {
		const tries = [`Bearer ${secret}`, `bearer ${secret}`, undefined, "", "Bearer", `Basic ${secret}`, secret];
		const more = [`Bearer ${secret}0`, `Bearer ${secret.slice(1)}`, "Bearer 1", `Bearer ${secret} x`];
		const answers = [...tries, ...more].map((field) => mayReadMetrics(secret, asking(field)));
		expect(answers).toEqual([true, true, ...Array(9).fill(false)]);
	});
});
