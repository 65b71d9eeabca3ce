/** Vitest's global setup: builds requested sites and the proofs' log once per run. */

import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { availableParallelism } from "node:os";
import { text } from "node:stream/consumers";
import PQueue from "p-queue";
import type { TestProject } from "vitest/node";
import type { ProofSite } from "./proof-site.testkit.ts";
import { buildInPlace, SERVER_SITE, type SiteBuild } from "./site-build.testkit.ts";

declare module "vitest" {
	export interface ProvidedContext {
		/** Takes a `BuildRequest` and answers with the build of it, or a base URL and answers with a `ProofSite`. */
		sharedBuilds: string;
	}
}

/** Equal requests share a build. */
export interface BuildRequest {
	readonly environment: Readonly<Record<string, string>>;
	/** Pattern of the address → path in the repository, to build instead of all pages. */
	readonly routes?: Readonly<Record<string, string>> | undefined;
	/** Path in the repository of a module that is loaded before Astro. */
	readonly preload?: string | undefined;
	/** Distinguishes builds that must not be shared. */
	readonly copy?: number | undefined;
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const queue = new PQueue({ concurrency: availableParallelism() });
	const made = new Map<string, Promise<SiteBuild | ProofSite>>();
	const places: string[] = [];
	const build = ({ environment, ...how }: BuildRequest, gently = false) =>
		queue.add(() => buildInPlace({ ...environment }, { ...how, gently }, (place) => places.push(place)));
	const proofSite = async (baseUrl: string) => {
		const { makeProofSite } = await import("./proof-site.testkit.ts");
		const site = await makeProofSite(baseUrl);
		places.push(site.root);
		return site;
	};
	const server = createServer(async (request, response) => {
		try {
			const asked = await text(request);
			const value = JSON.parse(asked) as BuildRequest | string;
			const making = made.get(asked) ?? (typeof value === "string" ? proofSite(value) : build(value));
			made.set(asked, making);
			response.end(JSON.stringify(await making));
		} catch (error) {
			response.writeHead(500).end(String(error));
		}
	});
	// Half of the files need it, so a full run builds it while others wait for sockets.
	if (process.env.SIGHTLINE_TEST_WHOLE) {
		const ahead = build({ environment: SERVER_SITE }, true);
		// Requests get the error.
		ahead.catch(() => {});
		made.set(JSON.stringify({ environment: SERVER_SITE } satisfies BuildRequest), ahead);
	}
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	project.provide("sharedBuilds", `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
	return async () => {
		server.close();
		server.closeAllConnections();
		queue.clear();
		await queue.onIdle();
		await Promise.all(places.map((place) => rm(place, { recursive: true, force: true })));
	};
}
