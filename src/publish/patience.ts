import { setTimeout as pause } from "node:timers/promises";

export interface Patience {
	readonly tries: number;
	/** Milliseconds before the first retry; doubled each time, up to `mostMs`. */
	readonly firstMs: number;
	readonly mostMs: number;
	readonly exchangeMs: number;
}

export const PATIENCE: Patience = { tries: 8, firstMs: 500, mostMs: 20_000, exchangeMs: 300_000 };

/** Exponential backoff with jitter, so that 2 publishers do not collide again. @param tried from 1 */
export async function waitForTurn({ firstMs, mostMs }: Patience, tried: number): Promise<void> {
	const limit = Math.min(mostMs, firstMs * 2 ** (tried - 1));
	await pause(limit / 2 + (Math.random() * limit) / 2);
}
