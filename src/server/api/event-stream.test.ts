import { afterEach, describe, expect, it, vi } from "vitest";
import { SerializedJson } from "./endpoint.ts";
import { EventStream, type StreamEvent, type StreamWork, wantsEvents } from "./event-stream.ts";

const never = new AbortController().signal;
const failed = (error: unknown): StreamEvent => ({ event: "problem", data: String(error), retryMs: 5_000 });
const last = { event: "result", data: new SerializedJson('{"ok":true}') };

/** A stream that the test drives. */
function open(signal = never) {
	const done = Promise.withResolvers<Awaited<ReturnType<StreamWork>>>();
	const given = { say: (_: StreamEvent) => {}, signal };
	const stream = new EventStream((say, ending) => {
		Object.assign(given, { say, signal: ending });
		return done.promise;
	}, signal);
	const next = async () => new TextDecoder().decode(await stream.next(failed));
	const rest = async () => {
		let text = "";
		for (let piece = await next(); piece !== ""; piece = await next()) text += piece;
		return text;
	};
	return { stream, given, done, next, rest };
}

afterEach(() => void vi.useRealTimers());

describe("an event stream", () => {
	it("sends events in order, with the last one at the end", async () => {
		const { stream, given, done, next, rest } = open();
		given.say({ event: "stage", data: "1" });
		await stream.begun;
		expect(await next()).toBe("event: stage\ndata: 1\n\n");
		const waiting = next();
		given.say({ event: "stage", data: "2" });
		expect(await waiting).toBe("event: stage\ndata: 2\n\n");
		done.resolve({ last, age: "7" });
		expect(await rest()).toBe('event: result\ndata: {"ok":true}\n\n');
		expect(await stream.ended).toEqual({ age: "7" });
	});

	it("keeps only the newest event per key for a slow reader", async () => {
		const { given, done, rest } = open();
		for (let at = 0; at < 1_000; at++)
			for (const key of ["a", "b"]) given.say({ event: "stage", data: `${key}${at}`, key });
		done.resolve({ last });
		const text = await rest();
		expect(text.match(/data: [^\n]*/g)).toEqual(["data: a999", "data: b999", 'data: {"ok":true}']);
	});

	it("rejects if its work fails before the first event; a later failure is its last event", async () => {
		const early = open();
		early.done.reject(new Error("refused"));
		await expect(early.stream.begun).rejects.toThrow("refused");
		const late = open();
		late.given.say({ event: "stage", data: "1" });
		late.done.reject(new Error("gone"));
		await late.stream.begun;
		expect(await late.rest()).toBe("event: stage\ndata: 1\n\nretry: 5000\nevent: problem\ndata: Error: gone\n\n");
		expect(await late.stream.ended).toEqual({ error: new Error("gone") });
	});

	it("sends heartbeats while idle", async () => {
		vi.useFakeTimers();
		const { given, next } = open();
		const [first, second] = [next(), vi.advanceTimersByTimeAsync(10_000)];
		await second;
		expect(await first).toBe(": \n\n");
		const waiting = next();
		given.say({ event: "stage", data: "1" });
		expect(await waiting).toContain("stage");
		expect(vi.getTimerCount()).toBe(0);
	});

	it("aborts its work when the reader or request ends", () => {
		const left = open();
		left.stream.leave();
		expect(left.given.signal.aborted).toBe(true);
		const request = new AbortController();
		const gone = open(request.signal);
		request.abort();
		expect(gone.given.signal.aborted).toBe(true);
	});
});

describe("wantsEvents", () => {
	it.each([
		["text/event-stream", true],
		["TEXT/EVENT-STREAM; q=0.5", true],
		["text/event-stream, */*", true],
		["text/event-stream, application/json;q=0.5", true],
		["application/json, text/event-stream;q=0.9", false],
		["text/event-stream;q=0", false],
		["*/*", false],
		["text/event-streams", false],
		["", false],
		[null, false],
	])("%s: %s", (accept, wanted) => {
		expect(wantsEvents(accept)).toBe(wanted);
	});
});
