import { createHash } from "node:crypto";
import * as z from "zod";
import type { Settings } from "#config/environment.ts";
import { DEFAULT_BASE_URL, PRODUCT } from "#core/brand.ts";
import { Failure, isFailure } from "#core/failure.ts";
import { parseJson } from "#core/json-object.ts";
import { DAY_MS } from "#core/kept-for.ts";
import { AUDIT_MODES, SOURCES } from "#core/preset.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import { byCodeUnits, clipped, counted, percent, spokenTime } from "#core/wording.ts";
import { isStillWorse, NOT_AUDITED } from "#site/history/regressions.ts";
import { markdownBlock, plainText } from "#site/page/page-text.ts";
import { createSiteLinks, type SiteLinks } from "#site/page/site-links.ts";
import { asFailure, type GitHub, isUncertain, statusOf } from "./github.ts";
import { type Patience, waitForTurn } from "./patience.ts";
import { readWatchedSeries, type SiteRegression, type WatchedSeries } from "./watched-series.ts";

export interface ShownStep {
	readonly kind: IssueStep["kind"];
	readonly number?: number;
	readonly title: string;
}

export interface IssuesOutcome {
	readonly issues: readonly ShownStep[];
	/** Sentences: why something was skipped. */
	readonly notes: readonly string[];
	readonly faulty: boolean;
}

export const NO_ISSUES: IssuesOutcome = { issues: [], notes: [], faulty: false };

interface UpdateOptions {
	readonly dryRun: boolean;
	readonly patience: Patience;
	readonly now: Date;
}

/** GitHub's status if issues are disabled. */
const GONE = 410;

/** A failure does not undo the publication. */
export async function updateIssues(
	github: GitHub,
	settings: Settings,
	{ dryRun, patience, now }: UpdateOptions,
): Promise<IssuesOutcome> {
	const done: ShownStep[] = [];
	try {
		const links = settings.baseUrl === DEFAULT_BASE_URL ? undefined : createSiteLinks(settings.baseUrl);
		const watched = await readWatchedSeries(settings, now);
		const steps = await planIssues(await listIssues(github), watched, links, now);
		if (dryRun) return { ...NO_ISSUES, issues: steps.map(shown) };
		if (steps.some(({ kind }) => kind === "open")) await ensureLabel(github);
		for (const step of steps) {
			await carryOut(github, step, patience);
			done.push(shown(step));
		}
		const unlinked = steps.length > 0 && !links;
		const notes = unlinked ? ["Issues have no links: set SIGHTLINE_BASE_URL to the site's address."] : [];
		return { issues: done, notes, faulty: false };
	} catch (error) {
		if (!isFailure(error)) throw error;
		if (statusOf(error.cause) === GONE) return { ...NO_ISSUES, notes: ["Issues are turned off in the repository."] };
		return { issues: done, notes: [error.message], faulty: true };
	}
}

function shown(step: IssueStep): ShownStep {
	if (step.kind === "open") return { kind: step.kind, title: step.text.title };
	return { kind: step.kind, number: step.number, title: step.kind === "close" ? step.title : step.text.title };
}

/** Identifies our issues. GitHub's search lags, but the list by label does not. */
const LABEL = { name: "sightline", color: "1f6f8b", description: "A watched site got worse" };

async function listIssues({ client, owner, repo }: GitHub): Promise<Issue[]> {
	try {
		const query = { owner, repo, labels: LABEL.name, state: "all", per_page: 100 } as const;
		const all = await client.paginate(client.rest.issues.listForRepo, query);
		return all
			.filter((each) => each.pull_request === undefined)
			.map(({ number, title, body, state, closed_at: closedAt }) => {
				return { number, title, body: body ?? "", isOpen: state === "open", closedAt: closedAt ?? undefined };
			});
	} catch (error) {
		throw asFailure(error, `The issues of ${owner}/${repo} could not be listed.`);
	}
}

