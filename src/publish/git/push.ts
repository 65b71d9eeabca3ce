import { Failure } from "#core/failure.ts";
import type { Patience } from "../patience.ts";
import type { Checkout } from "./checkout.ts";
import type { Git } from "./git.ts";

/** How a push ended: done, the branch has moved, or nobody knows (`lost`, with git's words). */
export type Pushed = { readonly end: "done" | "moved" } | { readonly end: "lost"; readonly why: string };

/** Answers by which a remote says that somebody else was first. */
const MOVED =
	/fetch first|non-fast-forward|stale info|cannot lock ref|failed to (lock|update)|reference already exists|expected .* but|incorrect old value/i;
/** Words of git where another try may help. */
const PASSING =
	/could not resolve host|connection (refused|reset|timed out|closed)|timed out|timeout|early eof|hung up|unexpected disconnect|error: 5\d\d|HTTP 5\d\d|HTTP 429|rpc failed|network is unreachable|gnutls|ssl_|temporary failure/i;

/**
 * Pushes one commit, never by force.
 * @throws Failure `publish-refused` where the remote says no, for a reason that stays
 */
export async function push(
	git: Git,
	{ remote, branch, address }: Checkout,
	commit: string,
	patience: Patience,
): Promise<Pushed> {
	const args = ["push", "--porcelain", remote, `${commit}:refs/heads/${branch}`];
	const { code, stdout, stderr } = await git.try(args, { onlineMs: patience.exchangeMs });
	if (code === 0) return { end: "done" };
	const answer = stdout
		.toString()
		.split("\n")
		.find((line) => line.startsWith("!"));
	if (answer && MOVED.test(answer)) return { end: "moved" };
	if (code === undefined) return { end: "lost", why: `${address} did not answer in ${patience.exchangeMs / 1000} s.` };
	const why = [answer?.split("\t").at(-1), stderr].filter(Boolean).join(" ");
	if (!answer && PASSING.test(stderr)) return { end: "lost", why };
	throw new Failure("publish-refused", {
		what: `${address} refused the push to ${branch}. Everything is committed here, and nothing is lost.`,
		why,
		todo: "See that whoever pushes may write to that branch (in GitHub Actions: permissions: contents: write), then publish again.",
	});
}

/** The published commit, none, or that nobody could be asked. */
export type FoundBranch =
	| { readonly commit: string | undefined; readonly why?: undefined }
	| { readonly commit: "lost"; readonly why: string };

/**
 * Fetches the published branch.
 * @returns its commit; undefined where the remote has no such branch
 * @throws Failure `publish-refused` where the remote does not let us in
 */
export async function fetchBranch(git: Git, checkout: Checkout, patience: Patience): Promise<FoundBranch> {
	const { remote, branch, address } = checkout;
	const options = { onlineMs: patience.exchangeMs };
	const listed = await git.try(["ls-remote", "--exit-code", remote, `refs/heads/${branch}`], options);
	if (listed.code === 2) return { commit: undefined };
	const commit = listed.stdout.toString().split("\t")[0];
	const fetched =
		listed.code === 0
			? await git.try(["fetch", "--quiet", "--no-tags", remote, `refs/heads/${branch}`], options)
			: listed;
	if (fetched.code === 0) return { commit };
	if (fetched.code === undefined)
		return { commit: "lost", why: `${address} did not answer in ${patience.exchangeMs / 1000} s.` };
	if (PASSING.test(fetched.stderr)) return { commit: "lost", why: fetched.stderr };
	throw new Failure("publish-refused", {
		what: `${address} could not be read.`,
		why: fetched.stderr,
		todo: "See to the remote's address and to who may read it (GITHUB_TOKEN, or git's own credentials).",
	});
}
