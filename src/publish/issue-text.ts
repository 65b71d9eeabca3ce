import { createHash } from "node:crypto";
import * as z from "zod";
import { PRODUCT } from "#core/brand.ts";
import { parseJson } from "#core/json-object.ts";
import { AUDIT_MODES, SOURCES } from "#core/preset.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import { clipped, counted, percent, spokenTime } from "#core/wording.ts";
import { NOT_AUDITED } from "#site/history/regressions.ts";
import { markdownBlock } from "#site/page/markdown-text.ts";
import { plainText } from "#site/page/page-text.ts";
import type { SiteLinks } from "#site/page/site-links.ts";
import type { SiteRegression } from "./watched-series.ts";

export interface IssueText {
	readonly title: string;
	readonly body: string;
}

/** Undefined where the site's address is not known. */
export type Links = SiteLinks | undefined;

const TITLE = 200;
const QUOTED = 500;
const LISTED = 50;

export function stateOf({ domain, source, mode, check, level, since }: SiteRegression): SiteState {
	return { domain, source, mode, check, level, since: since.receipt.auditedAt };
}

export function regressionText(regression: SiteRegression, links: Links): IssueText {
	const { domain, title, says, fix, level, followers, before, since, agency, check, mode, source } = regression;
	const state = stateOf(regression);
	const then = level === 1 ? "in order" : `${percent(level)} right`;
	const facts = [
		["Site", code(domain)],
		["Fault", code(title)],
		["Since", spokenTime(since.receipt.auditedAt)],
		["Before", `${then} (${spokenTime(before.receipt.auditedAt)})`],
		...(mode === "deep" || source === "folder" ? [["Audit", `${mode}, of the ${source}`]] : []),
		...(agency === "" ? [] : [["Agency", code(agency)]]),
		...(links && check !== NOT_AUDITED
			? [["Check", `[${check}](${links.absolute(links.check(check))})`]]
			: [["Check", code(check)]]),
	];
	const sections = [
		formatMark(causeOf(state), state),
		["| | |", "|---|---|", ...facts.map(([name, value]) => `| ${name} | ${value} |`)].join("\n"),
		`What was found; it may quote the site:\n\n${fence(says)}`,
		...(fix === undefined ? [] : [`What to do:\n\n${fence(fix)}`]),
		...(followers.length === 0 ? [] : [`It brought with it:\n\n${list(followers.map(code))}`]),
		`Proof:\n\n${list([`since: ${proof(since, links)}`, `before: ${proof(before, links)}`])}`,
		`${PRODUCT} keeps this issue up to date and closes it when an audit finds it in order again.`,
	];
	return { title: titleOf(`${domain}: ${title}`), body: sections.join("\n\n") };
}

/** For many sites that got worse in one night: more likely one cause, perhaps ours, than many. */
export function manyText(state: ManyState, regressions: readonly SiteRegression[], links: Links): IssueText {
	const same = state.check === "*" ? "" : ` by the check ${code(state.check)}`;
	const lines = regressions.map(
		({ domain, title, since }) => `${code(domain)}: ${code(title)}: ${proof(since, links)}`,
	);
	const sections = [
		formatMark(causeOf(state), state),
		`${counted(regressions.length, "fault")} appeared at once${same}, between ${spokenTime(state.from)} and ${spokenTime(state.to)}. So many at a time point to one cause: a supplier that the sites share, or a fault of ${PRODUCT}'s own. Look at a few before you notify anybody.`,
		list(lines),
		`They have no issues of their own. ${PRODUCT} closes this one when none of them stands any more.`,
	];
	const what = state.check === "*" ? "many checks" : state.check;
	return { title: titleOf(`${counted(regressions.length, "fault")} at once: ${what}`), body: sections.join("\n\n") };
}

export function withdrawnText(cause: string): IssueText {
	const body = `${formatMark(cause, { withdrawn: true })}\n\nTaken down at the request of the site's owner.`;
	return { title: "Taken down at the owner's request", body };
}

export function withoutSites(body: string, domains: readonly string[]): string {
	const marks = domains.map((domain) => `- ${code(domain)}: `);
	const lines = body.split("\n");
	return lines
		.map((line) => (marks.some((mark) => line.startsWith(mark)) ? "- taken down at the owner's request" : line))
		.join("\n");
}

