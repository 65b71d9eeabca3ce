/** Vitest's global setup: builds the sites that tests ask for, each once in a run, a few at a time. */

import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { availableParallelism } from "node:os";
import { text } from "node:stream/consumers";
import PQueue from "p-queue";
import type { TestProject } from "vitest/node";
import { buildInPlace, type SiteBuild } from "./site-build.testkit.ts";

declare module "vitest" {
	export interface ProvidedContext {
		/** Takes a `BuildRequest` and answers with the build of it. */
		sharedBuilds: string;
	}
}

/** What makes a build; two requests that are equal share one. */
export interface BuildRequest {
	readonly environment: Readonly<Record<string, string>>;
	/** Pattern of the address → path in the repository, to build instead of all pages. */
	readonly routes?: Readonly<Record<string, string>> | undefined;
	/** For another build of the same. */
	readonly copy?: number | undefined;
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const queue = new PQueue({ concurrency: availableParallelism() });
	const builds = new Map<string, Promise<SiteBuild>>();
	const places: string[] = [];
	const build = ({ environment, routes }: BuildRequest) =>
		queue.add(() => buildInPlace({ ...environment }, routes, (place) => places.push(place)));
	const server = createServer(async (request, response) => {
		try {
			const asked = await text(request);
			const building = builds.get(asked) ?? build(JSON.parse(asked) as BuildRequest);
			builds.set(asked, building);
			response.end(JSON.stringify(await building));
		} catch (error) {
			response.writeHead(500).end(String(error));
		}
	});
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