/** Idempotent, also after a crash or a lost response. */
async function carryOut(github: GitHub, step: IssueStep, patience: Patience): Promise<void> {
	try {
		if (step.kind === "open") return await openOnce(github, step, patience);
		const { client, owner, repo } = github;
		const issue = { owner, repo, issue_number: step.number };
		if (step.kind === "reopen" || step.kind === "close") await commentOnce(github, step.number, step.comment, patience);
		if (step.kind === "close") {
			const text = step.body === undefined ? {} : { body: step.body };
			await client.rest.issues.update({ ...issue, ...text, state: "closed", state_reason: "completed" });
		} else {
			const state = { edit: {}, reopen: { state: "open" }, withdraw: { state: "closed" } } as const;
			await client.rest.issues.update({ ...issue, ...step.text, ...state[step.kind] });
		}
	} catch (error) {
		throw asFailure(error, `The issues of ${github.owner}/${github.repo} are not all up to date.`);
	}
}

async function ensureLabel({ client, owner, repo }: GitHub): Promise<void> {
	try {
		await client.rest.issues.createLabel({ owner, repo, ...LABEL });
	} catch (error) {
		// 422 means that it exists.
		if (statusOf(error) !== 422)
			throw asFailure(error, `The label ${LABEL.name} could not be created in ${owner}/${repo}.`);
	}
}

async function openOnce(
	github: GitHub,
	{ cause, text }: Extract<IssueStep, { kind: "open" }>,
	patience: Patience,
): Promise<void> {
	const { client, owner, repo } = github;
	for (let tried = 1; ; tried++) {
		try {
			const { data } = await client.rest.issues.create({
				owner,
				repo,
				...text,
				labels: [LABEL.name],
				request: { retries: 0 },
			});
			if (data.labels.some((label) => (typeof label === "string" ? label : label.name) === LABEL.name)) return;
			throw new Failure("publish-refused", {
				what: `Issue #${data.number} of ${owner}/${repo} was opened without its label, so it would be opened again every night.`,
				why: "Only a token with push access can label an issue.",
				todo: `Give issue #${data.number} the label ${LABEL.name}, and let the token write contents.`,
			});
		} catch (error) {
			if (!isUncertain(error)) throw error;
			await waitForTurn(patience, tried);
			const there = (await listIssues(github)).some((each) => each.isOpen && readMark(each.body)?.cause === cause);
			if (there) return;
			if (tried === patience.tries) throw error;
		}
	}
}

async function commentOnce(
	{ client, owner, repo }: GitHub,
	number: number,
	body: string,
	patience: Patience,
): Promise<void> {
	const issue = { owner, repo, issue_number: number };
	const [mark = ""] = body.split("\n");
	for (let tried = 1; ; tried++) {
		const there = await client.paginate(client.rest.issues.listComments, { ...issue, per_page: 100 });
		if (there.some((comment) => comment.body?.startsWith(mark))) return;
		try {
			await client.rest.issues.createComment({ ...issue, body, request: { retries: 0 } });
			return;
		} catch (error) {
			if (!isUncertain(error) || tried === patience.tries) throw error;
			await waitForTurn(patience, tried);
		}
	}
}

interface IssueText {
	readonly title: string;
	readonly body: string;
}

/** Undefined if the site's address is unknown. */
export type Links = SiteLinks | undefined;

const TITLE = 200;
const QUOTED = 500;
const LISTED = 50;

function stateOf({ domain, source, mode, check, level, since }: SiteRegression): SiteState {
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
		...(followers.length === 0 ? [] : [`This also caused:\n\n${list(followers.map(code))}`]),
		`Proof:\n\n${list([`since: ${proof(since, links)}`, `before: ${proof(before, links)}`])}`,
		`${PRODUCT} updates this issue, and closes it when an audit finds the fault fixed.`,
	];
	return { title: titleOf(`${domain}: ${title}`), body: sections.join("\n\n") };
}

/** For many sites that got worse in one night, probably from one cause, perhaps ours. */
function manyText(state: ManyState, regressions: readonly SiteRegression[], links: Links): IssueText {
	const same = state.check === "*" ? "" : ` by the check ${code(state.check)}`;
	const lines = regressions.map(
		({ domain, title, since }) => `${code(domain)}: ${code(title)}: ${proof(since, links)}`,
	);
	const sections = [
		formatMark(causeOf(state), state),
		`${counted(regressions.length, "fault")} appeared at once${same}, between ${spokenTime(state.from)} and ${spokenTime(state.to)}. So many at once point to one cause: a shared supplier, or a mistake of ${PRODUCT}. Check a few before you notify anyone.`,
		list(lines),
		`They have no separate issues. ${PRODUCT} closes this issue when all of them are fixed.`,
	];
	const what = state.check === "*" ? "many checks" : state.check;
	return { title: titleOf(`${counted(regressions.length, "fault")} at once: ${what}`), body: sections.join("\n\n") };
}

