import { join } from "node:path";
import type { Author, Settings } from "#config/environment.ts";
import { PRODUCT } from "#core/brand.ts";
import { Failure, isFailure } from "#core/failure.ts";
import { counted, listing } from "#core/wording.ts";
import { verifyLog } from "#log/audit/verify-log.ts";
import { adoptPublishedLog, type Takeover } from "#log/seal/last-checkpoint.ts";
import { whileLocked } from "#log/seal/log-folder.ts";
import type { Look, PublishedPlace } from "#log/seal/published-places.ts";
import { type SealOptions, type SealResult, seal } from "#log/seal/seal.ts";
import { signingKeyPath } from "#log/seal/signing-keys.ts";
import { DISK, replaceFile } from "#receipts/store/durable-file.ts";
import { readIfThere } from "#receipts/store/if-there.ts";
import { type Checkout, findCheckout, type Git, openReports } from "./git.ts";
import {
	type Blobs,
	type Change,
	decideLog,
	type Entry,
	type Files,
	logStateOf,
	mergeChanges,
	sizeOf,
	withChanges,
} from "./merge-files.ts";
import { PATIENCE, type Patience, waitForTurn } from "./patience.ts";
import type { PublishContext } from "./publish.ts";

/** Names under .invalid are never registered (RFC 6761). */
const BOT: Author = { name: PRODUCT, email: "sightline@noreply.invalid" };

/** Never publishes dot files: keys and settings (`.sightline/`, `.env`), temporary files, locks. */
const PATHS = [".", ":(exclude,glob)**/.*", ":(exclude,glob)**/.*/**"];

function openBlobs(git: Git): Blobs {
	return {
		read: (id) => git.bytes(["cat-file", "blob", id]),
		write: async (bytes) => (await git.text(["hash-object", "-w", "--stdin"], { input: bytes })).trim(),
	};
}

async function commitOf(git: Git, name: string): Promise<string | undefined> {
	const { code, stdout } = await git.try(["rev-parse", "--quiet", "--verify", `${name}^{commit}`]);
	return code === 0 ? stdout.toString().trim() : undefined;
}

async function filesOf(git: Git, commit: string | undefined): Promise<Files> {
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

/** Parses git's raw format, between commits or from HEAD to the work tree. */
async function changesOf(git: Git, args: readonly string[]): Promise<Change[]> {
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

/** Used as parent of the first commit. */
async function emptyTree(git: Git): Promise<string> {
	return (await git.text(["hash-object", "-t", "tree", "--stdin"], { input: "" })).trim();
}

/** Commits only the reports of the work tree. */
async function commitReports(git: Git, prefix: string, author: Author = BOT): Promise<void> {
	await git.text(["add", "--all", "--", ...PATHS]);
	const head = (await commitOf(git, "HEAD")) ?? (await emptyTree(git));
	const changes = await changesOf(git, ["diff-index", "--cached", head, "--", ...PATHS]);
	if (changes.length === 0) return;
	const message = commitMessage(await countPublished(changes, openBlobs(git), prefix));
	const args = ["commit", "--quiet", "--only", "--no-verify", "--no-gpg-sign", "--file=-", "--", ...PATHS];
	await git.text(args, { input: message, env: identity(author) });
}

/** Read-only: does not change work tree, index or remote. */
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

/** Ref of the last published state that was seen. */
function seenRef({ branch }: Checkout): string {
	return `refs/sightline/published/${branch}`;
}

/** Does not touch the work tree. @returns the parent if nothing changes */
async function commitLike(
	git: Git,
	original: string,
	parent: string,
	changes: readonly Change[],
	author: Author = BOT,
): Promise<string> {
	if (changes.length === 0) return parent;
	// Use a separate index, so that the work tree's stays unchanged.
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

/** @param prefix folder of the reports with a trailing slash */
async function countPublished(
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

/** Counts by text, because canonical JSON has no white space. */
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

/** `moved`: the branch has moved; `lost`: the outcome is unknown, `why` is git's message. */
type Pushed = { readonly end: "done" | "moved" } | { readonly end: "lost"; readonly why: string };

/** Messages of a remote if another push was first. */
const MOVED =
	/fetch first|non-fast-forward|stale info|cannot lock ref|failed to (lock|update)|reference already exists|expected .* but|incorrect old value/i;
/** Git's messages for transient failures. */
const PASSING =
	/could not resolve host|connection (refused|reset|timed out|closed)|timed out|timeout|early eof|hung up|unexpected disconnect|error: 5\d\d|HTTP 5\d\d|HTTP 429|rpc failed|network is unreachable|gnutls|ssl_|temporary failure/i;

/** Never forces. @throws Failure `publish-refused` for a permanent refusal */
async function push(
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
		todo: "Give the pushing account write access to that branch (in GitHub Actions: permissions: contents: write), then publish again.",
	});
}

type FoundBranch =
	| { readonly commit: string | undefined; readonly why?: undefined }
	| { readonly commit: "lost"; readonly why: string };

/** @returns undefined if the remote has no such branch @throws Failure `publish-refused` */
async function fetchBranch(git: Git, checkout: Checkout, patience: Patience): Promise<FoundBranch> {
	const { remote, branch, address } = checkout;
	const options = { onlineMs: patience.exchangeMs };
	const listed = await git.try(["ls-remote", "--exit-code", remote, `refs/heads/${branch}`], options);
	if (listed.code === 2) return { commit: undefined };
	const commit = listed.stdout.toString().split("\t")[0];
	// What was seen last is here already.
	if (listed.code === 0 && commit === (await commitOf(git, seenRef(checkout)))) return { commit };
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
		todo: "Check the remote's address and its read access (GITHUB_TOKEN, or git's own credentials).",
	});
}

