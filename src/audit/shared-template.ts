/** One fault of a template, seen on many pages. */

export interface PageExhibit {
	readonly url: string;
	readonly excerpt: string;
}

/** Fewer pages may have the same markup by chance. */
const LEAST_PAGES = 3;
/** Shorter markup, such as `<p>`, stands everywhere and tells no template. */
const LEAST_LENGTH = 12;

/**
 * Says that one change to a template corrects a finding on many pages: where the same markup, but for ids, numbers,
 * addresses and values of the page, is shown for most of the pages that have the fault. Undefined where they differ.
 * @param exhibits of all pages with the fault, several a page
 */
export function sharedTemplate(exhibits: readonly PageExhibit[]): string | undefined {
	const all = new Set(exhibits.map(({ url }) => pageOf(url)));
	if (all.size < LEAST_PAGES) return undefined;
	const pagesByMarkup = new Map<string, Set<string>>();
	for (const { url, excerpt } of exhibits) {
		const markup = foldMarkup(excerpt);
		if (markup.length < LEAST_LENGTH) continue;
		const pages = pagesByMarkup.get(markup) ?? new Set();
		pagesByMarkup.set(markup, pages.add(pageOf(url)));
	}
	const most = Math.max(0, ...Array.from(pagesByMarkup.values(), (pages) => pages.size));
	if (most < LEAST_PAGES || most * 2 <= all.size) return undefined;
	const where = most === all.size ? "all" : `${most} of`;
	return `The same markup stands on ${where} ${all.size} pages with this fault, so one change to the page template corrects them.`;
}

/** Attributes whose values name the page or its content, not its template. */
const OF_THE_PAGE =
	/\s(href|src|srcset|sizes|action|content|id|for|alt|title|name|value|poster|datetime|style|aria-label|aria-labelledby|aria-describedby|aria-controls|data-[\w-]+)\s*=\s*(?:"[^"]*"?|'[^']*'?|[^\s>]+)/gi;

/** The excerpt without what differs from page to page. */
function foldMarkup(excerpt: string): string {
	return excerpt
		.replace(OF_THE_PAGE, " $1")
		.replace(/https?:\/\/[^\s"'<>]+/gi, "@")
		.replace(/\d+/g, "0")
		.replace(/\s+/g, " ")
		.trim()
		.toLowerCase();
}

/** A page is the same page with any fragment. */
function pageOf(url: string): string {
	return url.split("#", 1)[0] ?? url;
}
