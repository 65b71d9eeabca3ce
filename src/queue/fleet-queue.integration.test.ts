import { afterEach, describe } from "vitest";
import { describePostgres } from "#store/database.testkit.ts";
import { openFleetQueue } from "./fleet-queue.ts";
import { jobQueueContract } from "./job-queue.contract.ts";
import type { JobQueue } from "./job-queue.ts";

describe("the fleet's queue", () => {
	describePostgres(({ fresh }) => {
		const places = new Map<string, Promise<string>>();
		const opened: JobQueue[] = [];
		afterEach(async () => {
			for (const queue of opened.splice(0)) await queue.close();
		});
		const placeOf = (name: string) => {
			const place = places.get(name) ?? fresh();
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
	});
});
