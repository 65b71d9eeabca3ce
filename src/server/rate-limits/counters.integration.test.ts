import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { Pool } from "pg";
import { afterEach, describe, expect, it, vi } from "vitest";
import { describeOwnPostgres } from "#store/database.testkit.ts";
import { openDatabase } from "#store/database.ts";
import { describeRateLimits } from "./rate-limits.contract.ts";
import { createPostgresLimits, DEFAULT_QUOTAS, type PostgresLimitsOptions, type RateLimits } from "./rate-limits.ts";

const SOMEBODY = "192.0.2.7";
/** For tests in which Postgres is there, however busy the machine. */
const PATIENT = { answerMs: 10_000 };
const endings: (() => unknown)[] = [];
afterEach(async () => {
	vi.useRealTimers();
	for (const end of endings.splice(0).reverse()) await end();
});

async function openPool(url: string): Promise<Pool> {
	const { pool, close } = await openDatabase({ url, file: "" });
	endings.push(close);
	if (pool === undefined) throw new Error("a Postgres has a pool");
	return pool;
}

function limitsOn(pool: Pool, options?: PostgresLimitsOptions): RateLimits {
	const limits = createPostgresLimits(DEFAULT_QUOTAS, pool, options);
	endings.push(() => limits.close());
	return limits;
}

async function rowsIn(pool: Pool): Promise<{ key: string; points: number; expire: number }[]> {
	return (await pool.query("select key, points, expire from rate_limit order by points")).rows;
}

