import { fileURLToPath } from "node:url";
import type { Settings } from "#config/environment.ts";
import { readContact } from "#site/contact.ts";
import { securityTxt } from "#site/discovery/security-txt.ts";
import type { SiteRoute } from "./site-route.ts";

/**
 * Files below /.well-known/ that a build writes. Skills stand in every home; what else a server says of itself it answers itself, and a
 * site of files has where it is true.
 */
export function discoveryRoutes(settings: Pick<Settings, "adapter" | "apiUrl" | "baseUrl" | "contact">): SiteRoute[] {
	const routes = [route("agent-skills/index.json", "skills-index"), route("agent-skills/[name]/SKILL.md", "skill")];
	if (settings.adapter !== "none") return routes;
	const { baseUrl, apiUrl } = settings;
	const contact = readContact(settings.contact);
	if (apiUrl !== undefined) routes.push(route("api-catalog", "api-catalog"));
	if (securityTxt({ baseUrl, hasServer: false, contact }, 0)) routes.push(route("security.txt", "security-txt"));
	return routes;
}

function route(name: string, file: string): SiteRoute {
	return {
		pattern: `/.well-known/${name}`,
		entrypoint: fileURLToPath(import.meta.resolve(`#pages/_discovery/${file}.ts`)),
	};
}
