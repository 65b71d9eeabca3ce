import { join } from "node:path";
import type { Author } from "#config/environment.ts";
import { PRODUCT } from "#core/brand.ts";
import { Failure } from "#core/failure.ts";
import { counted } from "#core/wording.ts";
import type { Checkout, Git } from "./git.ts";
import { type Blobs, type Change, type Entry, type Files, sizeOf } from "./merge-files.ts";
import type { Patience } from "./patience.ts";

/** Names under .invalid are never registered (RFC 6761). */
const BOT: Author = { name: PRODUCT, email: "sightline@noreply.invalid" };

/** Names that begin with a dot are never published: keys and settings (`.sightline/`, `.env`), temporary files, locks. */
const PATHS = [".", ":(exclude,glob)**/.*", ":(exclude,glob)**/.*/**"];

export function openBlobs(git: Git): Blobs {
	return {
		read: (id) => git.bytes(["cat-file", "blob", id]),
		write: async (bytes) => (await git.text(["hash-object", "-w", "--stdin"], { input: bytes })).trim(),
	};
}

export async function commitOf(git: Git, name: string): Promise<string | undefined> {
	const { code, stdout } = await git.try(["rev-parse", "--quiet", "--verify", `${name}^{commit}`]);
	return code === 0 ? stdout.toString().trim() : undefined;
}

export async function filesOf(git: Git, commit: string | undefined): Promise<Files> {
	if (commit === undefined) return new Map();
	const lines = (await git.text(["ls-tree", "-r", "-z", "--full-tree", commit])).split("\0").filter(Boolean);
	return new Map(
		lines.map((line): [string, Entry] => {
			const [facts = "", path = ""] = line.split("\t");
			const [mode = "", , id = ""] = facts.split(" ");
			return [path, { mode, id }];
		}),
	);
}

/** By git's raw format: from one commit to another, or from HEAD to the work tree. */
export async function changesOf(git: Git, args: readonly string[]): Promise<Change[]> {
	const [command = "", ...rest] = args;
	const format = ["--raw", "-r", "-z", "--no-renames", "--no-abbrev"];
	const fields = (await git.text([command, ...format, ...rest])).split("\0");
	const changes: Change[] = [];
	for (let at = 0; at + 1 < fields.length; at += 2) {
		const [oldMode = "", mode = "", oldId = "", id = ""] = fields[at]?.slice(1).split(" ") ?? [];
		const entry = (entryMode: string, entryId: string) =>
			/^0+$/.test(entryMode) ? undefined : { mode: entryMode, id: entryId };
		changes.push({ path: fields[at + 1] ?? "", before: entry(oldMode, oldId), after: entry(mode, id) });
	}
	return changes;
}

/** Stands for the commit before the first. */
export async function emptyTree(git: Git): Promise<string> {
	return (await git.text(["hash-object", "-t", "tree", "--stdin"], { input: "" })).trim();
}

/** Commits nothing else of the work tree or the index. */
export async function commitReports(git: Git, prefix: string, author: Author = BOT): Promise<void> {
	await git.text(["add", "--all", "--", ...PATHS]);
	const head = (await commitOf(git, "HEAD")) ?? (await emptyTree(git));
	const changes = await changesOf(git, ["diff-index", "--cached", head, "--", ...PATHS]);
	if (changes.length === 0) return;
	const message = commitMessage(await countPublished(changes, openBlobs(git), prefix));
	const args = ["commit", "--quiet", "--only", "--no-verify", "--no-gpg-sign", "--file=-", "--", ...PATHS];
	await git.text(args, { input: message, env: identity(author) });
}

/** Work tree, index and remote stay as they are. */
export async function changedReports(git: Git, checkout: Checkout): Promise<string[]> {
	const status = ["status", "--porcelain", "-z", "--no-renames", "--untracked-files=all", "--", ...PATHS];
	const uncommitted = (await git.text(status))
		.split("\0")
		.filter(Boolean)
		.map((each) => each.slice(3));
	const seen =
		(await commitOf(git, seenRef(checkout))) ?? (await commitOf(git, `${checkout.remote}/${checkout.branch}`));
	const head = await commitOf(git, "HEAD");
	if (head === undefined || seen === undefined) return uncommitted;
	const committed = await changesOf(git, ["diff-tree", seen, head]);
	const ours = committed.map(({ path }) => path).filter((path) => path.startsWith(checkout.prefix));
	return [...new Set([...ours, ...uncommitted])];
}

/** Remembers what was published when it was seen last. */
export function seenRef({ branch }: Checkout): string {
	return `refs/sightline/published/${branch}`;
}