interface CheckoutOutcome {
	readonly commit: string | undefined;
	readonly published: Published | undefined;
	/** Whether another machine's log was first and our new leaves were sealed into it. */
	readonly sealedAgain: boolean;
}

/**
 * Rebases our commits onto a moved branch. If the log was sealed elsewhere, keeps that one and seals again. Kill-safe.
 * @throws Failure `publish-conflict`, `publish-refused`, `publish-unreachable`, and as `seal` does
 */
export async function publishCheckout(git: Git, checkout: Checkout, context: PublishContext): Promise<CheckoutOutcome> {
	const { settings, patience } = context;
	await expectVerified(settings);
	await commitReports(git, checkout.prefix, settings.author);
	let sealedAgain = false;
	let why = "";
	for (let tried = 1; tried <= patience.tries; tried++) {
		if (tried > 1) await waitForTurn(patience, tried - 1);
		const ended = await tryOnce(git, checkout, context);
		sealedAgain ||= ended.sealedAgain;
		if (ended.why === undefined) return { ...ended, sealedAgain };
		why = ended.why;
	}
	throw new Failure("publish-unreachable", {
		what: `${checkout.address} could not be brought up to date in ${patience.tries} tries. Everything is committed here, and nothing is lost.`,
		why,
		todo: "Publish again later.",
	});
}

interface Try extends CheckoutOutcome {
	readonly why?: string;
}

async function tryOnce(git: Git, checkout: Checkout, context: PublishContext): Promise<Try> {
	const nothing = { commit: undefined, published: undefined, sealedAgain: false };
	const found = await fetchBranch(git, checkout, context.patience);
	if (found.why !== undefined) return { ...nothing, why: found.why };
	const upstream = found.commit;
	const sealedAgain = await rebaseOnPublished(git, checkout, upstream, context);
	const commit = await commitOf(git, "HEAD");
	if (commit === undefined) return nothing;
	const pushed = commit === upstream ? ALREADY : await push(git, checkout, commit, context.patience);
	if (pushed.end === "lost") return { ...nothing, sealedAgain, why: pushed.why };
	if (pushed.end === "moved") return { ...nothing, sealedAgain, why: "Others pushed first each time." };
	await git.text(["update-ref", seenRef(checkout), commit]);
	const published = commit === upstream ? undefined : await countSince(git, checkout, upstream, commit);
	return { commit, published, sealedAgain };
}

const ALREADY = { end: "done" } as const;

/** @returns whether the published log has replaced ours, and new leaves were sealed into it */
async function rebaseOnPublished(
	git: Git,
	checkout: Checkout,
	upstream: string | undefined,
	{ settings, sealing }: PublishContext,
): Promise<boolean> {
	if (upstream === undefined || (await isAncestor(git, upstream))) return false;
	const { prefix } = checkout;
	const { author } = settings;
	const lastSeen = await commitOf(git, seenRef(checkout));
	const { commit, otherLog, newerLog } = await rebaseCommits(git, checkout, { upstream, lastSeen, author });
	// Moves branch, index and files together, and refuses to lose uncommitted changes.
	const replaceLog = async () => void (await git.text(["reset", "--quiet", "--keep", commit]));
	if (otherLog) {
		await sealAgain({ ...otherLog, replaceLog }, sealing, settings);
		await commitReports(git, prefix, author);
	} else await whileLocked(join(settings.reports, "log"), "publish", replaceLog);
	const sealed = newerLog && (await sealWaiting(sealing, settings));
	if (sealed) await commitReports(git, prefix, author);
	await git.text(["update-ref", seenRef(checkout), upstream]);
	return otherLog !== undefined || sealed;
}

async function isAncestor(git: Git, commit: string): Promise<boolean> {
	return (await git.try(["merge-base", "--is-ancestor", commit, "HEAD"])).code === 0;
}

interface RebaseOptions {
	readonly upstream: string;
	readonly lastSeen: string | undefined;
	readonly author: Author | undefined;
}

interface Rebased {
	readonly commit: string;
	/** Whether the published log replaces an earlier state of it. */
	readonly newerLog: boolean;
	/** Set if our log is replaced: the published checkpoint and the last common one. */
	readonly otherLog?: { readonly published: string; readonly common: string | undefined };
}

