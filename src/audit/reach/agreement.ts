import type { Report } from "#core/report.ts";
import { outcomeAtHome } from "./home-limits.ts";

/** Checks that find a fault on the home page wherever they close a row. */
const CLOSING: ReadonlySet<string> = new Set([
	"search-bots",
	"answer-indexers",
	"user-fetchers",
	"noindex",
	"snippet-eligible",
	"text-without-js",
	"auth-gate",
	"canonical-foreign",
	"https",
]);
/** A home page that fails one of these leaves not all of the rows open; all rows where none are named. */
const CLOSED_BY: Readonly<Record<string, readonly string[]>> = {
	"search-bots": ["Google", "Bing"],
	noindex: ["Google", "Bing"],
	"snippet-eligible": ["Google", "Bing"],
	"answer-indexers": ["ChatGPT", "Perplexity", "Claude"],
	"user-fetchers": ["Claude", "Mistral", "Amazon"],
};
/** A home page that fails one of these leaves none of the rows open. */
const LEFT_OPEN_BY_NONE: Readonly<Record<string, readonly string[]>> = {
	"canonical-foreign": ["Google", "Bing"],
	"text-without-js": ["ChatGPT", "Perplexity", "Claude"],
};
/** They close the home page to everybody, or leave it unknown. */
const CLOSED_TO_ALL = ["home-status", "auth-gate"];

/**
 * Rows that do not fit the findings of the same report, in words; empty where all fits, as in every
 * report of `assess`. Needs no evidence, so that whoever has a receipt alone can ask.
 */
export function strayReach({ reach = [], findings }: Pick<Report, "reach" | "findings">): string[] {
	const failed = (id: string) => outcomeAtHome(findings, id) === "fail";
	const isOpen = (name: string) => reach.some((row) => row.name === name && row.state === "allowed");
	const unfounded = reach.flatMap(({ name, state, check, because }) => {
		if (state === "allowed") return [];
		// What is closed is closed by a line, or by what a check found; what is not known may be for want of either.
		if (check === undefined && because === undefined) return state === "unknown" ? [] : [`reach of ${name}`];
		if (check === undefined || !CLOSING.has(check)) return [];
		const outcome = outcomeAtHome(findings, check);
		return outcome === "pass" || outcome === undefined ? [`reach of ${name}`] : [];
	});
	const overlooked = Object.entries(CLOSED_BY).flatMap(([id, names]) =>
		reach.length > 0 && failed(id) && names.every(isOpen) ? [`reach of ${names[0]}`] : [],
	);
	const half = Object.entries(LEFT_OPEN_BY_NONE).flatMap(([id, names]) =>
		failed(id) ? names.filter(isOpen).map((name) => `reach of ${name}`) : [],
	);
	const open = CLOSED_TO_ALL.some(failed) ? reach.filter(({ state }) => state === "allowed") : [];
	return [...new Set([...unfounded, ...overlooked, ...half, ...open.map(({ name }) => `reach of ${name}`)])];
}