export function withdrawnText(cause: string): IssueText {
	const body = `${formatMark(cause, { withdrawn: true })}\n\nTaken down at the request of the site's owner.`;
	return { title: "Taken down at the owner's request", body };
}

function withoutSites(body: string, domains: readonly string[]): string {
	const marks = domains.map((domain) => `- ${code(domain)}: `);
	const lines = body.split("\n");
	return lines
		.map((line) => (marks.some((mark) => line.startsWith(mark)) ? "- taken down at the owner's request" : line))
		.join("\n");
}

/** Marked to be posted once. Does not name the site, even in a URL, because comments outlast a removal. */
export function commentText(event: string, words: string, receipt: StoredReceipt | undefined, links: Links): string {
	return `${eventMark(event)}\n\n${words}${receipt ? `\n\nProof: ${proof(receipt, links, false)}` : ""}`;
}

/** @param named whether links may contain the domain */
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

/** Escapes Markdown, HTML, links and mentions. */
function code(text: string): string {
	const shown = plainText(text).replaceAll("`", "'").replaceAll("|", "¦");
	return `\`${clipped(shown, TITLE) || " "}\``;
}

function fence(text: string): string {
	return markdownBlock(clipped(plainText(text), QUOTED));
}

/** GitHub shows titles verbatim except for backticks, but other programs may interpret them. */
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

/** Stored in a comment at the top of an issue's text, to find it again. */
const stateSchema = z.union([
	z.strictObject({
		domain: z.string(),
		source: z.enum(SOURCES),
		mode: z.enum(AUDIT_MODES),
		check: z.string(),
		level: z.number(),
		/** Time of the first audit that found it. */
		since: z.string(),
		/** Closed because the site was no longer watched; the fault may remain. */
		unwatched: z.literal(true).optional(),
	}),
	/** Many sites in one issue; `*` is any check. */
	z.strictObject({ check: z.string(), from: z.string(), to: z.string() }),
	/** Removed at the owner's request. */
	z.strictObject({ withdrawn: z.literal(true) }),
]);
type IssueState = z.infer<typeof stateSchema>;
type SiteState = Extract<IssueState, { domain: string }>;
type ManyState = Extract<IssueState, { from: string }>;

/** Stable per site and cause. A digest, so that it does not name the site after a removal. */
function causeOf(state: Pick<SiteState, "domain" | "source" | "mode" | "check"> | ManyState): string {
	const parts =
		"domain" in state ? [state.domain, state.source, state.mode, state.check] : ["many", state.check, state.from];
	return createHash("sha256").update(parts.join("\0")).digest("hex").slice(0, 20);
}

function formatMark(cause: string, state: IssueState): string {
	return `<!-- sightline:cause=${cause} ${JSON.stringify(state)} -->`;
}

/** Matches only at the very beginning, because text of a site follows. */
export function readMark(body: string): { readonly cause: string; readonly state: IssueState } | undefined {
	const [, cause, text] = /^<!-- sightline:cause=([0-9a-f]{20}) (\{[^\n]*\}) -->/.exec(body) ?? [];
	const state = stateSchema.safeParse(parseJson(text ?? ""));
	return cause !== undefined && state.success ? { cause, state: state.data } : undefined;
}

function withState(body: string, cause: string, state: IssueState): string {
	return body.replace(/^<!-- [^\n]* -->/, () => formatMark(cause, state));
}

/** First line of a comment, to post an event only once. */
function eventMark(event: string): string {
	return `<!-- sightline:event=${event} -->`;
}

export interface Issue extends IssueText {
	readonly number: number;
	readonly isOpen: boolean;
	/** ISO 8601; undefined if it is open. */
	readonly closedAt?: string | undefined;
}

/** A comment comes before the change that it explains, so that a retried step posts nothing twice. */
export type IssueStep =
	| { readonly kind: "open"; readonly cause: string; readonly text: IssueText }
	| { readonly kind: "edit"; readonly number: number; readonly text: IssueText }
	| { readonly kind: "reopen"; readonly number: number; readonly text: IssueText; readonly comment: string }
	| ({ readonly kind: "close"; readonly number: number; readonly title: string } & Ending)
	| { readonly kind: "withdraw"; readonly number: number; readonly text: IssueText };

