import type { Settings } from "#config/environment.ts";
import { isFailure } from "#core/failure.ts";
import type { Look, PublishedPlace } from "#receipts/seal/live-checkpoint.ts";
import { type Checkout, findCheckout } from "./git/checkout.ts";
import { filesOf, openBlobs } from "./git/commits.ts";
import type { Git } from "./git/git.ts";
import { fetchBranch } from "./git/push.ts";
import { openReports } from "./git/reports-git.ts";
import { PATIENCE } from "./patience.ts";

/** Whoever seals waits for this, so it is less than what a publisher waits. */
const ANSWER_MS = 60_000;
/** Nor does a seal wait until GitHub's limits let it go on. */
const UNWILLING = { throttle: { onRateLimit: () => false, onSecondaryRateLimit: () => false }, retry: { retries: 1 } };

const ADVICE = "Run sightline publish: it brings the published reports here, seals what is new, and publishes it.";
const LOG = "log/checkpoint";

/** Where `sightline publish` would publish the reports, where no branch is named for it: nowhere where it would refuse. */
export async function publishedPlaces(settings: Settings, environment: NodeJS.ProcessEnv): Promise<PublishedPlace[]> {
	const git = openReports(settings, environment);
	try {
		const checkout = await findCheckout(git, settings.reports);
		if (checkout) return [gitPlace(git, checkout)];
	} catch (error) {
		if (!isFailure(error)) throw error;
		// A detached head, or a folder of somebody else's: what is published can only be looked at once that is put right.
		return [
			{ name: "the branch that it is published to", todo: ADVICE, look: async () => ({ unseen: error.message }) },
		];
	}
	const { token, repository, apiUrl } = settings.github;
	if (token === undefined || repository === undefined) return [];
	return [apiPlace({ token, repository, apiUrl })];
}

/** Offline is no reason not to seal: the push comes later, and is never forced. */
function gitPlace(git: Git, checkout: Checkout): PublishedPlace {
	const { branch, address, prefix } = checkout;
	const look = async (): Promise<Look> => {
		const { commit, why } = await fetchBranch(git, checkout, { ...PATIENCE, exchangeMs: ANSWER_MS });
		if (why !== undefined) return { unseen: why };
		const file = (await filesOf(git, commit)).get(prefix + LOG);
		return { text: file && (await openBlobs(git).read(file.id)).toString() };
	};
	return { name: `${branch} of ${address}`, todo: ADVICE, look: () => look().catch(unseen) };
}

interface Repository {
	readonly token: string;
	/** `owner/name` */
	readonly repository: string;
	readonly apiUrl: string;
}

/** The repository's default branch, which a folder without a checkout is published to. GitHub's client is loaded only here. */
function apiPlace({ token, repository, apiUrl }: Repository): PublishedPlace {
	const look = async (): Promise<Look> => {
		const [{ openGitHub }, { defaultBranch, readFileOf, readHead }, { PREFIX }] = await Promise.all([
			import("./github/client.ts"),
			import("./github/repository.ts"),
			import("./github/publish-folder.ts"),
		]);
		const github = openGitHub({ token, repository, apiUrl, exchangeMs: ANSWER_MS, pace: UNWILLING });
		const head = await readHead(github, await defaultBranch(github));
		return { text: (await readFileOf(github, head, PREFIX + LOG))?.toString() };
	};
	return { name: repository, todo: ADVICE, look: () => look().catch(unseen) };
}

function unseen(error: unknown): Look {
	if (!isFailure(error)) throw error;
	return { unseen: error.message };
}
