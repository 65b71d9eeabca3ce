import { execFile } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { Failure } from "#core/failure.ts";
import { isQuicklyRead, readApiDescription } from "../declared/api-description.ts";
import { digestPage, type PageInput } from "./digest-page.ts";
import { createPageParser, type PageParser, type PageParserOptions } from "./page-parser.ts";

const open: PageParser[] = [];
afterEach(async () => {
	await Promise.all(open.splice(0).map((parser) => parser.close()));
});

function parser(options: Partial<PageParserOptions> = {}): PageParser {
	const made = createPageParser({ workers: 1, inProcessBelow: 0, deadlineMs: 10_000, heapMb: 128, ...options });
	open.push(made);
	return made;
}

function page(html: string): PageInput {
	return {
		body: new TextEncoder().encode(html),
		contentType: "text/html",
		url: "https://site.example/",
		truncated: false,
	};
}

const SMALL = page('<html lang=en><title>Small</title><p>text<script type=application/ld+json>{"@type":"A"}</script>');
/** Several hundred milliseconds of work. */
const SLOW = page(Array.from({ length: 3_000 }, (_, index) => `<p><b id=${index}>x`).join(""));

async function failure(promise: Promise<unknown>): Promise<Failure> {
	const error = await promise.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	if (!(error instanceof Failure)) throw new Error("Expected a Failure.", { cause: error });
	return error;
}

describe("createPageParser", () => {
	it("digests alike in a worker and in process", async () => {
		const expected = digestPage(SMALL);
		expect(await parser().parse(SMALL)).toEqual(expected);
		expect(await parser({ inProcessBelow: 1_000_000 }).parse(SMALL)).toEqual(expected);
	});

	it("digests in process below the given size alone", async () => {
		// Only a worker has a deadline.
		const size = SLOW.body.byteLength;
		expect((await parser({ inProcessBelow: size + 1, deadlineMs: 5 }).parse(SLOW)).truncated).toBe(true);
		expect((await failure(parser({ inProcessBelow: size, deadlineMs: 5 }).parse(SLOW))).code).toBe("page-too-complex");
	});

	it("answers many pages with few workers, each with its own digest", async () => {
		const pool = parser({ workers: 2 });
		const titles = Array.from({ length: 20 }, (_, index) => `Page ${index}`);
		const digests = await Promise.all(titles.map((title) => pool.parse(page(`<title>${title}</title>`))));
		expect(digests.map((digest) => digest.titles[0]?.text)).toEqual(titles);
	});

	it("starts ahead of the first page", async () => {
		const pool = parser({ workers: 2 });
		await pool.prestart();
		await pool.prestart();
		expect((await pool.parse(SMALL)).lang?.text).toBe("en");
	});
});

it("refuses a heap in which no thread can start", () => {
	expect(() => parser({ heapMb: 1 })).toThrow(RangeError);
});

describe("a page that is too much", () => {
	it("is refused at the deadline, and the next page is read", async () => {
		const pool = parser({ deadlineMs: 60 });
		const refused = await failure(pool.parse(SLOW));
		expect(refused.code).toBe("page-too-complex");
		expect(refused.message).toContain("https://site.example/");
		expect(refused.message).toContain("0.06 seconds");
		// A thread that has just started compiles its code first; the deadline of this test leaves no room for that.
		await expect(retried(() => pool.parse(SMALL))).resolves.toMatchObject({ lang: { text: "en" } });
	});

	it("is no longer worked on once it is refused", async () => {
		const pool = parser({ deadlineMs: 100, heapMb: 256 });
		await pool.prestart();
		// End tags of nothing: seconds of work, and no tree that a cap could stop.
		await failure(pool.parse(page("</x>".repeat(10_000_000))));
		const before = process.cpuUsage();
		await setTimeout(400);
		const { user, system } = process.cpuUsage(before);
		expect(user + system).toBeLessThan(200_000);
	});

	it("is refused when it needs more memory than a worker may hold, and the process lives on", async () => {
		const pool = parser({ heapMb: 16 });
		const refused = await failure(pool.parse(page("<p>".repeat(150_000))));
		expect(refused.code).toBe("page-too-complex");
		expect(refused.message).toContain("16 MB");
		expect((await pool.parse(SMALL)).titles[0]?.text).toBe("Small");
	});

	it("keeps no other page from being read", async () => {
		const pool = parser({ workers: 2, heapMb: 16 });
		const bomb = page("<p>".repeat(150_000));
		const results = await Promise.allSettled([
			pool.parse(bomb),
			pool.parse(SMALL),
			pool.parse(bomb),
			pool.parse(SMALL),
		]);
		expect(results.map((result) => result.status)).toEqual(["rejected", "fulfilled", "rejected", "fulfilled"]);
	});
});

