import { isUtf8 } from "node:buffer";
import PQueue from "p-queue";
import type { Author } from "#config/environment.ts";
import { Failure } from "#core/failure.ts";
import type { Change, Entry, Files } from "../merge-files.ts";
import { asFailure, type GitHub, isUncertain, statusOf } from "./client.ts";

/** Requests at once. */
const AT_ONCE = 6;
/** Text up to so many bytes goes with the tree; what is larger or no text is sent as a blob of its own. */
const INLINE_BYTES = 256 * 1024;
/** What one request for a tree holds at most. */
const TREE_BYTES = 1024 * 1024;
const TREE_FILES = 500;

/** The branch's commit. @throws Failure `publish-refused` where there is no such branch, or nobody lets us in */
export async function readHead({ client, owner, repo }: GitHub, branch: string): Promise<string> {
	try {
		const { data } = await client.rest.git.getRef({ owner, repo, ref: `heads/${branch}` });
		return data.object.sha;
	} catch (error) {
		throw asFailure(error, `The branch ${branch} of ${owner}/${repo} could not be read.`);
	}
}

export async function defaultBranch({ client, owner, repo }: GitHub): Promise<string> {
	try {
		return (await client.rest.repos.get({ owner, repo })).data.default_branch;
	} catch (error) {
		throw asFailure(error, `The repository ${owner}/${repo} could not be read.`);
	}
}

/** A commit's files in one folder, by their whole paths, and its whole tree. @param prefix with a slash behind it */
export async function readFiles(
	github: GitHub,
	commit: string,
	prefix: string,
): Promise<{ tree: string; files: Files }> {
	const { client, owner, repo } = github;
	try {
		const { data } = await client.rest.git.getCommit({ owner, repo, commit_sha: commit });
		const folder = await itemIn(github, data.tree.sha, prefix.split("/").filter(Boolean));
		const files = new Map<string, Entry>();
		if (folder?.type === "tree" && folder.sha) await readTree(github, folder.sha, prefix, files);
		return { tree: data.tree.sha, files };
	} catch (error) {
		throw asFailure(error, `The files of ${owner}/${repo} could not be listed.`);
	}
}

/** The bytes of one file of a commit; undefined where it has none of that path. */
export async function readFileOf(github: GitHub, commit: string, path: string): Promise<Buffer | undefined> {
	const { client, owner, repo } = github;
	try {
		const { data } = await client.rest.git.getCommit({ owner, repo, commit_sha: commit });
		const file = await itemIn(github, data.tree.sha, path.split("/"));
		return file?.type === "blob" && file.sha ? await readBlob(github, file.sha) : undefined;
	} catch (error) {
		throw asFailure(error, `The file ${path} of ${owner}/${repo} could not be read.`);
	}
}

/** What stands at the end of a path, folder by folder. @param tree where it begins */
async function itemIn(
	{ client, owner, repo }: GitHub,
	tree: string,
	names: readonly string[],
): Promise<TreeItem | undefined> {
	let item: TreeItem | undefined = { type: "tree", sha: tree };
	for (const name of names) {
		if (item?.type !== "tree" || !item.sha) return undefined;
		const listed: TreeItem[] = (await client.rest.git.getTree({ owner, repo, tree_sha: item.sha })).data.tree;
		item = listed.find(({ path }) => path === name);
	}
	return item;
}

interface TreeItem {
	readonly path?: string;
	readonly mode?: string;
	readonly type?: string;
	readonly sha?: string | null;
}

/** At once; where GitHub cuts the list, folder by folder. */
async function readTree(github: GitHub, sha: string, prefix: string, files: Map<string, Entry>): Promise<void> {
	const { client, owner, repo } = github;
	const whole = (await client.rest.git.getTree({ owner, repo, tree_sha: sha, recursive: "1" })).data;
	const items: TreeItem[] = whole.truncated
		? (await client.rest.git.getTree({ owner, repo, tree_sha: sha })).data.tree
		: whole.tree;
	for (const { path = "", mode = "", type, sha: id } of items) {
		if (type === "blob" && id) files.set(prefix + path, { id, mode });
		else if (type === "tree" && id && whole.truncated) await readTree(github, id, `${prefix}${path}/`, files);
	}
}

export async function readBlob({ client, owner, repo }: GitHub, id: string): Promise<Buffer> {
	try {
		const { data } = await client.rest.git.getBlob({ owner, repo, file_sha: id });
		return Buffer.from(data.content, "base64");
	} catch (error) {
		throw asFailure(error, `A file of ${owner}/${repo} could not be read.`);
	}
}

