import type { ServerResponse } from "node:http";
import { pageOfTwin, TWIN_TYPES, type TwinEnding, twinAddress } from "#site/page/page-twins.ts";
import { preferredType } from "../api/accepted-type.ts";

/** Whether a name is that of a built file; names begin with a slash. */
type IsFile = (name: string) => boolean;

const PAGE = "index.html";
const ENDINGS = Object.keys(TWIN_TYPES) as TwinEnding[];

/**
 * The file that a client gets for a page: its HTML, or the twin whose type it prefers. Sets the fields that say so: caches learn that
 * the answer depends on Accept, and search engines that a twin is the page once more.
 * @param name of the file that the address means
 * @param site the path of the site's home, with a slash at its end, and its whole address up to there
 */
export function chooseTwin(
	name: string,
	{ isFile, accept, home, origin }: { isFile: IsFile; accept: string | undefined; home: string; origin: string },
	response: ServerResponse,
): string {
	const link = (page: string) =>
		response.setHeader("Link", `<${origin}${home}${encodeURI(page.slice(1))}>; rel="canonical"`);
	if (!name.endsWith(`/${PAGE}`)) {
		const page = pageOfTwin(name);
		if (page !== undefined && isFile(page + PAGE)) link(page);
		return name;
	}
	const page = name.slice(0, -PAGE.length);
	const twins = ENDINGS.filter((ending) => isFile(twinAddress(page, ending, "/")));
	if (twins.length === 0) return name;
	addVary(response, "Accept");
	const wanted = preferredType(accept, ["text/html", ...twins.map((ending) => TWIN_TYPES[ending])]);
	const ending = twins.find((each) => TWIN_TYPES[each] === wanted);
	if (ending === undefined) return name;
	const twin = twinAddress(page, ending, "/");
	response.setHeader("Content-Location", `${home}${encodeURI(twin.slice(1))}`);
	link(page);
	return twin;
}

/** Names a field of the request that the answer depends on. */
export function addVary(response: ServerResponse, field: string): void {
	const known = response.getHeader("Vary");
	response.setHeader("Vary", known === undefined ? field : `${String(known)}, ${field}`);
}
