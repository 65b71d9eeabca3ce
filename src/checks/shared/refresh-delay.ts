/**
 * Seconds after which a page reloads or moves on, from the `content` of a refresh pragma or the value of a Refresh
 * header (HTML section 4.2.5.3, shared declarative refresh steps); null where it means nothing to browsers.
 */
export function refreshDelay(content: string): number | null {
	const begun = content.replace(/^[\t\n\f\r ]+/, "");
	const digits = /^[0-9]*/.exec(begun)?.[0] ?? "";
	if (digits === "" && !begun.startsWith(".")) return null;
	const rest = begun.slice(digits.length).replace(/^[0-9.]+/, "");
	if (rest !== "" && !/^[;,\t\n\f\r ]/.test(rest)) return null;
	return digits === "" ? 0 : Number(digits);
}
