import { readEnvironment } from "#config/environment.ts";
import { type Installation, readContact } from "./installation.ts";
import { createSiteLinks } from "./page/site-links.ts";

const settings = readEnvironment(process.env);

/** Where the site lives, without a trailing slash. */
export const { baseUrl } = settings;

export const links = createSiteLinks(baseUrl);

/** Whether the site has a server of its own: live audits, accounts and forms. */
export const hasServer = settings.adapter !== "none";

/** Whether a page about the live API is built: it lives here, or elsewhere. */
export const hasApi = hasServer || settings.apiUrl !== undefined;

export const contact = readContact(settings.contact);

/** What documents for programs say of this installation. */
export const installation: Installation = {
	baseUrl,
	apiUrl: hasServer ? baseUrl : settings.apiUrl,
	hasServer,
	contact,
};
