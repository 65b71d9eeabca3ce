import { join } from "node:path";
import { readEnvironment } from "#config/environment.ts";
import { programAt } from "#config/program.ts";
import { TARBALL } from "#core/brand.ts";
import { readIfThere } from "#receipts/store/if-there.ts";
import { type Installation, readContact } from "./installation.ts";
import { createSiteLinks } from "./page/site-links.ts";

const settings = readEnvironment(process.env);

/** No trailing slash. */
export const { baseUrl } = settings;

/** Shell command that starts Sightline. */
export const program = programAt(baseUrl);

export const links = createSiteLinks(baseUrl);

export const hasServer = settings.adapter !== "none";

/** Hex SHA-256 of the CLI package; undefined if the build has none. */
export async function packedSum(): Promise<string | undefined> {
	return (await readIfThere(join(settings.data, `${TARBALL}.sha256`)))?.split(" ")[0];
}

/** Whether there is an API, here or elsewhere. */
export const hasApi = hasServer || settings.apiUrl !== undefined;

/** Address of the API, if another server provides it. */
export const apiElsewhere = !hasServer && settings.apiUrl !== undefined && new URL(settings.apiUrl);

export const contact = readContact(settings.contact);

export const installation: Installation = {
	baseUrl,
	apiUrl: hasServer ? baseUrl : settings.apiUrl,
	hasServer,
	contact,
};
