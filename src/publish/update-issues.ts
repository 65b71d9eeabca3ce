import type { Settings } from "#config/environment.ts";
import { DEFAULT_BASE_URL } from "#core/brand.ts";
import { Failure, isFailure } from "#core/failure.ts";
import { createSiteLinks } from "#site/page/site-links.ts";
import { asFailure, type GitHub, isUncertain, statusOf } from "./github.ts";
import { type Patience, waitForTurn } from "./patience.ts";
import { type Issue, type IssueStep, planIssues, readMark } from "./plan-issues.ts";
import { readWatchedSeries } from "./watched-series.ts";

export interface ShownStep {
	readonly kind: IssueStep["kind"];
	readonly number?: number;
	readonly title: string;
}

export interface IssuesOutcome {
	readonly issues: readonly ShownStep[];
	/** Sentences: why something was left out. */
	readonly notes: readonly string[];
	readonly faulty: boolean;
}

export const NO_ISSUES: IssuesOutcome = { issues: [], notes: [], faulty: false };

interface UpdateOptions {
	readonly dryRun: boolean;
	readonly patience: Patience;
	readonly now: Date;
}

/** GitHub's answer where a repository has no issues. */
const GONE = 410;

/** A failure takes nothing back that was published. */
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
		const notes = unlinked ? ["Issues have no links: set SIGHTLINE_BASE_URL to where the site is."] : [];
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

/** Our issues are found by it: GitHub's search is late, the list of a label is not. */
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

/** Repeated after a crash or a lost answer, it changes nothing more. */
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
		// 422 where it is there.
		if (statusOf(error) !== 422)
			throw asFailure(error, `The label ${LABEL.name} could not be made in ${owner}/${repo}.`);
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
				why: "Only a token that may push can label an issue.",
				todo: `Give issue #${data.number} the label ${LABEL.name}, and the token the right to write contents.`,
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
