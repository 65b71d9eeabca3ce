import { isWithin } from "./hosts/is-within.ts";

/** Matches whole path segments and query values only: "/blog/how-to-delete-a-branch" is for reading. */

const ACTIONS: ReadonlySet<string> = new Set(
	"add-to-basket add-to-cart add-to-wishlist addtocart clear-cart delete destroy empty-cart log-off log-out logoff logout remove remove-from-cart sign-out signoff signout".split(
		" ",
	),
);
/** Alone, these pages mostly ask first; with an object in the address they act. */
const ON_OBJECTS: ReadonlySet<string> = new Set([...ACTIONS, "downvote", "unfollow", "unsubscribe", "upvote", "vote"]);
const VERB_KEYS: ReadonlySet<string> = new Set(["-method", "act", "action", "cmd", "do", "op", "operation", "task"]);
/** Query keys of shop systems that act: `?add-to-cart=17`. */
const ACTION_KEYS = "add-to-cart add-to-wishlist empty-cart logout remove-item signout".split(" ");
/** Below these, "add" and "clear" act on the basket; elsewhere they may open a form. */
const BASKETS: ReadonlySet<string> = new Set(["bag", "basket", "cart", "compare", "wishlist"]);
const BASKET_VERBS: ReadonlySet<string> = new Set(["add", "change", "clear", "empty", "update"]);
/** Sections and hosts whose paths describe actions. */
const READING: ReadonlySet<string> = new Set(
	"api article articles blog command commands doc docs documentation faq guide guides help kb learn manual news reference support tutorial tutorials wiki".split(
		" ",
	),
);

/** False for null. @param domain registrable: `example.com` includes `shop.example.com` */
export function isOwnAction(address: string | null, domain: string): boolean {
	if (address === null || !URL.canParse(address)) return false;
	const url = new URL(address);
	return isWithin(url.hostname, domain) && (url.protocol === "https:" || url.protocol === "http:") && acts(url);
}

function acts(url: URL): boolean {
	const segments = url.pathname.split("/").filter(Boolean).map(wordOf);
	const host = url.hostname.split(".", 1)[0] ?? "";
	const tells = [host, ...segments].some((word) => READING.has(word));
	return (!tells && actsByPath(segments, url.search !== "")) || actsByQuery(url.searchParams, segments);
}

function actsByPath(segments: readonly string[], hasQuery: boolean): boolean {
	return segments.some((segment, index) => {
		const next = segments[index + 1];
		if (BASKET_VERBS.has(segment) && BASKETS.has(segments[index - 1] ?? "")) return true;
		if (next === undefined) return ACTIONS.has(segment) || (ON_OBJECTS.has(segment) && hasQuery);
		return ON_OBJECTS.has(segment) && segments.length === index + 2 && isObjectId(next);
	});
}

function actsByQuery(query: URLSearchParams, segments: readonly string[]): boolean {
	const inBasket = segments.some((segment) => BASKETS.has(segment));
	return Array.from(query).some(([name, value]) => {
		const key = wordOf(name);
		const verb = wordOf(value);
		if (ACTION_KEYS.includes(key)) return true;
		return VERB_KEYS.has(key) && (ON_OBJECTS.has(verb) || (inBasket && BASKET_VERBS.has(verb)));
	});
}

/** Numbers, UUIDs and tokens, but not words: `/remove/background` is a page. */
function isObjectId(segment: string): boolean {
	return /^\d+$/.test(segment) || (/^[0-9a-z-]{8,}$/.test(segment) && /\d/.test(segment));
}

/** Normalizes `Add_To_Cart` to `add-to-cart` and `logout.php` to `logout`. */
function wordOf(text: string): string {
	return text
		.toLowerCase()
		.replace(/\.(?:php|aspx?|jsp|do|cgi)$/, "")
		.replaceAll("_", "-");
}
