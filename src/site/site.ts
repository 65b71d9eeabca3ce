import { readEnvironment } from "#config/environment.ts";
import { type Installation, readContact } from "./installation.ts";
import { createSiteLinks } from "./page/site-links.ts";

const settings = readEnvironment(process.env);

/** No trailing slash. */
export const { baseUrl } = settings;

export const links = createSiteLinks(baseUrl);

export const hasServer = settings.adapter !== "none";

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