interface Ending {
	readonly comment: string;
	readonly body?: string;
}

/** Days within which a recurring fault reopens its issue. */
const REOPEN_DAYS = 30;
/** Maximum new issues per night; more are combined into one. */
const MOST_NEW = 20;
/** Thresholds of sites, and their share, for one issue about the same failing check. */
const TOGETHER = { sites: 5, share: 0.2 };

interface Marked extends Issue {
	readonly cause: string;
	readonly state: IssueState;
}

/** Idempotent: after these steps, the same reports give no steps. */
export async function planIssues(
	all: readonly Issue[],
	watched: WatchedSeries,
	links: Links,
	now: Date,
): Promise<IssueStep[]> {
	const marked = all.flatMap((issue) => {
		const mark = readMark(issue.body);
		return mark ? [{ ...issue, ...mark }] : [];
	});
	const byCause = Map.groupBy(marked, ({ cause }) => cause);
	const present = new Map(watched.regressions.map((each) => [causeOf(each), each]));
	const steps: IssueStep[] = [];
	for (const [cause, issues] of byCause)
		steps.push(...(await updateOpenIssue(present.get(cause), issues, { watched, links })));
	const summaries = marked.filter((issue): issue is Marked & { state: ManyState } => "from" in issue.state);
	const isCovered = (each: SiteRegression) => summaries.some(({ state }) => covers(state, each));
	const fresh: SiteRegression[] = [];
	for (const [cause, regression] of present) {
		const last = newestOf(byCause.get(cause) ?? []);
		if (!last) {
			if (!isCovered(regression)) fresh.push(regression);
		} else if (!last.isOpen) steps.push(...again(last, regression, links, now));
	}
	return [...steps, ...openings(fresh, watched.count, links)];
}

/** Two programs may have opened issues for one cause. */
async function updateOpenIssue(
	regression: SiteRegression | undefined,
	issues: readonly Marked[],
	{ watched, links }: { readonly watched: WatchedSeries; readonly links: Links },
): Promise<IssueStep[]> {
	const [first, ...others] = issues.filter(({ isOpen }) => isOpen).toSorted((a, b) => a.number - b.number);
	const withdrawn = issues.filter(({ state }) => "domain" in state && watched.status(state.domain) === "withdrawn");
	if (withdrawn.length > 0)
		return withdrawn.map(({ number, cause }) => ({ kind: "withdraw", number, text: withdrawnText(cause) }));
	const erased = issues.flatMap((issue) => erasures(issue, watched));
	if (!first) return [...erased, ...(await watchedAgain(regression, issues, watched, links))];
	const doubles = others.map(({ number, title }): IssueStep => {
		return {
			kind: "close",
			number,
			title,
			comment: commentText("double", `Duplicate of #${first.number}.`, undefined, links),
		};
	});
	if (regression) return [...edits(first, regressionText(regression, links)), ...doubles];
	const ending = await endingOf(first, watched, links);
	return [
		...erased,
		...(ending === undefined ? [] : [{ kind: "close", number: first.number, title: first.title, ...ending } as const]),
		...doubles,
	];
}

function erasures({ number, title, body, state }: Marked, { withdrawn }: WatchedSeries): IssueStep[] {
	if (!("from" in state)) return [];
	const rest = withoutSites(body, withdrawn);
	return rest === body ? [] : [{ kind: "edit", number, text: { title, body: rest } }];
}

function edits({ number, title, body }: Issue, text: IssueText): IssueStep[] {
	const isSame = title === text.title && body.replaceAll("\r\n", "\n").trim() === text.body.trim();
	return isSame ? [] : [{ kind: "edit", number, text }];
}

/** Undefined if it is still there. */
async function endingOf(
	{ cause, state, body }: Marked,
	watched: WatchedSeries,
	links: Links,
): Promise<Ending | undefined> {
	if ("from" in state) {
		if (watched.regressions.some((each) => covers(state, each))) return undefined;
		const words = "All of these faults are fixed, or have not changed for a while.";
		return { comment: commentText(`over-${state.from}`, words, undefined, links) };
	}
	if (!("domain" in state)) return undefined;
	if (watched.status(state.domain) === "gone") {
		const comment = commentText(`unwatched-${state.since}`, "The site is no longer watched.", undefined, links);
		return { comment, body: withState(body, cause, { ...state, unwatched: true }) };
	}
	const newest = await watched.newest(state);
	return newest && isStillWorse(newest, state) === false ? { comment: recovered(state, newest, links) } : undefined;
}

