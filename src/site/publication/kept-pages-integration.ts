import { createHash, hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { AstroConfig, AstroIntegration, AstroIntegrationLogger, AstroPrerenderer } from "astro";
import { load } from "cheerio/slim";
import { counted, digitGroups } from "#core/wording.ts";
import { KeptPages, openKeptFolder } from "./kept-pages.ts";

type PathWithRoute = Awaited<ReturnType<AstroPrerenderer["getStaticPaths"]>>[number];

export interface PagesOfBuild {
	/** Unordered. @param drawn names as in Astro's hooks */
	all(drawn: readonly { pathname: string }[]): { pathname: string }[];
	/** Undefined if its file must be read. @param path relative to home */
	factsOf(path: string): { listed: boolean; lastmod?: string | undefined } | undefined;
}

/** Restores pages with a `cacheKey` (page-keys.ts) from the previous build or renders them; Astro renders others. */
export function keptPagesIntegration(directory: string, settings: object): AstroIntegration & PagesOfBuild {
	const digest = programDigest(settings);
	let folder: string | undefined;
	let build: Build | undefined;
	/** Whether we clear the folder instead of the project. */
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
				// Before a page reads the published data.
				if (command === "build") folder = await unlessFailed(openKeptFolder(directory), logger);
			},
			"astro:config:done": (options) => {
				configured = options;
			},
			"astro:build:start": ({ setPrerenderer, logger }) => {
				if (!configured) return;
				const { config } = configured;
				// All integrations have run; an adapter's is last.
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
			// If there is an adapter and a prerenderer is set earlier, Astro omits its own from the bundle.
			"astro:build:setup": () => {
				wrap?.();
				// After Astro has refused a folder that belongs to the project.
				clear?.();
				clear = undefined;
			},
			"astro:build:generated": async ({ logger }) => {
				await build?.close(logger);
			},
		},
	};
}

