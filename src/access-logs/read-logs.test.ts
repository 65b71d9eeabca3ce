import { appendFile, mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildAccessReport } from "./access-report.ts";
import { shippedRanges } from "./bot-ranges.ts";
import { openLogFile } from "./log-source.ts";
import { type ReadOptions, readLogs } from "./read-logs.ts";

const NOW = Date.UTC(2026, 10, 29);
const GOOGLE = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const SETTINGS = {
	domain: "example.com",
	pages: [],
	ranges: shippedRanges(),
	format: undefined,
	proxies: 0,
	dns: false,
};

const TIMED = {
	...SETTINGS,
	format: '$remote_addr - - [$time_local] "$request" $status $bytes_sent "-" "$http_user_agent" $request_time',
};

function line(day = "10/Nov/2026"): string {
	return `66.249.66.1 - - [${day}:13:55:36 +0000] "GET /a HTTP/1.1" 200 23 "-" "${GOOGLE}"\n`;
}

describe("a log", () => {
	let folder = "";
	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), "read-logs-"));
	});
	afterEach(() => rm(folder, { recursive: true }));

	/** @param meanwhile called once the file is open */
	async function read(
		bytes: string | Uint8Array,
		meanwhile?: (path: string) => Promise<void>,
		options: Partial<ReadOptions> = {},
	) {
		const path = join(folder, "access.log");
		await writeFile(path, bytes);
		const open = async () => {
			const source = await openLogFile(path);
			await meanwhile?.(path);
			return source;
		};
		const found = await readLogs([{ name: "access.log", open }], {
			settings: SETTINGS,
			now: NOW,
			threads: 0,
			...options,
		});
		const report = buildAccessReport(found, SETTINGS);
		const [log] = report.logs;
		const requests = report.bots[0]?.verified?.requests ?? 0;
		return { report, seen: [log?.lines, log?.unread, log?.end, requests] as const };
	}

	it("that grows is read up to its initial size", async () => {
		const { seen } = await read(line().repeat(3), (path) => appendFile(path, line().repeat(2)));
		expect(seen).toEqual([3, 0, "whole", 3]);
	});

	it("has pages, responses, bytes, time and robots.txt requests per bot and day", async () => {
		const on = (path: string, status: number) =>
			line().replace("/a", path).replace(" 200 ", ` ${status} `).replace('"\n', '" 0.250\n');
		const lines = [
			on("/a", 200),
			on("/old", 301),
			on("/a", 403),
			on("/a", 429),
			on("/gone", 404),
			on("/robots.txt", 200),
		];
		const { report } = await read(lines.join(""), undefined, { settings: TIMED });
		expect(report.bots[0]?.days).toEqual([
			{
				...{ day: "2026-11-10", verified: 6, pages: 1, ok: 2, redirects: 1, refused: 2, limited: 1, clientErrors: 1 },
				...{ failed: 0, bytes: 138, milliseconds: 1_500, timed: 6, robots: 1, spoofed: 0, unverifiable: 0 },
			},
		]);
	});

	it("that is truncated is read to its end, and reported as cut off", async () => {
		const { seen } = await read(line().repeat(3), (path) => truncate(path, line().length));
		expect(seen).toEqual([1, 0, "cut-off", 1]);
	});

	it("that is rotated away is read completely", async () => {
		const { seen } = await read(line().repeat(3), async (path) => {
			await rm(path);
			await writeFile(path, line());
		});
		expect(seen).toEqual([3, 0, "whole", 3]);
	});

	it.each([
		["gzip", gzipSync],
		["zstd", zstdCompressSync],
	])("compressed by %s and cut off is read up to the damage", async (_, pack) => {
		const packed = pack(Buffer.from(line().repeat(20_000)));
		expect((await read(packed)).seen).toEqual([20_000, 0, "whole", 20_000]);
		const { seen } = await read(packed.subarray(0, packed.length - 20));
		expect(seen[2]).toBe("damaged");
	});

	it("that decompresses to far more than any log is abandoned", async () => {
		const { seen } = await read(zstdCompressSync(Buffer.alloc(300 * 1024 * 1024, "x")));
		expect(seen[2]).toBe("bomb");
	}, 60_000);

	it.each([40_000, 300_000, 10_000_000])("with a line of %i bytes keeps the lines around it", async (length) => {
		const { seen } = await read(`${line()}${"x".repeat(length)}\n${line()}`);
		expect(seen).toEqual([3, 1, "whole", 2]);
	});

	it("with a line of two blocks, and one without a line feed, keeps all of them", async () => {
		const { seen } = await read(`${"y".repeat(256 * 1024 - 1)}\n${"z".repeat(512 * 1024)}\n${line().trimEnd()}`);
		expect(seen).toEqual([3, 2, "whole", 1]);
	});

	it("with NUL bytes, two formats and clock jumps keeps what can be right", async () => {
		const json = JSON.stringify({
			ts: 1_794_000_000,
			request: { uri: "/", client_ip: "66.249.66.1", headers: { "User-Agent": [GOOGLE] } },
			status: 200,
		});
		const lines = [
			line(),
			`\0\0\0${line()}`,
			`${json}\n`,
			line("10/Nov/2036"),
			line("10/Nov/1970"),
			line("99/Foo/2026"),
		];
		const { seen, report } = await read(lines.join(""));
		expect(seen).toEqual([6, 3, "whole", 3]);
		expect(report.unread.map(({ why }) => why)).toEqual(["no-time", "no-time", "unknown-format"]);
	});

	it("gives the same report each time, in threads too", async () => {
		const text = `${line("08/Nov/2026")}${"x\n"}`.repeat(9_000) + line();
		const [first, again, threaded] = [await read(text), await read(text), await read(text, undefined, { threads: 1 })];
		expect(again.report).toEqual(first.report);
		expect(threaded.report).toEqual(first.report);
	});

	describe("with bots verified by name", () => {
		const elsewhere = (index: number) => line().replace("66.249.66.1", `203.0.${index >> 8}.${index & 255}`);
		const text = Array.from({ length: 12_000 }, (_, index) => elsewhere(index % 300)).join("");

		it("gives the same report in threads, which start no other block while waiting for a name", async () => {
			const byName = async (_: string, address: string) => {
				await new Promise((resolve) => setTimeout(resolve, 1));
				return address.endsWith("7");
			};
			const [alone, threaded] = await Promise.all(
				[0, 1].map((threads) => read(text, undefined, { threads, proofs: { byName } })),
			);
			expect(alone?.report.bots[0]?.verified?.requests).toBeGreaterThan(0);
			expect(threaded?.report).toEqual(alone?.report);
		});

		it("fails with the error of a name server, in threads too", async () => {
			const byName = () => Promise.reject(new Error("no name server"));
			for (const threads of [0, 1])
				await expect(read(text, undefined, { threads, proofs: { byName } })).rejects.toThrow("no name server");
		});
	});
});
