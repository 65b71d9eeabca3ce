import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import { ifThere } from "#receipts/store/if-there.ts";
import { pageMarkdown } from "../page/page-markdown.ts";
import { TWIN_TYPES, twinAddress } from "../page/page-twins.ts";
import type { SiteLinks } from "../page/site-links.ts";

/** Other pages have routes of their own for it. */
const DOCUMENTS = /^\/(?:$|api\/|checks\/|methodology\/)/;
const HEAD_END = "</head>";

export function twinFilesIntegration(links: SiteLinks): AstroIntegration {
	return {
		name: "sightline-twin-files",
		hooks: {
			"astro:build:done": async ({ dir, pages }) => {
				const output = fileURLToPath(dir);
				for (const { pathname } of pages) {
					const folder = `/${pathname.replace(/(?<=.)\/?$/, "/")}`;
					if (!DOCUMENTS.test(folder)) continue;
					const html = await ifThere(readFile(join(output, folder, "index.html"), "utf8"));
					if (!html?.slice(0, html.indexOf(HEAD_END)).includes(`type="${TWIN_TYPES.md}"`)) continue;
					const address = links.absolute(links.home + folder.slice(1));
					await writeFile(join(output, twinAddress(folder, "md", "/")), pageMarkdown(html, address));
				}
			},
		},
	};
}
