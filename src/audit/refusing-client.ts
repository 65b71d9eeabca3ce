import { type Failure, isFailure } from "#core/failure.ts";
import type { HttpClient } from "#net/http-client.ts";

/** A client that asks no host whose owner wants nothing of it here. */
export interface RefusingClient extends Pick<HttpClient, "get"> {
	/** Why the first of them was not asked; undefined where none was met. */
	readonly refused: Failure | undefined;
}

/**
 * Asks leave before every request, each step of a redirect among them.
 * @param refuse throws a Failure for a host that is not to be asked
 */
export function refusingClient(
	client: Pick<HttpClient, "get">,
	refuse: ((host: string) => Promise<void>) | undefined,
): RefusingClient {
	let refused: Failure | undefined;
	return {
		async get(url, limits) {
			await refuse?.(url.hostname).catch((error: unknown) => {
				if (isFailure(error)) refused ??= error;
				throw error;
			});
			return client.get(url, limits);
		},
		get refused() {
			return refused;
		},
	};
}