/** Does not touch the work tree. @returns the parent where there is nothing to change */
export async function commitLike(
	git: Git,
	original: string,
	parent: string,
	changes: readonly Change[],
	author: Author = BOT,
): Promise<string> {
	if (changes.length === 0) return parent;
	// An index of its own: the one of the work tree stays as it is.
	const env = { GIT_INDEX_FILE: join((await git.text(["rev-parse", "--absolute-git-dir"])).trim(), "sightline-index") };
	await git.text(["read-tree", parent], { env });
	const gone = "0".repeat(40);
	const input = changes.map(({ path, after }) => `${after?.mode ?? "0"} ${after?.id ?? gone}\t${path}\0`).join("");
	await git.text(["update-index", "-z", "--index-info"], { env, input });
	const tree = (await git.text(["write-tree"], { env })).trim();
	const facts = await git.text([
		"log",
		"-1",
		"--no-show-signature",
		"--format=%an%x00%ae%x00%ad%x00%B",
		"--date=raw",
		original,
	]);
	const [name = "", email = "", date = "", message = ""] = facts.split("\0");
	const by = { ...identity(author), GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_AUTHOR_DATE: date };
	return (await git.text(["commit-tree", "--no-gpg-sign", "-p", parent, tree], { env: by, input: message })).trim();
}

function identity({ name, email }: Author): Record<string, string> {
	return { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email };
}

export interface Published {
	readonly receipts: number;
	readonly removed: number;
	readonly rechecks: number;
	readonly leaves: { readonly before: number; readonly after: number };
	readonly files: number;
}

/** @param prefix folder of the reports, with a slash behind it */
export async function countPublished(
	changes: readonly Change[],
	blobs: Pick<Blobs, "read">,
	prefix: string,
): Promise<Published> {
	const read = async (id: string | undefined) => (id === undefined ? "" : (await blobs.read(id)).toString());
	const receipts = changes.filter(({ path }) => path.startsWith(`${prefix}receipts/`));
	const runs = changes.filter(({ path }) => path.startsWith(`${prefix}runs/`));
	const checkpoint = changes.find(({ path }) => path === `${prefix}log/checkpoint`);
	const leaves = [checkpoint?.before?.id, checkpoint?.after?.id].map(async (id) =>
		sizeOf((await read(id)) || undefined),
	);
	const [before = 0, after = 0] = await Promise.all(leaves);
	let rechecks = 0;
	for (const run of runs) rechecks += rechecksIn(await read(run.after?.id)) - rechecksIn(await read(run.before?.id));
	return {
		receipts: receipts.filter((each) => !each.before).length,
		removed: receipts.filter((each) => !each.after).length,
		rechecks: Math.max(0, rechecks),
		leaves: { before, after },
		files: changes.length,
	};
}

/** By their text: canonical JSON has no blanks. */
function rechecksIn(text: string): number {
	return text.split('"status":"unchanged"').length - 1;
}

/** `Sightline: 12 receipts, 288 rechecks; log of 1,300 leaves` */
function commitMessage({ receipts, removed, rechecks, leaves, files }: Published): string {
	const parts = [
		...(receipts > 0 ? [counted(receipts, "receipt")] : []),
		...(rechecks > 0 ? [counted(rechecks, "recheck")] : []),
		...(removed > 0 ? [`${counted(removed, "receipt")} taken down`] : []),
	];
	const what = parts.length > 0 ? parts.join(", ") : counted(files, "file");
	return `${PRODUCT}: ${what}${leaves.after > 0 ? `; log of ${counted(leaves.after, "leaf", "leaves")}` : ""}`;
}

/** `moved`: the branch has; `lost`: the end is unknown, with git's words. */
type Pushed = { readonly end: "done" | "moved" } | { readonly end: "lost"; readonly why: string };

/** A remote answers so when another push was first. */
const MOVED =
	/fetch first|non-fast-forward|stale info|cannot lock ref|failed to (lock|update)|reference already exists|expected .* but|incorrect old value/i;
/** Git's words where another try may help. */
const PASSING =
	/could not resolve host|connection (refused|reset|timed out|closed)|timed out|timeout|early eof|hung up|unexpected disconnect|error: 5\d\d|HTTP 5\d\d|HTTP 429|rpc failed|network is unreachable|gnutls|ssl_|temporary failure/i;

/** Never by force. @throws Failure `publish-refused` where the remote refuses for a reason that stays */
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

type FoundBranch =
	| { readonly commit: string | undefined; readonly why?: undefined }
	| { readonly commit: "lost"; readonly why: string };

/** @returns undefined where the remote has no such branch @throws Failure `publish-refused` where it refuses us */
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
