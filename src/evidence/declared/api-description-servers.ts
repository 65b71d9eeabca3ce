import { isJsonObject, type JsonObject } from "#core/json-object.ts";
import { ownMember } from "./api-description-values.ts";

const SERVERS_MAX = 20;
const SERVER_LENGTH = 2_048;
const VARIABLE_LENGTH = 200;

/** Addresses of the described API, absolute; `url` is the description's own. */
export function serversOf(document: JsonObject, url: string): string[] {
	const written = Array.isArray(document.servers)
		? document.servers.slice(0, SERVERS_MAX).map(serverOf)
		: hostOf(document);
	const absolute = written.filter((each) => each.length <= SERVER_LENGTH && URL.canParse(each, url));
	const servers = new Set(absolute.map((each) => new URL(each, url).href));
	// Letters beyond ASCII grow where they are encoded.
	return [...servers].filter((each) => each.length <= SERVER_LENGTH);
}

/** With its variables at their defaults, as far as an address has room for them. */
function serverOf(server: unknown): string {
	if (!isJsonObject(server) || typeof server.url !== "string") return "";
	const variables = isJsonObject(server.variables) ? server.variables : {};
	const written = server.url.slice(0, SERVER_LENGTH);
	let room = SERVER_LENGTH - written.length;
	return written.replace(/\{([^{}]{1,100})\}/g, (whole, name: string) => {
		const variable = ownMember(variables, name);
		const value = isJsonObject(variable) ? ownMember(variable, "default") : undefined;
		if (typeof value !== "string" || value.length > VARIABLE_LENGTH || value.length - whole.length > room) return whole;
		room -= value.length - whole.length;
		return value;
	});
}

/** `schemes`, `host` and `basePath` of Swagger 2.0. */
function hostOf({ host, basePath, schemes }: JsonObject): string[] {
	if (typeof host !== "string") return [];
	const scheme = Array.isArray(schemes) && !schemes.includes("https") && schemes.includes("http") ? "http" : "https";
	return [`${scheme}://${host}${typeof basePath === "string" ? basePath : ""}`];
}
