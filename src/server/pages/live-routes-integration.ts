import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import type { Adapter } from "#config/environment.ts";

/** Address → file below `src/pages/_live/`, whose name keeps it out of the pages that are built in every home. */
const LIVE_ROUTES: Readonly<Record<string, string>> = {
	"/api/v1/public/audit": "api/v1/public/audit.ts",
	"/api/v1/public/brief": "api/v1/public/brief.ts",
	"/api/v1/public/simulate-lift": "api/v1/public/simulate-lift.ts",
	"/api/v1/public/compare": "api/v1/public/compare.ts",
	"/api/v1/public/wall": "api/v1/public/wall.ts",
	"/api/v1/public/tools": "api/v1/public/tools.ts",
	"/.well-known/webmcp.json": "api/v1/public/tools.ts",
	"/api/health": "api/health.ts",
	"/api/[...path]": "api/unknown.ts",
	"/openapi.json": "openapi.json.ts",
	"/metrics": "metrics.ts",
	"/oembed": "oembed.ts",
	"/brief/[...path]": "brief.astro",
	"/share/[...path]": "share.astro",
	"/receipts/[...path]": "receipts.astro",
};

export interface LiveRoutesOptions {
	readonly adapter: Adapter;
	/** Address of a live API elsewhere, where there is one. */
	readonly apiUrl: string | undefined;
	/** Where the site is built to live, without a trailing slash. */
	readonly baseUrl: string;
}

/**
 * Adds what needs a server: the live API and the pages of live audits. A site of files alone gets none of it, but for the
 * page about the API where one lives elsewhere. Beside Astro's own entry the server bundle holds `start.mjs`, which
 * listens, and the page parser's worker, which is loaded by its address; both share the bundle's modules.
 */
export function liveRoutesIntegration({ adapter, apiUrl, baseUrl }: LiveRoutesOptions): AstroIntegration {
	const isServed = adapter !== "none";
	return {
		name: "sightline-live-routes",
		hooks: {
			"astro:config:setup": ({ injectRoute, addMiddleware, updateConfig }) => {
				const route = (pattern: string, file: string, prerender: boolean) =>
					injectRoute({ pattern, entrypoint: pathOf(`../../pages/_live/${file}`), prerender });
				if (isServed || apiUrl !== undefined) route("/api", "api-page.astro", true);
				if (!isServed) return;
				for (const [pattern, file] of Object.entries(LIVE_ROUTES)) route(pattern, file, false);
				addMiddleware({ entrypoint: pathOf("../../pages/_live/no-islands.ts"), order: "pre" });
				updateConfig({
					image: { endpoint: { route: "/_image", entrypoint: pathOf("../../pages/_live/no-images.ts") } },
					vite: {
						plugins: [serverEntries(adapter)],
						define: {
							"import.meta.env.SIGHTLINE_ADAPTER": JSON.stringify(adapter),
							"import.meta.env.SIGHTLINE_BUILT_FOR": JSON.stringify(baseUrl),
						},
					},
				});
			},
		},
	};
}

function serverEntries(adapter: Adapter) {
	return {
		name: "sightline-server-entries",
		apply: "build" as const,
		applyToEnvironment: ({ name }: { readonly name: string }) => name === "ssr",
		buildStart(this: EmitsChunks) {
			const worker = pathOf("../../evidence/html/page-worker.ts");
			// The parser looks for it beside the chunk that it is in itself.
			this.emitFile({ type: "chunk", id: worker, fileName: "chunks/page-worker.js" });
			const start = pathOf("./start-server.ts");
			if (adapter === "node") this.emitFile({ type: "chunk", id: start, fileName: "start.mjs" });
		},
	};
}

interface EmitsChunks {
	emitFile(file: { readonly type: "chunk"; readonly id: string; readonly fileName: string }): unknown;
}

function pathOf(relative: string): string {
	return fileURLToPath(new URL(relative, import.meta.url));
}
