import type { Settings } from "#config/environment.ts";
import { isFailure } from "#core/failure.ts";
import type { Look, PublishedPlace } from "#receipts/seal/live-checkpoint.ts";
import { PATIENCE } from "../patience.ts";
import { type Checkout, findCheckout } from "./checkout.ts";
import { filesOf, openBlobs } from "./commits.ts";
import type { Git } from "./git.ts";
import { fetchBranch } from "./push.ts";
import { openReports } from "./reports-git.ts";

/** The branch that the reports are published to from their checkout; none where there is no checkout with a remote. */
export async function gitPlaces(settings: Settings, environment: NodeJS.ProcessEnv): Promise<PublishedPlace[]> {
	const git = openReports(settings, environment);
	const checkout = await findCheckout(git, settings.reports).catch((error: unknown) => {
		// A detached head, or a folder of somebody else's: git has no say then, and publishing says why.
		if (isFailure(error)) return undefined;
		throw error;
	});
	if (!checkout) return [];
	return [
		{
			name: `${checkout.branch} of ${checkout.address}`,
			todo: "Run sightline publish: it brings the published reports here, seals what is new, and publishes it.",
			look: () => look(git, checkout),
		},
	];
}

/** Whoever seals waits for this, so it is less than what a publisher waits. */
const ANSWER_MS = 60_000;

/** Offline is no reason not to seal: the push comes later, and is never forced. */
async function look(git: Git, checkout: Checkout): Promise<Look> {
	try {
		const { commit, why } = await fetchBranch(git, checkout, { ...PATIENCE, exchangeMs: ANSWER_MS });
		if (why !== undefined) return { unseen: why };
		const file = (await filesOf(git, commit)).get(`${checkout.prefix}log/checkpoint`);
		return { text: file && (await openBlobs(git).read(file.id)).toString() };
	} catch (error) {
		if (!isFailure(error)) throw error;
		return { unseen: error.message };
	}
}
