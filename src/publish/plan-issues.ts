import { DAY_MS } from "#core/kept-for.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import { byCodeUnits, spokenTime } from "#core/wording.ts";
import { isStillWorse } from "#site/history/regressions.ts";
import {
	causeOf,
	commentText,
	type IssueState,
	type IssueText,
	type Links,
	type ManyState,
	manyText,
	readMark,
	regressionText,
	type SiteState,
	stateOf,
	withdrawnText,
	withoutSites,
	withState,
} from "./issue-text.ts";
import type { SiteRegression, WatchedSeries } from "./watched-series.ts";

export interface Issue extends IssueText {
	readonly number: number;
	readonly isOpen: boolean;
	/** ISO 8601; absent while it is open. */
	readonly closedAt?: string | undefined;
}

/** A comment comes before the change that it explains, so that a repeated step says nothing twice. */
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

/** A fault that is back within this time opens its issue again. Days. */
const REOPEN_DAYS = 30;
/** New issues in one night; more of them become one. */
const MOST_NEW = 20;
/** So many sites, and this share of all, with the same failing check become one issue. */
const TOGETHER = { sites: 5, share: 0.2 };

interface Marked extends Issue {
	readonly cause: string;
	readonly state: IssueState;
}

/** After these steps, the same reports give none. */
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
	for (const [cause, issues] of byCause) steps.push(...(await keepUp(present.get(cause), issues, { watched, links })));
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

/** Two programs may each have opened an issue of one cause. */
async function keepUp(
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
			comment: commentText("double", `The same as #${first.number}.`, undefined, links),
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

/** Undefined while it stands. */
async function endingOf(
	{ cause, state, body }: Marked,
	watched: WatchedSeries,
	links: Links,
): Promise<Ending | undefined> {
	if ("from" in state) {
		if (watched.regressions.some((each) => covers(state, each))) return undefined;
		const words = "None of these faults stands any more, or each has been as it is for a while.";
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

/** Its issue was closed as unwatched; the site is watched and faulty again, such as after a slip in the watchlist. */
async function watchedAgain(
	regression: SiteRegression | undefined,
	issues: readonly Marked[],
	watched: WatchedSeries,
	links: Links,
): Promise<IssueStep[]> {
	const newestSince = sinceOf(newestOf(issues));
	for (const { number, title, body, cause, closedAt, state } of issues) {
		if (!("domain" in state && state.unwatched) || watched.status(state.domain) !== "watched") continue;
		// One that has begun anew since has been dealt with, or will be.
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
	const words = `In order again: the audit of ${spokenTime(newest.receipt.auditedAt)} does not find this fault any more.`;
	return commentText(`recovered-${since}`, words, newest, links);
}

/** Closed by hand while the fault stands, it stays closed until the fault has gone and come back. */
function again(last: Marked, regression: SiteRegression, links: Links, now: Date): IssueStep[] {
	const { since } = stateOf(regression);
	if (!("since" in last.state) || last.state.since === since) return [];
	const text = regressionText(regression, links);
	const days = (now.getTime() - Date.parse(last.closedAt ?? "")) / DAY_MS;
	if (!(days <= REOPEN_DAYS)) return [{ kind: "open", cause: last.cause, text }];
	const words = `It is back: the audit of ${spokenTime(since)} found this fault again.`;
	return [
		{
			kind: "reopen",
			number: last.number,
			text,
			comment: commentText(`again-${since}`, words, regression.since, links),
		},
	];
}

/** Few enough to be read. */
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

/** The open one, else the one of the fault that began last; of those the one that was opened last. */
function newestOf(issues: readonly Marked[]): Marked | undefined {
	const inTurn = issues.toSorted((a, b) => byCodeUnits(sinceOf(b), sinceOf(a)) || b.number - a.number);
	return inTurn.find(({ isOpen }) => isOpen) ?? inTurn[0];
}

function sinceOf(issue: Marked | undefined): string {
	return issue && "since" in issue.state ? issue.state.since : "";
}
