import { join } from "node:path";
import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { parseJson } from "#core/json-object.ts";
import { listing } from "#core/wording.ts";
import { whileNobodySeals } from "#receipts/seal/take-over-log.ts";
import { replaceFile } from "#receipts/store/durable-file.ts";
import { readIfThere } from "#receipts/store/if-there.ts";
import { commitMessage, countPublished, type Published } from "../commit-message.ts";
import { decideLog, logStateOf } from "../log-decision.ts";
import { type Change, changesBetween, type Files, mergeChanges, withChanges } from "../merge-files.ts";
import { waitForTurn } from "../patience.ts";
import type { PublishContext } from "../publish.ts";
import { expectVerified, sealAgain, sealWaiting } from "../seal-again.ts";
import type { GitHub } from "./client.ts";
import { isPublished, type LocalFolder, readLocalFolder, writeChanges } from "./local-folder.ts";
import { createCommit, isBefore, moveBranch, readBlob, readFiles, readHead } from "./repository.ts";

/** Where the reports stand in a repository that there is no checkout of. */
export const PREFIX = "reports/";

export interface FolderOutcome {
	readonly commit: string;
	/** undefined where everything was published before. */
	readonly published: Published | undefined;
	readonly sealedAgain: boolean;
}

/** A branch on GitHub that reports are published to. */
export interface Target {
	readonly github: GitHub;
	readonly branch: string;
}

/**
 * Publishes the reports as one commit on a branch, which is moved only from where it was looked at. What others have
 * published since is brought into the folder first. Killed at any step, it can be run again.
 * @throws Failure `publish-conflict`, `publish-refused`, `publish-unreachable`, and as `seal` does
 */
export async function publishFolder(target: Target, context: PublishContext): Promise<FolderOutcome> {
	const { settings, patience, sealing } = context;
	const { owner, repo } = target.github;
	await expectVerified(settings);
	let sealedAgain = false;
	for (let tried = 1; tried <= patience.tries; ) {
		const step = await nextStep(target, context);
		const { head, remote, local } = step;
		if (step.pull.length > 0 || step.otherLog) {
			const replaceLog = () => writeChanges(settings.reports, PREFIX, step.pull, local.blobs.read);
			if (step.otherLog) await sealAgain({ ...step.otherLog, replaceLog }, sealing, settings);
			else await whileNobodySeals(settings, replaceLog);
			const sealed = step.newerLog && (await sealWaiting(sealing, settings));
			sealedAgain ||= step.otherLog !== undefined || sealed;
			await remember(target, context, { base: head });
			tried++;
			continue;
		}
		if (step.push.length === 0) {
			await remember(target, context, { base: head });
			return { commit: head, published: undefined, sealedAgain };
		}
		const published = await countPublished(step.push, local.blobs, PREFIX);
		const commit = await createCommit(target.github, {
			parent: head,
			tree: remote.tree,
			changes: step.push,
			message: commitMessage(published),
			author: settings.author,
			read: local.blobs.read,
		});
		await remember(target, context, { base: head, pending: commit });
		if (await moveBranch(target.github, target.branch, commit)) {
			await remember(target, context, { base: commit });
			return { commit, published, sealedAgain };
		}
		await waitForTurn(patience, tried++);
	}
	throw new Failure("publish-unreachable", {
		what: `${owner}/${repo} could not be brought up to date in ${patience.tries} tries. Nothing is lost.`,
		why: "Others were quicker each time.",
		todo: "Publish again later.",
	});
}

/** What has to happen next: bring in what is published, or publish what is here. */
export interface FolderStep {
	readonly head: string;
	readonly remote: { readonly tree: string; readonly files: Files };
	readonly local: LocalFolder;
	/** Changes of the folder here. */
	readonly pull: readonly Change[];
	/** Changes of the branch. */
	readonly push: readonly Change[];
	/** Whether the published log takes the place of an earlier state of it. */
	readonly newerLog: boolean;
	/** As in `Takeover`: present where the log here gives way. */
	readonly otherLog: { readonly published: string; readonly common: string | undefined } | undefined;
}

/** Compares folder and branch; changes nothing. @throws Failure `publish-conflict`, `log-inconsistent` */
export async function nextStep(target: Target, { settings }: PublishContext): Promise<FolderStep> {
	const { github, branch } = target;
	const head = await readHead(github, branch);
	const remote = await publishedFiles(github, head);
	const local = await readLocalFolder(settings.reports, PREFIX, (id) => readBlob(github, id));
	const base = await baseFiles(target, settings.data, { head, remote: remote.files, local: local.files });
	const state = (files: Files) => logStateOf(files, local.blobs, PREFIX);
	const [common, ours, theirs] = await Promise.all([state(base), state(local.files), state(remote.files)]);
	const log = await decideLog(common, ours, theirs);
	const changes = changesBetween(base, local.files);
	const rules = { prefix: PREFIX, keepLog: log === "ours" };
	const { apply, conflicts } = await mergeChanges(changes, remote.files, local.blobs, rules);
	if (conflicts.length > 0)
		throw new Failure("publish-conflict", {
			what: `Changed both here and in ${github.owner}/${github.repo}: ${listing(conflicts, 5)}. Nothing was changed, here or there.`,
			why: "Neither may replace the other.",
			todo: "Make the two files the same, here or there, then publish again.",
		});
	const pull = changesBetween(local.files, withChanges(remote.files, apply));
	const taken = { published: theirs.checkpoint ?? "", common: common.checkpoint };
	const otherLog = log === "sealed-twice" ? taken : undefined;
	return { head, remote, local, pull, push: apply, newerLog: log === "theirs", otherLog };
}

async function publishedFiles(github: GitHub, commit: string) {
	const { tree, files } = await readFiles(github, commit, PREFIX);
	return { tree, files: new Map([...files].filter(([path]) => isPublished(path.slice(PREFIX.length)))) };
}

/** The files that the folder and the branch began with. Where nobody knows, those that are the same in both. */
async function baseFiles(
	target: Target,
	data: string,
	{ head, remote, local }: { readonly head: string; readonly remote: Files; readonly local: Files },
): Promise<Files> {
	const { github } = target;
	const { base, pending } = await readRecord(target, data);
	const isDone = pending !== undefined && (await isBefore(github, pending, head));
	const commit = isDone ? pending : base;
	if (commit === head) return remote;
	if (commit !== undefined) return (await publishedFiles(github, commit)).files;
	return new Map([...remote].filter(([path, { id }]) => local.get(path)?.id === id));
}

const recordSchema = z.object({
	/** The commit whose reports this machine's folder has taken in. */
	base: z.string().optional(),
	/** A commit of ours that the branch may have been moved to. */
	pending: z.string().optional(),
});
/** What this machine remembers of the repository: what a checkout has in `.git`. */
type PublicationRecord = z.infer<typeof recordSchema>;

async function remember(target: Target, { settings }: PublishContext, record: PublicationRecord): Promise<void> {
	await replaceFile(recordPath(target, settings.data), JSON.stringify(record));
}

/** Nothing where nothing, or nothing that can be read, is remembered. */
async function readRecord(target: Target, data: string): Promise<PublicationRecord> {
	const text = await readIfThere(recordPath(target, data));
	return recordSchema.safeParse(parseJson(text ?? "")).data ?? {};
}

function recordPath({ github: { owner, repo }, branch }: Target, data: string): string {
	return join(data, "publish", `${encodeURIComponent(`${owner}/${repo}@${branch}`)}.json`);
}
