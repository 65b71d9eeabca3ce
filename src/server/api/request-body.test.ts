import { afterEach, describe, expect, it, vi } from "vitest";
import { BODY_MAX_BYTES, BODY_TIMEOUT_MS } from "./problems.ts";
import { createStubServe, get, PEER, post, problemOf, stubAudit, stubList } from "./serve.testkit.ts";

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

	it("is required, without a content coding", async () => {
		const bare = new Request("https://audit.example.com/", { method: "POST" });
		expect(await codeOf(bare)).toBe("media-type-unsupported");
		expect(await codeOf(post(GOOD, { "Content-Encoding": "gzip" }))).toBe("media-type-unsupported");
		expect(await codeOf(post(GOOD, { "Content-Encoding": "Identity" }))).toBe("ok");
	});
});

/** Sends chunks on demand; records cancellation. */
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

	it("may be at most 16 KiB", async () => {
		expect(await codeOf(post(padded(BODY_MAX_BYTES)))).toBe("ok");
		expect(await codeOf(post(padded(BODY_MAX_BYTES + 1)))).toBe("request-too-large");
	});

	it("is trusted if declared too large, and nothing is read", async () => {
		const { body, stream } = streamOf(endless());
		expect(await codeOf(post(body, { "Content-Length": "16385" }))).toBe("request-too-large");
		expect(stream.cancelled).toBe(true);
		expect(stream.sent).toBeLessThanOrEqual(1000);
	});

	it.each(["10", "no number", "-1"])("is counted regardless of the declaration: %s", async (declared) => {
		const { body, stream } = streamOf(endless());
		expect(await codeOf(post(body, { "Content-Length": declared }))).toBe("request-too-large");
		expect(stream.cancelled).toBe(true);
		expect(stream.sent).toBeLessThan(BODY_MAX_BYTES + 3000);
	});

	it("may arrive in chunks, even within a character", async () => {
		const bytes = encode('{"domain":"bücher.de"}');
		const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte));
		expect(await codeOf(post(streamOf(pieces).body))).toBe("ok");
	});
});

