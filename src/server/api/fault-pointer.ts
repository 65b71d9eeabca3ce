/** Longer names are not repeated to the caller. */
const NAME_LENGTH = 200;

/**
 * JSON Pointer (RFC 6901) as a URI fragment, such as `#/fixes/0`; `#` is the whole body. ASCII only. It ends above a name
 * that is too long to be repeated.
 */
export function faultPointer(path: readonly PropertyKey[]): string {
	let pointer = "#";
	for (const step of path) {
		const name = String(step);
		if (name.length > NAME_LENGTH) break;
		pointer += `/${encodeURIComponent(name.toWellFormed().replaceAll("~", "~0").replaceAll("/", "~1"))}`;
	}
	return pointer;
}
