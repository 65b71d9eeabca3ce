import { withoutSecrets } from "#config/child-environment.ts";
import type { Settings } from "#config/environment.ts";
import { findCheckout } from "./checkout.ts";
import { type Git, openGit } from "./git.ts";

/** Git in the folder of the reports, whether they lie in a checkout or not. */
export function openReports({ reports, github: { token, apiUrl } }: Settings, environment: NodeJS.ProcessEnv): Git {
	return openGit({ folder: reports, environment: withoutSecrets(environment), token, server: serverOf(apiUrl) });
}

/** Where git finds what the API speaks of: `https://github.com/`, or the host of an installation of its own. */
function serverOf(apiUrl: string): string {
	const { protocol, host } = new URL(apiUrl);
	return `${protocol}//${host.replace(/^api\./, "")}/`;
}

/** Whether there is anywhere to publish to. Nothing is asked of the network. */
export async function hasDestination(settings: Settings, environment: NodeJS.ProcessEnv): Promise<boolean> {
	const { token, repository } = settings.github;
	if (token !== undefined && repository !== undefined) return true;
	return (await findCheckout(openReports(settings, environment), settings.reports)) !== undefined;
}