/** Reopens an issue closed as unwatched if the site is watched and faulty again, as after a watchlist mistake. */
async function watchedAgain(
	regression: SiteRegression | undefined,
	issues: readonly Marked[],
	watched: WatchedSeries,
	links: Links,
): Promise<IssueStep[]> {
	const newestSince = sinceOf(newestOf(issues));
	for (const { number, title, body, cause, closedAt, state } of issues) {
		if (!("domain" in state && state.unwatched) || watched.status(state.domain) !== "watched") continue;
		// A newer regression is handled separately.
		if (state.since !== newestSince || (regression && stateOf(regression).since !== state.since)) continue;
		const newest = await watched.newest(state);
		if (!newest || isStillWorse(newest, state) !== true) continue;
		const { unwatched, ...known } = state;
		const text = regression ? regressionText(regression, links) : { title, body: withState(body, cause, known) };
		const words = "The site is watched again, and the fault is still there.";
		return [{ kind: "reopen", number, text, comment: commentText(`watched-${closedAt}`, words, newest, links) }];
	}
	return [];
}

function recovered({ since }: SiteState, newest: StoredReceipt, links: Links): string {
	const words = `Fixed: the audit of ${spokenTime(newest.receipt.auditedAt)} no longer finds this fault.`;
	return commentText(`recovered-${since}`, words, newest, links);
}

/** An issue closed by hand stays closed until the fault has gone and returned. */
function again(last: Marked, regression: SiteRegression, links: Links, now: Date): IssueStep[] {
	const { since } = stateOf(regression);
	if (!("since" in last.state) || last.state.since === since) return [];
	const text = regressionText(regression, links);
	const days = (now.getTime() - Date.parse(last.closedAt ?? "")) / DAY_MS;
	if (!(days <= REOPEN_DAYS)) return [{ kind: "open", cause: last.cause, text }];
	const words = `The fault is back: the audit of ${spokenTime(since)} found it again.`;
	return [
		{
			kind: "reopen",
			number: last.number,
			text,
			comment: commentText(`again-${since}`, words, regression.since, links),
		},
	];
}

/** Limits the number of new issues. */
function openings(fresh: readonly SiteRegression[], sites: number, links: Links): IssueStep[] {
	const byCheck = [...Map.groupBy(fresh, ({ check }) => check)];
	const isTogether = (group: readonly SiteRegression[]) =>
		group.length >= Math.max(TOGETHER.sites, sites * TOGETHER.share);
	const together = byCheck.filter(([, group]) => isTogether(group));
	const single = byCheck.filter(([, group]) => !isTogether(group)).flatMap(([, group]) => group);
	const many = single.length > MOST_NEW ? [...together, ["*", single] as const] : together;
	const steps = many.map(([check, group]): IssueStep => {
		const times = group.map((each) => stateOf(each).since).sort();
		const state: ManyState = { check, from: times[0] ?? "", to: times.at(-1) ?? "" };
		return { kind: "open", cause: causeOf(state), text: manyText(state, group, links) };
	});
	if (single.length > MOST_NEW) return steps;
	const own = single.map(
		(each): IssueStep => ({ kind: "open", cause: causeOf(each), text: regressionText(each, links) }),
	);
	return [...steps, ...own];
}

function covers({ check, from, to }: ManyState, regression: SiteRegression): boolean {
	const { since } = stateOf(regression);
	return (check === "*" || check === regression.check) && since >= from && since <= to;
}

/** The open one, else the one with the newest fault, then the newest issue. */
function newestOf(issues: readonly Marked[]): Marked | undefined {
	const inTurn = issues.toSorted((a, b) => byCodeUnits(sinceOf(b), sinceOf(a)) || b.number - a.number);
	return inTurn.find(({ isOpen }) => isOpen) ?? inTurn[0];
}

function sinceOf(issue: Marked | undefined): string {
	return issue && "since" in issue.state ? issue.state.since : "";
}
