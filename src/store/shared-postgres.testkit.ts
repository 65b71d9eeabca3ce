/** Vitest's global setup: one Postgres server for all tests of a run, started when the first of them asks for a database. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { startPostgres, type TestPostgres } from "./postgres.testkit.ts";

declare module "vitest" {
	export interface ProvidedContext {
		/** Answers each request with the address of a new database. */
		sharedPostgres: string;
	}
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	let postgres: Promise<TestPostgres> | undefined;
	const server = createServer(async (_request, response) => {
		try {
			postgres ??= startPostgres();
			response.end(await (await postgres).fresh());
		} catch (error) {
			response.writeHead(500).end(String(error));
		}
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	project.provide("sharedPostgres", `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
	return async () => {
		server.close();
		server.closeAllConnections();
		await (await postgres)?.end();
	};
}