/** The mark makes it said once. It names no site, not even by an address: comments outlast a removal. */
export function commentText(event: string, words: string, receipt: StoredReceipt | undefined, links: Links): string {
	return `${eventMark(event)}\n\n${words}${receipt ? `\n\nProof: ${proof(receipt, links, false)}` : ""}`;
}

/** @param named whether links may hold the domain */
function proof({ id, receipt }: StoredReceipt, links: Links, named = true): string {
	const name = `receipt ${code(id.slice(0, 16))} of ${spokenTime(receipt.auditedAt)}`;
	if (!links) return name;
	const pages = [
		["receipt", links.receipt(id)],
		...(named ? [["page", links.share(receipt.domain, id)]] : []),
		["proof", links.receiptFile(id, "tlog-proof")],
	];
	return `${name}: ${pages.map(([word, path = ""]) => `[${word}](${links.absolute(path)})`).join(", ")}`;
}

function list(lines: readonly string[]): string {
	const more = lines.length - LISTED;
	const shown = lines.slice(0, LISTED).map((line) => `- ${line}`);
	return [...shown, ...(more > 0 ? [`- and ${more} more`] : [])].join("\n");
}

/** Nothing in it is Markdown, HTML, a link or a mention. */
function code(text: string): string {
	const shown = plainText(text).replaceAll("`", "'").replaceAll("|", "¦");
	return `\`${clipped(shown, TITLE) || " "}\``;
}

function fence(text: string): string {
	return markdownBlock(clipped(plainText(text), QUOTED));
}

/** Titles are shown as they are, but for code in backticks; programs that pass them on may do more. */
function titleOf(text: string): string {
	return clipped(
		plainText(text)
			.replaceAll("`", "'")
			.replace(/[@#<>[\]\\*_~]/g, (sign) => LOOKALIKES[sign] ?? ""),
		TITLE,
	);
}

const LOOKALIKES: Readonly<Record<string, string>> = {
	"@": "(at)",
	"#": "No. ",
	"<": "‹",
	">": "›",
	"[": "(",
	"]": ")",
};

/** In a comment at the head of an issue's text, by which it is found again. */
const stateSchema = z.union([
	z.strictObject({
		domain: z.string(),
		source: z.enum(SOURCES),
		mode: z.enum(AUDIT_MODES),
		check: z.string(),
		level: z.number(),
		/** Of the first audit that found it. */
		since: z.string(),
		/** No person closed it: the site was not watched, and the fault may still be there. */
		unwatched: z.literal(true).optional(),
	}),
	/** Many sites at once; `*` is any check. */
	z.strictObject({ check: z.string(), from: z.string(), to: z.string() }),
	/** At the owner's request. */
	z.strictObject({ withdrawn: z.literal(true) }),
]);
export type IssueState = z.infer<typeof stateSchema>;
export type SiteState = Extract<IssueState, { domain: string }>;
export type ManyState = Extract<IssueState, { from: string }>;

/** Stable for one site and cause. A digest, so that it names no site after a removal. */
export function causeOf(state: Pick<SiteState, "domain" | "source" | "mode" | "check"> | ManyState): string {
	const parts =
		"domain" in state ? [state.domain, state.source, state.mode, state.check] : ["many", state.check, state.from];
	return createHash("sha256").update(parts.join("\0")).digest("hex").slice(0, 20);
}

function formatMark(cause: string, state: IssueState): string {
	return `<!-- sightline:cause=${cause} ${JSON.stringify(state)} -->`;
}

/** Only at the very beginning: a site's words stand further down. */
export function readMark(body: string): { readonly cause: string; readonly state: IssueState } | undefined {
	const [, cause, text] = /^<!-- sightline:cause=([0-9a-f]{20}) (\{[^\n]*\}) -->/.exec(body) ?? [];
	const state = stateSchema.safeParse(parseJson(text ?? ""));
	return cause !== undefined && state.success ? { cause, state: state.data } : undefined;
}

export function withState(body: string, cause: string, state: IssueState): string {
	return body.replace(/^<!-- [^\n]* -->/, () => formatMark(cause, state));
}

/** First line of a comment, so that an event is said once. */
function eventMark(event: string): string {
	return `<!-- sightline:event=${event} -->`;
}
