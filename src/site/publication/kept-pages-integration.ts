import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroConfig, AstroIntegration, AstroIntegrationLogger, AstroPrerenderer } from "astro";
import { sitemapFacts } from "../page/sitemap-facts.ts";
import { openKeptFolder } from "./kept-folder.ts";
import { KeptPages } from "./kept-pages.ts";
import { type ProgramDigest, programDigest } from "./program-digest.ts";

type PathWithRoute = Awaited<ReturnType<AstroPrerenderer["getStaticPaths"]>>[number];

/** What is known of the pages of a build that Astro was not asked for. */
export interface PagesOfBuild {
	/** All pages, in the order in which a build without kept ones has them. @param drawn as Astro's hooks name them */
	all(drawn: readonly { pathname: string }[]): { pathname: string }[];
	/** What the sitemap says of a page; undefined where its file has to be read. @param path of the file below home */
	factsOf(path: string): { listed: boolean; lastmod?: string | undefined } | undefined;
}

/**
 * Pages that say what they are made of (`cacheKey` of their static paths, see page-keys.ts) are taken as the build before
 * left them where that is the same: Astro is asked for the others only.
 * @param directory where they are kept
 * @param settings of the process
 */
export function keptPagesIntegration(directory: string, settings: object): AstroIntegration & PagesOfBuild {
	const digest = programDigest(settings);
	let folder: string | undefined;
	let build: Build | undefined;
	let wrap: (() => void) | undefined;
	return {
		name: "sightline-kept-pages",
		all: (drawn) => build?.all(drawn) ?? [...drawn],
		factsOf: (path) => build?.kept?.factsOf(path),
		hooks: {
			"astro:config:setup": async ({ command, updateConfig, logger }) => {
				updateConfig({ vite: { plugins: [digest.plugin] } });
				// Before a page asks for the published data.
				if (command === "build") folder = await unlessFailed(openKeptFolder(directory), logger);
			},
			"astro:config:done": ({ config }) => {
				if (folder !== undefined) build = new Build(config, folder, digest);
			},
			"astro:build:start": ({ setPrerenderer }) => {
				wrap = () => {
					if (build?.isUsual) setPrerenderer((usual) => build?.prerenderer(usual) ?? usual);
				};
			},
			// Where there is an adapter and a prerenderer is known before, Astro leaves the usual one out of the bundle.
			"astro:build:setup": () => wrap?.(),
			"astro:build:generated": async ({ logger }) => {
				await build?.close(logger);
			},
		},
	};
}

class Build {
	readonly #config: AstroConfig;
	readonly #folder: string;
	readonly #digest: ProgramDigest;
	readonly #output: string;
	kept: KeptPages | undefined;
	/** Keys of pages to be drawn, by the path of the address; and the files that they are. */
	readonly #awaited = new Map<string, { readonly file: string; readonly key: string }>();
	/** Names of pages as Astro has them. */
	#names: readonly string[] = [];
	readonly #restored = new Set<string>();

	constructor(config: AstroConfig, folder: string, digest: ProgramDigest) {
		this.#config = config;
		this.#folder = folder;
		this.#digest = digest;
		this.#output = fileURLToPath(config.adapter ? config.build.client : config.outDir);
	}

	/** A project may have its pages in other files than ours are in. */
	get isUsual(): boolean {
		return this.#config.build.format === "directory" && this.#config.build.assetsPrefix === undefined;
	}

	prerenderer(usual: AstroPrerenderer): AstroPrerenderer {
		return {
			...usual,
			getStaticPaths: async () => this.#withoutKept(await usual.getStaticPaths()),
			render: async (request, options) => {
				const rendered = await usual.render(request, options);
				const awaited = this.#awaited.get(new URL(request.url).pathname);
				if (!awaited || !this.kept) return rendered;
				const response = rendered instanceof Response ? rendered : rendered.response;
				return response.status === 200 ? this.#draw(awaited, response) : rendered;
			},
		};
	}

	async #withoutKept(paths: PathWithRoute[]): Promise<PathWithRoute[]> {
		this.#names = [
			...new Set(paths.filter(({ route }) => route.type === "page").map(({ pathname }) => nameOf(pathname))),
		];
		const program = this.#digest.read(this.#config);
		if (program === undefined) return paths;
		const kept = KeptPages.open(this.#folder, program);
		this.kept = kept;
		const times = new Map<string, number>();
		for (const { pathname } of paths) times.set(fileOf(pathname), (times.get(fileOf(pathname)) ?? 0) + 1);
		const drawn = paths.filter(({ pathname, route, cacheKey }) => {
			const file = route.type === "page" ? `${fileOf(pathname)}/index.html` : fileOf(pathname);
			// Of two routes for one address, or a file of the project's own there, Astro decides.
			if (cacheKey === undefined || times.get(fileOf(pathname)) !== 1 || this.#isProjects(file)) return true;
			if (kept.restore(file, cacheKey, this.#output)) {
				if (route.type === "page") this.#restored.add(nameOf(pathname));
				return false;
			}
			const address = `${this.#config.base}/${fileOf(pathname)}${route.type === "page" ? "/" : ""}`;
			this.#awaited.set(address.replace(/\/{2,}/g, "/"), { file, key: cacheKey });
			return true;
		});
		// What one page of a domain has read is at hand for the next.
		return [...Map.groupBy(drawn, ({ cacheKey }) => cacheKey?.split(" ", 1)[0]).values()].flat();
	}

	#isProjects(file: string): boolean {
		return existsSync(join(fileURLToPath(this.#config.publicDir), file));
	}

	async #draw({ file, key }: { readonly file: string; readonly key: string }, response: Response): Promise<Response> {
		const bytes = new Uint8Array(await response.arrayBuffer());
		const facts = file.endsWith(".html") ? sitemapFacts(new TextDecoder().decode(bytes)) : undefined;
		this.kept?.draw(file, bytes, { key, ...(facts ? { facts } : {}) });
		return new Response(bytes, response);
	}

	all(drawn: readonly { pathname: string }[]): { pathname: string }[] {
		const there = new Set([...drawn.map(({ pathname }) => pathname), ...this.#restored]);
		return this.#names.filter((name) => there.has(name)).map((pathname) => ({ pathname }));
	}

	/** Whether or not pages can be kept, the site is whole. */
	async close(logger: AstroIntegrationLogger): Promise<void> {
		if (!this.kept) return;
		const isKept = await unlessFailed(
			this.kept.close(this.#output).then(() => true),
			logger,
		);
		// The next build begins anew: part of a file may be there, or what nobody can write to.
		if (!isKept) await unlessFailed(rm(this.#folder, { recursive: true, force: true }), logger);
	}
}

/** Pages that cannot be kept cost the next build its time, and this one nothing. */
async function unlessFailed<T>(work: Promise<T>, logger: AstroIntegrationLogger): Promise<T | undefined> {
	try {
		return await work;
	} catch (error) {
		logger.warn(`The next build draws every page: none could be kept. ${error}`);
		return undefined;
	}
}

/** `/a/b` → `a/b`. */
function fileOf(pathname: string): string {
	return pathname.replace(/^\/+|\/+$/g, "");
}

/** As Astro's hooks name a page: `/a/b` → `a/b/`, the home page is empty. */
function nameOf(pathname: string): string {
	return pathname.replace(/\/?$/, "/").replace(/^\//, "");
}
