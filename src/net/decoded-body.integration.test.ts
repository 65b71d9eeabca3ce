import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import {
	brotliCompressSync,
	constants,
	createBrotliCompress,
	createGzip,
	createZstdCompress,
	deflateRawSync,
	deflateSync,
	gzipSync,
	zstdCompressSync,
} from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FULL } from "#core/long-form.testkit.ts";
import { contentCodings, readBody } from "./decoded-body.ts";
import { startLoopbackSite } from "./loopback-site.testkit.ts";

const MEGABYTE = 1024 * 1024;
const text = Buffer.from("All that is gold does not glitter. ".repeat(50));
const read = (chunks: Iterable<Uint8Array>, codings?: string, limits = {}) =>
	readBody(Readable.from(chunks), codings, { maxBytes: MEGABYTE, overflow: "fail", ...limits }, "the page");

const CODERS: Readonly<Record<string, (bytes: Uint8Array) => Buffer>> = {
	gzip: (bytes) => gzipSync(bytes),
	"x-gzip": (bytes) => gzipSync(bytes),
	deflate: (bytes) => deflateSync(bytes),
	br: (bytes) => brotliCompressSync(bytes),
	zstd: (bytes) => zstdCompressSync(bytes),
};
const coders = Object.entries(CODERS);

describe("readBody", () => {
	it.each(coders)("decodes %s, in pieces of any size", async (name, encode) => {
		const coded = encode(text);
		const pieces = Array.from({ length: coded.length }, (_, index) => coded.subarray(index, index + 1));
		for (const chunks of [[coded], [Buffer.alloc(0), ...pieces]]) {
			const got = await read(chunks, name);
			expect(Buffer.from(got.body)).toEqual(text);
			expect(got).toMatchObject({ truncated: false, encodedBytes: coded.length });
		}
	});

	it("decodes deflate without its zlib wrapping, as some servers send it", async () => {
		expect(Buffer.from((await read([deflateRawSync(text)], "deflate")).body)).toEqual(text);
	});

	it("decodes two codings, restoring any bytes", async () => {
		const coder = fc.constantFrom(...coders);
		await fc.assert(
			fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), coder, coder, async (bytes, [inner, a], [outer, b]) => {
				const got = await read([b(a(bytes))], `${inner.toUpperCase()} , ${outer}`);
				expect(Buffer.from(got.body)).toEqual(Buffer.from(bytes));
			}),
			{ numRuns: 50 },
		);
	});

	it.each(coders)("ignores data after the end of %s", async (name, encode) => {
		const coded = encode(text);
		const chunks = [Buffer.concat([coded, Buffer.from("\0 garbage")]), Buffer.alloc(1_000), Buffer.alloc(1_000)];
		expect(Buffer.from((await read(chunks, name)).body)).toEqual(text);
	});

	it("lets callers take turns, and files be read during one caller's bombs", async () => {
		const bomb = brotliCompressSync(Buffer.alloc(6 * MEGABYTE));
		const limits = { maxBytes: 5 * MEGABYTE, overflow: "cut" } as const;
		let done = 0;
		const bombs = Array.from({ length: 16 }, async () => {
			const got = await readBody(Readable.from([bomb]), "br", limits, "the bomb", "attacker");
			done++;
			return got.body.length;
		});
		const page = await readBody(Readable.from([gzipSync(text)]), "gzip", limits, "the page", "bystander");
		expect(page.body).toHaveLength(text.length);
		await readFile(import.meta.filename);
		expect(done).toBeLessThan(8);
		expect(new Set(await Promise.all(bombs))).toEqual(new Set([5 * MEGABYTE]));
	});

	it("releases its turn while a body is slow, and when it breaks off", async () => {
		const coded = gzipSync(text);
		const slow = Array.from({ length: 8 }, () => {
			const source = new Readable({ read() {} });
			source.push(coded.subarray(0, 30));
			return { source, reading: readBody(source, "gzip", { maxBytes: MEGABYTE, overflow: "fail" }, "the page") };
		});
		expect(Buffer.from((await read([coded], "gzip")).body)).toEqual(text);
		for (const { source, reading } of slow) {
			source.destroy(Object.assign(new Error("reset"), { code: "ECONNRESET" }));
			await expect(reading).rejects.toMatchObject({ code: "ECONNRESET" });
		}
		expect(Buffer.from((await read([coded], "gzip")).body)).toEqual(text);
	});

	it("cuts an endless stream when its time is over, and keeps the data received", async () => {
		const open = new Readable({ read() {} });
		open.push("data: 1\n\n");
		const got = await readBody(open, undefined, { maxBytes: MEGABYTE, overflow: "cut", readFor: 50 }, "the stream");
		expect(got).toMatchObject({ truncated: true, encodedBytes: 9 });
		expect(Buffer.from(got.body).toString()).toBe("data: 1\n\n");
		expect(open.destroyed).toBe(true);
		expect(await read([text], undefined, { readFor: 1_000 })).toMatchObject({ truncated: false });
	});

	it("rejects 3 stacked codings", async () => {
		const coded = gzipSync(gzipSync(gzipSync(text)));
		await expect(read([coded], "gzip, gzip, gzip")).rejects.toMatchObject({ code: "body-undecodable" });
	});

	it("leaves an empty body empty, and an unknown coding undecoded", async () => {
		expect((await read([], "gzip")).body).toHaveLength(0);
		expect((await read([], "gzip, br")).body).toHaveLength(0);
		expect(Buffer.from((await read([text], "utf-8")).body)).toEqual(text);
		expect(Buffer.from((await read([text], "identity")).body)).toEqual(text);
		expect(contentCodings("gzip, aws-chunked")).toEqual([]);
		expect(contentCodings("constructor")).toEqual([]);
	});

	it.each(coders)("fails if %s is invalid", async (name) => {
		const other = read([Buffer.from("<!doctype html><p>plain text")], name);
		await expect(other).rejects.toMatchObject({ code: "body-undecodable" });
	});

	it.each(coders)("decodes truncated %s as browsers do", async (name, encode) => {
		const coded = encode(text);
		for (const lost of [5, 8, Math.floor(coded.length / 2), coded.length - 1]) {
			const cut = read([coded.subarray(0, coded.length - lost)], name);
			if (name === "br" || name === "zstd") await expect(cut).rejects.toMatchObject({ code: "body-undecodable" });
			else expect(text.subarray(0, (await cut).body.length)).toEqual(Buffer.from((await cut).body));
			if (name === "gzip" && lost <= 8) expect((await cut).body).toHaveLength(text.length);
		}
	});

	it("counts decoded bytes against the cap", async () => {
		const at = (length: number, overflow: "fail" | "cut") =>
			read([gzipSync(Buffer.alloc(length, 7))], "gzip", { maxBytes: 1000, overflow });
		expect(await at(1000, "fail")).toMatchObject({ truncated: false });
		await expect(at(1001, "fail")).rejects.toMatchObject({ code: "body-too-large" });
		const cut = await at(5000, "cut");
		expect([cut.body.length, cut.truncated]).toEqual([1000, true]);
		expect((await read([text], undefined, { maxBytes: 0, overflow: "cut" })).body).toHaveLength(0);
	});

	it("abandons an endless body that decodes to nothing", async () => {
		const nothing = gzipSync("");
		let sent = 0;
		const source = Readable.from(
			(function* () {
				while (sent < 20 * MEGABYTE) {
					sent += 1000 * nothing.length;
					yield Buffer.concat(Array(1000).fill(nothing));
				}
			})(),
		);
		const limits = { maxBytes: 1000, overflow: "cut" } as const;
		await expect(readBody(source, "gzip", limits, "the page")).rejects.toMatchObject({ code: "body-too-large" });
		expect(sent).toBeLessThan(2 * MEGABYTE);
	});

	it("passes on the connection's error", async () => {
		const lost = Object.assign(new Error("lost"), { code: "ECONNRESET" });
		const failing = (codings?: string) =>
			readBody(
				Readable.from(
					(async function* () {
						yield gzipSync(text).subarray(0, 20);
						throw lost;
					})(),
				),
				codings,
				{ maxBytes: MEGABYTE, overflow: "fail" },
				"the page",
			);
		await expect(failing()).rejects.toBe(lost);
		await expect(failing("gzip")).rejects.toBe(lost);
		await expect(failing("gzip, br")).rejects.toMatchObject({
			code: expect.stringMatching(/ECONNRESET|body-undecodable/),
		});
	});
});

