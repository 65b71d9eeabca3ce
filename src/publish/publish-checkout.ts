import { join } from "node:path";
import type { Author, Settings } from "#config/environment.ts";
import { Failure, isFailure } from "#core/failure.ts";
import { listing } from "#core/wording.ts";
import { verifyLog } from "#log/audit/verify-log.ts";
import type { Look, PublishedPlace } from "#log/seal/published-places.ts";
import { type SealOptions, type SealResult, seal } from "#log/seal/seal.ts";
import { signingKeyPath } from "#log/seal/signing-keys.ts";
import { type Takeover, takeOverLog, whileNobodySeals } from "#log/seal/take-over-log.ts";
import { DISK, replaceFile } from "#receipts/store/durable-file.ts";
import { readIfThere } from "#receipts/store/if-there.ts";
import {
	changesOf,
	commitLike,
	commitOf,
	commitReports,
	countPublished,
	emptyTree,
	fetchBranch,
	filesOf,
	openBlobs,
	type Published,
	push,
	seenRef,
} from "./commits.ts";
import { type Checkout, findCheckout, type Git, openReports } from "./git.ts";
import { decideLog, logStateOf, mergeChanges, withChanges } from "./merge-files.ts";
import { PATIENCE, waitForTurn } from "./patience.ts";
import type { PublishContext } from "./publish.ts";

interface CheckoutOutcome {
	readonly commit: string | undefined;
	readonly published: Published | undefined;
	/** Another machine's log was first, and what is new here was sealed into it. */
	readonly sealedAgain: boolean;
}

/**
 * Our commits go on top of a moved branch; a log sealed elsewhere stays, and ours is sealed again. Kill-safe.
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
	const sealedAgain = await goOnTop(git, checkout, upstream, context);
	const commit = await commitOf(git, "HEAD");
	if (commit === undefined) return nothing;
	const pushed = commit === upstream ? ALREADY : await push(git, checkout, commit, context.patience);
	if (pushed.end === "lost") return { ...nothing, sealedAgain, why: pushed.why };
	if (pushed.end === "moved") return { ...nothing, sealedAgain, why: "Others were quicker each time." };
	await git.text(["update-ref", seenRef(checkout), commit]);
	const published = commit === upstream ? undefined : await countSince(git, checkout, upstream, commit);
	return { commit, published, sealedAgain };
}

const ALREADY = { end: "done" } as const;

/** @returns whether the published log has replaced the one here, and what is new was sealed into it */
async function goOnTop(
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
	// Moves branch, index and files at once, and refuses to lose an uncommitted change.
	const replaceLog = async () => void (await git.text(["reset", "--quiet", "--keep", commit]));
	if (otherLog) {
		await sealAgain({ ...otherLog, replaceLog }, sealing, settings);
		await commitReports(git, prefix, author);
	} else await whileNobodySeals(settings, replaceLog);
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
	/** Whether the published log takes the place of an earlier state of it. */
	readonly newerLog: boolean;
	/** Where our log gives way: the published checkpoint, and the last one in common. */
	readonly otherLog?: { readonly published: string; readonly common: string | undefined };
}

/** In objects alone. @throws Failure `publish-conflict` where both have changed the same file, `log-inconsistent` */
async function rebaseCommits(
	git: Git,
	{ prefix }: Pick<Checkout, "prefix">,
	{ upstream, lastSeen, author }: RebaseOptions,
): Promise<Rebased> {
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

/** Recomputes the log before it is published. @throws Failure as `seal`, and `log-inconsistent` for a bad log */
async function sealAgain(takeover: Takeover, options: SealOptions, settings: Settings): Promise<void> {
	await takeOverLog(takeover, settings);
	await sealAndVerify(options, settings);
}

/** Another machine's log was first; without a key this waits. @returns whether to publish @throws Failure as `sealAgain` */
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

/** Exists from before a second seal until the log is found whole. */
function unverifiedPath({ data }: Settings): string {
	return join(data, "log", "unverified");
}

/** A second try must not publish a log that did not verify. @throws Failure `log-inconsistent` */
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

/** A seal waits for this, so a publisher waits longer. Milliseconds. */
const ANSWER_MS = 60_000;

const ADVICE = "Run sightline publish: it brings the published reports here, seals what is new, and publishes it.";

/** Without a named branch; empty where `sightline publish` would refuse. */
export async function publishedPlaces(settings: Settings, environment: NodeJS.ProcessEnv): Promise<PublishedPlace[]> {
	const git = openReports(settings, environment);
	try {
		const checkout = await findCheckout(git, settings.reports);
		return checkout ? [placeOf(git, checkout)] : [];
	} catch (error) {
		if (!isFailure(error)) throw error;
		// A detached head, or a folder of another user, has to be put right before the published log can be seen.
		return [
			{ name: "the branch that it is published to", todo: ADVICE, look: async () => ({ unseen: error.message }) },
		];
	}
}

/** Offline is no reason not to seal: the push comes later, and is never forced. */
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
