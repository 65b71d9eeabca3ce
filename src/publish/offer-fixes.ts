import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { relative, sep } from "node:path";
import type { Repaired, RepairedFile } from "#repairs/repair-folder.ts";
import { repairMarkdown } from "#repairs/repair-report.ts";
import { inSource } from "#repairs/source-map.ts";
import { lineEdits, unifiedDiff } from "#repairs/unified-diff.ts";
import { type GitHub, statusOf } from "./github.ts";
import { ACTIONS_BOT, openForRun, type RunPlace, whyNot } from "./run-reports.ts";

export interface FixRun extends RunPlace {
	/** Real path of the checkout. */
	readonly workspace: string;
	/** Repairs of the audited folder. Changes its files if the repository has them, else their sources. */
	readonly repaired: Repaired;
	readonly runUrl: string;
	readonly id: string;
}

const WRITING = "contents: write` and `pull-requests: write";
const MOST_LENGTH = 60_000;
/** Maximum files that a person can review. */
const MOST_FILES = 200;

/**
 * Opens, updates or closes the single pull request with the repairs of the default branch. Only for its runs,
 * because code of a pull request must not run with this token. @returns what was not done and why
 */
export async function offerPullRequest(
	run: FixRun & { readonly branch: string; readonly isOfBranch: boolean },
): Promise<string[]> {
	const github = openForRun(run);
	return asNotes(await whyNot("No pull request with fixes was made", WRITING, offer(github, run)));
}

function asNotes(refusal: string | undefined): string[] {
	return refusal === undefined ? [] : [refusal];
}

async function offer(github: GitHub, run: Parameters<typeof offerPullRequest>[0]): Promise<string | undefined> {
	const { client, owner, repo } = github;
	const place = { owner, repo };
	if (!run.isOfBranch)
		return "No pull request with fixes was made: only runs on push, schedule and workflow_dispatch make one.";
	const { data: about } = await client.rest.repos.get(place);
	if (about.fork) return "No pull request with fixes was made: this repository is a fork.";
	if (about.default_branch !== run.branch)
		return `No pull request with fixes was made: ${run.branch} is not the default branch.`;
	const head = `sightline/fixes-${run.id}`;
	const { files, notes, ...tree } = await filesToChange(github, run);
	const open = await ownPullRequests(github, head, "open");
	if (files.length === 0) {
		for (const { number } of open) {
			await client.rest.pulls.update({ ...place, pull_number: number, state: "closed", body: closedBody(run) });
			await client.rest.git.deleteRef({ ...place, ref: `heads/${head}` });
		}
		return notes.length > 0 ? notes.join(" ") : undefined;
	}
	const digest = createHash("sha256").update(unifiedDiff(files)).digest("hex");
	if (open.length === 0 && (await wasDeclined(github, head, digest)))
		return "No pull request with fixes was made: someone has closed the one with these changes.";
	const said = await pushBranch(github, run, { head, files, ...tree });
	if (said !== undefined) return said;
	const body = bodyOf(run, digest, notes);
	const [first] = open;
	const title = titleOf(run);
	if (first) await client.rest.pulls.update({ ...place, pull_number: first.number, title, body });
	else await client.rest.pulls.create({ ...place, head, base: run.branch, title, body, request: { retries: 0 } });
	return undefined;
}

type PullRequest = Awaited<ReturnType<GitHub["client"]["rest"]["pulls"]["list"]>>["data"][number];

async function ownPullRequests(
	{ client, owner, repo }: GitHub,
	head: string,
	state: "open" | "all",
): Promise<PullRequest[]> {
	const { data } = await client.rest.pulls.list({ owner, repo, head: `${owner}:${head}`, state, per_page: 100 });
	return data.filter(({ user, head: of }) => user?.login === ACTIONS_BOT && of.ref === head);
}

/** Whether a person closed the pull request unmerged. Those that we close lose their mark. */
async function wasDeclined(github: GitHub, head: string, digest: string): Promise<boolean> {
	const all = await ownPullRequests(github, head, "all");
	return all.some(({ state, merged_at, body }) => state === "closed" && !merged_at && body?.includes(digest) === true);
}

