import type { Account } from "#people/accounts/account.ts";
import type { SiteLinks } from "#site/page/site-links.ts";
import type { Live } from "../api/live-app.ts";
import { accountOf, signInAddress } from "../caller/identify.ts";

export interface PeopleFile {
	readonly name: string;
	readonly type: string;
	readonly text: string;
}

/** No copy is kept, and no browser takes it for a page. */
const HEADERS = {
	"Cache-Control": "no-store",
	"X-Robots-Tag": "noindex",
	"X-Content-Type-Options": "nosniff",
	"Referrer-Policy": "same-origin",
	"Content-Security-Policy": "default-src 'none'; sandbox",
};

/** Leads to the sign-in and back where needed. @param make undefined where there is no such file */
export async function answerPeopleFile(
	live: Pick<Live, "people" | "admitReader">,
	{ request, clientAddress, links }: PeopleFileExchange,
	make: (account: Account) => Promise<PeopleFile | undefined>,
): Promise<Response> {
	const retrySeconds = await live.admitReader(request, clientAddress);
	if (retrySeconds !== undefined) return bare(429, { "Retry-After": String(retrySeconds) });
	const account = await accountOf(live.people, request.headers);
	if (!account) return bare(303, { Location: signInAddress(request, links) });
	const file = await make(account);
	if (!file) return bare(404);
	const { name, type, text } = file;
	const headers = { ...HEADERS, "Content-Type": type, "Content-Disposition": `attachment; filename="${name}"` };
	return new Response(text, { headers });
}

export interface PeopleFileExchange {
	readonly request: Request;
	/** Of the connection. */
	readonly clientAddress: string;
	readonly links: SiteLinks;
}

function bare(status: number, headers: Readonly<Record<string, string>> = {}): Response {
	return new Response(null, { status, headers: { ...HEADERS, ...headers } });
}
