import { createHash } from "node:crypto";
import * as z from "zod";
import { parseJson } from "#core/json-object.ts";
import { AUDIT_MODES, SOURCES } from "#core/preset.ts";

/** What an issue of ours says of itself, in a comment at the head of its text, by which it is found again. */
const stateSchema = z.union([
	/** One site, one cause. */
	z.strictObject({
		domain: z.string(),
		source: z.enum(SOURCES),
		mode: z.enum(AUDIT_MODES),
		check: z.string(),
		/** As in `Regression`. */
		level: z.number(),
		/** Time of the first audit that found it. */
		since: z.string(),
		/** Closed since the site was no longer watched: no person closed it, and the fault may still be there. */
		unwatched: z.literal(true).optional(),
	}),
	/** Many sites at once: what was found of the check, or of any (`*`), from one time to another. */
	z.strictObject({ check: z.string(), from: z.string(), to: z.string() }),
	/** Taken down at the owner's request. */
	z.strictObject({ withdrawn: z.literal(true) }),
]);
export type IssueState = z.infer<typeof stateSchema>;
export type SiteState = Extract<IssueState, { domain: string }>;
export type ManyState = Extract<IssueState, { from: string }>;

/** The same for ever for one site and cause. A digest, so that it names nobody after a removal. */
export function causeOf(state: Pick<SiteState, "domain" | "source" | "mode" | "check"> | ManyState): string {
	const parts =
		"domain" in state ? [state.domain, state.source, state.mode, state.check] : ["many", state.check, state.from];
	return createHash("sha256").update(parts.join("\0")).digest("hex").slice(0, 20);
}

/** The first line of an issue's text. */
export function formatMark(cause: string, state: IssueState): string {
	return `<!-- sightline:cause=${cause} ${JSON.stringify(state)} -->`;
}

/** Only at the very beginning: what a site says stands further down. */
export function readMark(body: string): { readonly cause: string; readonly state: IssueState } | undefined {
	const [, cause, text] = /^<!-- sightline:cause=([0-9a-f]{20}) (\{[^\n]*\}) -->/.exec(body) ?? [];
	const state = stateSchema.safeParse(parseJson(text ?? ""));
	return cause !== undefined && state.success ? { cause, state: state.data } : undefined;
}

/** An issue's text with another mark at its head. */
export function withState(body: string, cause: string, state: IssueState): string {
	return body.replace(/^<!-- [^\n]* -->/, () => formatMark(cause, state));
}

/** The first line of a comment that says that something happened: it is said once. */
export function eventMark(event: string): string {
	return `<!-- sightline:event=${event} -->`;
}
