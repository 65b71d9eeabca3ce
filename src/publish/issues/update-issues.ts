import type { Settings } from "#config/environment.ts";
import { DEFAULT_BASE_URL } from "#core/brand.ts";
import { isFailure } from "#core/failure.ts";
import { createSiteLinks } from "#site/page/site-links.ts";
import { type GitHub, statusOf } from "../github/client.ts";
import type { Patience } from "../patience.ts";
import { carryOut, ensureLabel, listIssues } from "./github-issues.ts";
import { type IssueStep, planIssues } from "./plan-issues.ts";
import { readWatchedSeries } from "./watched-series.ts";

/** A step on an issue for people. */
export interface ShownStep {
	readonly kind: IssueStep["kind"];
	readonly number?: number;
	readonly title: string;
}

export interface IssuesOutcome {
	readonly issues: readonly ShownStep[];
	/** Sentences: why something was left out. */
	readonly notes: readonly string[];
	/** Whether the issues are not what they should be. */
	readonly faulty: boolean;
}

export const NO_ISSUES: IssuesOutcome = { issues: [], notes: [], faulty: false };

export interface UpdateOptions {
	readonly dryRun: boolean;
	readonly patience: Patience;
	readonly now: Date;
}

/** GitHub's answer where a repository has no issues. */
const GONE = 410;

/** Brings the issues to what the reports say, or says how they would be. A failure takes nothing back that was published. */
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
