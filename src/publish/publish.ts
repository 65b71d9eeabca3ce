import { realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Settings } from "#config/environment.ts";
import { isBelow } from "#config/named-file.ts";
import { Failure } from "#core/failure.ts";
import type { SealOptions } from "#log/seal/seal.ts";
import { readAgencyFiles } from "#receipts/agencies/agency-files.ts";
import { ensureDirectory } from "#receipts/store/durable-file.ts";
import { lockFile } from "#store/locks.ts";
import { findCheckout, openReports } from "./git.ts";
import { type GitHubOptions, openGitHub } from "./github.ts";
import { PATIENCE, type Patience } from "./patience.ts";
import { type IssuesOutcome, NO_ISSUES, updateIssues } from "./plan-issues.ts";
import { changedReports, type Published, publishCheckout } from "./publish-checkout.ts";

export interface PublishOptions {
	readonly branch?: string | undefined;
	readonly issues: boolean;
	readonly dryRun: boolean;
	readonly sealing?: SealOptions;
	readonly patience?: Patience;
	readonly pace?: GitHubOptions["pace"];
}

export interface PublishContext {
	readonly settings: Settings;
	readonly patience: Patience;
	readonly sealing: SealOptions;
}

export interface PublishOutcome extends IssuesOutcome {
	readonly by: "git";
	readonly to: string;
	readonly branch: string;
	readonly dryRun: boolean;
	readonly commit?: string | undefined;
	readonly published?: Published | undefined;
	readonly sealedAgain: boolean;
	readonly files?: readonly string[];
}

const LOCK_MS = 5000;

/**
 * Idempotent. @param environment environment variables for git
 * @throws Failure `input-invalid` for an invalid agency file, before publishing anything; `publish-conflict`,
 * `publish-refused`, `publish-unreachable`, `store-busy`, and as `seal`
 */
export async function publish(
	options: PublishOptions,
	settings: Settings,
	environment: NodeJS.ProcessEnv,
): Promise<PublishOutcome> {
	await expectDataElsewhere(settings);
	// Do not publish files that fail every build and the issues below.
	await readAgencyFiles(join(settings.reports, "agencies"));
	const { branch, dryRun, patience = PATIENCE, sealing = {} } = options;
	const git = openReports(settings, environment);
	const checkout = await findCheckout(git, settings.reports, branch);
	if (!checkout)
		throw new Failure("publish-refused", {
			what: "There is no place to publish to.",
			why: `${settings.reports} is not in a git checkout with a remote.`,
			todo: "Publish from a checkout.",
		});
	const to = { by: "git", to: checkout.address, branch: checkout.branch } as const;
	if (dryRun) {
		const files = await changedReports(git, checkout);
		return { ...to, dryRun, sealedAgain: false, files, ...(await issuesOf(options, settings, patience)) };
	}
	await ensureDirectory(settings.data);
	const path = join(settings.data, "publish.lock");
	const release = await lockFile(path, LOCK_MS);
	if (!release)
		throw new Failure("store-busy", {
			what: "Another program is publishing.",
			why: `It holds ${path}.`,
			todo: "Wait until it ends.",
		});
	try {
		const done = await publishCheckout(git, checkout, { settings, patience, sealing });
		return { ...to, dryRun, ...done, ...(await issuesOf(options, settings, patience)) };
	} finally {
		release();
	}
}

/** The data folder contains the log's private key and private audits, so it must be outside the published folder. */
async function expectDataElsewhere({ reports, data }: Settings): Promise<void> {
	// A missing or unreadable folder has no known real path.
	const real = (path: string) => realpath(path).catch(() => path);
	if (!isBelow(reports, data) && !isBelow(await real(reports), await real(data))) return;
	throw new Failure("publish-refused", {
		what: `Nothing was published: the data folder ${data} lies in the reports' folder ${reports}.`,
		why: "It contains the log's private key, the queue and evidence, which must stay private.",
		todo: "Set SIGHTLINE_REPORTS to a folder of its own, such as reports, or SIGHTLINE_DATA to one outside of it.",
	});
}

async function issuesOf(
	{ issues, dryRun, pace }: PublishOptions,
	settings: Settings,
	patience: Patience,
): Promise<IssuesOutcome> {
	if (!issues) return NO_ISSUES;
	const { token, repository, apiUrl } = settings.github;
	if (token === undefined || repository === undefined) {
		const notes = ["Issues were skipped: they need GITHUB_TOKEN and GITHUB_REPOSITORY."];
		return { ...NO_ISSUES, notes };
	}
	const { exchangeMs } = patience;
	const github = openGitHub({ token, repository, apiUrl, exchangeMs, ...(pace ? { pace } : {}) });
	return updateIssues(github, settings, { dryRun, patience, now: new Date() });
}
