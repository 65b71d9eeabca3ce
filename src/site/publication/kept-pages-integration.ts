import { existsSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { relative } from "node:path";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { AstroConfig, AstroIntegration, AstroIntegrationLogger, AstroPrerenderer } from "astro";
import { counted, digitGroups } from "#core/wording.ts";
import { sitemapFacts } from "../page/sitemap-facts.ts";
import { clearFolder } from "./clear-folder.ts";
import { openKeptFolder } from "./kept-folder.ts";
import { KeptPages } from "./kept-pages.ts";
import { type ProgramDigest, programDigest } from "./program-digest.ts";

type PathWithRoute = Awaited<ReturnType<AstroPrerenderer["getStaticPaths"]>>[number];

export interface PagesOfBuild {
	/** In no order. `drawn`: as Astro's hooks name them. */
	all(drawn: readonly { pathname: string }[]): { pathname: string }[];
	/** Undefined where its file has to be read. `path`: below home. */
	factsOf(path: string): { listed: boolean; lastmod?: string | undefined } | undefined;
}

/** A page with a `cacheKey` (page-keys.ts) is taken from the build before, or drawn here; Astro draws the others. */
export function keptPagesIntegration(directory: string, settings: object): AstroIntegration & PagesOfBuild {
	const digest = programDigest(settings);
	let folder: string | undefined;
	let build: Build | undefined;
	/** Unless the project clears it itself. */
	let clears = false;
	let configured: ConfigDone | undefined;
	let wrap: (() => void) | undefined;
	let clear: (() => void) | undefined;
	return {
		name: "sightline-kept-pages",
		all: (drawn) => build?.all(drawn) ?? [...drawn],
		factsOf: (path) => build?.kept.factsOf(path),
		hooks: {
			"astro:config:setup": async ({ command, config, updateConfig, logger }) => {
				clears = config.vite.build?.emptyOutDir === undefined;
				const vite = clears ? { build: { emptyOutDir: false } } : {};
				updateConfig({ vite: { ...vite, plugins: [digest.plugin] } });
				// Before a page asks for the published data.
				if (command === "build") folder = await unlessFailed(openKeptFolder(directory), logger);
			},
			"astro:config:done": (options) => {
				configured = options;
			},
			"astro:build:start": ({ setPrerenderer, logger }) => {
				if (!configured) return;
				const { config } = configured;
				// By now every integration has had its say: an adapter's comes last.
				const output = outputOf(configured);
				if (folder !== undefined && output && isUsual(config)) build = new Build(config, { folder, output }, digest);
				wrap = () => {
					if (build) setPrerenderer((usual) => build?.prerenderer(usual, logger) ?? usual);
				};
				clear = () => {
					build?.makeWay();
					if (clears) clearFolder(fileURLToPath(config.outDir), build?.left() ?? (() => false));
				};
			},
			// Where there is an adapter and a prerenderer is known before, Astro leaves the usual one out of the bundle.
			"astro:build:setup": () => {
				wrap?.();
				// Not before Astro has refused a folder that is the project's own.
				clear?.();
				clear = undefined;
			},
			"astro:build:generated": async ({ logger }) => {
				await build?.close(logger);
			},
		},
	};
}

/** Astro's own object: copies for a large site would take much memory. */
type KeyedPage = PathWithRoute & { readonly cacheKey: string };

const PROGRESS_MS = 10_000;

class Build {
	readonly #config: AstroConfig;
	readonly #folder: string;
	readonly #digest: ProgramDigest;
	readonly #output: string;
	readonly kept: KeptPages;
	readonly #placed = new Set<string>();

	constructor(config: AstroConfig, { folder, output }: Record<"folder" | "output", string>, digest: ProgramDigest) {
		this.kept = KeptPages.open(folder);
		this.#config = config;
		this.#folder = folder;
		this.#digest = digest;
		this.#output = output;
	}

	/** Astro's way of writing a file takes six hops between threads. */
	prerenderer(usual: AstroPrerenderer, logger: AstroIntegrationLogger): AstroPrerenderer {
		return {
			...usual,
			getStaticPaths: async () => {
				const paths = await usual.getStaticPaths();
				const program = this.#digest.read(this.#config);
				const { pages, others } = this.#pagesToKeep(paths);
				this.kept.begin(program, new Map(pages.map((page) => [fileOf(page), page.cacheKey])), this.#output);
				if (program === undefined) return paths;
				const toDraw = pages.filter((page) => !this.#restore(page));
				return [...others, ...(await this.#drawAll(toDraw, usual, logger))];
			},
		};
	}

	/** By its path below the folder that Astro clears. */
	left(): (path: string) => boolean {
		const home = relative(fileURLToPath(this.#config.outDir), this.#output).replaceAll("\\", "/");
		const above = home === "" ? "" : `${home}/`;
		return (path) => path.startsWith(above) && this.kept.hasLeft(path.slice(above.length));
	}

	/** The project's own files would be written into kept ones, of which these are second names. */
	makeWay(): void {
		for (const file of this.#projectFiles()) this.kept.giveUp(file, this.#output);
	}

	#projectFiles(): ReadonlySet<string> {
		return filesBelow(fileURLToPath(this.#config.publicDir));
	}

	/** Of two routes for one address, or a file of the project's own there, Astro decides. */
	#pagesToKeep(paths: readonly PathWithRoute[]) {
		const projects = this.#projectFiles();
		const [addresses, twice] = [new Set<string>(), new Set<string>()];
		for (const { pathname } of paths) {
			const address = trimmed(pathname);
			(addresses.has(address) ? twice : addresses).add(address);
		}
		const [pages, others]: [KeyedPage[], PathWithRoute[]] = [[], []];
		for (const path of paths) {
			if (!isKeyed(path) || twice.has(trimmed(path.pathname)) || projects.has(fileOf(path))) others.push(path);
			else pages.push(path);
		}
		return { pages, others };
	}

	/** @returns whether the page is as the build before left it */
	#restore(page: KeyedPage): boolean {
		const isKept = this.kept.restore(fileOf(page), page.cacheKey, this.#output);
		if (isKept) this.#place(page);
		return isKept;
	}

	#place({ route, pathname }: PathWithRoute): void {
		if (route.type === "page") this.#placed.add(pathname);
	}

	/** @returns paths of pages that cannot be kept */
	async #drawAll(
		pages: readonly KeyedPage[],
		usual: AstroPrerenderer,
		logger: AstroIntegrationLogger,
	): Promise<PathWithRoute[]> {
		const left: PathWithRoute[] = [];
		let [drawn, said] = [0, Date.now()];
		// What one page of a domain has read is at hand for the next.
		for (const page of [...Map.groupBy(pages, ({ cacheKey }) => cacheKey.split(" ", 1)[0]).values()].flat()) {
			if (await this.#draw(page, usual, logger)) this.#place(page);
			else left.push(page);
			drawn += 1;
			if (Date.now() - said > PROGRESS_MS) {
				said = Date.now();
				logger.info(`${digitGroups(drawn)} of ${digitGroups(pages.length)} files drawn`);
			}
			// Memory outside of JavaScript is freed only between two turns of the event loop; nothing else waits here.
			await setImmediate();
		}
		if (pages.length > 0) logger.info(`${counted(pages.length, "file")} drawn`);
		return left;
	}

	/** @returns false for what is no page, which Astro handles */
	async #draw(page: KeyedPage, usual: AstroPrerenderer, logger: AstroIntegrationLogger): Promise<boolean> {
		const { pathname, route, cacheKey: key } = page;
		const path = `${this.#config.base}/${trimmed(pathname)}${route.type === "page" ? "/" : ""}`.replace(/\/{2,}/g, "/");
		const request = new Request(new URL(path, this.#config.site ?? "http://localhost"));
		const rendered = await usual.render(request, { routeData: route }).catch((error: unknown) => {
			logger.error(`${pathname} cannot be drawn.`);
			throw error;
		});
		const response = rendered instanceof Response ? rendered : rendered.response;
		if (response.status !== 200) return false;
		const bytes = Buffer.from(await response.arrayBuffer());
		const file = fileOf(page);
		const facts = file.endsWith(".html") ? sitemapFacts(bytes) : undefined;
		this.kept.draw(file, bytes, { key, facts }, this.#output);
		return true;
	}

	all(drawn: readonly { pathname: string }[]): { pathname: string }[] {
		return [...drawn, ...Array.from(this.#placed, (pathname) => ({ pathname: nameOf(pathname) }))];
	}

	/** The site is whole even where pages cannot be kept. */
	async close(logger: AstroIntegrationLogger): Promise<void> {
		const isKept = await unlessFailed(
			this.kept.close(this.#output).then(() => true),
			logger,
		);
		// The next build begins anew: a file may be there in part, or not be writable.
		if (!isKept) await unlessFailed(rm(this.#folder, { recursive: true, force: true }), logger);
	}
}

type ConfigDone = Parameters<NonNullable<AstroIntegration["hooks"]["astro:config:done"]>>[0];

/** A project may have its pages in other files than ours are in, or at other addresses. */
function isUsual({ build, trailingSlash }: AstroConfig): boolean {
	return build.format === "directory" && build.assetsPrefix === undefined && trailingSlash !== "never";
}

/** Undefined where the adapter of a project of files decides: then nothing is kept. */
function outputOf(options: Pick<ConfigDone, "buildOutput" | "config">): string | undefined {
	const { adapter, build, outDir } = options.config;
	if (options.buildOutput === "server") return fileURLToPath(build.client);
	return adapter ? undefined : fileURLToPath(outDir);
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

/** Paths with slashes; none without such a folder. */
function filesBelow(folder: string): ReadonlySet<string> {
	if (!existsSync(folder)) return new Set();
	return new Set(readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => path.replaceAll("\\", "/")));
}

function isKeyed(path: PathWithRoute): path is KeyedPage {
	return path.cacheKey !== undefined;
}

/** Below the site's home. */
function fileOf({ pathname, route }: PathWithRoute): string {
	return route.type === "page" ? `${trimmed(pathname)}/index.html` : trimmed(pathname);
}

function trimmed(pathname: string): string {
	return pathname.replace(/^\/+|\/+$/g, "");
}

/** As Astro's hooks name a page: `/a/b` → `a/b/`, the home page is empty. */
function nameOf(pathname: string): string {
	return pathname.replace(/\/?$/, "/").replace(/^\//, "");
}
