/** Sites built for tests; equal ones are built once in a run, and removed when it ends. Never shipped. */

import { Agent, fetch } from "undici";
import { inject } from "vitest";
import { inRepository } from "./process.testkit.ts";
import type { BuildRequest } from "./shared-builds.testkit.ts";
import type { SiteBuild } from "./site-build.testkit.ts";

export type BuiltSite = Pick<SiteBuild, "outDir" | "seconds">;

/** A build of ten thousand pages takes longer than an answer usually may. */
const patient = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

export async function buildSite(
	environment: Readonly<Record<string, string>>,
	options: Omit<BuildRequest, "environment"> = {},
): Promise<BuiltSite> {
	const body = JSON.stringify({ environment, ...options } satisfies BuildRequest);
	const response = await fetch(inject("sharedBuilds"), { method: "POST", body, dispatcher: patient });
	if (!response.ok) throw new Error(await response.text());
	return (await response.json()) as BuiltSite;
}

/** Path under which the shared server's site lives. */
export const SERVER_PREFIX = "/audits";
export const SERVER_BASE_URL = `https://audit.example.org${SERVER_PREFIX}`;

/** The site of the samples with its live API, under a path, for a server of its own. */
export function buildServer(): Promise<BuiltSite> {
	return buildSite({
		SIGHTLINE_REPORTS: inRepository("samples"),
		SIGHTLINE_ADAPTER: "node",
		SIGHTLINE_BASE_URL: SERVER_BASE_URL,
	});
}
