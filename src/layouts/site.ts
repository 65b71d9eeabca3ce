import { readEnvironment } from "#app/environment.ts";
import { readContact } from "#render/contact.ts";
import { createSiteLinks } from "#render/site-links.ts";

const settings = readEnvironment(process.env);

/** Where the site lives, without a trailing slash. */
export const { baseUrl } = settings;

export const links = createSiteLinks(baseUrl);

export const contact = readContact(settings.contact);
