import { createHash, hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroConfig } from "astro";

/** Of all that pages are made by: source, styles and scripts, packages, configuration, settings and the runtime. */
export type ProgramDigest = ReturnType<typeof programDigest>;

/** The published data that a server's bundle carries, with the moment of the build: no page that is kept reads it. */
const DATA = /virtual:sightline-embedded/;

/**
 * In modules of its own, whose results do not depend on it, Astro writes down what the environment has by every name that it finds in
 * their text. Such are `_`, the command that a shell has started, and `CI`: a build by another command would keep nothing.
 */
const OF_ASTRO = /[\\/]node_modules[\\/]astro[\\/]dist[\\/]/;
const ENVIRONMENT = /Object\.assign\(import\.meta\.env,\s*\{(?:[\w$]+:"(?:[^"\\]|\\.)*",)*\}\)/g;

/** What package managers write beside what they have installed. */
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
		/** Hex; undefined where nobody says which packages are installed, so that no digest would tell. */
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

/** Digests of what the package managers say of the folders above these; undefined where one of them has none. */
function installedPackages(folders: readonly string[]): readonly string[] | undefined {
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
