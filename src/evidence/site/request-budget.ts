import { Failure } from "#core/failure.ts";

/** Addresses that were asked for before, whose answers are kept and cost nothing. */
export interface Known {
	has(key: string): boolean;
}

/**
 * Requests that may still be made. A share is set aside at once, and what is known is settled with it: of requests that
 * run at the same time, which one goes without does not depend on who was faster.
 */
export class RequestBudget {
	#left: number;
	readonly #known: Known;

	constructor(requests: number, known: Known) {
		this.#left = requests;
		this.#known = known;
	}

	get left(): number {
		return this.#left;
	}

	/** @throws Failure `request-budget` when nothing is left for an address that is not known */
	pay(key: string, url: URL): void {
		if (this.#known.has(key)) return;
		if (this.#left === 0) {
			throw new Failure("request-budget", {
				what: `${url.href} was not asked for.`,
				why: "The requests that one audit makes to a site were used up, mostly by redirects.",
				todo: "Let addresses answer without redirects.",
			});
		}
		this.#left--;
	}

	/** Sets aside so many requests, or what is left. */
	share(requests: number, known: Known): RequestBudget {
		const share = new RequestBudget(Math.min(requests, this.#left), known);
		this.#left -= share.left;
		return share;
	}
}
