/** Vitest's global setup: one Postgres server per test run, started lazily. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { openDatabase } from "./database.ts";
import { startPostgres, type TestPostgres } from "./postgres.testkit.ts";

declare module "vitest" {
	export interface ProvidedContext {
		/** Answers each request with the address of a new database: an empty one, of `migrated` one with our tables, of `copy` that of a database. */
		sharedPostgres: string;
	}
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	let postgres: Promise<TestPostgres> | undefined;
	let migrated: Promise<string> | undefined;
	const server = createServer(async ({ url }, response) => {
		try {
			postgres ??= startPostgres();
			const { fresh, copy } = await postgres;
			const [, how, of = ""] = (url ?? "").split("/");
			if (how === "") return void response.end(await fresh());
			migrated ??= fresh().then(migrate);
			response.end(await copy(how === "copy" ? decodeURIComponent(of) : await migrated));
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

/** Migrates once, because copying is much faster. */
async function migrate(url: string): Promise<string> {
	await (await openDatabase({ url, file: "" })).close();
	return url;
}
