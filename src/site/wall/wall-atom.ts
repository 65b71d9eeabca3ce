import { Feed } from "feed";
import { PRODUCT } from "#core/brand.ts";
import type { WallFeed } from "./wall-feed.ts";

/** When a feed without any item was last touched: Atom wants a time, and the build's own would differ each time. */
const NEVER = new Date(0);

/**
 * The Atom form (RFC 4287) of the feed; `self` is its own absolute address. The library puts item titles and contents
 * into CDATA sections as HTML and escapes nothing in them: that is done here.
 */
export function atomFeed({ title, description, home, items }: WallFeed, self: string): string {
	const [newest] = items;
	const feed = new Feed({
		id: self,
		title,
		description,
		link: home,
		feedLinks: { atom: self },
		author: { name: PRODUCT },
		generator: PRODUCT,
		updated: newest ? new Date(newest.auditedAt) : NEVER,
	});
	for (const item of items) {
		const date = new Date(item.auditedAt);
		feed.addItem({
			id: item.url,
			link: item.url,
			title: htmlText(item.title),
			content: item.paragraphs.map((paragraph) => `<p>${htmlText(paragraph)}</p>`).join(""),
			date,
			published: date,
		});
	}
	return feed.atom1();
}

/** Everything that XML 1.0 (section 2.2) does not allow in a document, however escaped. */
const NOT_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const REFERENCES: Readonly<Record<string, string>> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&#39;",
};

/** Plain text as HTML. Without a bare `>` it cannot end a CDATA section either. */
function htmlText(text: string): string {
	return text.replace(NOT_XML, "\u{fffd}").replace(/[&<>"']/g, (sign) => REFERENCES[sign] ?? sign);
}
