import { afterEach, describe, expect, it, vi } from "vitest";
import type { AuditStage } from "#core/audit-result.ts";
import { followAudit } from "./audit-stream.ts";

const REQUESTED = { stage: "requested", at: "2026-11-21T09:30:00.000Z", domain: "a.example", mode: "light" } as const;
const stage = `event: stage\ndata: ${JSON.stringify(REQUESTED)}\n\n`;
const STREAM = { "Content-Type": "text/event-stream; charset=utf-8", Date: "Sat, 21 Nov 2026 09:30:05 GMT" };
const PROBLEM = { "Content-Type": "application/problem+json", "Retry-After": "34" };

/** A body in chunks of this many bytes. */
function pieces(text: string, size: number): ReadableStream {
	const bytes = new TextEncoder().encode(text);
	let at = 0;
	return new ReadableStream({
		pull(controller) {
			if (at >= bytes.length) return controller.close();
			controller.enqueue(bytes.slice(at, at + size));
			at += size;
		},
	});
}

async function follow(answer: Response | Error, signal = new AbortController().signal) {
	vi.stubGlobal("window", globalThis);
	vi.stubGlobal("fetch", async () => {
		if (answer instanceof Error) throw answer;
		return answer;
	});
	const heard: [AuditStage, number][] = [];
	const asked = { endpoint: "/api", domain: "a.example", mode: "light", signal };
	const end = await followAudit(asked, (each, agoMs) => heard.push([each, Math.round(agoMs / 1000)]));
	return { heard, end };
}

afterEach(() => void vi.unstubAllGlobals());

describe("following an audit", () => {
	it.each([1, 7, 4096])("reads the stream to its end in chunks of %i bytes", async (size) => {
		const text = `: \n\n${stage}event: later\ndata: {}\n\nevent: result\ndata: {"ok":true,"says":"Bücher"}\n\n`;
		const { heard, end } = await follow(new Response(pieces(text, size), { headers: STREAM }));
		expect(heard).toEqual([[REQUESTED, 5]]);
		expect(end).toEqual({ kind: "result", result: { ok: true, says: "Bücher" } });
	});

	it("ends with the problem and the time to wait if the audit cannot begin or finish", async () => {
		const limited = { status: 429, detail: "Too many.", instance: "urn:uuid:1", code: "rate-limited" };
		const refused = new Response(JSON.stringify(limited), { status: 429, headers: PROBLEM });
		expect((await follow(refused)).end).toEqual({
			...{ kind: "problem", problem: limited },
			...{ began: false, waitSeconds: 34 },
		});
		const failed = `${stage}retry: 9500\nevent: problem\ndata: {"code":"overloaded"}\n\n`;
		expect((await follow(new Response(failed, { headers: STREAM }))).end).toEqual({
			...{ kind: "problem", problem: { code: "overloaded" } },
			...{ began: true, waitSeconds: 10 },
		});
	});

	it.each([
		[
			"a proxy's problem",
			new Response('{"status":502,"detail":"Away."}', { status: 502, headers: PROBLEM }),
			"unreadable",
		],
		["an answer that ends early", new Response(stage, { headers: STREAM }), "lost"],
		["no connection", new TypeError("Failed to fetch"), "lost"],
		["a proxy's page", new Response("<h1>Bad gateway", { status: 502 }), "unreadable"],
		["half a line", new Response(pieces(`${stage}event: result\ndata: {"ok"`, 9), { headers: STREAM }), "lost"],
	])("tells %s apart", async (_, answer, kind) => {
		expect((await follow(answer)).end).toMatchObject({ kind });
	});

	it("rejects when its signal aborts", async () => {
		const gone = new AbortController();
		gone.abort();
		await expect(follow(new TypeError("aborted"), gone.signal)).rejects.toThrow();
	});
});
