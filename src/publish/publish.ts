import { realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Settings } from "#config/environment.ts";
import { isBelow } from "#config/named-file.ts";
import { Failure } from "#core/failure.ts";
import { readAgencyFiles } from "#receipts/agencies/agency-files.ts";
import type { SealOptions } from "#receipts/seal/seal.ts";
import { ensureDirectory } from "#receipts/store/durable-file.ts";
import { lockFile } from "#store/file-lock.ts";
import type { Published } from "./commit-message.ts";
import { type Checkout, findCheckout } from "./git/checkout.ts";
import { changedReports } from "./git/commits.ts";
import type { Git } from "./git/git.ts";
import { publishCheckout } from "./git/publish-checkout.ts";
import { openReports } from "./git/reports-git.ts";
import { type GitHub, type GitHubOptions, openGitHub } from "./github/client.ts";
import { nextStep, publishFolder, type Target } from "./github/publish-folder.ts";
import { defaultBranch } from "./github/repository.ts";
import { type IssuesOutcome, NO_ISSUES, updateIssues } from "./issues/update-issues.ts";
import { PATIENCE, type Patience } from "./patience.ts";

export interface PublishOptions {
	/** In place of the branch that is checked out, or of the repository's default branch. */
	readonly branch?: string | undefined;
	readonly issues: boolean;
	readonly dryRun: boolean;
	/** How to seal where the log has to be sealed again. */
	readonly sealing?: SealOptions;
	readonly patience?: Patience;
	/** In place of GitHub's own pace, as in `GitHubOptions`. */
	readonly pace?: GitHubOptions["pace"];
}

/** What a publisher works with. */
export interface PublishContext {
	readonly settings: Settings;
	readonly patience: Patience;
	readonly sealing: SealOptions;
}

/** Where reports are published: with git from a checkout, or as a commit made through GitHub's API. */
export type Destination =
	| { readonly by: "git"; readonly git: Git; readonly checkout: Checkout }
	| { readonly by: "api"; readonly target: Target };

export interface PublishOutcome extends IssuesOutcome {
	readonly by: Destination["by"];
	/** Address or name of the repository. */
	readonly to: string;
	readonly branch: string;
	readonly dryRun: boolean;
	readonly commit?: string | undefined;
	/** Absent where there was nothing to publish. */
	readonly published?: Published | undefined;
	readonly sealedAgain: boolean;
	/** With `dryRun`: files that would be published. */
	readonly files?: readonly string[];
}

/** How long another publisher on this machine is waited for. */
const LOCK_MS = 5000;

/**
 * Publishes what is new in the reports, then says in issues which sites got worse. From a checkout it commits and pushes;
 * where there is none it makes one commit through GitHub's API. Run again, it changes nothing more.
 * @param environment of the process, for git
 * @throws Failure `input-invalid` for an agency's file that is wrong, before anything is published; `publish-conflict`, `publish-refused`, `publish-unreachable`, `store-busy`, and as `seal` does
 */
export async function publish(
	options: PublishOptions,
	settings: Settings,
	environment: NodeJS.ProcessEnv,
): Promise<PublishOutcome> {
	await expectDataElsewhere(settings);
	// What no build could use is not published: the issues below would stop on it, too.
	await readAgencyFiles(join(settings.reports, "agencies"));
	const context = { settings, patience: options.patience ?? PATIENCE, sealing: options.sealing ?? {} };
	const github = githubOf(settings, context.patience, options.pace);
	const destination = await chooseDestination(options, settings, environment, github);
	const issues = async () => {
		if (!options.issues) return NO_ISSUES;
		const notes = ["No issues were looked at: that takes GITHUB_TOKEN and GITHUB_REPOSITORY."];
		if (!github) return { ...NO_ISSUES, notes };
		return updateIssues(github, settings, { dryRun: options.dryRun, patience: context.patience, now: new Date() });
	};
	if (options.dryRun) return { ...(await lookAhead(destination, context)), ...(await issues()) };
	await ensureDirectory(settings.data);
	const path = join(settings.data, "publish.lock");
	const release = await lockFile(path, LOCK_MS);
	if (!release)
		throw new Failure("store-busy", {
			what: "Another program is publishing.",
			why: `It holds ${path}.`,
			todo: "Let it end.",
		});
	try {
		const done =
			destination.by === "git"
				? await publishCheckout(destination.git, destination.checkout, context)
				: await publishFolder(destination.target, context);
		return { ...nameOf(destination), dryRun: false, ...done, ...(await issues()) };
	} finally {
		release();
	}
}

/** The data folder holds the log's private key and what strangers had audited: none of it may lie in what is published. */
async function expectDataElsewhere({ reports, data }: Settings): Promise<void> {
	// One that is not there, or that nobody may look into, has no other name that is known.
	const real = (path: string) => realpath(path).catch(() => path);
	if (!isBelow(reports, data) && !isBelow(await real(reports), await real(data))) return;
	throw new Failure("publish-refused", {
		what: `Nothing was published: the data folder ${data} lies in the reports' folder ${reports}.`,
		why: "It holds the log's private key, the queue and evidence, which are not for the public.",
		todo: "Set SIGHTLINE_REPORTS to a folder of its own, such as reports, or SIGHTLINE_DATA to one outside of it.",
	});
}

function githubOf(
	{ github: { token, repository, apiUrl } }: Settings,
	{ exchangeMs }: Patience,
	pace: PublishOptions["pace"],
): GitHub | undefined {
	if (token === undefined || repository === undefined) return undefined;
	return openGitHub({ token, repository, apiUrl, exchangeMs, ...(pace ? { pace } : {}) });
}

/** A checkout where there is one, else GitHub's API. */
async function chooseDestination(
	{ branch }: PublishOptions,
	settings: Settings,
	environment: NodeJS.ProcessEnv,
	github: GitHub | undefined,
): Promise<Destination> {
	const git = openReports(settings, environment);
	const checkout = await findCheckout(git, settings.reports, branch);
	if (checkout) return { by: "git", git, checkout };
	if (github) return { by: "api", target: { github, branch: branch ?? (await defaultBranch(github)) } };
	throw new Failure("publish-refused", {
		what: "There is nowhere to publish to.",
		why: `${settings.reports} is in no git checkout with a remote, and GITHUB_TOKEN and GITHUB_REPOSITORY are not both set.`,
		todo: "Publish from a checkout, or set both.",
	});
}

function nameOf(destination: Destination): Pick<PublishOutcome, "by" | "to" | "branch"> {
	if (destination.by === "git")
		return { by: "git", to: destination.checkout.address, branch: destination.checkout.branch };
	const { github, branch } = destination.target;
	return { by: "api", to: `${github.owner}/${github.repo}`, branch };
}

async function lookAhead(destination: Destination, context: PublishContext) {
	const files =
		destination.by === "git"
			? await changedReports(destination.git, destination.checkout)
			: (await nextStep(destination.target, context)).push.map(({ path }) => path);
	return { ...nameOf(destination), dryRun: true, sealedAgain: false, files };
}
