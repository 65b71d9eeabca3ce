import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { AstroIntegration } from "astro";
import { passthroughImageService } from "astro/config";
import { readEnvironment, type Settings } from "#config/environment.ts";
import { reportFailure } from "#config/exit-code.ts";
import { requireFolder } from "#config/named-file.ts";
import { PACKAGE } from "#core/brand.ts";
import { readPublishedWatchlist } from "#receipts/store/published-watchlist.ts";
import { compressedFilesIntegration } from "#server/listener/compressed-files.ts";
import { liveRoutesIntegration } from "#server/pages/live-routes-integration.ts";
import { createSiteLinks, type SiteLinks } from "#site/page/site-links.ts";
import { sitemapFacts } from "#site/page/sitemap-facts.ts";
import { logFilesIntegration } from "#site/publication/log-files-integration.ts";
import { compiledModules, loadAdapter, requireSitePackages, USUAL_ADAPTER } from "./site-packages.ts";
import { siteRoutes } from "./site-routes.ts";

// A build tells nobody about itself.
process.env.ASTRO_TELEMETRY_DISABLED ??= "1";
// Pages ask the environment, too.
process.env.SIGHTLINE_ADAPTER ||= USUAL_ADAPTER;

/**
 * The site as an Astro integration: its pages, the log's files, the sitemap, and the settings of Astro that they need.
 * The environment says where it lives, what it shows and whether it has a server (docs/operating.md).
 */
export default function sightline(): AstroIntegration {
	return {
		name: PACKAGE,
		hooks: {
			"astro:config:setup": async ({ config, injectRoute, updateConfig, logger }) => {
				const settings = await readSettings();
				const links = createSiteLinks(settings.baseUrl);
				for (const fault of (await readPublishedWatchlist(settings.reports)).faults) logger.warn(fault);
				for (const route of siteRoutes(config.publicDir)) injectRoute(route);
				updateConfig(await astroSettings(settings, links));
			},
		},
	};
}

/** What is wrong with the settings is the operator's to mend, so it is said without Astro's stack. */
async function readSettings(): Promise<Settings> {
	try {
		const read = readEnvironment(process.env);
		// Where none is named, a site without audits is built.
		if (process.env.SIGHTLINE_REPORTS) await requireFolder(read.reports, "SIGHTLINE_REPORTS");
		requireSitePackages();
		return read;
	} catch (error) {
		process.exit(reportFailure(error, process.stderr));
	}
}

async function astroSettings(settings: Settings, links: SiteLinks) {
	const adapter = await loadAdapter(settings.adapter);
	return {
		site: links.origin,
		base: links.home,
		cacheDir: pathToFileURL(join(settings.data, "astro/")),
		output: "static" as const,
		// Pages end in a slash, the API's addresses do not.
		trailingSlash: "ignore" as const,
		// Nothing here reads a cookie; with it on, form posts of programs would be refused before they reach an endpoint.
		security: { checkOrigin: false },
		session: false as const,
		// Images are files here: nothing is resized, neither in a build nor by a server.
		image: { service: passthroughImageService() },
		devToolbar: { enabled: false },
		compressHTML: true,
		// The policy in the page's head allows style sheets from here and no inline style.
		build: { inlineStylesheets: "never" as const },
		vite: {
			// And scripts from here, none inline.
			build: { assetsInlineLimit: 0 },
			// Pages of the package are source, as a project's own are.
			ssr: { noExternal: [PACKAGE] },
			plugins: [compiledModules()],
		},
		markdown: { syntaxHighlight: false as const },
		...(adapter ? { adapter } : {}),
		integrations: [
			// Whose hooks Astro has not looked for at this point.
			...(adapter ? [adapter] : []),
			liveRoutesIntegration(settings),
			logFilesIntegration({ directory: join(settings.reports, "log"), links }),
			await sitemapIntegration(links),
			// Other homes compress what they serve; last, since it reads what the others have written.
			...(settings.adapter === "node" ? [compressedFilesIntegration()] : []),
		],
	};
}

/** The sitemap as the heads of the built pages give it. */
async function sitemapIntegration(links: SiteLinks): Promise<AstroIntegration> {
	const { default: sitemap } = await import("@astrojs/sitemap");
	/** Address of the built pages, known once the configuration is whole. */
	let outDir: URL;
	const made = sitemap({
		async serialize(item) {
			const path = `${new URL(item.url).pathname.slice(links.home.length)}index.html`;
			const { listed, lastmod } = sitemapFacts(await readFile(new URL(path, outDir), "utf8"));
			return listed ? { ...item, ...(lastmod ? { lastmod } : {}) } : undefined;
		},
	});
	const done: AstroIntegration["hooks"]["astro:config:done"] = async (options) => {
		outDir = options.config.adapter ? options.config.build.client : options.config.outDir;
		await made.hooks["astro:config:done"]?.(options);
	};
	return { ...made, hooks: { ...made.hooks, "astro:config:done": done } };
}
