import { PACKAGE, TARBALL, VERSION } from "#core/brand.ts";
import type { Settings } from "./environment.ts";

/**
 * How a shell starts an installation's command line. Commands contain our package name only if the operator has
 * published it: otherwise, anyone could register the name in npm's registry and run code on readers' machines.
 * @param baseUrl no trailing slash
 */
export function programAt(baseUrl: string): string {
	return `npx ${installedAs(baseUrl)}`;
}

/** In npm's notation: the address of the installation's tarball, or the package of `SIGHTLINE_CLI`. */
function installedAs(baseUrl: string): string {
	const published = process.env.SIGHTLINE_CLI;
	return published ? `${published}@${VERSION}` : `${baseUrl}/${TARBALL}`;
}

/** For package.json, under our name, by which it is imported. */
export function dependencyOn(baseUrl: string): string {
	const spec = installedAs(baseUrl);
	return process.env.SIGHTLINE_CLI && process.env.SIGHTLINE_CLI !== PACKAGE ? `npm:${spec}` : spec;
}

/** The configured installation's program, else the way this process was started. */
export function programOf(
	{ program }: { readonly program?: string },
	{ baseUrl, isNamed }: Pick<Settings, "baseUrl" | "isNamed">,
): string {
	return program === undefined || isNamed ? programAt(baseUrl) : program;
}
