import { execFile } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { CHECKS } from "#checks/registry.ts";
import { Failure } from "#core/failure.ts";
import { FULL, some } from "#core/long-form.testkit.ts";
import { parseTarget } from "#core/target.ts";
import { readApiDescription } from "#evidence/declared/api-description.ts";
import { digestPage, type PageInput } from "#evidence/html/digest-page.ts";
import { readHere } from "#evidence/reading/readers.ts";
import { assess, type EvidenceRecord } from "./assess.ts";
import { PageJudge } from "./evaluate.ts";
import { judgingHere, type PageAnswer } from "./page-reader.ts";
import { auditSample, SAMPLE_HOSTS } from "./sample-audit.testkit.ts";
import { JUDGED_HERE, ThreadPool, type ThreadPoolOptions } from "./thread-pool.ts";

const open: ThreadPool[] = [];
afterEach(async () => {
	await Promise.all(open.splice(0).map((pool) => pool.close()));
});

const PLAIN: ThreadPoolOptions = { threads: 1, here: "nothing", cpuMs: 10_000, heapMb: 128 };

function newPool(options: Partial<ThreadPoolOptions> = {}): ThreadPool {
	const made = new ThreadPool({ ...PLAIN, ...options });
	open.push(made);
	return made;
}

/** Shared by tests that neither break nor close it: a thread takes a second to load the readers. */
const lasting = new ThreadPool(PLAIN);
afterAll(() => lasting.close());

function page(html: string): PageInput {
	return {
		body: new TextEncoder().encode(html),
		contentType: "text/html",
		url: "https://site.example/",
		truncated: false,
	};
}

const SMALL = page('<html lang=en><title>Small</title><p>text<script type=application/ld+json>{"@type":"A"}</script>');
/** Formatting elements that every paragraph reopens. */
const nested = (depth: number) => page(Array.from({ length: depth }, (_, index) => `<p><b id=${index}>x`).join(""));
/** A second of work: each paragraph reopens all formatting before it, until the tree is full. */
const SLOW = nested(600);

function answerOf(url: string, html: string): PageAnswer {
	const body = new TextEncoder().encode(html);
	const timings = { dns: 0, connect: 0, ttfb: 0, total: 0 };
	const headers = { "content-type": "text/html" };
	const facts = { truncated: false, encodedBytes: body.length, sha256: "", timings, hops: [] };
	return { url, status: 200, headers, body, isListed: true, ...facts };
}

async function failure(promise: Promise<unknown>): Promise<Failure> {
	const error = await promise.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	if (!(error instanceof Failure)) throw new Error("Expected a Failure.", { cause: error });
	return error;
}

describe("ThreadPool", () => {
	it("returns the same digest in a worker and in process", async () => {
		const expected = digestPage(SMALL);
		expect(await lasting.read("page", SMALL)).toEqual(expected);
		expect(await newPool({ here: "small" }).read("page", SMALL)).toEqual(expected);
	});

	it("parses small input in process if allowed, unless it may expand", async () => {
		// Only threads have a CPU limit.
		const pool = newPool({ here: "small", cpuMs: 1 });
		expect((await pool.read("page", nested(100))).counts.elements).toBeGreaterThan(5_000);
		const packed = { url: "https://site.example/sitemap.xml", truncated: false, hosts: [] };
		const sitemap = gzipSync(`<urlset>${"<url/>".repeat(200_000)}`);
		expect(sitemap.length).toBeLessThan(10_000);
		expect((await failure(pool.read("sitemap", { ...packed, body: sitemap }))).message).toContain("The sitemap https:");
		if (!FULL) return;
		const large = page(`${"<p>x".repeat(400)}${"<p><b>x".repeat(40_000)}`);
		expect((await failure(pool.read("page", large))).code).toBe("page-too-complex");
	});

	it("prestarts threads, and serves many pages with few workers", async () => {
		const pool = newPool({ threads: 2 });
		await pool.prestart();
		await pool.prestart();
		const titles = Array.from({ length: 20 }, (_, index) => `Page ${index}`);
		const digests = await Promise.all(titles.map((title) => pool.read("page", page(`<title>${title}</title>`))));
		expect(digests.map((digest) => digest.titles[0]?.text)).toEqual(titles);
	});
});

/** Extended beyond what is judged in process. */
function long(record: EvidenceRecord): EvidenceRecord {
	const { responses } = record;
	return {
		...record,
		responses: Array.from({ length: JUDGED_HERE / 50 }, (_, index) => responses[index % 3] as never),
	};
}

