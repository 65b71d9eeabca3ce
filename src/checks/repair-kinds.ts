/** How a fault is repaired: by the program, by the program with a person's words, or by a person. */
export const REPAIR_KINDS = ["mechanical", "words", "by-hand"] as const;
export type RepairKind = (typeof REPAIR_KINDS)[number];

/** What `sightline fix` does for each check that it repairs, in a sentence. */
const REPAIRED = {
	noindex: "Takes noindex and none out of the robots meta tags of the page.",
	"snippet-eligible": "Takes nosnippet and max-snippet:0 out of the robots meta tags.",
	"bing-ai-controls": "Takes noarchive out of the robots meta tags.",
	"robots-fetch": "Writes a robots.txt that lets everyone in, and names the sitemap.",
	"robots-syntax": "Corrects misspelt lines, and makes a comment of those that no crawler understands.",
	"crawl-delay": "Writes 10 seconds in place of a longer delay.",
	canonical:
		"Adds the page's own address where it names none, several, or one that cannot be read, and writes a relative or insecure one in full.",
	"canonical-foreign": "Writes the home page's own address into its canonical link.",
	"canonical-targets": "Writes the page's own address where the one that is named does not answer with a page.",
	sitemap: "Writes a sitemap of all pages that may be indexed, and names it in robots.txt.",
	"sitemap-hygiene": "Takes addresses out that are dead, moved, on another host or not to be indexed.",
	"sitemap-coverage": "Adds the pages that the sitemap leaves out.",
	"crawlable-links": "Writes the address that the script of a link names into its href.",
	title: "With --draft, writes the page's first heading as its title, marked by data-draft.",
	"distinct-titles": "With --draft, writes each page's first heading as its title, marked by data-draft.",
	"meta-description": "With --draft, writes the beginning of the page's own text, marked as a draft.",
	"distinct-descriptions": "With --draft, writes the beginning of each page's own text, marked as a draft.",
	"link-targets": "Writes the address at which a redirect ends into the link.",
	hreflang:
		"Adds the page itself to its versions, writes full addresses and hyphens in codes, and moves the links into <head>.",
	"hreflang-return": "Adds the link back to the versions that lack it.",
	"site-name": "Adds og:site_name with the name that the page shows.",
	"feed-offered": "Names a feed in the head that lies in the folder.",
	"mixed-content": "Writes https in the addresses that the page loads from.",
	"main-landmark-holds-text":
		"Gives role=main to the one part that is called main or content, and makes a <main> inside another a <div>.",
	"heading-outline": "Closes gaps between levels, and makes the heading an <h1> that the title repeats.",
	tables: "Makes header cells of a first row that stands in <thead> or in bold.",
	charset: "Moves the declaration to the top, and names UTF-8 where the bytes are the same in it.",
	"jsonld-parse": "Corrects commas, comments and line ends in texts, where the result can be parsed.",
	vocabulary: "Corrects names that differ in capitals alone, and adds a missing context.",
	organization: "Adds an Organization with the name and address that stand on the page.",
	website: "Adds a WebSite with the name and address that stand on the page.",
	"open-graph": "Adds the missing tags from the page's own title, address and pictures.",
	"og-canonical": "Writes the canonical address into og:url.",
	lang: "Writes the language of the text on <html>, where that is certain.",
	alt: 'Writes alt="" on pictures that only decorate, and the title of others; with --draft, their captions or names.',
	"form-labels": "Ties a label to the field that it stands before; else names the field by its placeholder.",
	"control-names": "Names links by the service, address or home page that they lead to.",
	"link-text": "Adds the heading of the linked page for those who hear the link alone.",
	landmarks: "Names navigations by what their classes call them, on English pages.",
	"aria-valid": "Takes away roles and attributes that ARIA does not define.",
	"aria-hidden-focus": "Takes aria-hidden away from what can be reached by keyboard.",
	"duplicate-id-refs": "Takes away references to ids that do not exist, and renames repeated ids that nothing uses.",
	tabindex: "Takes away every tabindex above 0.",
	frames: "Names frames by the service that they show.",
	autocomplete: "Writes the purpose that the field's type or name says, or takes the attribute away.",
	"viewport-zoom": "Takes the limits of zooming out of the viewport.",
	"meta-refresh": "Takes the refresh away.",
	"moving-text": "Makes plain text of <marquee> and <blink>.",
	lists: "Puts items that stand in no list into one.",
	"form-works-without-js": "Gives fields without a name the one that their id says.",
	"unicode-covert": "Deletes the characters that readers do not see.",
	"ugc-links": "Adds rel=ugc.",
} as const;
export type RepairedCheckId = keyof typeof REPAIRED;
export const REPAIRED_CHECKS: readonly string[] = Object.keys(REPAIRED);

const OF_WORDS: ReadonlySet<string> = new Set([
	"title",
	"distinct-titles",
	"meta-description",
	"distinct-descriptions",
]);

const SENTENCES: Readonly<Record<string, string | undefined>> = REPAIRED;

/** @returns also what the program does, or why it does nothing, in a sentence */
export function repairOf(id: string): { readonly kind: RepairKind; readonly does: string } {
	const does = SENTENCES[id];
	if (does === undefined)
		return { kind: "by-hand", does: "sightline fix lists the places; a person decides what is right." };
	return { kind: OF_WORDS.has(id) ? "words" : "mechanical", does };
}
