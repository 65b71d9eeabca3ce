import { PACKAGE, TARBALL, VERSION } from "#core/brand.ts";
import type { Settings } from "./environment.ts";

/**
 * What a shell starts the command line of an installation with. Whoever registered our name in npm's registry could run
 * code on readers' machines, so it stands in no command unless the operator has published the package.
 * @param baseUrl no trailing slash
 */
export function programAt(baseUrl: string): string {
	return `npx ${installedAs(baseUrl)}`;
}

/** As npm takes it: the address of the tarball that the installation serves, or the package of `SIGHTLINE_CLI`. */
function installedAs(baseUrl: string): string {
	const published = process.env.SIGHTLINE_CLI;
	return published ? `${published}@${VERSION}` : `${baseUrl}/${TARBALL}`;
}

/** Of package.json, for a package that is imported by our name. */
export function dependencyOn(baseUrl: string): string {
	const spec = installedAs(baseUrl);
	return process.env.SIGHTLINE_CLI && process.env.SIGHTLINE_CLI !== PACKAGE ? `npm:${spec}` : spec;
}

/** Where the command line speaks for itself: of the installation that it is set up for, else as it was started. */
export function programOf(
	{ program }: { readonly program?: string },
	{ baseUrl, isNamed }: Pick<Settings, "baseUrl" | "isNamed">,
): string {
	return program === undefined || isNamed ? programAt(baseUrl) : program;
}
