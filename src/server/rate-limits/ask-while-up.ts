/** How a server is asked that may be gone. */
export interface Patience {
	/** How long an answer is waited for, in milliseconds. */
	readonly answerMs: number;
	/** How long nothing is asked after an answer failed to come, in milliseconds. */
	readonly pauseMs: number;
	/** Told once each time when answers begin to fail. */
	readonly onLost?: ((error: unknown) => void) | undefined;
}

/** Asks, and gives undefined where no answer came: then it is the caller's to do without. Never rejects. */
export type Ask = <T>(question: () => Promise<T>) => Promise<T | undefined>;

/** After a failure nothing is asked for a while; then one question tries whether answers come again. */
export function askWhileUp({ answerMs, pauseMs, onLost }: Patience): Ask {
	let lost = false;
	let pausedUntil = 0;
	return async (question) => {
		if (performance.now() < pausedUntil) return undefined;
		if (lost) pausedUntil = performance.now() + pauseMs;
		try {
			const answer = await within(answerMs, question());
			lost = false;
			pausedUntil = 0;
			return answer;
		} catch (error) {
			pausedUntil = performance.now() + pauseMs;
			if (!lost) onLost?.(error);
			lost = true;
			return undefined;
		}
	};
}

async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error(`No answer came in ${ms} ms.`)), ms);
	});
	try {
		return await Promise.race([answer, late]);
	} finally {
		clearTimeout(timer);
	}
}