describe("an API description", () => {
	const description = (text: string) => {
		return { body: new TextEncoder().encode(text), url: "https://site.example/openapi", declaredIn: "anchor" };
	};

	it("is read alike in a thread and in process, between pages", async () => {
		const pool = parser();
		const yaml = description("openapi: 3.1.0\npaths: { /a: { get: {} } }");
		expect(await pool.describe(yaml)).toEqual(await readApiDescription(yaml));
		expect((await pool.parse(SMALL)).titles[0]?.text).toBe("Small");
		const json = description('{"openapi":"3.1.0"}');
		expect(await parser({ deadlineMs: 1 }).describe(json)).toMatchObject({ version: "3.1.0", error: null });
	});

	it.each([
		["an endless nest of YAML", { deadlineMs: 500 }, `a: ${"[".repeat(999_997)}`, "0.5 seconds"],
		["one that needs too much memory", { heapMb: 16 }, `a: ${"[".repeat(999_997)}`, "16 MB"],
	])("is refused where it is too much: %s", async (_, bounds, text, words) => {
		const pool = parser(bounds);
		const began = performance.now();
		const refused = await failure(pool.describe(description(text)));
		expect(refused.code).toBe("page-too-complex");
		expect(refused.message).toContain("The API description https://site.example/openapi (1000000 bytes)");
		expect(refused.message).toContain(words);
		expect(performance.now() - began).toBeLessThan(20_000);
		expect((await retried(() => pool.parse(SMALL))).titles[0]?.text).toBe("Small");
	});

	it("goes to a thread when it is YAML or long, and stays here when it is JSON", () => {
		expect(isQuicklyRead(description('\n{"openapi":"3.1.0"}'))).toBe(true);
		expect(isQuicklyRead(description("openapi: 3.1.0"))).toBe(false);
		expect(isQuicklyRead(description(`{${" ".repeat(1024 * 1024)}}`))).toBe(false);
	});
});

describe("ending early", () => {
	it("honours a signal before, while waiting and while reading", async () => {
		const pool = parser();
		await pool.prestart();
		const reason = new Error("enough");
		await expect(pool.parse(SMALL, AbortSignal.abort(reason))).rejects.toBe(reason);
		const abort = new AbortController();
		const reading = pool.parse(SLOW, abort.signal);
		const waiting = pool.parse(SMALL, abort.signal);
		setTimeout(10).then(() => abort.abort(reason));
		await expect(reading).rejects.toBe(reason);
		await expect(waiting).rejects.toBe(reason);
		expect((await pool.parse(SMALL)).titles[0]?.text).toBe("Small");
	});

	it("rejects what is under way when it closes, and everything after", async () => {
		const pool = parser();
		const reading = pool.parse(SLOW);
		const waiting = pool.parse(SMALL);
		await Promise.all([
			expect(reading).rejects.toThrow("closed"),
			expect(waiting).rejects.toThrow("closed"),
			pool.close(),
		]);
		await expect(pool.parse(SMALL)).rejects.toThrow("closed");
	});

	it("lets the process end without being closed, but not before its page is read", async () => {
		const script = `
			import { createPageParser } from ${JSON.stringify(new URL("./page-parser.ts", import.meta.url).href)};
			const pool = createPageParser({ workers: 2, inProcessBelow: 0, deadlineMs: 10000, heapMb: 128 });
			const input = { body: new TextEncoder().encode("<title>T</title>"), contentType: "text/html", url: "https://a.example/", truncated: false };
			pool.prestart().then(() => pool.parse(input)).then((digest) => console.log(digest.titles[0].text));`;
		const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script]);
		expect(stdout).toBe("T\n");
	});
});

/** The first of five attempts that succeeds. */
async function retried<T>(attempt: () => Promise<T>): Promise<T> {
	for (let left = 20; left > 0; left--) {
		try {
			return await attempt();
		} catch (error) {
			if (!(error instanceof Failure)) throw error;
		}
	}
	return await attempt();
}
