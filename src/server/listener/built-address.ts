import { Failure } from "#core/failure.ts";

/**
 * Holds the address that a site was built for against the one it is to run under; neither has a trailing slash.
 * @returns what the operator should know: pages name the one origin then, the API the other
 * @throws Failure `input-invalid` where the paths differ: links in built pages carry the path of their time
 */
export function compareAddresses(builtFor: string, baseUrl: string): string | undefined {
	const [built, now] = [new URL(`${builtFor}/`), new URL(`${baseUrl}/`)];
	if (built.pathname !== now.pathname) {
		throw new Failure("input-invalid", {
			what: `The site was built to live under ${built.pathname}, not under ${now.pathname}.`,
			why: `SIGHTLINE_BASE_URL is ${baseUrl} now.`,
			todo: "Set it as it was, or run npm run build again.",
		});
	}
	if (built.origin === now.origin) return undefined;
	return (
		`Pages were built to live at ${builtFor}, and the API's answers name SIGHTLINE_BASE_URL, ${baseUrl}: ` +
		"set it as it was, or run npm run build again."
	);
}
