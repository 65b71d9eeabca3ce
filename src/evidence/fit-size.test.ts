import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitPacked, fitPart, fitTo, PACKED_MAX } from "./fit-size.ts";

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
/** Letters that compress at best to three quarters. */
const noise = (length: number) => randomBytes(length).toString("base64url").slice(0, length);

/** Like evidence: named parts, lists of records, texts in any script, a map with names chosen by the site. */
const text = fc.oneof(fc.string({ maxLength: 60, unit: "binary" }), fc.string({ maxLength: 40 }));
const record = fc.record({ at: text, name: text, rel: fc.array(text, { maxLength: 3 }), hidden: fc.boolean() });
const evidence = fc.record({
	home: fc.record({
		anchors: fc.array(record, { maxLength: 200 }),
		text: fc.string({ maxLength: 9_000, size: "max" }),
	}),
	robots: fc.record({ groups: fc.array(fc.record({ agents: fc.array(text), rules: fc.array(record) })) }),
	headers: fc.dictionary(fc.string(), text, { minKeys: 0, maxKeys: 120 }),
	file: fc.record({ json: fc.jsonValue(), fingerprint: fc.array(fc.nat(), { maxLength: 64 }) }),
});

/** Bytes: a text keeps 2,048 letters of up to 3 bytes, whatever the limit. */
const LEAST = 10_000;

describe("fitTo", () => {
	it("changes nothing that fits", () => {
		fc.assert(
			fc.property(evidence, (value) => {
				const fitted = fitTo(value, bytes(value) * 2 + 1_000);
				expect(fitted.value).toBe(value);
				expect(fitted.cuts).toEqual([]);
			}),
		);
	});

	it("fits the limit, and reports how much was kept", () => {
		fc.assert(
			fc.property(evidence, fc.integer({ min: LEAST, max: 30_000 }), (value, room) => {
				const { value: fitted, cuts } = fitTo(value, room);
				expect(bytes(fitted)).toBeLessThanOrEqual(room);
				expect(cuts.length > 0).toBe(JSON.stringify(fitted) !== JSON.stringify(value));
				for (const { kept, of } of cuts) expect(kept).toBeLessThan(of);
				// Only the ends of lists are dropped.
				expect(value.home.anchors.slice(0, fitted.home.anchors.length)).toEqual(fitted.home.anchors);
				expect(fitted.file.fingerprint).toEqual(value.file.fingerprint);
			}),
		);
	});

	it("gives the same result for any member order", () => {
		fc.assert(
			fc.property(evidence, fc.integer({ min: LEAST, max: 30_000 }), (value, room) => {
				const turned = { ...value, headers: Object.fromEntries(Object.entries(value.headers).toReversed()) };
				expect(fitTo(turned, room)).toEqual(fitTo(value, room));
			}),
		);
	});

	it("keeps small parts whole next to large ones", () => {
		const small = { titles: ["A shop"], links: [{ href: "/about" }] };
		const large = Array.from({ length: 1_000 }, (_, index) => ({ href: `/${index}`, name: noise(100) }));
		const { value, cuts } = fitTo({ small, large, larger: [...large, ...large] }, 60_000);
		expect(value.small).toBe(small);
		expect(Math.abs(value.large.length - value.larger.length)).toBeLessThanOrEqual(1);
		expect(cuts.map(({ at, of }) => [at, of])).toEqual([
			["large", 1_000],
			["larger", 2_000],
		]);
	});

	it("keeps foreign JSON whole or drops it", () => {
		const { value, cuts } = fitTo({ path: "/x", json: { list: Array.from({ length: 9_000 }, () => "word") } }, 5_000);
		expect([value, cuts]).toEqual([{ path: "/x", json: null }, [{ at: "json", kept: 0, of: 1 }]]);
	});

	it.each([
		[`https://example.com/${"a".repeat(5_000)}`, `https://example.com/${"a".repeat(2_028)}`],
		[`https://${"a".repeat(5_000)}@example.com/path`, "https://example.com/"],
	])("keeps an address's host", (address, expected) => {
		expect(fitTo({ url: address }, 3_000).value.url).toBe(expected);
	});
});

describe("fitPart", () => {
	it("adds to earlier cuts", () => {
		const part = { list: Array.from({ length: 90 }, () => noise(100)), cuts: [{ at: "media", kept: 1, of: 2 }] };
		expect(fitPart(part, 5_000).cuts.map(({ at }) => at)).toEqual(["media", "list"]);
		expect(fitPart(part, 50_000)).toBe(part);
	});
});

describe("fitPacked", () => {
	it.each([
		["text that compresses well", () => "All the same words. ".repeat(200)],
		["noise", () => noise(1_500)],
		[
			"noise of 3 bytes a letter",
			() =>
				Array.from({ length: 600 }, () => String.fromCodePoint(0x4e00 + Math.floor(Math.random() * 20_000))).join(""),
		],
	])("keeps megabytes of %s within the limit", async (_name, make) => {
		const list = Array.from({ length: 2_000 }, (_, index) => ({ at: `line ${index}`, excerpt: make() }));
		const { value } = await fitPacked({ evidence: { home: { list }, robots: { rules: list } } });
		expect(gzipSync(JSON.stringify(value)).length).toBeLessThanOrEqual(PACKED_MAX);
		expect(bytes(value)).toBeLessThanOrEqual(4_000_000);
		expect(value.evidence.home.list.length).toBeGreaterThan(100);
	});
});
