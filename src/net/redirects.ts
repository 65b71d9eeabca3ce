import { Failure, isFailure } from "#core/failure.ts";
import type { Opened } from "./exchange.ts";
import { isWebAddress, schemeOf, vetForm } from "./host-vetting.ts";
import type { HttpHop } from "./http-client.ts";
import { shown } from "./network-failure.ts";

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Characters; the report shows the addresses. */
const LOCATION_LENGTH = 2_048;

export type Hop = Pick<Opened, "url" | "status" | "location" | "discard">;

/**
 * `open` vets every address. @param maxRedirects 0 returns the redirect itself
 * @throws Failure `redirect-blocked`, `redirect-loop`, `redirect-limit`; for the first address `target-blocked`
 */
export async function followRedirects<T extends Hop>(
	start: URL,
	maxRedirects: number,
	open: (url: URL) => Promise<T>,
): Promise<{ readonly opened: T; readonly hops: readonly HttpHop[] }> {
	const hops: HttpHop[] = [];
	const seen = new Set<string>();
	let opened = await open(withoutFragment(start));
	while (opened.location !== undefined && maxRedirects > 0) {
		const { url, status, location, discard } = opened;
		await discard();
		seen.add(url.href);
		hops.push({ url: url.href, status, location: location.href });
		if (seen.has(location.href)) throw loop(url, location);
		if (hops.length > maxRedirects) throw tooMany(start, maxRedirects);
		opened = await openRedirect(location, url, open);
	}
	return { opened, hops };
}

/** Refused before `open` sends a forbidden host anything. */
async function openRedirect<T extends Hop>(to: URL, from: URL, open: (url: URL) => Promise<T>): Promise<T> {
	try {
		vetForm(to);
		return await open(to);
	} catch (error) {
		if (!isFailure(error) || error.code !== "target-blocked") throw error;
		throw new Failure(
			"redirect-blocked",
			{
				what: `${shown(from.href)} redirects to ${isWebAddress(to) ? "a place that is not contacted" : `a "${schemeOf(to)}" address`}.`,
				why: error.message,
			},
			{ cause: error },
		);
	}
}

function withoutFragment(url: URL): URL {
	const clean = new URL(url);
	clean.hash = "";
	return clean;
}

function loop(from: URL, to: URL): Failure {
	return new Failure("redirect-loop", {
		what: `${shown(from.href)} redirects in a circle.`,
		why: `It leads back to ${shown(to.href)}, and we keep no cookies that could change this.`,
		todo: "Answer visitors who have no cookies without a redirect.",
	});
}

function tooMany(start: URL, maxRedirects: number): Failure {
	return new Failure("redirect-limit", {
		what: `${shown(start.href)} redirects too often.`,
		why: `There are more than ${maxRedirects} redirects in a row.`,
		todo: "Redirect to the final address at once.",
	});
}

/** Without fragment; undefined if it is no redirect, or if Location is invalid or too long. */
export function redirectOf(status: number, field: string | string[] | undefined, base: URL): URL | undefined {
	if (!REDIRECTS.has(status)) return undefined;
	const values = new Set([field ?? []].flat());
	const [value] = values;
	if (value === undefined || values.size > 1) return undefined;
	// undici decodes latin1, but servers write UTF-8, as browsers decode it.
	const text = Buffer.from(value, "latin1").toString("utf8");
	if (!URL.canParse(text, base.href)) return undefined;
	const url = new URL(text, base.href);
	url.hash = "";
	if (url.href.length <= LOCATION_LENGTH) return url;
	// A long address is not followed; its start explains why.
	return isWebAddress(url) ? undefined : (URL.parse(url.href.slice(0, LOCATION_LENGTH)) ?? undefined);
}