describeOwnPostgres((postgres) => {
	let pattern: Promise<string> | undefined;
	/** URL of a database with our tables. */
	const migrated = async () => {
		pattern ??= postgres.fresh().then(async (url) => {
			await (await openDatabase({ url, file: "" })).close();
			return url;
		});
		return postgres.copy(await pattern);
	};
	describe("Postgres limits", () => {
		describeRateLimits(async (quotas) => {
			const limits = createPostgresLimits(quotas, await openPool(await migrated()), PATIENT);
			endings.push(() => limits.close());
			return limits;
		});

		it("share counters exactly between processes", async () => {
			const url = await migrated();
			const both = [limitsOn(await openPool(url), PATIENT), limitsOn(await openPool(url), PATIENT)];
			const taking = Array.from({ length: 50 }, () => both.map((limits) => limits.take("audit", SOMEBODY)));
			const taken = await Promise.all(taking.flat());
			expect(taken.filter(({ allowed }) => allowed)).toHaveLength(30);
			const left = taken.filter(({ allowed }) => allowed).map(({ remaining }) => remaining);
			expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, index) => index));
		});

		it("store no address, and digests that depend on the secret", async () => {
			const pool = await openPool(await migrated());
			await limitsOn(pool, { ...PATIENT, secret: "one" }).take("audit", SOMEBODY);
			await limitsOn(pool, { ...PATIENT, secret: "one" }).take("audit", SOMEBODY);
			await limitsOn(pool, { ...PATIENT, secret: "two" }).take("audit", SOMEBODY, { units: 3 });
			const rows = await rowsIn(pool);
			expect(rows.map(({ points }) => points)).toEqual([2, 3]);
			for (const { key } of rows) expect(key).toMatch(/^audit:[\w-]{43}$/);
		});

		it("do not query Postgres for an exhausted key", async () => {
			const pool = await openPool(await migrated());
			const limits = limitsOn(pool, PATIENT);
			for (let index = 0; index < 30; index += 1) await limits.take("audit", SOMEBODY);
			const query = vi.spyOn(pool, "query");
			for (let index = 0; index < 1000; index += 1) {
				expect(await limits.take("audit", SOMEBODY)).toMatchObject({ allowed: false, remaining: 0 });
			}
			expect(query).not.toHaveBeenCalled();
			expect(await limitsOn(pool, PATIENT).take("audit", SOMEBODY)).toMatchObject({ allowed: false });
			expect((await rowsIn(pool))[0]?.points).toBe(31);
		});

		it("count reading locally without Postgres", async () => {
			const pool = await openPool(await migrated());
			const limits = limitsOn(pool, PATIENT);
			const asked = [vi.spyOn(pool, "query"), vi.spyOn(pool, "connect")];
			expect(await limits.take("reading", SOMEBODY)).toMatchObject({ allowed: true, remaining: 99 });
			expect(await limits.take("reading", "2001:db8:1:1::/64", { units: 100 })).toMatchObject({ remaining: 0 });
			for (const each of asked) expect(each).not.toHaveBeenCalled();
			await limits.take("burst", SOMEBODY);
			expect(asked.some((each) => each.mock.calls.length > 0)).toBe(true);
		});

		it("delete windows that ended over a minute ago, until closed", async () => {
			const pool = await openPool(await migrated());
			vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
			const limits = limitsOn(pool, PATIENT);
			await limits.take("audit", SOMEBODY);
			await pool.query(
				`insert into rate_limit select 'just ended', 1, $2::bigint union all
				select 'old ' || number, 1, $1::bigint from generate_series(1, 25000) number`,
				[Date.now() - 61_000, Date.now() - 1_000],
			);
			vi.advanceTimersByTime(60_000);
			await vi.waitFor(async () => expect(await rowsIn(pool)).toHaveLength(2), { timeout: 10_000 });
			expect((await rowsIn(pool)).map(({ key }) => key)).toContain("just ended");
			await limits.close();
			expect(vi.getTimerCount()).toBe(0);
		});
	});

	describe("Postgres limits during an outage", () => {
		it("continue counting locally, and share again afterwards", async () => {
			const onLost = vi.fn();
			const pool = await openPool(await migrated());
			const limits = limitsOn(pool, { onLost });
			for (let index = 0; index < 10; index += 1) await limits.take("audit", SOMEBODY);
			await postgres.stop();
			const allowed = [];
			for (let index = 0; index < 25; index += 1) {
				const asked = performance.now();
				const taken = await limits.take("audit", SOMEBODY);
				expect(performance.now() - asked).toBeLessThan(1000);
				if (taken.allowed) allowed.push(taken.remaining);
				expect(taken.resetSeconds).toBeGreaterThan(3500);
			}
			expect(allowed).toEqual(Array.from({ length: 20 }, (_, index) => 19 - index));
			expect(onLost).toHaveBeenCalledOnce();
			await postgres.start();
			await vi.waitFor(
				async () => {
					await limits.take("brief", SOMEBODY);
					expect((await rowsIn(pool)).map(({ key }) => key.split(":")[0])).toContain("brief");
				},
				{ timeout: 10_000, interval: 200 },
			);
			expect(onLost).toHaveBeenCalledOnce();
		}, 30_000);
	});
});

describe("Postgres limits with an unresponsive server", () => {
	it("respond within a second, then at once for 2 seconds, and close", async () => {
		const held: Socket[] = [];
		const silent = createServer((socket) => void held.push(socket.on("error", () => {}))).listen(0, "127.0.0.1");
		await once(silent, "listening");
		endings.push(() => silent.close());
		const address = silent.address();
		if (address === null || typeof address === "string") throw new Error("no port");
		const pool = new Pool({ host: "127.0.0.1", port: address.port, user: "u", max: 4, connectionTimeoutMillis: 3000 });
		endings.push(
			() => pool.end(),
			() => held.forEach((socket) => void socket.destroy()),
		);
		const limits = limitsOn(pool);
		const asked = performance.now();
		const taken = await Promise.all(Array.from({ length: 50 }, () => limits.take("audit", SOMEBODY)));
		expect(taken.filter(({ allowed }) => allowed)).toHaveLength(30);
		expect(performance.now() - asked).toBeLessThan(1000);
		const again = performance.now();
		for (let index = 0; index < 20; index += 1) await limits.take("brief", SOMEBODY);
		expect(performance.now() - again).toBeLessThan(200);
		expect(pool.waitingCount).toBeLessThan(60);
	});
});
