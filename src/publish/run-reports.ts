import { gzipSync } from "node:zlib";
import { type GitHub, isUncertain, openGitHub, statusOf } from "./github.ts";

export interface RunPlace {
	/** `owner/name` */
	readonly repository: string;
	readonly apiUrl: string;
	readonly token: string;
	/** For a pull request, the commit of its test merge (`refs/pull/7/merge`). */
	readonly sha: string;
}

export interface RunReport extends RunPlace {
	/** Distinguishes several audits of one pull request. */
	readonly id: string;
	readonly ref: string;
	readonly runUrl: string;
	readonly comments: number | undefined;
	readonly markdown: string;
	readonly sarif: string | undefined;
}

export const ACTIONS_BOT = "github-actions[bot]";
/** GitHub accepts 65,536 characters, including the footer. */
const MOST_LENGTH = 65_000;
const ATTEMPTS = 3;
const EXCHANGE_MS = 30_000;
/** Waits less for a comment than for a publication. */
const isWorthWaiting = (seconds: number, _request: unknown, _client: unknown, count: number) =>
	seconds <= 60 && count < 3;
const PACE = { throttle: { onRateLimit: isWorthWaiting, onSecondaryRateLimit: isWorthWaiting }, retry: {} };

export function openForRun({ repository, apiUrl, token }: RunPlace): GitHub {
	return openGitHub({ repository, apiUrl, token, exchangeMs: EXCHANGE_MS, pace: PACE });
}

/** Both are optional: a fork's pull request has a read-only token. @returns what was not done and why */
export async function reportRun(run: RunReport): Promise<string[]> {
	const github = openForRun(run);
	const { client, owner, repo } = github;
	const { comments, sarif, sha, ref } = run;
	const refusals: (string | undefined)[] = [];
	if (comments !== undefined) {
		const writing = upsertComment(github, comments, run);
		refusals.push(await whyNot("The comment was not written", "pull-requests: write", writing.then(nothing)));
	}
	if (sarif !== undefined) {
		const text = gzipSync(sarif).toString("base64");
		const upload = client.rest.codeScanning.uploadSarif({ owner, repo, commit_sha: sha, ref, sarif: text });
		refusals.push(
			await whyNot("The findings were not sent to code scanning", "security-events: write", upload.then(nothing)),
		);
	}
	return refusals.filter((each) => each !== undefined);
}

/** Maintains one comment; ignores those of other authors. */
async function upsertComment({ client, owner, repo }: GitHub, pullRequest: number, run: RunReport): Promise<void> {
	const place = { owner, repo, issue_number: pullRequest };
	// An invisible marker to find the comment again.
	const marker = `<!-- sightline-action: ${run.id} -->\n`;
	const body = marker + commentOf(run);
	for (let attempt = 1; ; attempt++) {
		const all = await client.paginate(client.rest.issues.listComments, { ...place, per_page: 100 });
		const own = all.filter(({ user, body = "" }) => user?.login === ACTIONS_BOT && body.startsWith(marker));
		const [first, ...others] = own;
		for (const { id } of others) await client.rest.issues.deleteComment({ owner, repo, comment_id: id });
		try {
			if (first) await client.rest.issues.updateComment({ owner, repo, comment_id: first.id, body });
			// No automatic retries, which would post twice after a lost response.
			else await client.rest.issues.createComment({ ...place, body, request: { retries: 0 } });
			return;
		} catch (error) {
			if (attempt === ATTEMPTS || !isUncertain(error)) throw error;
		}
	}
}

function commentOf({ markdown, sha, runUrl }: RunReport): string {
	const isWhole = markdown.length <= MOST_LENGTH;
	const text = isWhole ? markdown : markdown.slice(0, markdown.lastIndexOf("\n", MOST_LENGTH));
	return `${text.trimEnd()}\n\n<sub>[The run](${runUrl}) of ${sha.slice(0, 12)}${isWhole ? "" : " has the rest"}.</sub>\n`;
}

/** @returns a sentence if GitHub refused or did not respond; else the result of the work */
export async function whyNot(
	what: string,
	permission: string,
	work: Promise<string | undefined>,
): Promise<string | undefined> {
	try {
		return await work;
	} catch (error) {
		const status = statusOf(error);
		if (status === undefined) throw error;
		// GitHub returns 404 for anything that a token must not see.
		if (status === 403 || status === 404)
			return `${what}: this run's token lacks the permission \`${permission}\`. Pull requests from forks never have it.`;
		return `${what}: GitHub answered ${status} (${(error as Error).message}).`;
	}
}

function nothing(): undefined {
	return undefined;
}
