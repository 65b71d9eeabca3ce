import { afterEach, describe, expect, it, vi } from "vitest";
import { BODY_MAX_BYTES, BODY_TIMEOUT_MS } from "./problems.ts";
import { createStubServe, PEER, post, problemOf, stubAudit } from "./serve.testkit.ts";

afterEach(() => {
	vi.useRealTimers();
});

async function codeOf(request: Request): Promise<string> {
	const response = await createStubServe().serve(stubAudit, request, PEER);
	return response.ok ? "ok" : (await problemOf(response)).code;
}

const GOOD = '{"domain":"example.com"}';

describe("the media type of a body", () => {
	it.each([
		["application/json", "ok"],
		["APPLICATION/JSON", "ok"],
		["application/json; charset=utf-8", "ok"],
		['application/json ;\tCharset="UTF-8" ', "ok"],
		["application/json; charset=iso-8859-1", "media-type-unsupported"],
		["application/json; charset=utf-8; charset=utf-16", "media-type-unsupported"],
		["application/json, text/plain", "media-type-unsupported"],
		["application/jsonp", "media-type-unsupported"],
		["application/problem+json", "media-type-unsupported"],
		["text/plain", "media-type-unsupported"],
		["application/x-www-form-urlencoded", "media-type-unsupported"],
		["", "media-type-unsupported"],
	])("%j: %s", async (type, code) => {
		expect(await codeOf(post(GOOD, { "Content-Type": type }))).toBe(code);
	});

	it("is refused where there is none, or a content coding", async () => {
		const bare = new Request("https://audit.example.com/", { method: "POST" });
		expect(await codeOf(bare)).toBe("media-type-unsupported");
		expect(await codeOf(post(GOOD, { "Content-Encoding": "gzip" }))).toBe("media-type-unsupported");
		expect(await codeOf(post(GOOD, { "Content-Encoding": "Identity" }))).toBe("ok");
	});
});

/** Sends chunks as they are asked for; says whether somebody cancelled. */
function streamOf(chunks: Iterable<Uint8Array>) {
	const rest = chunks[Symbol.iterator]();
	const stream = { cancelled: false, sent: 0 };
	const body = new ReadableStream<Uint8Array>({
		pull(controller) {
			const { value, done } = rest.next();
			if (done) return controller.close();
			stream.sent += value.byteLength;
			controller.enqueue(value);
		},
		cancel() {
			stream.cancelled = true;
		},
	});
	return { body, stream };
}

const encode = (text: string) => new TextEncoder().encode(text);

function* endless(): Generator<Uint8Array> {
	for (;;) yield new Uint8Array(1000).fill(0x20);
}

describe("the size of a body", () => {
	const padded = (size: number) => GOOD + " ".repeat(size - GOOD.length);

	it("may be 16 KiB and not a byte more", async () => {
		expect(await codeOf(post(padded(BODY_MAX_BYTES)))).toBe("ok");
		expect(await codeOf(post(padded(BODY_MAX_BYTES + 1)))).toBe("request-too-large");
	});

	it("is believed where it is declared too large: nothing is read", async () => {
		const { body, stream } = streamOf(endless());
		expect(await codeOf(post(body, { "Content-Length": "16385" }))).toBe("request-too-large");
		expect(stream.cancelled).toBe(true);
		expect(stream.sent).toBeLessThanOrEqual(1000);
	});

	it.each(["10", "no number", "-1"])("is counted whatever is declared: %s", async (declared) => {
		const { body, stream } = streamOf(endless());
		expect(await codeOf(post(body, { "Content-Length": declared }))).toBe("request-too-large");
		expect(stream.cancelled).toBe(true);
		expect(stream.sent).toBeLessThan(BODY_MAX_BYTES + 3000);
	});

	it("may come in pieces, within a character too", async () => {
		const bytes = encode('{"domain":"bücher.de"}');
		const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte));
		expect(await codeOf(post(streamOf(pieces).body))).toBe("ok");
	});
});

describe("a body that does not come", () => {
	it("is not waited for", async () => {
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
		let cancelled = false;
		const body = new ReadableStream<Uint8Array>({
			start: (controller) => controller.enqueue(encode('{"domain"')),
			cancel: () => {
				cancelled = true;
			},
		});
		const answer = codeOf(post(body));
		await vi.advanceTimersByTimeAsync(BODY_TIMEOUT_MS - 1);
		expect(cancelled).toBe(false);
		await vi.advanceTimersByTimeAsync(1);
		expect(await answer).toBe("request-too-slow");
		expect(cancelled).toBe(true);
	});

	it("and one that breaks off leave nobody to answer to", async () => {
		const { serve, observed, limits } = createStubServe();
		const body = new ReadableStream({ pull: (controller) => controller.error(new Error("socket hang up")) });
		const response = await serve(stubAudit, post(body), PEER);
		expect(response.status).toBe(499);
		expect(observed[0]).not.toHaveProperty("error");
		expect(limits.policies).toEqual([]);
	});
});