describe("judging", () => {
	it("gives the same result in a thread and in process", async () => {
		const [host = ""] = SAMPLE_HOSTS;
		const { record } = await auditSample(host);
		const small = newPool({ here: "small" });
		for (const each of [record, long(record)]) {
			const sent = JSON.parse(JSON.stringify(assess(each, CHECKS)));
			for (const pool of [lasting, small]) expect(JSON.parse(JSON.stringify(await pool.judge(each)))).toEqual(sent);
		}
	});

	it("ends at the CPU limit, after which the audit discards all evidence", async () => {
		const [host = ""] = SAMPLE_HOSTS;
		const pool = newPool({ cpuMs: 1 });
		let refused: Promise<unknown> | undefined;
		const { report, record, sight } = await auditSample(host, undefined, (seen) => {
			const judged = pool.judge(long(seen));
			refused = judged.catch((error: Error) => error.message);
			return judged;
		});
		expect(report).toMatchObject({ ok: false, failure: { code: "page-too-complex" } });
		expect(report.failure?.says).toContain("could not be graded");
		expect(new Set(report.findings.map(({ outcome }) => outcome))).toEqual(new Set(["unknown", "not-applicable"]));
		expect(sight).toBe("none");
		expect(assess(record, CHECKS)).toEqual(report);
		expect(await refused).toContain(host);
		// Short evidence needs no thread.
		expect((await pool.judge((await auditSample(host)).record)).ok).toBe(true);
	});
});

describe("readPage", () => {
	it("gives the same results in a thread and in process for consecutive pages of a site", async () => {
		for (const host of SAMPLE_HOSTS.slice(0, 2)) {
			const { record } = await auditSample(host);
			const preset = "general";
			const context = { target: parseTarget(host), preset, auditedAt: record.auditedAt } as const;
			const { evidence, source, mode } = record;
			const judge = new PageJudge(CHECKS, { evidence, source, mode, preset, context });
			for (const html of ["<p>a part", "<!doctype html><title>A page</title><img src=x.png>"]) {
				const answer = answerOf(`https://${host}/a`, html);
				const here = await judgingHere({ read: readHere }).readPage(answer, judge);
				expect(here).toHaveProperty(html.startsWith("<p>") ? "fragment" : "judged");
				expect(await lasting.readPage(answer, judge)).toEqual(here);
			}
		}
	});

	it("fails for a page beyond its CPU limit, not counting loading, and continues with others", async () => {
		const [host = ""] = SAMPLE_HOSTS;
		const { record } = await auditSample(host);
		const context = { target: parseTarget(host), preset: "general", auditedAt: record.auditedAt } as const;
		const judge = new PageJudge(CHECKS, { ...record, preset: "general", context });
		// Loading a reader takes far longer than this; parsing 3 bytes does not.
		const pool = newPool({ cpuMs: 15 });
		const json = { url: "https://site.example/x", body: new TextEncoder().encode("[1]") };
		expect(await pool.read("json", json)).toEqual({ json: [1], jsonError: null });
		const slow = answerOf(`https://${host}/slow`, new TextDecoder().decode(SLOW.body));
		expect((await failure(pool.readPage(slow, judge))).message).toContain(`The page https://${host}/slow`);
		expect(await pool.read("json", json)).toEqual({ json: [1], jsonError: null });
	});
});

describe("callers", () => {
	it("take turns, however long the queue of one is", async () => {
		const order: string[] = [];
		const reads = ["a", "a", "a", "a", "a", "b"].map(async (caller) => {
			await lasting.for({ caller }).read("page", SMALL);
			order.push(caller);
		});
		await Promise.all(reads);
		// The first one already had the thread.
		expect(order.slice(0, 3)).toContain("b");
	});

	it("are notified while they wait for a thread, but not while it parses", async () => {
		const events: string[] = [];
		const waits = (name: string) => () => {
			events.push(`${name} waits`);
			return () => events.push(`${name} begins`);
		};
		const read = (name: string) => {
			const reading = lasting.for({ waits: waits(name) }).read("page", SMALL);
			return reading.then(() => events.push(`${name} is read`));
		};
		await Promise.all([read("first"), read("second")]);
		expect(events.filter((each) => each.startsWith("first"))).toEqual(["first waits", "first begins", "first is read"]);
		expect(events.filter((each) => each.startsWith("second"))).toEqual([
			"second waits",
			"second begins",
			"second is read",
		]);
		// It waits while the other occupies the only thread.
		expect(events.indexOf("second waits")).toBeLessThan(events.indexOf("first is read"));
		expect(events.indexOf("second begins")).toBeGreaterThanOrEqual(events.indexOf("first is read") - 1);
	});
});

if (FULL)
	it("fails only the work of a thread that dies", async () => {
		const pool = newPool({ heapMb: 64, threads: 2 });
		const url = "https://site.example/x";
		const nest = new TextEncoder().encode(`a: ${"[".repeat(500_000)}`);
		const died = failure(pool.read("description", { url, body: nest, declaredIn: "anchor" }));
		expect((await pool.read("page", SMALL)).titles[0]?.text).toBe("Small");
		expect((await died).message).toContain("64 MB");
	});

