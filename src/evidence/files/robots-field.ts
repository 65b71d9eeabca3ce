/** One line of a robots.txt, told apart by its name. */
export interface RobotsField {
	readonly kind: "user-agent" | "allow" | "disallow" | "sitemap" | "extension" | "unknown";
	/** Before the colon, lower case, for an extension; "" for the others. */
	readonly name: string;
	/** Without comment and surrounding white space. */
	readonly value: string;
	/** True when the line breaks RFC 9309 and is understood all the same. */
	readonly forgiven: boolean;
}

/** Google's parser reads no further in a line: eight times the longest address that a browser took. */
const LINE_MAX = 8 * 2083 - 1;

/** The fields of RFC 9309, by the beginnings of the names that Google's parser takes for them. */
const NAMES: readonly (readonly [RobotsField["kind"], readonly string[]])[] = [
	["user-agent", ["user-agent", "useragent", "user agent"]],
	["allow", ["allow"]],
	["disallow", ["disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"]],
	["sitemap", ["sitemap", "site-map"]],
];
const STANDARD = new Set(["user-agent", "allow", "disallow", "sitemap"]);

/**
 * Other records that a known consumer documents; RFC 9309 section 2.2.4 lets them stand. Crawl-delay and Host, Clean-param:
 * Bing, Yandex. Request-rate, Visit-time: the extended draft of 1996. Content-Signal: Cloudflare. Content-Usage: IETF
 * AIPREF. License: RSL. Agentmap: Agentic Resource Discovery. Schemamap: NLWeb.
 */
const EXTENSIONS = new Set([
	"agentmap",
	"clean-param",
	"content-signal",
	"content-usage",
	"crawl-delay",
	"host",
	"license",
	"request-rate",
	"schemamap",
	"visit-time",
]);

/** Reads one line, without its end; undefined where there is nothing but white space and comment. */
export function readField(raw: string): RobotsField | undefined {
	const line = trimAscii(raw.slice(0, LINE_MAX).split("#", 1)[0] ?? "");
	if (line === "") return undefined;
	const colon = line.indexOf(":");
	if (colon >= 0) return fieldOf(trimAscii(line.slice(0, colon)), trimAscii(line.slice(colon + 1)), false);
	// `disallow /path`: the colon may be missing between exactly two words.
	const words = line.split(/[ \t\v\f]+/);
	const [name = "", value = ""] = words;
	return words.length === 2 ? fieldOf(name, value, true) : unknown(line);
}

function fieldOf(name: string, value: string, forgiven: boolean): RobotsField {
	const lower = name.toLowerCase();
	if (EXTENSIONS.has(lower)) return forgiven ? unknown(value) : { kind: "extension", name: lower, value, forgiven };
	for (const [kind, beginnings] of NAMES) {
		if (!beginnings.some((beginning) => lower.startsWith(beginning))) continue;
		return { kind, name: "", value, forgiven: forgiven || !STANDARD.has(lower) };
	}
	return unknown(value);
}

function unknown(value: string): RobotsField {
	return { kind: "unknown", name: "", value, forgiven: false };
}

/** `trim()` would take U+00A0, which here is the last octet of an "à". */
function trimAscii(octets: string): string {
	let begin = 0;
	let end = octets.length;
	while (begin < end && isAsciiSpace(octets.charCodeAt(begin))) begin++;
	while (end > begin && isAsciiSpace(octets.charCodeAt(end - 1))) end--;
	return octets.slice(begin, end);
}

/** Space, and tab to carriage return, as C's `isspace` has it. */
function isAsciiSpace(code: number): boolean {
	return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}
