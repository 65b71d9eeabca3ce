/** Sites built for tests; equal ones are built once per run and removed at its end. Never shipped. */

import { Agent, fetch } from "undici";
import { inject } from "vitest";
import type { ProofSite } from "./proof-site.testkit.ts";
import type { BuildRequest } from "./shared-builds.testkit.ts";
import { SERVER_SITE, type SiteBuild } from "./site-build.testkit.ts";

export type BuiltSite = Pick<SiteBuild, "outDir" | "seconds">;

/** No timeouts, because a build of 10,000 pages takes long. */
const patient = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

export async function buildSite(
	environment: Readonly<Record<string, string>>,
	options: Omit<BuildRequest, "environment"> = {},
): Promise<BuiltSite> {
	return (await askRun({ environment, ...options })) as BuiltSite;
}

/** The shared sealed log for tests of proofs; read-only. */
export async function sharedProofSite(baseUrl: string): Promise<ProofSite> {
	return (await askRun(baseUrl)) as ProofSite;
}

async function askRun(what: BuildRequest | string): Promise<unknown> {
	const body = JSON.stringify(what);
	const response = await fetch(inject("sharedBuilds"), { method: "POST", body, dispatcher: patient });
	if (!response.ok) throw new Error(await response.text());
	return response.json();
}

/** `routes` of `buildSite` for some pages of the site alone, by their paths in `src/pages`. */
export function onlyPages(...files: readonly string[]): Readonly<Record<string, string>> {
	const addressOf = (file: string) => `/${file.replace(/\.\w+$/, "").replace(/(^|\/)index$/, "")}`;
	return Object.fromEntries(files.map((file) => [addressOf(file), `src/pages/${file}`]));
}

/** The site of the samples with its live API, under a path, for a server of its own. */
export function buildServer(): Promise<BuiltSite> {
	return buildSite(SERVER_SITE);
}
