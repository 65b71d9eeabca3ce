import { isIP } from "node:net";
import { Failure } from "#core/failure.ts";
import { SPECIAL_USE_TLDS } from "#core/target.ts";

/** Ports on which websites answer. */
export const WEB_PORTS: readonly number[] = [80, 443];

/** Host of an address as it is looked up: no brackets, no trailing dot. */
export function hostOf(url: URL): string {
	return url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}

/**
 * Checks what can be seen of an address before any name is looked up: scheme, credentials, port, name.
 * @param privateNames that may be asked for all the same
 * @throws Failure `target-blocked`
 */
export function vetUrl(url: URL, ports: readonly number[], privateNames: readonly string[] = []): void {
	const why = refusal(url, ports, privateNames);
	if (why === undefined) return;
	throw new Failure("target-blocked", {
		what: `${withoutCredentials(url)} was not contacted.`,
		why,
		todo: "Use a public web address: http or https, port 80 or 443.",
	});
}

function refusal(url: URL, ports: readonly number[], privateNames: readonly string[]): string | undefined {
	if (url.protocol !== "http:" && url.protocol !== "https:") return `"${url.protocol}" is not a web address.`;
	if (url.username !== "" || url.password !== "") return "It carries a user name or password.";
	const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
	if (url.port === "0" || !ports.includes(port)) return `Port ${url.port || port} is not one on which websites answer.`;
	const host = hostOf(url);
	if (isIP(host) === 0 && isPrivateName(host) && !privateNames.includes(host))
		return `"${host}" is a name that only a private network resolves.`;
	return undefined;
}

/** RFC 6761 and relatives; asking the DNS for such a name would already tell a private network about us. */
function isPrivateName(host: string): boolean {
	return !host.includes(".") || SPECIAL_USE_TLDS.has(host.slice(host.lastIndexOf(".") + 1));
}

function withoutCredentials(url: URL): string {
	const clean = new URL(url);
	clean.username = "";
	clean.password = "";
	return clean.href.slice(0, 200);
}
