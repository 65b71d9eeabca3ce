/** Fields of every page for people: no copy is kept, no search engine knows the page, no other site frames it or learns its address. */
export const PEOPLE_FIELDS: Readonly<Record<string, string>> = {
	"Cache-Control": "no-store",
	"X-Robots-Tag": "noindex",
	"X-Content-Type-Options": "nosniff",
	"Referrer-Policy": "same-origin",
	"Content-Security-Policy": "frame-ancestors 'none'",
};
