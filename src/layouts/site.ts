import { readEnvironment } from "#app/environment.ts";
import { readContact } from "#render/contact.ts";
import { createSiteLinks } from "#render/site-links.ts";

/** Where the site lives, without a trailing slash. */
export const { baseUrl } = readEnvironment(process.env);

export const links = createSiteLinks(baseUrl);

export const contact = readContact(process.env.SIGHTLINE_CONTACT);