/** Creates only objects. @throws Failure `publish-conflict` if both sides changed the same file, `log-inconsistent` */
async function rebaseCommits(
	git: Git,
	{ prefix }: Pick<Checkout, "prefix">,
	{ upstream, lastSeen, author }: RebaseOptions,
): Promise<Rebased> {
	const { code, stdout } = await git.try(["merge-base", "HEAD", upstream]);
	const base = code === 0 ? stdout.toString().trim() : undefined;
	if (base === undefined) throw conflict("The branch here and the published one have no commit in common.");
	if ((await git.text(["rev-list", "--merges", `${upstream}..HEAD`])).trim() !== "")
		throw conflict("The unpublished commits include a merge.");
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
		if (conflicts.length > 0) throw conflict(`Changed here and in the published version: ${listing(conflicts, 5)}.`);
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
		what: "The new commits here conflict with the published ones. Nothing was changed, here or there.",
		why,
		todo: "Merge them by hand (git pull --rebase), then publish again.",
	});
}

async function countSince(
	git: Git,
	{ prefix }: Checkout,
	before: string | undefined,
	after: string,
): Promise<Published> {
	const from = before ?? (await emptyTree(git));
	const changes = await changesOf(git, ["diff-tree", from, after]);
	const ours = changes.filter(({ path }) => path.startsWith(prefix));
	return countPublished(ours, openBlobs(git), prefix);
}

/** Verifies the log before publication. @throws Failure as `seal`, and `log-inconsistent` for a bad log */
async function sealAgain(takeover: Takeover, options: SealOptions, settings: Settings): Promise<void> {
	await adoptPublishedLog(takeover, settings);
	await sealAndVerify(options, settings);
}

/** Seals pending leaves if there is a key. @returns whether to publish @throws Failure as `sealAgain` */
async function sealWaiting(options: SealOptions, settings: Settings): Promise<boolean> {
	const isKept = (await readIfThere(signingKeyPath(join(settings.data, "log")))) !== undefined;
	if (settings.log.signingKeys.length === 0 && !isKept) return false;
	const { added, waiting } = await sealAndVerify(options, settings);
	return waiting !== undefined || added.audits + added.rechecks + added.files > 0;
}

async function sealAndVerify(options: SealOptions, settings: Settings): Promise<SealResult> {
	await replaceFile(unverifiedPath(settings), "");
	const result = await seal(options, settings);
	await expectVerified(settings);
	return result;
}

/** Marker from before the second seal until the log is verified. */
function unverifiedPath({ data }: Settings): string {
	return join(data, "log", "unverified");
}

/** A retry must not publish a log that failed verification. @throws Failure `log-inconsistent` */
async function expectVerified(settings: Settings): Promise<void> {
	const path = unverifiedPath(settings);
	if ((await readIfThere(path)) === undefined) return;
	const { faults } = await verifyLog({}, settings);
	if (faults.length === 0) return DISK.remove(path);
	throw new Failure("log-inconsistent", {
		what: "The log does not verify after it was taken from the remote and sealed again, so it was not published.",
		why: listing(faults.map(({ file, says }) => `${file}: ${says}`)),
		todo: "Run sightline log verify.",
	});
}

/** Timeout in milliseconds, shorter than a publisher's, because a seal waits for it. */
const ANSWER_MS = 60_000;

const ADVICE = "Run sightline publish: it brings the published reports here, seals what is new, and publishes it.";

/** Places of the checked-out branch; empty if there is nothing to publish to. */
export async function publishedPlaces(settings: Settings, environment: NodeJS.ProcessEnv): Promise<PublishedPlace[]> {
	const git = openReports(settings, environment);
	try {
		const checkout = await findCheckout(git, settings.reports);
		return checkout ? [placeOf(git, checkout)] : [];
	} catch (error) {
		if (!isFailure(error)) throw error;
		// A detached HEAD or another user's folder must be fixed before the published log can be read.
		return [
			{ name: "the branch that it is published to", todo: ADVICE, look: async () => ({ unseen: error.message }) },
		];
	}
}

/** Being offline does not prevent a seal: the later push is never forced. */
function placeOf(git: Git, checkout: Checkout): PublishedPlace {
	const { branch, address, prefix } = checkout;
	const look = async (): Promise<Look> => {
		const { commit, why } = await fetchBranch(git, checkout, { ...PATIENCE, exchangeMs: ANSWER_MS });
		if (why !== undefined) return { unseen: why };
		const file = (await filesOf(git, commit)).get(`${prefix}log/checkpoint`);
		return { text: file && (await openBlobs(git).read(file.id)).toString() };
	};
	return { name: `${branch} of ${address}`, todo: ADVICE, look: () => look().catch(unseen) };
}

function unseen(error: unknown): Look {
	if (!isFailure(error)) throw error;
	return { unseen: error.message };
}
