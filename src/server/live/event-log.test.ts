import { describe, expect, it } from "vitest";
import { Failure } from "#core/failure.ts";
import { type EventLog, openEventLog } from "./event-log.ts";
import { exampleAudit, jobFor } from "./live.testkit.ts";

/** The lines that were written, as text and as objects. */
function written(say: (log: EventLog) => void) {
	let text = "";
	say(openEventLog({ write: (line) => (text += line) }));
	const lines = text
		.split("\n")
		.filter(Boolean)
		.map((line) => JSON.parse(line) as Record<string, unknown>);
	return { text, lines };
}

const REQUEST = {
	id: "r1",
	operation: "publicAudit",
	method: "POST",
	status: 200,
	ms: 12.6,
	client: "192.0.2.77",
	cached: true,
};
const SHOP = jobFor("shop.example.com");
const HOSTILE = "a\u0000b\u001b[31m\r\nINFO\u0085\u202e\u200b\u2066\ufeff\u{e0041}c\ud800";
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

describe("openEventLog", () => {
	it("writes one line per request, with only the client's network", () => {
		const { lines } = written((log) => log.request(REQUEST));
		expect(lines).toEqual([
			{
				level: "info",
				time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
				pid: process.pid,
				...REQUEST,
				ms: 13,
				client: "192.0.2.0/24",
				msg: "request",
			},
		]);
		const v6 = written((log) =>
			log.request({ ...REQUEST, client: "2001:db8:1:2:3:4:5:6", status: 503, code: "overloaded" }),
		);
		expect(v6.lines[0]).toMatchObject({ level: "warn", client: "2001:db8:1::/48", code: "overloaded" });
	});

	it("writes one line per audit: score, failure or cancellation", () => {
		const { report } = exampleAudit(SHOP);
		const receipt = { ...report, v: 2, kind: "sightline-receipt", evidenceDigest: "", resultDigest: "" } as const;
		const audit = { stored: { id: "i", receipt }, auditedAt: report.auditedAt, place: { state: "pending" } } as const;
		const { lines } = written((log) => {
			log.audit(SHOP, { ms: 1500.4, requestId: "r1", audit });
			log.audit(SHOP, { ms: 1, error: new Failure("target-blocked", { what: "No." }) });
			log.audit(SHOP, { ms: 1, error: new DOMException("left", "AbortError") });
			log.audit(SHOP, { ms: 1, error: new Error("planted") });
		});
		expect(lines.map(({ msg, domain, outcome, score, ms }) => [msg, domain, outcome, score, ms])).toEqual([
			["audit", SHOP.target.host, "scored", 71, 1500],
			["audit", SHOP.target.host, "target-blocked", undefined, 1],
			["audit", SHOP.target.host, "cancelled", undefined, 1],
			["audit", SHOP.target.host, "internal-error", undefined, 1],
			["fault", undefined, undefined, undefined, undefined],
		]);
		expect([lines[0]?.id, lines[1]?.id]).toEqual(["r1", undefined]);
		expect(lines[4]?.stack).toEqual(expect.arrayContaining([expect.stringContaining("event-log.test.ts")]));
	});

	it("logs an expected failure by message, without a stack", () => {
		const { lines } = written((log) => log.fault(new Failure("store-unavailable", { what: "It is away." }), "r9"));
		expect(lines[0]).toMatchObject({ level: "error", id: "r9", code: "store-unavailable", says: "It is away." });
		expect(lines[0]).not.toHaveProperty("stack");
	});

	it("strips invisible characters and truncates external text", () => {
		const long = `${HOSTILE}${"x".repeat(5000)}`;
		const { text, lines } = written((log) => {
			log.request({ ...REQUEST, method: long, operation: long, code: long, id: long, client: long });
			log.fault(Object.assign(new Error(long), { stack: `Error: ${long}\n    at ${long}\n`.repeat(100) }));
			log.fault(new Failure("internal-error" as "overloaded", { what: long }));
			log.fault(long);
			log.audit(
				{ ...SHOP, target: { ...SHOP.target, host: long } },
				{ ms: 1, error: new Failure("overloaded", { what: long }) },
			);
			log.state("started", { version: long });
		});
		expect(lines).toHaveLength(6);
		expect(text.split("\n")).toHaveLength(7);
		expect(text.replaceAll("\n", "")).not.toMatch(HIDDEN);
		expect(text).not.toMatch(/\\u00|\\u2|\\ud8|\\r/);
		for (const line of lines) {
			const words = Object.values(line)
				.flat()
				.filter((value) => typeof value === "string");
			for (const word of words) expect(word.length).toBeLessThanOrEqual(word === line.says ? 1000 : 300);
			expect(Object.values(line).flat().length).toBeLessThan(32);
		}
		expect(lines[0]).toMatchObject({ client: "unknown" });
	});

	it("writes nothing if its destination is nowhere", () => {
		expect(() => openEventLog("nowhere").request(REQUEST)).not.toThrow();
	});
});
