import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import type { Adapter, Settings } from "#config/environment.ts";
import { API_ROUTES } from "../api/endpoints.ts";
import { OWN_EXPORTS, PEOPLE_ROUTES, REFUSED_ROUTE } from "./people-routes.ts";

/** Files of `_live/files.ts`, apart from account exports. */
const LIVE_FILES = [
	"/metrics",
	"/agency/[...path]",
	"/agency/portal/preview.css",
	"/account/export.json",
	"/dashboard/[domain]/logs",
];

const LIVE_PAGES = ["brief", "share", "receipts"];

const STATIC_PAGES = [
	...PEOPLE_ROUTES.filter(({ isListed }) => isListed),
	// Shows an email address; the server's version of the page has a form.
	{ pattern: "/contact", file: "contact/_static.astro" },
];

/** Pages about the agency portal, which needs a server. */
const AGENCY_PAGES = [
	{ pattern: "/agencies", file: "agencies/_agencies.astro" },
	{ pattern: "/agencies/sample", file: "agencies/_sample.astro" },
];

type LiveRoutesOptions = Readonly<Pick<Settings, "adapter" | "apiUrl" | "baseUrl" | "reports" | "staticSites">>;

const API_PAGES = [
	{ pattern: "/api", file: "_ApiPage.astro" },
	{ pattern: "/api/[operation]", file: "_ApiEndpointPage.astro" },
	{ pattern: "/tools", file: "_ToolsPage.astro" },
];

const LIVE_ROUTES = [
	...[...API_ROUTES, "/api/auth/[...path]"].map((pattern) => ({ pattern, file: "_live/api.ts" })),
	...[...LIVE_FILES, ...OWN_EXPORTS].map((pattern) => ({ pattern, file: "_live/files.ts" })),
	...LIVE_PAGES.map((page) => ({ pattern: `/${page}/[...path]`, file: `${page}/_live.astro` })),
	...PEOPLE_ROUTES,
	REFUSED_ROUTE,
].map((page) => ({ ...page, prerender: false }));

/** Adds `start.mjs`, which listens, and the page parser's worker, which is loaded by URL; both share the bundle. */
export function liveRoutesIntegration(options: LiveRoutesOptions): AstroIntegration {
	const { adapter, apiUrl, baseUrl, reports, staticSites } = options;
	const isServed = adapter !== "none";
	return {
		name: "sightline-live-routes",
		hooks: {
			"astro:config:setup": ({ injectRoute, addMiddleware, updateConfig }) => {
				const routes = [
					...(isServed || apiUrl !== undefined ? API_PAGES : []),
					...(isServed ? AGENCY_PAGES : STATIC_PAGES),
				].map((page) => ({ ...page, prerender: true }));
				for (const { pattern, file, prerender } of [...routes, ...(isServed ? LIVE_ROUTES : [])])
					injectRoute({ pattern, entrypoint: fileOf(`#pages/${file}`), prerender });
				if (!isServed) return;
				for (const middleware of ["unused-routes.ts", "kept-pages.ts", "people-pages.ts"])
					addMiddleware({ entrypoint: fileOf(`#pages/_live/${middleware}`), order: "pre" });
				updateConfig({
					image: { endpoint: { route: "/_image", entrypoint: fileOf("#pages/_live/unused-routes.ts") } },
					vite: {
						plugins: [serverEntries(adapter), embeddedEntries(reports, staticSites), sampleReceipt()],
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
			const worker = fileOf("#audit/thread-worker.ts");
			// The pool expects it beside its own chunk.
			this.emitFile({ type: "chunk", id: worker, fileName: "chunks/thread-worker.js" });
			const start = fileOf("#server/pages/start-server.ts");
			if (adapter === "node") this.emitFile({ type: "chunk", id: start, fileName: "start.mjs" });
		},
	};
}

/** Bundles published data, so that a server needs no reports directory. */
function embeddedEntries(reports: string, staticSites: number | undefined) {
	return madeModule("embedded", async () => {
		const { readEmbeddedEntries } = await import("#site/publication/embedded-entries.ts");
		return readEmbeddedEntries(reports, staticSites);
	});
}

/** Our sample site with planted faults. A server is built from a checkout, which contains it. */
const SAMPLE = "northgate-dental.example.com";

/** An audit for the pages about the agency portal. */
function sampleReceipt() {
	return madeModule("sample", async () => {
		const [{ createAuditor }, { readEnvironment }, { parseTarget }, { draftReceipt }] = await Promise.all([
			import("#audit/auditor.ts"),
			import("#config/environment.ts"),
			import("#core/target.ts"),
			import("#receipts/store/record-audit.ts"),
		]);
		const auditor = await createAuditor(readEnvironment(process.env), { load: "lone" });
		try {
			const folder = fileURLToPath(new URL(`../../../samples/sites/${SAMPLE}/`, import.meta.url));
			const { report, record } = await auditor.audit({ target: parseTarget(SAMPLE), folder, mode: "light" });
			return await draftReceipt(report, record);
		} finally {
			await auditor.close();
		}
	});
}

/** A virtual module whose default export is computed during the build. */
function madeModule(what: string, read: () => Promise<unknown>) {
	const name = `virtual:sightline-${what}`;
	const resolved = `\0${name}`;
	return {
		name: `sightline-${what}`,
		resolveId: (id: string) => (id === name ? resolved : undefined),
		async load(id: string) {
			if (id !== resolved) return undefined;
			// JSON.parse of a string is faster than an object literal.
			return `export default JSON.parse(${JSON.stringify(JSON.stringify(await read()))});`;
		},
	};
}

interface EmitsChunks {
	emitFile(file: { readonly type: "chunk"; readonly id: string; readonly fileName: string }): unknown;
}

/** Also works when this code runs from the package's bundle. */
function fileOf(specifier: string): string {
	return fileURLToPath(import.meta.resolve(specifier));
}
