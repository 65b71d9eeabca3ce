import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { isSqliteBusy } from "./store-failure.ts";

/**
 * Locks a file for one process, which is created where it is missing. The operating system releases the lock when the
 * process ends, however it ends: there is no expiry that a slow process could exceed. Containers that share the folder
 * respect it too.
 * @returns releases it, however often it is called; undefined when another holds it
 */
export function tryLockFile(path: string): (() => void) | undefined {
	const database = new DatabaseSync(path);
	try {
		database.exec("BEGIN EXCLUSIVE");
		return () => {
			if (database.isOpen) database.close();
		};
	} catch (error) {
		database.close();
		if (isSqliteBusy(error)) return undefined;
		throw error;
	}
}

/**
 * As `tryLockFile`, and waits for another holder.
 * @param timeoutMs how long
 */
export async function lockFile(path: string, timeoutMs: number): Promise<(() => void) | undefined> {
	const end = Date.now() + timeoutMs;
	for (;;) {
		const release = tryLockFile(path);
		if (release || Date.now() >= end) return release;
		await pause(50);
	}
}
