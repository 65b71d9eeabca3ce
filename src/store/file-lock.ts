import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";

const SQLITE_BUSY = 5;

/**
 * Holds a file that at most one process can hold. The operating system lets go of it when the process ends, however it
 * ends: there is no time-out that a slow process could outlive.
 *
 * @param patienceMs how long to wait for another holder
 * @returns what lets go of it; undefined when another has held it all the while
 */
export async function holdFile(path: string, patienceMs: number): Promise<(() => void) | undefined> {
	const database = new DatabaseSync(path);
	const end = Date.now() + patienceMs;
	for (;;) {
		try {
			database.exec("BEGIN EXCLUSIVE");
			return () => database.close();
		} catch (error) {
			if (!(error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY)) {
				database.close();
				throw error;
			}
		}
		if (Date.now() >= end) break;
		await pause(50);
	}
	database.close();
	return undefined;
}
