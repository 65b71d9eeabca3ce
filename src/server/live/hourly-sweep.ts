import { sweepExpired } from "#receipts/live/sweep-expired.ts";
import type { Database } from "#store/database.ts";

const HOUR_MS = 3_600_000;

/**
 * Deletes what has expired, now and every hour; keeps no process alive.
 * @returns ends it; waits for a sweep under way, which needs the store
 */
export function startSweeping(database: Database, onFault: (error: unknown) => void): () => Promise<void> {
	let sweeping = Promise.resolve();
	const sweep = () => {
		// What could not be deleted now is deleted an hour later; until then nobody is shown it.
		sweeping = sweeping.then(() => sweepExpired(database, Date.now())).then(() => {}, onFault);
	};
	sweep();
	const timer = setInterval(sweep, HOUR_MS);
	timer.unref();
	return () => {
		clearInterval(timer);
		return sweeping;
	};
}