it("rejects a heap too small to start a thread", () => {
	expect(() => newPool({ heapMb: 1 })).toThrow(RangeError);
});

describe("a page that is too much", () => {
	it("fails at the deadline, and is no longer processed", async () => {
		const pool = newPool({ cpuMs: 100, heapMb: 256 });
		// Stray end tags: seconds of work, and no tree that a cap could limit.
		const refused = await failure(pool.read("page", page("</x>".repeat(10_000_000))));
		expect(refused.code).toBe("page-too-complex");
		expect(refused.message).toContain("https://site.example/");
		expect(refused.message).toContain("0.1 seconds of processor time");
		const before = process.cpuUsage();
		await setTimeout(400);
		const { user, system } = process.cpuUsage(before);
		expect(user + system).toBeLessThan(200_000);
	});

	it("fails beyond the memory limit of a worker, without affecting other pages", async () => {
		const pool = newPool({ threads: 2, heapMb: 40 });
		const bomb = page("<p>".repeat(150_000));
		const bombs = some([0, 1], 2).map(() => failure(pool.read("page", bomb)));
		expect((await pool.read("page", SMALL)).titles[0]?.text).toBe("Small");
		for (const refused of await Promise.all(bombs))
			expect(refused).toMatchObject({ code: "page-too-complex", message: expect.stringContaining("40 MB") });
		expect((await pool.read("page", SMALL)).titles[0]?.text).toBe("Small");
	});
});

describe("an API description", () => {
	const description = (text: string) => {
		return { body: new TextEncoder().encode(text), url: "https://site.example/openapi", declaredIn: "anchor" };
	};

	it("gives the same result in a thread and in process, between pages", async () => {
		const yaml = description("openapi: 3.1.0\npaths: { /a: { get: {} } }");
		expect(await lasting.read("description", yaml)).toEqual(await readApiDescription(yaml));
		expect((await lasting.read("page", SMALL)).titles[0]?.text).toBe("Small");
		const json = description('{"openapi":"3.1.0"}');
		expect(await newPool({ here: "small", cpuMs: 1 }).read("description", json)).toMatchObject({
			version: "3.1.0",
			error: null,
		});
	});

	const TOO_MUCH = [
		["an endless nest of YAML", { cpuMs: 200 }, `a: ${"[".repeat(999_997)}`, "0.2 seconds"],
		["one that needs too much memory", { heapMb: 40 }, `a: ${"[".repeat(999_997)}`, "40 MB"],
	] as const;
	it.each(some(TOO_MUCH, 2))("fails if it is too expensive: %s", async (_, bounds, text, words) => {
		const pool = newPool(bounds);
		const began = performance.now();
		const refused = await failure(pool.read("description", description(text)));
		expect(refused.code).toBe("page-too-complex");
		expect(refused.message).toContain("The API description https://site.example/openapi (1000000 bytes)");
		expect(refused.message).toContain(words);
		expect(performance.now() - began).toBeLessThan(20_000);
	});
});

describe("ending early", () => {
	it("honours a signal before, during the wait and during parsing, and rejects work in flight on close", async () => {
		const pool = newPool();
		await pool.prestart();
		const reason = new Error("enough");
		await expect(pool.read("page", SMALL, AbortSignal.abort(reason))).rejects.toBe(reason);
		const abort = new AbortController();
		const reading = pool.read("page", SLOW, abort.signal);
		const waiting = pool.read("page", SMALL, abort.signal);
		setTimeout(10).then(() => abort.abort(reason));
		await expect(reading).rejects.toBe(reason);
		await expect(waiting).rejects.toBe(reason);
		expect((await pool.read("page", SMALL)).titles[0]?.text).toBe("Small");
		const underWay = [pool.read("page", SLOW), pool.read("page", SMALL)];
		await Promise.all([...underWay.map((each) => expect(each).rejects.toThrow("closed")), pool.close()]);
		await expect(pool.read("page", SMALL)).rejects.toThrow("closed");
	});

	it("lets the process exit without close, but not before its page is parsed", async () => {
		const script = `
			import { ThreadPool } from ${JSON.stringify(new URL("./thread-pool.ts", import.meta.url).href)};
			const pool = new ThreadPool({ threads: 1, here: "nothing", cpuMs: 10000, heapMb: 128 });
			const input = { body: new TextEncoder().encode("<title>T</title>"), contentType: "text/html", url: "https://a.example/", truncated: false };
			pool.prestart().then(() => pool.read("page", input)).then((digest) => console.log(digest.titles[0].text));`;
		const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script]);
		expect(stdout).toBe("T\n");
	});
});
