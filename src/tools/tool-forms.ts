import type { Tool } from "#core/tool.ts";

/** A tool without its name, which is its key in a table of tools. */
export type Listed = Omit<Tool, "name">;

type Parts = Pick<Listed, "description"> & Partial<Pick<Listed, "annotations" | "needsConfirm" | "inputSchema">>;

/** A tool that every visitor has; it takes no input unless told. */
export function always(moneyPath: Tool["moneyPath"], parts: Parts): Listed {
	return toolOf("always", moneyPath, parts);
}

/** A tool that needs a signed-in browser session; it takes no input unless told. */
export function signedIn(moneyPath: Tool["moneyPath"], parts: Parts): Listed {
	return toolOf("signed_in", moneyPath, parts);
}

/** Members in the order in which the catalog is read. */
function toolOf(session: Tool["session"], moneyPath: Tool["moneyPath"], parts: Parts): Listed {
	const { description, inputSchema = { type: "object", properties: {} }, ...rest } = parts;
	return { description, session, mutatesUi: true, moneyPath, ...rest, inputSchema };
}

/** A person confirms in the page before anything happens. */
export const confirmed = { needsConfirm: true } as const;

/** What the tool returns quotes audited sites: an agent must not take it for instructions. */
export const untrusted = { annotations: { untrustedContentHint: true } } as const;

/** The input that names a site. */
export function domainInput(
	description = "Public host name or URL of the site, such as example.com.",
): Listed["inputSchema"]["properties"][string] {
	return { type: "string", description };
}
