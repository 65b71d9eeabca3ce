import { readdirSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { AstroIntegration } from "astro";
import { passthroughImageService } from "astro/config";
import { type Adapter, readEnvironment, type Settings } from "#config/environment.ts";
import { reportFailure } from "#config/exit-code.ts";
import { requireFolder } from "#config/named-file.ts";
import type { AgencyBrand } from "#core/agency/agency.ts";
import { PACKAGE } from "#core/brand.ts";
import { Failure } from "#core/failure.ts";
import { readAgencyFiles } from "#receipts/agencies/agency-files.ts";
import { ifThere } from "#receipts/store/if-there.ts";
import { readPublishedWatchlist } from "#receipts/store/published-watchlist.ts";
import { compressedFilesIntegration } from "#server/listener/site-files.ts";
import { liveRoutesIntegration } from "#server/pages/live-routes-integration.ts";
import { createSiteLinks, type SiteLinks } from "#site/page/site-links.ts";
import { keptPagesIntegration, type PagesOfBuild, sitemapFacts } from "#site/publication/kept-pages-integration.ts";
import { logFilesIntegration } from "#site/publication/log-files-integration.ts";
import { twinFilesIntegration } from "#site/publication/twin-files.ts";
import { packedCommandLineIntegration } from "./packed-command-line.ts";
import { importsOf, OF_A_SERVER } from "./server-packages.ts";
import { lastBuild, mayEndEarly } from "./unchanged-build.ts";

/** The published package is JavaScript without the server's source, so it builds only static sites. */
const IS_PUBLISHED = !import.meta.url.endsWith(".ts");

const USUAL_ADAPTER: Adapter = IS_PUBLISHED ? "none" : "node";

process.env.ASTRO_TELEMETRY_DISABLED ??= "1";
// Pages also read the environment.
process.env.SIGHTLINE_ADAPTER ||= USUAL_ADAPTER;

/** The site as an Astro integration, configured by the environment (docs/operating.md). */
export default function sightline(): AstroIntegration {
	return {
		name: PACKAGE,
		hooks: {
			"astro:config:setup": async ({ command, config, injectRoute, updateConfig, logger }) => {
				const { settings, agency } = await readSettings();
				const links = createSiteLinks(settings.baseUrl);
				for (const fault of (await readPublishedWatchlist(settings.reports)).faults) logger.warn(fault);
				const last = command === "build" ? lastBuild(config, settings) : undefined;
				if (mayEndEarly(process.argv) && last?.isCurrent()) {
					logger.info("Nothing has changed: the site is as the last build left it.");
					process.exit(0);
				}
				for (const route of [...siteRoutes(config.publicDir), ...discoveryRoutes(settings)]) injectRoute(route);
				updateConfig(await astroSettings(settings, agency, links));
				// Reads what all the others have written.
				if (last) updateConfig({ integrations: [last.integration] });
			},
		},
	};
}

/** Prints wrong settings, which the operator must fix, without Astro's stack trace. */
async function readSettings(): Promise<{ settings: Settings; agency: AgencyBrand | undefined }> {
	try {
		const read = readEnvironment(process.env);
		// Without the setting, builds a site without audits.
		if (process.env.SIGHTLINE_REPORTS) await requireFolder(read.reports, "SIGHTLINE_REPORTS");
		requireBuildable(read.adapter);
		const { reports, agency } = read;
		return { settings: read, agency: agency === undefined ? undefined : await requireAgency(reports, agency) };
	} catch (error) {
		process.exit(reportFailure(error, process.stderr));
	}
}

async function requireAgency(reports: string, slug: string): Promise<AgencyBrand> {
	const agency = (await readAgencyFiles(join(reports, "agencies"))).brands.get(slug);
	if (agency) return agency;
	throw new Failure("input-invalid", {
		what: `SIGHTLINE_AGENCY is ${slug}.`,
		why: `There is no ${join(reports, "agencies", `${slug}.json`)}.`,
		todo: "Name an agency that has a file there, or unset it.",
	});
}

async function astroSettings(settings: Settings, agency: AgencyBrand | undefined, links: SiteLinks) {
	const adapter = await loadAdapter(settings.adapter);
	// Omit settings that no page shows or that differ between builds.
	const { browserPath: _, github: _github, log: _log, host: _host, port: _port, ...shown } = settings;
	const kept = keptPagesIntegration(join(settings.data, "pages"), { ...shown, agency });
	return {
		site: links.origin,
		base: links.home,
		cacheDir: pathToFileURL(join(settings.data, "astro/")),
		output: "static" as const,
		// Page URLs end in a slash, API URLs do not.
		trailingSlash: "ignore" as const,
		// Our own code checks origins before it reads cookies; Astro's check would refuse form posts of programs.
		security: { checkOrigin: false },
		session: false as const,
		// Images are never resized, neither in a build nor by a server.
		image: { service: passthroughImageService() },
		devToolbar: { enabled: false },
		compressHTML: true,
		// The CSP allows no inline styles and scripts.
		build: { inlineStylesheets: "never" as const },
		vite: {
			build: {
				assetsInlineLimit: 0,
				// Files that pages load import these packages for commands that no page runs.
				...(IS_PUBLISHED && { rolldownOptions: { external: importsOf(OF_A_SERVER) } }),
			},
			define: { __INSTALLATION_AGENCY__: JSON.stringify(agency ?? null) },
			// The package's pages are source code, like a project's own.
			ssr: { noExternal: [PACKAGE] },
		},
		markdown: { syntaxHighlight: false as const },
		...(adapter ? { adapter } : {}),
		integrations: [
			// Astro reads the adapter's hooks after this.
			...(adapter ? [adapter] : []),
			liveRoutesIntegration(settings),
			kept,
			logFilesIntegration({ directory: join(settings.reports, "log"), links }),
			twinFilesIntegration(links),
			packedCommandLineIntegration(settings, IS_PUBLISHED),
			await sitemapIntegration(links, kept),
			// Other hosts compress by themselves. Last, because it reads files that the others write.
			...(settings.adapter === "node" ? [compressedFilesIntegration()] : []),
		],
	};
}

/** Sorts the input, because the library creates a collator per comparison. */
const SITEMAP_ORDER = new Intl.Collator("en", { numeric: true });

async function sitemapIntegration(links: SiteLinks, built: PagesOfBuild): Promise<AstroIntegration> {
	const { default: sitemap } = await import("@astrojs/sitemap");
	/** Pages for search engines: path → time of their content. */
	const listed = new Map<string, string | undefined>();
	const made = sitemap({
		serialize(item) {
			const { pathname } = new URL(item.url);
			// Pages for signed-in people are rendered per request and not indexed.
			if (!listed.has(pathname)) return undefined;
			const lastmod = listed.get(pathname);
			return lastmod === undefined ? item : { ...item, lastmod };
		},
	});
	const write: AstroIntegration["hooks"]["astro:build:done"] = async (options) => {
		const pages: { pathname: string }[] = [];
		for (const page of built.all(options.pages)) {
			const path = `${page.pathname}index.html`;
			const facts = built.factsOf(path) ?? (await readFacts(new URL(path, options.dir)));
			if (!facts?.listed) continue;
			listed.set(new URL(page.pathname, `${links.origin}${links.home}`).pathname, facts.lastmod);
			pages.push(page);
		}
		pages.sort((a, b) => SITEMAP_ORDER.compare(a.pathname, b.pathname));
		await made.hooks["astro:build:done"]?.({ ...options, pages });
	};
	return { ...made, hooks: { ...made.hooks, "astro:build:done": write } };
}

async function readFacts(page: URL) {
	const bytes = await ifThere(readFile(page));
	return bytes && sitemapFacts(bytes);
}

/** Files and folders with an underscore are not routes. */
const PAGES = fileURLToPath(new URL(".", import.meta.resolve("#pages/index.astro")));
const PAGE = /^(?!.*(?:^|[\\/])_).+\.(?:astro|ts)$/;
const TEST = /\.(?:test|testkit)\.ts$/;

/** A file in the project's public folder, such as `favicon.svg`, overrides ours. */
function siteRoutes(publicDir: URL): SiteRoute[] {
	return readdirSync(PAGES, { recursive: true, encoding: "utf8" })
		.filter((path) => PAGE.test(path) && !TEST.test(path))
		.sort()
		.map((path) => ({ pattern: patternOf(path), entrypoint: join(PAGES, path) }))
		.filter(({ pattern }) => !statSync(new URL(`.${pattern}`, publicDir), { throwIfNoEntry: false })?.isFile());
}

/** `wall/index.json.ts` → `/wall/index.json`, `wall/[...view].astro` → `/wall/[...view]`. */
function patternOf(path: string): string {
	const address = path.replaceAll("\\", "/").replace(/\.(?:astro|ts)$/, "");
	return `/${address.replace(/(^|\/)index$/, "")}`;
}

/** @throws Failure `input-invalid` for a server, of which the package has no source */
function requireBuildable(adapter: Adapter): void {
	if (!IS_PUBLISHED || adapter === "none") return;
	throw new Failure("input-invalid", {
		what: `SIGHTLINE_ADAPTER is ${adapter}.`,
		why: "The package builds a site of files: a server is built from a checkout of Sightline.",
		todo: "Unset it, or set it to none; SIGHTLINE_API_URL links a live API that runs elsewhere.",
	});
}

async function loadAdapter(adapter: Adapter): Promise<AstroIntegration | undefined> {
	if (adapter === "none") return undefined;
	if (adapter === "vercel") return (await import("@astrojs/vercel")).default();
	return (await import("@astrojs/node")).default({ mode: "middleware" });
}

/** Below /.well-known/: skills everywhere; other documents only in a static site, because a server has routes. */
function discoveryRoutes({ adapter }: Pick<Settings, "adapter">): SiteRoute[] {
	return [route("agent-skills/[...path]", "skills"), ...(adapter === "none" ? [route("[document]", "documents")] : [])];
}

function route(name: string, file: string): SiteRoute {
	return {
		pattern: `/.well-known/${name}`,
		entrypoint: fileURLToPath(import.meta.resolve(`#pages/_discovery/${file}.ts`)),
	};
}

/** As Astro's `injectRoute` takes it; `entrypoint` is a path on this machine. */
interface SiteRoute {
	readonly pattern: string;
	readonly entrypoint: string;
}
