import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
	acceptedCoding,
	COMPRESSION_FLOOR_BYTES,
	CodedBytes,
	type ContentCoding,
	codeBody,
	preferredType,
} from "./negotiation.ts";

describe("acceptedCoding", () => {
	it.each([
		[null, undefined],
		["", undefined],
		["gzip, deflate, br, zstd", "br"],
		["gzip, deflate", "gzip"],
		["x-gzip", "gzip"],
		["GZIP", "gzip"],
		["br;q=0, gzip;q=0.1", "gzip"],
		["br;q=0.2, gzip;q=0.9", "gzip"],
		["gzip;q=0.5, identity", undefined],
		["gzip;q=0.5, identity;q=0.5", "gzip"],
		["identity;q=0", undefined],
		["*", "br"],
		["br;q=0, *", "gzip"],
		["*;q=0", undefined],
		["gzip;q=0.001", "gzip"],
		["gzip;q=1.5", undefined],
		["gzip;q=x, br ; q=0.3", "br"],
		["gzip;level=9", undefined],
		["zstd, deflate", undefined],
	])("of %j is %s", (field, coding) => {
		expect(acceptedCoding(field)).toBe(coding);
	});

	it("is never one with weight 0 or not listed", () => {
		const weight = fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000);
		const weights = fc.dictionary(fc.constantFrom("br", "gzip", "identity", "zstd"), weight);
		fc.assert(
			fc.property(weights, (given) => {
				const field = Object.entries(given).map(([name, q]) => `${name};q=${q}`);
				const chosen = acceptedCoding(field.join(" , "));
				const best = Math.max(given.br ?? 0, given.gzip ?? 0);
				if (chosen === undefined) expect(best === 0 || best < (given.identity ?? 0)).toBe(true);
				else expect([given[chosen], best > 0]).toEqual([best, true]);
			}),
		);
	});

	it("accepts any text", () => {
		const pieces = fc.array(fc.constantFrom("gzip", "br", "*", ";q=", "0.5", ",", " ", "\t", "1", "é", "identity"));
		fc.assert(
			fc.property(
				fc.oneof(
					fc.string(),
					pieces.map((each) => each.join("")),
				),
				(field) => {
					expect([undefined, "br", "gzip"]).toContain(acceptedCoding(field));
				},
			),
		);
	});
});

describe("codeBody", () => {
	const unpack = (body: Uint8Array, coding: string | undefined) =>
		coding === "br" ? brotliDecompressSync(body) : coding === "gzip" ? gunzipSync(body) : body;
	const filled = (length: number) => new CodedBytes(new Uint8Array(length).fill(97));

	it.each(["br", "gzip", "identity"])("round-trips bodies of any size: %s", async (accepts) => {
		// Above and below the size that another thread compresses.
		for (const length of [0, 1, COMPRESSION_FLOOR_BYTES - 1, COMPRESSION_FLOOR_BYTES, 65_536, 65_537, 300_000]) {
			const whole = filled(length);
			const { body, headers } = await codeBody(whole, accepts);
			expect(headers["content-length"]).toBe(String(body.byteLength));
			expect(Buffer.from(unpack(body, headers["content-encoding"])).equals(whole.bytes)).toBe(true);
			const isCoded = accepts !== "identity" && length >= COMPRESSION_FLOOR_BYTES;
			expect(headers["content-encoding"]).toBe(isCoded ? accepts : undefined);
			expect(headers.vary).toBe(length >= COMPRESSION_FLOOR_BYTES ? "Accept-Encoding" : undefined);
		}
	});

	it("does not compress a body that must not be transformed", async () => {
		const { headers } = await codeBody(filled(5000), "gzip", "public, No-Transform");
		expect(headers).toEqual({ "content-length": "5000" });
	});

	it.each<[ContentCoding, number]>([
		["br", 5000],
		["gzip", 200_000],
	])("compresses once what is sent often: %s of %i bytes", async (coding, length) => {
		const whole = filled(length);
		const [first, second] = await Promise.all([whole.in(coding), whole.in(coding)]);
		expect(second).toBe(first);
		expect(await whole.in(coding)).toBe(first);
	});
});

const TYPES = ["text/html", "text/markdown", "application/json"] as const;
const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";

test.each([
	[null, "text/html"],
	["", "text/html"],
	["*/*", "text/html"],
	["text/*", "text/html"],
	[BROWSER, "text/html"],
	["image/png", "text/html"],
	["nonsense, ;q=1", "text/html"],
	["text/markdown", "text/markdown"],
	["TEXT/Markdown; charset=utf-8", "text/markdown"],
	["text/markdown, text/html, */*", "text/markdown"],
	["text/html, text/markdown", "text/html"],
	["text/html;q=0.5, text/markdown", "text/markdown"],
	["text/markdown;q=0.5, text/html;q=0.7", "text/html"],
	["text/markdown;q=0, */*", "text/html"],
	["text/html;q=0, */*", "text/markdown"],
	["application/json, text/plain, */*", "application/json"],
	["text/*;q=0.3, application/json;q=0.2", "text/html"],
])("who accepts %o gets %s", (accept, type) => expect(preferredType(accept, TYPES)).toBe(type));
