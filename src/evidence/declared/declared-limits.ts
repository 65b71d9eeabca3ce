import type { FailureCode } from "#core/failure.ts";
import { isOwnAction } from "#core/link-action.ts";
import { isOwn } from "./declared-by-page.ts";
import type { Declared, Use } from "./declared-uses.ts";

/** Why an address is not asked with a GET. */
export const NOT_READ: Partial<Record<Use, string>> = {
	"mcp-endpoint": "It takes messages by POST; what it answers is told apart.",
	endpoint: "It takes messages, and nothing is sent to an agent that nobody asked to.",
};

/** A site may name any address; messages go to its own hosts only. */
export const ELSEWHERE = "it lies on another host";
/** Asking is to change nothing, whatever a site names as an interface. */
export const AN_ACTION = "it looks like an action";

/** Why a declared address is not asked for; undefined where it is. `domain` is the site's registrable domain. */
export function whyNotRead({ use, url }: Pick<Declared, "use" | "url">, domain: string): string | undefined {
	if (use === "mcp-endpoint" && !isOwn(url, domain)) return `Declared, not asked: ${ELSEWHERE}.`;
	return isOwnAction(url, domain) ? `Declared, not asked: ${AN_ACTION}.` : NOT_READ[use];
}

/** Failures that every client would meet: nothing is there, for nobody. */
export const GONE: ReadonlySet<string> = new Set<FailureCode>([
	"name-not-found",
	"connection-refused",
	"target-blocked",
	"redirect-blocked",
	"redirect-loop",
	"redirect-limit",
]);

/** A failure that tells of our own limits, or of the site's wish, and nothing about the address. */
export const OUR_LIMITS: ReadonlySet<string> = new Set(["robots-refused", "not-in-folder", "wait-requested"]);
