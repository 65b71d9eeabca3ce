/** On `document`, whenever tools were registered or taken away. */
export const TOOLS_CHANGED = "sightline:tools";

const registered = new Map<string, AbortController>();

/** Names of the tools that the browser has of this page now, in the catalog's order. */
export function registeredTools(): readonly string[] {
	return [...registered.keys()];
}
