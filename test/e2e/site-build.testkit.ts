/** Builds the site in a separate folder of the repository; never shipped. */

import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { constants, hostname, setPriority } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { inRepository, start } from "./process.testkit.ts";

export interface SiteBuild {
	/** Folder to remove when the build is no longer needed. */
	readonly place: string;
	/** Directory of the built files. */
	readonly outDir: string;
	readonly seconds: number;
}

/** Path under which the shared server's site lives. */
export const SERVER_PREFIX = "/audits";
export const SERVER_BASE_URL = `https://audit.example.org${SERVER_PREFIX}`;
export const SERVER_SITE = {
	SIGHTLINE_REPORTS: inRepository("samples"),
	SIGHTLINE_ADAPTER: "node",
	SIGHTLINE_BASE_URL: SERVER_BASE_URL,
};

/** Pattern of the address → path in the repository. */
export type Routes = Readonly<Record<string, string>>;

export interface BuildOptions {
	/** To build instead of all pages. */
	readonly routes?: Routes | undefined;
	/** Path in the repository of a module that is loaded before Astro. */
	readonly preload?: string | undefined;
	/** Folder of an earlier build to replace. */
	readonly again?: string | undefined;
	/** Whether to run with low priority. */
	readonly gently?: boolean;
}

const NAME = /^\.tmp-site-(\d+)-(.+)-\w{6}$/;
const DAY_MS = 86_400_000;
const host = hostname().replace(/[^\w.-]/g, "_");

/**
 * As many at once as there are callers.
 * @param environment settings of the build, a site of files unless it names an adapter; settings of whoever runs the
 * tests do not reach it
 * @param onPlace hears of the place before anything is built there
 * @throws Error with what the build printed when it fails
 */
export async function buildInPlace(
	environment: Record<string, string>,
	{ routes, preload, again, gently = false }: BuildOptions = {},
	onPlace?: (place: string) => void,
): Promise<SiteBuild> {
	await removeAbandonedPlaces();
	const place = again ?? (await mkdtemp(inRepository(`.tmp-site-${process.pid}-${host}-`)));
	onPlace?.(place);
	const config = join(place, "astro.config.mjs");
	await writeFile(config, configText(place, routes));
	const before = preload ? ["--import", pathToFileURL(inRepository(preload)).href] : [];
	const astro = [...before, inRepository("node_modules/astro/bin/astro.mjs"), "build", "--silent"];
	const started = performance.now();
	const { child, ended } = start([...astro, "--config", relative(inRepository("."), config)], {
		...unset(),
		SIGHTLINE_DATA: join(place, "data"),
		SIGHTLINE_ADAPTER: "none",
		...environment,
	});
	if (gently && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
	const { code, stdout, stderr } = await ended;
	if (code !== 0) throw new Error(`The site was not built: ${stdout}${stderr}`);
	return { place, outDir: join(place, "site"), seconds: (performance.now() - started) / 1000 };
}

/** An empty value counts as none. */
function unset(): Record<string, string> {
	const names = Object.keys(process.env).filter((name) => /^(SIGHTLINE|LOG)_|^DATABASE_URL$/.test(name));
	return Object.fromEntries(names.map((name) => [name, ""]));
}

/**
 * Astro keeps generated modules in `.astro` of its root, and the compiled pages in `.prerender` of the output, or of the
 * working directory's `.astro` when the output lies elsewhere. So each build has a root and an output of its own, inside
 * the repository, where compiled pages also find their packages.
 */
function configText(root: string, routes: Routes | undefined): string {
	const overrides = JSON.stringify({ root, outDir: join(root, "site") });
	const injected = Object.entries(routes ?? {}).map(([pattern, path]) => ({ pattern, entrypoint: inRepository(path) }));
	const only = `
		const [site] = config.integrations;
		const setup = (options) => site.hooks["astro:config:setup"]({ ...options, injectRoute() {} });
		const add = ({ injectRoute }) => ${JSON.stringify(injected)}.forEach(injectRoute);
		const hooks = { "astro:config:setup": (options) => setup(options).then(() => add(options)) };
		const integrations = [{ ...site, hooks }];`;
	return `import config from ${JSON.stringify(pathToFileURL(inRepository("astro.config.mjs")).href)};
		${routes ? only : "const { integrations } = config;"}
		export default { ...config, ...${overrides}, integrations };`;
}

/** Removes folders of killed tests. */
export async function removeAbandonedPlaces(): Promise<void> {
	for (const name of await readdir(inRepository("."))) {
		const [, pid, owner] = NAME.exec(name) ?? [];
		if (pid === undefined) continue;
		const place = inRepository(name);
		// Of another machine, or of a number that another program has by now, only the age tells.
		// Another test may have removed it meanwhile.
		const written = await stat(place).catch(() => undefined);
		const isOld = written !== undefined && Date.now() - written.mtimeMs > DAY_MS;
		if (!isOld && (owner !== host || isAlive(Number(pid)))) continue;
		// Another run may be removing it.
		await rm(place, { recursive: true, force: true }).catch(() => undefined);
	}
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
}