/** Whether one commit is another, or comes before it. */
export async function isBefore({ client, owner, repo }: GitHub, commit: string, later: string): Promise<boolean> {
	if (commit === later) return true;
	try {
		const basehead = `${commit}...${later}`;
		const { data } = await client.rest.repos.compareCommitsWithBasehead({ owner, repo, basehead, per_page: 1 });
		return data.status === "ahead" || data.status === "identical";
	} catch (error) {
		// A commit that was made and never became part of a branch may be gone.
		if (statusOf(error) === 404) return false;
		throw asFailure(error, `The history of ${owner}/${repo} could not be read.`);
	}
}

export interface NewCommit {
	/** Of the commit that it comes after. */
	readonly parent: string;
	readonly tree: string;
	readonly changes: readonly Change[];
	readonly message: string;
	readonly author: Author | undefined;
	readonly read: (id: string) => Promise<Buffer>;
}

/** Makes a commit that no branch knows yet. Doing it twice leaves nothing behind that anybody sees. @returns its id */
export async function createCommit(
	github: GitHub,
	{ parent, tree, changes, message, author, read }: NewCommit,
): Promise<string> {
	const { client, owner, repo } = github;
	try {
		let base = tree;
		const items = new PQueue({ concurrency: AT_ONCE });
		for (let at = 0; at < changes.length; ) {
			const batch: NewTreeItem[] = [];
			for (let bytes = 0; at < changes.length && batch.length < TREE_FILES && bytes < TREE_BYTES; ) {
				const part = changes.slice(at, at + AT_ONCE);
				at += part.length;
				const made = await items.addAll(part.map((change) => () => treeItem(github, change, read)));
				bytes += made.reduce((sum, { content = "" }) => sum + content.length, 0);
				batch.push(...made);
			}
			base = (await client.rest.git.createTree({ owner, repo, base_tree: base, tree: batch })).data.sha;
		}
		// Said or not at all: without it GitHub names whoever the token belongs to, and signs.
		const by = author ? { author: { ...author, date: new Date().toISOString() } } : {};
		return (await client.rest.git.createCommit({ owner, repo, message, tree: base, parents: [parent], ...by })).data
			.sha;
	} catch (error) {
		throw asFailure(error, `Nothing was published in ${owner}/${repo}: the commit could not be made.`);
	}
}

type NewTreeItem = { path: string; mode: "100644"; type: "blob"; content?: string; sha?: string | null };

async function treeItem(
	{ client, owner, repo }: GitHub,
	{ path, after }: Change,
	read: NewCommit["read"],
): Promise<NewTreeItem> {
	const item = { path, mode: "100644", type: "blob" } as const;
	if (!after) return { ...item, sha: null };
	const bytes = await read(after.id);
	// A text with a NUL is refused, and one that begins with a mark may lose it.
	if (bytes.length <= INLINE_BYTES && isUtf8(bytes) && !bytes.includes(0) && bytes[0] !== 0xef)
		return { ...item, content: bytes.toString() };
	const { data } = await client.rest.git.createBlob({
		owner,
		repo,
		content: bytes.toString("base64"),
		encoding: "base64",
	});
	if (data.sha === after.id) return { ...item, sha: data.sha };
	throw new Failure("publish-conflict", {
		what: `${path} was changed while it was being published.`,
		why: "Another program is at work in the reports.",
		todo: "Let it end, then publish again.",
	});
}

/** By which GitHub says that a branch is not where it was; one that is protected says otherwise. */
const MOVED = /not a fast.forward|cannot be updated|is at \S+ but expected/i;

/**
 * Moves the branch to a commit, as long as it is where that commit comes after.
 * @returns false where it has moved meanwhile
 */
export async function moveBranch(github: GitHub, branch: string, commit: string): Promise<boolean> {
	const { client, owner, repo } = github;
	try {
		// Made once: GitHub may have done it though the answer was lost, and then the second would look like a conflict.
		await client.rest.git.updateRef({
			owner,
			repo,
			ref: `heads/${branch}`,
			sha: commit,
			force: false,
			request: { retries: 0 },
		});
		return true;
	} catch (error) {
		const status = statusOf(error);
		if (isUncertain(error)) return (await readHead(github, branch)) === commit;
		if (status === 409 || (status === 422 && MOVED.test(String(error)))) return false;
		throw asFailure(error, `Nothing was published: the branch ${branch} of ${owner}/${repo} could not be moved.`);
	}
}
