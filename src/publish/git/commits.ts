import { join } from "node:path";
import type { Author } from "#config/environment.ts";
import { PRODUCT } from "#core/brand.ts";
import { commitMessage, countPublished } from "../commit-message.ts";
import type { Blobs, Change, Entry, Files } from "../merge-files.ts";
import type { Checkout } from "./checkout.ts";
import type { Git } from "./git.ts";

/** Names under .invalid belong to nobody (RFC 6761). */
const BOT: Author = { name: PRODUCT, email: "sightline@noreply.invalid" };

/** Names that begin with a dot are never published: keys and settings (`.sightline/`, `.env`), temporary files, locks. */
const PATHS = [".", ":(exclude,glob)**/.*", ":(exclude,glob)**/.*/**"];

/** Bytes of a repository's objects. */
export function openBlobs(git: Git): Blobs {
	return {
		read: (id) => git.bytes(["cat-file", "blob", id]),
		write: async (bytes) => (await git.text(["hash-object", "-w", "--stdin"], { input: bytes })).trim(),
	};
}

/** The commit that a name means; undefined where there is none. */
export async function commitOf(git: Git, name: string): Promise<string | undefined> {
	const { code, stdout } = await git.try(["rev-parse", "--quiet", "--verify", `${name}^{commit}`]);
	return code === 0 ? stdout.toString().trim() : undefined;
}

/** Every file of a commit; none of an undefined one. */
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

/** What became of files, by git's raw format: from one commit to another, or from HEAD to the work tree. */
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

/** The tree of nothing, which stands for the commit before the first. */
export async function emptyTree(git: Git): Promise<string> {
	return (await git.text(["hash-object", "-t", "tree", "--stdin"], { input: "" })).trim();
}

/** Commits what has changed in the reports, and nothing else of the work tree or the index. */
export async function commitReports(git: Git, prefix: string, author: Author = BOT): Promise<void> {
	await git.text(["add", "--all", "--", ...PATHS]);
	const head = (await commitOf(git, "HEAD")) ?? (await emptyTree(git));
	const changes = await changesOf(git, ["diff-index", "--cached", head, "--", ...PATHS]);
	if (changes.length === 0) return;
	const message = commitMessage(await countPublished(changes, openBlobs(git), prefix));
	const args = ["commit", "--quiet", "--only", "--no-verify", "--no-gpg-sign", "--file=-", "--", ...PATHS];
	await git.text(args, { input: message, env: identity(author) });
}

/** Paths of the reports that are not published; the work tree, the index and the remote stay as they are. */
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

/** The ref that remembers what was published when it was seen last. */
export function seenRef({ branch }: Checkout): string {
	return `refs/sightline/published/${branch}`;
}

/**
 * Makes a commit like another one on top of a parent, with other changes; the work tree is not touched.
 * @returns the parent where there is nothing to change
 */
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
