import { setTimeout as pause } from "node:timers/promises";

/** How long a publisher waits for others, and how often it tries again. */
export interface Patience {
	readonly tries: number;
	/** Milliseconds before the second try; doubled each time, up to `mostMs`. */
	readonly firstMs: number;
	readonly mostMs: number;
	/** Milliseconds for one exchange with a server. */
	readonly exchangeMs: number;
}

export const PATIENCE: Patience = { tries: 8, firstMs: 500, mostMs: 20_000, exchangeMs: 300_000 };

/** Waits before the next try, at random up to the limit, so that two publishers do not meet again. @param tried from 1 */
export async function waitForTurn({ firstMs, mostMs }: Patience, tried: number): Promise<void> {
	const limit = Math.min(mostMs, firstMs * 2 ** (tried - 1));
	await pause(limit / 2 + (Math.random() * limit) / 2);
}
