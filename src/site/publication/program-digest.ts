import { createHash, hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroConfig } from "astro";

/** Of source, styles and scripts, packages, configuration, settings and the runtime. */
export type ProgramDigest = ReturnType<typeof programDigest>;

/** Has the moment of the build in it; no kept page reads it. */
const DATA = /virtual:sightline-embedded/;

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
