/** What was typed as the address of a site, before it is read: for pages, which cannot load the list of public suffixes. */

/** The host of which it names a page or a query, where an audit is one of the home page; undefined for a site, and for what is no address. */
export function hostOfPage(typed: string): string | undefined {
	const address = addressOf(typed);
	return address && (address.pathname !== "/" || address.search !== "") ? address.hostname : undefined;
}

/** The host as it was typed, where it is another writing of this one: `münchen.example` for `xn--mnchen-3ya.example`. */
export function typedHost(typed: string, host: string): string | undefined {
	const address = addressOf(typed);
	if (address?.hostname !== host) return undefined;
	const [written = ""] = typed
		.trim()
		.replace(SCHEME, "")
		.split(/[/?#:]/);
	return written.toLowerCase() === host ? undefined : written;
}

const SCHEME = /^(?:[a-z][a-z0-9+.-]*:)?\/\//i;

function addressOf(typed: string): URL | undefined {
	const text = typed.trim();
	const address = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text.replace(/^\/\//, "")}`);
	return address && /^https?:$/.test(address.protocol) ? address : undefined;
}
