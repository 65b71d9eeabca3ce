import { readdirSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { AstroIntegration } from "astro";
import { passthroughImageService } from "astro/config";
import { type Adapter, readEnvironment, type Settings } from "#config/environment.ts";
import { reportFailure } from "#config/exit-code.ts";
import { requireFolder } from "#config/named-file.ts";
import { PACKAGE } from "#core/brand.ts";
import { Failure } from "#core/failure.ts";
import { ifThere } from "#receipts/store/if-there.ts";
import { readPublishedWatchlist } from "#receipts/store/published-watchlist.ts";
import { compressedFilesIntegration } from "#server/listener/compressed-files.ts";
import { liveRoutesIntegration } from "#server/pages/live-routes-integration.ts";
import { createSiteLinks, type SiteLinks } from "#site/page/site-links.ts";
import { sitemapFacts } from "#site/page/sitemap-facts.ts";
import { keptPagesIntegration, type PagesOfBuild } from "#site/publication/kept-pages-integration.ts";
import { logFilesIntegration } from "#site/publication/log-files-integration.ts";
import { twinFilesIntegration } from "#site/publication/twin-files-integration.ts";

/** Whether this is the published package: what Node loads of it is JavaScript, and it has no source of the server. */
const IS_PUBLISHED = !import.meta.url.endsWith(".ts");

/** Where the site lives when nobody says: what a checkout builds has a server, what the package builds is files. */
const USUAL_ADAPTER: Adapter = IS_PUBLISHED ? "none" : "node";

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
				for (const route of [...siteRoutes(config.publicDir), ...discoveryRoutes(settings)]) injectRoute(route);
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
		requireBuildable(read.adapter);
		return read;
	} catch (error) {
		process.exit(reportFailure(error, process.stderr));
	}
}

async function astroSettings(settings: Settings, links: SiteLinks) {
	const adapter = await loadAdapter(settings.adapter);
	// What no page shows, and what differs from one build to the next.
	const { browserPath: _, github: _github, log: _log, host: _host, port: _port, ...shown } = settings;
	const kept = keptPagesIntegration(join(settings.data, "pages"), shown);
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
		},
		markdown: { syntaxHighlight: false as const },
		...(adapter ? { adapter } : {}),
		integrations: [
			// Whose hooks Astro has not looked for at this point.
			...(adapter ? [adapter] : []),
			liveRoutesIntegration(settings),
			kept,
			logFilesIntegration({ directory: join(settings.reports, "log"), links }),
			twinFilesIntegration(links),
			await sitemapIntegration(links, kept),
			// Other homes compress what they serve; last, since it reads what the others have written.
			...(settings.adapter === "node" ? [compressedFilesIntegration()] : []),
		],
	};
}

/** The library's own, which makes a collator for each comparison: what is in order already takes it fewest. */
const SITEMAP_ORDER = new Intl.Collator("en", { numeric: true });

/** The sitemap as the heads of the built pages give it. */
async function sitemapIntegration(links: SiteLinks, built: PagesOfBuild): Promise<AstroIntegration> {
	const { default: sitemap } = await import("@astrojs/sitemap");
	/** Pages for search engines by the paths of their addresses, with the time of their content where they say it. */
	const listed = new Map<string, string | undefined>();
	const made = sitemap({
		serialize(item) {
			const { pathname } = new URL(item.url);
			// Pages for people are rendered for each request; no search engine knows them.
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

/** The folder of the pages, which is also their addresses; files and folders with an underscore are parts of pages. */
const PAGES = fileURLToPath(new URL(".", import.meta.resolve("#pages/index.astro")));
const PAGE = /^(?!.*(?:^|[\\/])_).+\.(?:astro|ts)$/;
const TEST = /\.(?:test|testkit)\.ts$/;

/**
 * Every page and file of the site. A file that the project itself has in its public folder, such as its own
 * `favicon.svg`, stands in place of ours.
 */
function siteRoutes(publicDir: URL): SiteRoute[] {
	return readdirSync(PAGES, { recursive: true, encoding: "utf8" })
		.filter((path) => PAGE.test(path) && !TEST.test(path))
		.sort()
		.map((path) => ({ pattern: patternOf(path), entrypoint: join(PAGES, path) }))
		.filter(({ pattern }) => !statSync(new URL(`.${pattern}`, publicDir), { throwIfNoEntry: false })?.isFile());
}

/** `wall/index.json.ts` answers at `/wall/index.json`, `wall/[...view].astro` at `/wall/[...view]`. */
function patternOf(path: string): string {
	const address = path.replaceAll("\\", "/").replace(/\.(?:astro|ts)$/, "");
	return `/${address.replace(/(^|\/)index$/, "")}`;
}

/** @throws Failure `input-invalid`: the package has no source of a server */
function requireBuildable(adapter: Adapter): void {
	if (!IS_PUBLISHED || adapter === "none") return;
	throw new Failure("input-invalid", {
		what: `SIGHTLINE_ADAPTER is ${adapter}.`,
		why: "The package builds a site of files: a server is built from a checkout of Sightline.",
		todo: "Unset it, or set it to none; SIGHTLINE_API_URL links a live API that runs elsewhere.",
	});
}

/** Astro's adapter for the place where the site will live; undefined for a site of files alone. */
async function loadAdapter(adapter: Adapter): Promise<AstroIntegration | undefined> {
	if (adapter === "none") return undefined;
	if (adapter === "vercel") return (await import("@astrojs/vercel")).default();
	return (await import("@astrojs/node")).default({ mode: "middleware" });
}

/**
 * Files below /.well-known/ that a build writes. Skills stand in every home; what else a server says of itself it answers itself, and a
 * site of files has where it is true.
 */
function discoveryRoutes({ adapter }: Pick<Settings, "adapter">): SiteRoute[] {
	return [route("agent-skills/[...path]", "skills"), ...(adapter === "none" ? [route("[document]", "documents")] : [])];
}

function route(name: string, file: string): SiteRoute {
	return {
		pattern: `/.well-known/${name}`,
		entrypoint: fileURLToPath(import.meta.resolve(`#pages/_discovery/${file}.ts`)),
	};
}

/** A route as Astro's `injectRoute` takes it; the entrypoint is a path on this machine. */
interface SiteRoute {
	readonly pattern: string;
	readonly entrypoint: string;
}
