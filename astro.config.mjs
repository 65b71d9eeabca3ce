import { readFile } from "node:fs/promises";
import { join } from "node:path";
import node from "@astrojs/node";
import sitemap from "@astrojs/sitemap";
import vercel from "@astrojs/vercel";
import { defineConfig, passthroughImageService } from "astro/config";
import { readEnvironment } from "./src/config/environment.ts";
import { reportFailure } from "./src/config/exit-code.ts";
import { requireFolder } from "./src/config/named-file.ts";
import { compressedFilesIntegration } from "./src/server/listener/compressed-files.ts";
import { liveRoutesIntegration } from "./src/server/pages/live-routes-integration.ts";
import { createSiteLinks } from "./src/site/page/site-links.ts";
import { sitemapFacts } from "./src/site/page/sitemap-facts.ts";
import { logFilesIntegration } from "./src/site/publication/log-files-integration.ts";

// A build tells nobody about itself.
process.env.ASTRO_TELEMETRY_DISABLED ??= "1";

const settings = await readSettings();
const links = createSiteLinks(settings.baseUrl);

const adapters = { node: () => node({ mode: "middleware" }), vercel: () => vercel(), none: () => undefined };
const adapter = adapters[settings.adapter]();

/** Address of the built pages, known when the configuration is settled. */
let outDir = new URL("./dist/", import.meta.url);

/** @param {string} url @returns {URL} */
function builtPage(url) {
	return new URL(`${new URL(url).pathname.slice(links.home.length)}index.html`, outDir);
}

/** What is wrong with the settings is the operator's to mend, so it is said without Astro's stack. */
async function readSettings() {
	try {
		const read = readEnvironment(process.env);
		// Where none is named, a site without audits is built.
		if (process.env.SIGHTLINE_REPORTS) await requireFolder(read.reports, "SIGHTLINE_REPORTS");
		return read;
	} catch (error) {
		process.exit(reportFailure(error, process.stderr));
	}
}

export default defineConfig({
	site: links.origin,
	base: links.home,
	// Content of one reports directory must not linger in the build of another.
	cacheDir: join(settings.data, "astro"),
	output: "static",
	...(adapter ? { adapter } : {}),
	// Pages end in a slash, the API's addresses do not.
	trailingSlash: "ignore",
	// Nothing here reads a cookie; with it on, form posts of programs would be refused before they reach an endpoint.
	security: { checkOrigin: false },
	session: false,
	// Images are files here: nothing is resized, neither in a build nor by a server.
	image: { service: passthroughImageService() },
	devToolbar: { enabled: false },
	compressHTML: true,
	// The policy in the page's head allows style sheets from here and no inline style.
	build: { inlineStylesheets: "never" },
	// And scripts from here, none inline.
	vite: { build: { assetsInlineLimit: 0 } },
	markdown: { syntaxHighlight: false },
	integrations: [
		{
			name: "sightline-out-dir",
			hooks: {
				"astro:config:done": ({ config }) => {
					outDir = config.adapter ? config.build.client : config.outDir;
				},
			},
		},
		liveRoutesIntegration(settings),
		logFilesIntegration({ directory: join(settings.reports, "log"), links }),
		sitemap({
			async serialize(item) {
				const { listed, lastmod } = sitemapFacts(await readFile(builtPage(item.url), "utf8"));
				return listed ? { ...item, ...(lastmod ? { lastmod } : {}) } : undefined;
			},
		}),
		// Other homes compress what they serve; last, since it reads what the others have written.
		...(settings.adapter === "node" ? [compressedFilesIntegration()] : []),
	],
});