const BOMB_MEGABYTES = FULL ? 300 : 120;

describe(`a bomb of ${BOMB_MEGABYTES} MB`, () => {
	const BOMBS = {
		gzip: () => createGzip({ level: 9 }),
		br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
		zstd: () => createZstdCompress(),
	};

	it.each(Object.entries(BOMBS))(
		"in %s costs little memory and is cut off",
		{ timeout: 60_000 },
		async (name, encode) => {
			const zeros = Buffer.alloc(MEGABYTE);
			const bomb = Buffer.concat(await Readable.from(Array(BOMB_MEGABYTES).fill(zeros)).pipe(encode()).toArray());
			const page = { headers: { "content-encoding": name }, body: bomb };
			const site = await startLoopbackSite({
				"/": page,
				"/twice": { ...page, headers: { "content-encoding": `${name}, gzip` }, body: gzipSync(bomb) },
			});
			try {
				const before = process.resourceUsage().maxRSS;
				await expect(site.client.get(site.url("/"))).rejects.toMatchObject({ code: "body-too-large" });
				const cut = await site.client.get(site.url("/twice"), { overflow: "cut", maxBytes: MEGABYTE });
				expect([cut.body.length, cut.truncated]).toEqual([MEGABYTE, true]);
				const grownBy = (process.resourceUsage().maxRSS - before) / 1024;
				expect(grownBy).toBeLessThan(100);
			} finally {
				await site.close();
			}
		},
	);
});
