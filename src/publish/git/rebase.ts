import type { Author } from "#config/environment.ts";
import { Failure } from "#core/failure.ts";
import { listing } from "#core/wording.ts";
import { decideLog, logStateOf } from "../log-decision.ts";
import { mergeChanges, withChanges } from "../merge-files.ts";
import { changesOf, commitLike, filesOf, openBlobs } from "./commits.ts";
import type { Git } from "./git.ts";

export interface RebaseOptions {
	/** As in `Checkout`. */
	readonly prefix: string;
	/** The commit that is published. */
	readonly upstream: string;
	/** The commit that was published when it was seen last, where that is known. */
	readonly lastSeen: string | undefined;
	readonly author: Author | undefined;
}

export interface Rebased {
	/** The newest of our commits, on top of what is published. */
	readonly commit: string;
	/** Whether the published log takes the place of an earlier state of it. */
	readonly newerLog: boolean;
	/** Present where our log gives way: the published checkpoint, and the last one in common. */
	readonly otherLog?: { readonly published: string; readonly common: string | undefined };
}

/**
 * Puts our commits on top of what is published by now, in objects alone: work tree, index and branch stay as they are.
 * @throws Failure `publish-conflict` where both have changed the same file, `log-inconsistent`
 */
export async function rebaseCommits(git: Git, options: RebaseOptions): Promise<Rebased> {
	const { prefix, upstream, lastSeen, author } = options;
	const { code, stdout } = await git.try(["merge-base", "HEAD", upstream]);
	const base = code === 0 ? stdout.toString().trim() : undefined;
	if (base === undefined) throw conflict("The branch here and the published one have no commit in common.");
	if ((await git.text(["rev-list", "--merges", `${upstream}..HEAD`])).trim() !== "")
		throw conflict("Among the commits that are not published is a merge.");
	const blobs = openBlobs(git);
	const state = async (commit: string) => logStateOf(await filesOf(git, commit), blobs, prefix);
	const [ours, theirs] = [await state("HEAD"), await state(upstream)];
	const common = await state(lastSeen ?? base);
	const log = await decideLog(common, ours, theirs);
	const commits = (await git.text(["rev-list", "--reverse", "--topo-order", `${upstream}..HEAD`]))
		.split("\n")
		.filter(Boolean);
	let tip = { commit: upstream, files: await filesOf(git, upstream) };
	for (const original of commits) {
		const changes = await changesOf(git, ["diff-tree", `${original}^`, original]);
		const { apply, conflicts } = await mergeChanges(changes, tip.files, blobs, { prefix, keepLog: log === "ours" });
		if (conflicts.length > 0) throw conflict(`Changed both here and in what is published: ${listing(conflicts, 5)}.`);
		const commit = await commitLike(git, original, tip.commit, apply, author);
		tip = { commit, files: withChanges(tip.files, apply) };
	}
	const newerLog = log === "theirs";
	if (log !== "sealed-twice") return { commit: tip.commit, newerLog };
	const baseState = await state(base);
	return {
		commit: tip.commit,
		newerLog,
		otherLog: { published: theirs.checkpoint ?? "", common: baseState.checkpoint },
	};
}

function conflict(why: string): Failure {
	return new Failure("publish-conflict", {
		what: "What is new here cannot be put on top of what is published. Nothing was changed, here or there.",
		why,
		todo: "Bring the two together by hand (git pull --rebase), then publish again.",
	});
}