describe("a body that does not arrive", () => {
	it("times out", async () => {
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

	it("or is cut off gets no response", async () => {
		const { serve, observed, limits } = createStubServe();
		const body = new ReadableStream({ pull: (controller) => controller.error(new Error("socket hang up")) });
		const response = await serve(stubAudit, post(body), PEER);
		expect(response.status).toBe(499);
		expect(observed[0]).not.toHaveProperty("error");
		expect(limits.policies).toEqual([]);
	});
});

async function problemWith(body: BodyInit) {
	return await problemOf(await createStubServe().serve(stubAudit, post(body), PEER));
}

async function problemWithQuery(query: string) {
	return await problemOf(await createStubServe().serve(stubList, get(query), PEER));
}

describe("JSON", () => {
	it.each([
		["nothing", ""],
		["white space", "  "],
		["no JSON", "{domain:1}"],
		["two values", "{} {}"],
		["a comment", "{/**/}"],
		["a trailing comma", '{"domain":"a",}'],
		["NaN", '{"domain":NaN}'],
		["a raw control character", '{"domain":"a\u0000"}'],
		["no UTF-8", Uint8Array.of(0x22, 0xff, 0x22)],
		["half a surrogate in UTF-8", Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22)],
		["UTF-16", Uint8Array.of(0xff, 0xfe, 0x7b, 0, 0x7d, 0)],
		["a deep list", `${"[".repeat(33)}${"]".repeat(33)}`],
		["a very deep list", "[".repeat(16_000)],
		["very deep objects", '{"a":'.repeat(2500) + 1 + "}".repeat(2500)],
	])("is refused: %s", async (_, body) => {
		const problem = await problemWith(body);
		expect([problem.status, problem.code, problem.errors]).toEqual([400, "json-invalid", undefined]);
	});

	it.each([
		['{"domain":"a","domain":"b"}', "#/domain"],
		['{"domain":"a","d\\u006fmain":"b"}', "#/domain"],
		['{"a":[{"b":1},{"b":1, "c":{} ,"b":2}]}', "#/a/1/b"],
		['{"a~/ü":0,"a~/ü":0}', "#/a~0~1%C3%BC"],
		['{"__proto__":1,"__proto__":2}', "#/__proto__"],
	])("is refused where a name is there twice: %s", async (body, pointer) => {
		expect(await problemWith(body)).toMatchObject({ code: "json-invalid", errors: [{ pointer }] });
	});

	it.each([
		'{"domain":"{\\"domain\\":1,\\"domain\\":[[","mode":"light"}',
		'\ufeff{"domain":"domain"}',
		'{"domain":"\\\\","fixes":["a","a","domain"]}',
	])("is read: %s", async (body) => {
		expect((await createStubServe().serve(stubAudit, post(body), PEER)).status).toBe(200);
	});
});

describe("faults of a body", () => {
	it("are all listed with pointers", async () => {
		const problem = await problemWith(
			'{"mode":"quick","fixes":["ok","",3],"a/b~c":1,"__proto__":{"domain":"x"},"constructor":1}',
		);
		expect(problem.errors).toEqual([
			{ detail: '"domain" is missing: it must be a text.', pointer: "#/domain" },
			{ detail: '"mode" must be light or deep.', pointer: "#/mode" },
			{ detail: '"fixes/1": Too small: expected string to have >=1 characters.', pointer: "#/fixes/1" },
			{ detail: '"fixes/2": Invalid input: expected string, received number.', pointer: "#/fixes/2" },
			{ detail: '"a/b~c" is unknown.', pointer: "#/a~1b~0c" },
			{ detail: '"__proto__" is unknown.', pointer: "#/__proto__" },
			{ detail: '"constructor" is unknown.', pointer: "#/constructor" },
		]);
		expect(problem.detail).toBe(
			'The request is invalid. "domain" is missing: it must be a text. "mode" must be light or deep. ' +
				'"fixes/1": Too small: expected string to have >=1 characters. And 4 more. Correct it and send it again.',
		);
	});

	it.each(["[]", "null", '"example.com"', "7"])("point to the body if it is not an object: %s", async (body) => {
		expect((await problemWith(body)).errors).toEqual([{ detail: "The body must be a JSON object.", pointer: "#" }]);
	});

	it("repeat no misleading or long text", async () => {
		const names = ["a\u202eb\u0007c", "\ud800", "x".repeat(5000)];
		const problem = await problemWith(JSON.stringify({ domain: "d", ...Object.fromEntries(names.map((n) => [n, 1])) }));
		expect(problem.errors).toEqual([
			{ detail: '"ab c" is unknown.', pointer: "#/a%E2%80%AEb%07c" },
			{ detail: '"\ufffd" is unknown.', pointer: "#/%EF%BF%BD" },
			{ detail: `"${"x".repeat(59)}…" is unknown.`, pointer: "#" },
		]);
	});

	it("are limited in number", async () => {
		const many = Object.fromEntries(Array.from({ length: 1500 }, (_, index) => [`m${index}`, 0]));
		const problem = await problemWith(JSON.stringify({ domain: "d", ...many }));
		expect(problem.errors).toHaveLength(100);
		expect(problem.detail).toContain("And 1497 more.");
	});
});

describe("faults of a query", () => {
	it("are all listed", async () => {
		const problem = await problemWithQuery("?limit=0&cursor=a&cursor=b&cursor=c&__proto__=1&x%2Fy=%FF");
		expect(problem.errors).toEqual([
			{ detail: '"cursor" was sent more than once.', pointer: "#/cursor" },
			{ detail: '"limit" must be 1 at least.', pointer: "#/limit" },
			{ detail: '"__proto__" is unknown.', pointer: "#/__proto__" },
			{ detail: '"x/y" is unknown.', pointer: "#/x~1y" },
		]);
	});

	it.each(["", "?", "?limit=50", "?cursor="])("are none: %j", async (query) => {
		const response = await createStubServe().serve(stubList, get(query), PEER);
		expect(await response.json()).toEqual({ ok: true, limit: 50 });
	});

	it("are ignored if an endpoint has no input", async () => {
		const { input: _, ...open } = stubList;
		const response = await createStubServe().serve(
			{ ...open, handle: async () => ({ body: {} }) },
			get("?cache-buster=1"),
			PEER,
		);
		expect(response.status).toBe(200);
	});
});