/** Astro's own object, because copies for a large site take much memory. */
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

	/** Writes files itself, because Astro takes 6 thread hops per file. */
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

	/** By path relative to the folder that Astro clears. */
	left(): (path: string) => boolean {
		const home = relative(fileURLToPath(this.#config.outDir), this.#output).replaceAll("\\", "/");
		const above = home === "" ? "" : `${home}/`;
		return (path) => path.startsWith(above) && this.kept.hasLeft(path.slice(above.length));
	}

	/** Deletes hard links to cached files, so that the project's own files are not written into the cache. */
	makeWay(): void {
		for (const file of this.#projectFiles()) this.kept.giveUp(file, this.#output);
	}

	#projectFiles(): ReadonlySet<string> {
		return filesBelow(fileURLToPath(this.#config.publicDir));
	}

	/** Leaves addresses with 2 routes or a project file to Astro. */
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

	/** @returns whether the page was restored from the previous build */
	#restore(page: KeyedPage): boolean {
		const isKept = this.kept.restore(fileOf(page), page.cacheKey, this.#output);
		if (isKept) this.#place(page);
		return isKept;
	}

	#place({ route, pathname }: PathWithRoute): void {
		if (route.type === "page") this.#placed.add(pathname);
	}

	/** @returns paths of pages that cannot be cached */
	async #drawAll(
		pages: readonly KeyedPage[],
		usual: AstroPrerenderer,
		logger: AstroIntegrationLogger,
	): Promise<PathWithRoute[]> {
		const left: PathWithRoute[] = [];
		let [drawn, said] = [0, Date.now()];
		// Group by domain, because its pages share cached data.
		for (const page of [...Map.groupBy(pages, ({ cacheKey }) => cacheKey.split(" ", 1)[0]).values()].flat()) {
			if (await this.#draw(page, usual, logger)) this.#place(page);
			else left.push(page);
			drawn += 1;
			if (Date.now() - said > PROGRESS_MS) {
				said = Date.now();
				logger.info(`${digitGroups(drawn)} of ${digitGroups(pages.length)} files drawn`);
			}
			// Native memory is freed only between turns of the event loop.
			await setImmediate();
		}
		if (pages.length > 0) logger.info(`${counted(pages.length, "file")} drawn`);
		return left;
	}

	/** @returns false if it is not a page, which Astro handles */
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

	/** The site is complete even if pages cannot be cached. */
	async close(logger: AstroIntegrationLogger): Promise<void> {
		const isKept = await unlessFailed(
			this.kept.close(this.#output).then(() => true),
			logger,
		);
		// Start from scratch in the next build, because a file may be incomplete or read-only.
		if (!isKept) await unlessFailed(rm(this.#folder, { recursive: true, force: true }), logger);
	}
}

type ConfigDone = Parameters<NonNullable<AstroIntegration["hooks"]["astro:config:done"]>>[0];

/** Whether the project uses our file format and addresses. */
function isUsual({ build, trailingSlash }: AstroConfig): boolean {
	return build.format === "directory" && build.assetsPrefix === undefined && trailingSlash !== "never";
}

/** Undefined if a static project's adapter decides; then nothing is cached. */
function outputOf(options: Pick<ConfigDone, "buildOutput" | "config">): string | undefined {
	const { adapter, build, outDir } = options.config;
	if (options.buildOutput === "server") return fileURLToPath(build.client);
	return adapter ? undefined : fileURLToPath(outDir);
}

/** A cache failure only slows down the next build. */
async function unlessFailed<T>(work: Promise<T>, logger: AstroIntegrationLogger): Promise<T | undefined> {
	try {
		return await work;
	} catch (error) {
		logger.warn(`The next build draws every page: none could be kept. ${error}`);
		return undefined;
	}
}

/** Paths with slashes; empty without the folder. */
function filesBelow(folder: string): ReadonlySet<string> {
	if (!existsSync(folder)) return new Set();
	return new Set(readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => path.replaceAll("\\", "/")));
}

function isKeyed(path: PathWithRoute): path is KeyedPage {
	return path.cacheKey !== undefined;
}

/** Relative to home. */
function fileOf({ pathname, route }: PathWithRoute): string {
	return route.type === "page" ? `${trimmed(pathname)}/index.html` : trimmed(pathname);
}

function trimmed(pathname: string): string {
	return pathname.replace(/^\/+|\/+$/g, "");
}

/** Name in Astro's hooks: `/a/b` → `a/b/`, empty for the home page. */
function nameOf(pathname: string): string {
	return pathname.replace(/\/?$/, "/").replace(/^\//, "");
}

/** Like Astro, but keeps files, because rewriting tens of thousands is slow. @param stays gets a path with slashes */
export function clearFolder(folder: string, stays: (path: string) => boolean): void {
	if (existsSync(folder)) clear(folder, "", stays);
}

/** Keeps a mount point, or a folder that another program has just written into. */
function removeEmpty(folder: string): void {
	try {
		rmdirSync(folder);
	} catch (error) {
		if (!["EBUSY", "ENOTEMPTY", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
	}
}

/** @returns whether it is empty */
function clear(folder: string, above: string, stays: (path: string) => boolean): boolean {
	let isEmpty = true;
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		const [path, place] = [`${above}${entry.name}`, join(folder, entry.name)];
		// The folder may be a checkout of the publishing branch.
		const isLeft = path === ".git" || (entry.isFile() && stays(path));
		if (isLeft || (entry.isDirectory() && !clear(place, `${path}/`, stays))) isEmpty = false;
		else if (entry.isDirectory()) removeEmpty(place);
		else rmSync(place, { force: true, maxRetries: 3 });
	}
	return isEmpty;
}

/** Made once: it costs more than a head does. */
const parse = load("");

/** Reads our own head, so that page and sitemap agree; never foreign HTML. `page`: UTF-8. No date, no `lastmod`. */
export function sitemapFacts(page: Buffer): { listed: boolean; lastmod?: string } {
	const end = page.indexOf("<body");
	const head = parse(page.toString("utf8", 0, end < 0 ? page.length : end));
	// Astro's page for an address that leads elsewhere has no element around its fields.
	const fields = head.filter("meta").add(head.find("meta"));
	const lastmod = fields.filter('[property="article:modified_time"]').attr("content");
	const robots = fields.filter('[name="robots"]').attr("content") ?? "";
	return { listed: !robots.includes("noindex"), ...(lastmod ? { lastmod: copyOf(lastmod) } : {}) };
}

/** A part of a string holds all of it in memory, here a head for each page. */
function copyOf(text: string): string {
	return Buffer.from(text).toString();
}

/** Of source, styles and scripts, packages, configuration, settings and the runtime. */
type ProgramDigest = ReturnType<typeof programDigest>;

/** Has the moment of the build in it; no kept page reads it. */
const DATA = /virtual:sightline-(?:embedded|sample)/;

/** Astro writes the environment into modules of its own, as `_` and `CI`: another command would keep nothing. */
const OF_ASTRO = /[\\/]node_modules[\\/]astro[\\/]dist[\\/]/;
const ENVIRONMENT = /Object\.assign\(import\.meta\.env,\s*\{(?:[\w$]+:"(?:[^"\\]|\\.)*",)*\}\)/g;

/** Package managers write these beside what they install. */
const INSTALLED = [".package-lock.json", ".pnpm/lock.yaml", ".yarn-integrity", ".yarn-state.yml"];

export function programDigest(settings: object) {
	const source = createHash("sha256");
	return {
		/** Of Vite: sees every module on its way into the bundle. */
		plugin: {
			name: "sightline-program-digest",
			apply: "build" as const,
			generateBundle(this: Bundling, _: unknown, bundle: Readonly<Record<string, { readonly type: string }>>) {
				const { name } = this.environment;
				// Names of files have their digest in them.
				const files = Object.entries(bundle).filter(([, { type }]) => name === "client" || type === "asset");
				source.update(JSON.stringify([name, files.map(([file]) => file).sort()]));
				if (name !== "prerender") return;
				for (const id of [...this.getModuleIds()].filter((id) => !DATA.test(id)).sort()) {
					const code = this.getModuleInfo(id)?.code ?? "";
					source.update(JSON.stringify([id, OF_ASTRO.test(id) ? code.replace(ENVIRONMENT, "") : code]));
				}
			},
		},
		/** Hex; undefined where the installed packages are not known. */
		read(config: AstroConfig): string | undefined {
			const packages = installedPackages([fileURLToPath(config.root), import.meta.dirname]);
			if (!packages) return undefined;
			const { versions, env } = process;
			const { integrations: _, vite, adapter, ...rest } = config;
			const about = [rest, adapter?.name, vite.define, settings, versions, env.TZ, env.LANG, env.LC_ALL, packages];
			return source.copy().update(JSON.stringify(about)).digest("hex");
		},
	};
}

interface Bundling {
	readonly environment: { readonly name: string };
	getModuleIds(): IterableIterator<string>;
	getModuleInfo(id: string): { readonly code: string | null } | null;
}

/** Undefined where one of the folders has none. */
export function installedPackages(folders: readonly string[]): readonly string[] | undefined {
	const found = folders.map((folder) => above(folder).flatMap((place) => INSTALLED.map((name) => join(place, name))));
	const files = found.map((paths) => paths.find((path) => existsSync(path)));
	return files.every((file) => file !== undefined)
		? files.map((file) => hash("sha256", readFileSync(file)))
		: undefined;
}

function above(folder: string): string[] {
	const parent = dirname(folder);
	return [join(folder, "node_modules"), ...(parent === folder ? [] : above(parent))];
}
