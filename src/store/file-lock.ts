import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";

const SQLITE_BUSY = 5;

/**
 * Locks a file for one process. The operating system releases the lock when the process ends, however it ends: there is no
 * expiry that a slow process could exceed.
 * @param timeoutMs how long to wait for another holder
 * @returns releases it; undefined when another held it all the time
 */
export async function lockFile(path: string, timeoutMs: number): Promise<(() => void) | undefined> {
	const database = new DatabaseSync(path);
	const end = Date.now() + timeoutMs;
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
