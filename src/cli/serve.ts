import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { readEnvironment, type Settings } from "#config/environment.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { Failure } from "#core/failure.ts";
import { createPreview, listen, type PreviewedDocument, shownAddress } from "#server/listener/listen.ts";
import { API_CATALOG_TYPE, apiCatalog } from "#site/discovery/discovery.ts";
import { readContact } from "#site/installation.ts";
import type { Io } from "./arguments.ts";
import type { Given } from "./commands.ts";

/** The server reads the process's environment and keeps running. @throws Failure `input-invalid` without one */
export async function run({ options: { dist } }: Given<"serve">, { stderr }: Io): Promise<ExitCode> {
	const entry = resolve(dist, "server", "start.mjs");
	if (!existsSync(entry))
		throw new Failure("input-invalid", {
			what: `There is no built server in ${join(dist, "server")}/.`,
			why: "The site is not built yet, or it was built for another host (SIGHTLINE_ADAPTER).",
			todo: "Run npm run build first.",
		});
	try {
		await import(pathToFileURL(entry).href);
		return EXIT.fine;
	} catch (error) {
		const { reportStart } = await import("#server/listener/start-server.ts");
		return reportStart(error, stderr);
	}
}

export async function preview({ options: { dist } }: Given<"preview">, { stdout, env }: Io): Promise<ExitCode> {
	const settings = readEnvironment(env);
	// A server build separates pages from its program.
	const isForServer = existsSync(join(dist, "client", "index.html"));
	const pages = isForServer ? join(dist, "client") : dist;
	if (!existsSync(join(pages, "index.html")))
		throw new Failure("input-invalid", {
			what: `There is no built site in ${dist}/.`,
			todo: "Run npm run report first.",
		});
	const documents = isForServer ? await documentsOf(settings) : undefined;
	await listen(createPreview(pages, settings.baseUrl, documents), settings, "npm run preview");
	stdout.write(`The site: ${shownAddress(settings)} (stop with Ctrl+C)\n`);
	if (isForServer) stdout.write("For the API: npm start\n");
	return EXIT.fine;
}

/** By path below the site's home. Imports endpoints lazily: they take most of a second, and static files need none. */
async function documentsOf({ baseUrl, contact }: Settings): Promise<ReadonlyMap<string, PreviewedDocument>> {
	const [{ ENDPOINTS }, { createOpenApiResponse }] = await Promise.all([
		import("#server/api/endpoints.ts"),
		import("#server/openapi/build-openapi.ts"),
	]);
	const catalog = JSON.stringify(apiCatalog({ baseUrl, apiUrl: baseUrl, hasServer: true }));
	return new Map<string, PreviewedDocument>([
		["/openapi.json", createOpenApiResponse(ENDPOINTS, { baseUrl, contact: readContact(contact) })],
		["/.well-known/api-catalog", () => new Response(catalog, { headers: { "Content-Type": API_CATALOG_TYPE } })],
	]);
}