/** Reads files from the commit, without changes by builds or filters. */
async function filesToChange(github: GitHub, { workspace, repaired, sha }: FixRun) {
	const { client, owner, repo } = github;
	const { data: commit } = await client.rest.git.getCommit({ owner, repo, commit_sha: sha });
	const { data: tree } = await client.rest.git.getTree({ owner, repo, tree_sha: commit.tree.sha, recursive: "true" });
	const listed = tree.tree.filter(({ type }) => type === "blob");
	const modes = new Map(listed.map(({ path, mode }) => [path, mode]));
	const found = await placed(repaired, workspace, new Map(listed.map(({ path = "", sha: blob }) => [path, blob])));
	const most = found.files.slice(0, MOST_FILES);
	const more = found.files.length - most.length;
	const notes = [...found.notes, ...(more > 0 ? [`${more} more files come with the next pull request.`] : [])];
	return { files: most, notes, modes, treeSha: commit.tree.sha };
}

type CheckedIn = Pick<RepairedFile, "path" | "isNew" | "patched">;

/** @param blobs blob ids by path in the repository @returns files by path in the repository */
async function placed(repaired: Repaired, workspace: string, blobs: ReadonlyMap<string, string | undefined | null>) {
	const named = ({ file, isNew, patched }: RepairedFile): CheckedIn => {
		return { path: relative(workspace, file).split(sep).join("/"), isNew, patched };
	};
	const isCheckedIn = ({ path, isNew, patched }: CheckedIn) =>
		!path.startsWith("../") && (isNew ? !blobs.has(path) : blobs.get(path) === blobId(patched.original));
	const own = repaired.files.map(named);
	const isSource = own.some(({ path, isNew }) => !isNew && blobs.has(path));
	const all = isSource ? own : (await inSource(repaired, workspace)).files.map(named);
	const files = all.filter(isCheckedIn);
	const left = all.filter((each) => !isCheckedIn(each)).map(({ path }) => path);
	const notes =
		left.length > 0
			? [`${left.length} files differ from the commit and were left: ${left.slice(0, 5).join(", ")}.`]
			: [];
	return { files, notes };
}

