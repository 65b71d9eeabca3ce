import { readEnvironment } from "#config/environment.ts";
import { readContact } from "./page/contact.ts";
import { createSiteLinks } from "./page/site-links.ts";

const settings = readEnvironment(process.env);

/** Where the site lives, without a trailing slash. */
export const { baseUrl } = settings;

export const links = createSiteLinks(baseUrl);

/** Whether a page about the live API is built: it lives here, or elsewhere. */
export const hasApi = settings.adapter !== "none" || settings.apiUrl !== undefined;

export const contact = readContact(settings.contact);
