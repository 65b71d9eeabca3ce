import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { describePostgres } from "#store/database.testkit.ts";
import { openDatabase } from "#store/database.ts";
import { openFleetQueue, PLANNING_LOCK } from "./fleet-queue.ts";
import { jobQueueContract } from "./job-queue.contract.ts";
import { type JobQueue, RETENTION_MS } from "./job-queue.ts";

describe("the fleet's queue", () => {
	describePostgres(({ fresh, copy }) => {
		const places = new Map<string, Promise<string>>();
		const opened: JobQueue[] = [];
		afterEach(async () => {
			for (const queue of opened.splice(0)) await queue.close();
		});
		let pattern: Promise<string> | undefined;
		/** Making its tables takes far longer than copying them. */
		const withTables = async () => {
			pattern ??= fresh().then(async (url) => {
				await (await openFleetQueue(url)).close();
				return url;
			});
			return copy(await pattern);
		};
		const placeOf = (name: string) => {
			const place = places.get(name) ?? withTables();
			places.set(name, place);
			return place;
		};

		jobQueueContract(async (name, around) => {
			const queue = await openFleetQueue(await placeOf(name), {
				presence: { newOwner: () => "somebody", isGone: (owner) => around.dead.has(owner), close: () => {} },
				clock: () => around.now,
			});
			opened.push(queue);
			return queue;
		});

		it("waits for another planner longer than the statement timeout", async () => {
			const url = await placeOf("planners");
			const [queue, database] = [
				await openFleetQueue(`${url}?statement_timeout=200`),
				await openDatabase({ url, file: "" }),
			];
			opened.push(queue);
			const { promise: written, resolve: write } = Promise.withResolvers<void>();
			const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
			const first = database.sql.transaction().execute(async (transaction) => {
				await sql`select pg_advisory_xact_lock(${sql.lit(PLANNING_LOCK)})`.execute(transaction);
				begin();
				await written;
			});
			await begun;
			const second = queue.openRun({ digest: "list", jobs: [{ key: "a", data: "1" }] });
			setTimeout(write, 600);
			await first;
			expect(await second).toMatchObject({ resumed: false, total: 1 });
			await database.close();
		});

		it("deletes the rows of a planner that died while writing", async () => {
			const url = await placeOf("left");
			const around = { now: Date.now() };
			const queue = await openFleetQueue(url, { clock: () => around.now });
			opened.push(queue);
			const database = await openDatabase({ url, file: "" });
			const queues = async () => {
				const { rows } = await sql<{ name: string }>`select name from sightline_jobs.queue`.execute(database.sql);
				return rows.map(({ name }) => name).filter((name) => name.startsWith("rescan-"));
			};
			const jobs = {
				// biome-ignore lint/correctness/useYield: it fails first.
				*[Symbol.iterator](): Generator<never> {
					throw new Error("ended while writing");
				},
			};
			await expect(queue.openRun({ digest: "list", jobs })).rejects.toThrow("ended while writing");
			expect(await queues()).toEqual([`rescan-${around.now}`]);
			around.now += RETENTION_MS + 1;
			await queue.openRun({ digest: "list", jobs: [] });
			expect(await queues()).toEqual([`rescan-${around.now}`]);
			await database.close();
		});
	});
});