/** Git's blob id. */
function blobId(bytes: Uint8Array): string {
	return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

interface Branch {
	readonly head: string;
	readonly files: readonly CheckedIn[];
	readonly treeSha: string;
	/** Git's modes by path, to keep symbolic links and executables. */
	readonly modes: ReadonlyMap<string | undefined, string | undefined>;
}

/** Adds one commit to the audited one. Runs no code or hooks of the checkout. @returns why not */
async function pushBranch(
	github: GitHub,
	run: FixRun,
	{ head, files, treeSha, modes }: Branch,
): Promise<string | undefined> {
	const { client, owner, repo } = github;
	const place = { owner, repo };
	const before = await headOf(github, head);
	if (before && !before.message.startsWith(titleOf(run)))
		return `The pull request with fixes was not updated: ${head} has a commit of someone else.`;
	const entries = [];
	for (const { path, patched } of files) {
		const mode = modes.get(path) === "100755" ? ("100755" as const) : ("100644" as const);
		entries.push({ path, mode, type: "blob" as const, ...(await contentOf(github, Buffer.from(patched.content()))) });
	}
	const { data: tree } = await client.rest.git.createTree({ ...place, base_tree: treeSha, tree: entries });
	if (before?.tree === tree.sha && before.parents.join() === run.sha) return undefined;
	const message = `${titleOf(run)}\n\nEach change was proved by an audit of the site with it.`;
	const { data: commit } = await client.rest.git.createCommit({
		...place,
		message,
		tree: tree.sha,
		parents: [run.sha],
	});
	if (before) await client.rest.git.updateRef({ ...place, ref: `heads/${head}`, sha: commit.sha, force: true });
	else await client.rest.git.createRef({ ...place, ref: `refs/heads/${head}`, sha: commit.sha });
	return undefined;
}

/** Sends text inline with the tree; other bytes need a separate request, limited to one per second. */
async function contentOf(
	{ client, owner, repo }: GitHub,
	bytes: Buffer,
): Promise<{ content: string } | { sha: string }> {
	if (isUtf8(bytes)) return { content: bytes.toString("utf8") };
	const content = bytes.toString("base64");
	const { data } = await client.rest.git.createBlob({ owner, repo, content, encoding: "base64" });
	return { sha: data.sha };
}

async function headOf({ client, owner, repo }: GitHub, head: string) {
	try {
		const { data: ref } = await client.rest.git.getRef({ owner, repo, ref: `heads/${head}` });
		const { data } = await client.rest.git.getCommit({ owner, repo, commit_sha: ref.object.sha });
		return { message: data.message, tree: data.tree.sha, parents: data.parents.map(({ sha }) => sha) };
	} catch (error) {
		if (statusOf(error) === 404) return undefined;
		throw error;
	}
}

function titleOf({ repaired }: FixRun): string {
	return `Repair the structure of ${repaired.target.host}`;
}

function bodyOf(run: FixRun, digest: string, notes: readonly string[]): string {
	const text = repairMarkdown(run.repaired);
	const most = text.length <= MOST_LENGTH ? text : text.slice(0, text.lastIndexOf("\n", MOST_LENGTH));
	return `<!-- sightline-fixes: ${digest} -->\n${[most.trimEnd(), ...notes, footOf(run)].join("\n\n")}\n`;
}

function closedBody(run: FixRun): string {
	return `Nothing is left that can be repaired without a person.\n\n${repairMarkdown(run.repaired).slice(0, MOST_LENGTH).trimEnd()}\n\n${footOf(run)}\n`;
}

function footOf({ runUrl, sha }: FixRun): string {
	return `<sub>[The run](${runUrl}) of ${sha.slice(0, 12)}.</sub>`;
}

/**
 * Suggests repairs on lines that the pull request changes, each once. For pull requests from
 * the same repository. @param head repository and commit of the pull request
 */
export async function suggestFixes(
	run: FixRun & { readonly pullRequest: number; readonly head: { readonly repository: string; readonly sha: string } },
): Promise<string[]> {
	if (run.head.repository !== run.repository)
		return ["No suggestions were written: the pull request comes from a fork."];
	return asNotes(
		await whyNot("The suggestions were not written", "pull-requests: write", suggest(openForRun(run), run)),
	);
}

async function suggest(github: GitHub, run: Parameters<typeof suggestFixes>[0]): Promise<undefined> {
	const { client, owner, repo } = github;
	const place = { owner, repo, pull_number: run.pullRequest, per_page: 100 };
	const changed = await client.paginate(client.rest.pulls.listFiles, place);
	const blobs = new Map(changed.map(({ filename, sha }) => [filename, sha]));
	const { files } = await placed(run.repaired, run.workspace, blobs);
	const written = await client.paginate(client.rest.pulls.listReviewComments, place);
	const known = new Set(
		written.filter(({ user }) => user?.login === ACTIONS_BOT).map(({ path, body }) => `${path}\0${body}`),
	);
	const comments = files.flatMap(({ path, isNew, patched }) => {
		const added = addedLines(changed.find(({ filename }) => filename === path)?.patch);
		if (isNew) return [];
		const edits = lineEdits({ original: patched.original, changes: patched.changes() });
		return edits.flatMap(({ from, to, text, checks }) => {
			const isAdded = Array.from({ length: to - from }, (_, at) => from + 1 + at).every((line) => added.has(line));
			// A comment is always UTF-8.
			if (!isAdded || !isUtf8(text)) return [];
			const body = suggestionOf(text.toString("utf8"), checks);
			if (known.has(`${path}\0${body}`)) return [];
			const start = to - from > 1 ? { start_line: from + 1, start_side: "RIGHT" as const } : {};
			return [{ path, body, line: to, side: "RIGHT" as const, ...start }];
		});
	});
	if (comments.length === 0) return undefined;
	const review = { owner, repo, pull_number: run.pullRequest, commit_id: run.head.sha, event: "COMMENT" as const };
	await client.rest.pulls.createReview({
		...review,
		comments: comments.slice(0, MOST_SUGGESTIONS),
		request: { retries: 0 },
	});
	return undefined;
}

const MOST_SUGGESTIONS = 30;

/** Uses a longer fence than any in the text. */
function suggestionOf(text: string, checks: readonly string[]): string {
	const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
	const fence = "`".repeat(longest + 1);
	const end = text.endsWith("\n") || text === "" ? "" : "\n";
	return `Sightline repairs: ${checks.join(", ")}.\n\n${fence}suggestion\n${text}${end}${fence}`;
}

/** Numbers of added lines, from 1. @param patch GitHub's format: hunks without file headers */
function addedLines(patch = ""): ReadonlySet<number> {
	const added = new Set<number>();
	let line = 0;
	for (const text of patch.split("\n")) {
		const [, start] = /^@@ -\d+(?:,\d+)? \+(\d+)/.exec(text) ?? [];
		if (start !== undefined) line = Number(start);
		else if (text.startsWith("+")) added.add(line++);
		else if (text.startsWith(" ")) line++;
	}
	return added;
}
