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

/** What a shell starts the command line with. */
export const program = programAt(baseUrl);

export const links = createSiteLinks(baseUrl);

export const hasServer = settings.adapter !== "none";

/** Hex SHA-256 of the packed command line; undefined where a build has made none. */
export async function packedSum(): Promise<string | undefined> {
	return (await readIfThere(join(settings.data, `${TARBALL}.sha256`)))?.split(" ")[0];
}

/** The API may live here, or elsewhere. */
export const hasApi = hasServer || settings.apiUrl !== undefined;

/** Address of the API, where it is not this site's server that answers. */
export const apiElsewhere = !hasServer && settings.apiUrl !== undefined && new URL(settings.apiUrl);

export const contact = readContact(settings.contact);

export const installation: Installation = {
	baseUrl,
	apiUrl: hasServer ? baseUrl : settings.apiUrl,
	hasServer,
	contact,
};
