const READERS = {
	page: async () => (await import("../html/digest-page.ts")).digestPage,
	view: async () => (await import("../html/page-view.ts")).readPageView,
	description: async () => (await import("../declared/api-description.ts")).readApiDescription,
	robots: async () => (await import("../files/robots-txt.ts")).readRobotsTxt,
	sitemap: async () => (await import("../files/collect-sitemap.ts")).readSitemap,
	feed: async () => (await import("../files/collect-feed.ts")).readFeed,
	markdown: async () => (await import("../files/collect-markdown.ts")).readMarkdown,
	text: async () => (await import("../collect-machine-files.ts")).readMachineText,
	json: async () => (await import("../response-body.ts")).readJson,
	mcp: async () => (await import("../declared/collect-mcp.ts")).readMcpAnswer,
	keys: async () => (await import("../declared/collect-bot-directory.ts")).readBotDirectory,
} as const;

export type ReaderKind = keyof typeof READERS;
type Reader<K extends ReaderKind> = Awaited<ReturnType<(typeof READERS)[K]>>;
export type ReaderInput<K extends ReaderKind> = Parameters<Reader<K>>[0];
/** Plain data with a bounded size. */
export type Reading<K extends ReaderKind> = Awaited<ReturnType<Reader<K>>>;

export interface ForeignReader {
	/** @throws Failure `page-too-complex` if it exceeds time or memory; the signal's reason */
	read<K extends ReaderKind>(kind: K, input: ReaderInput<K>, signal?: AbortSignal): Promise<Reading<K>>;
}

export const NAMES: Readonly<Record<ReaderKind, string>> = {
	page: "page",
	view: "page",
	description: "API description",
	robots: "robots.txt",
	sitemap: "sitemap",
	feed: "feed",
	markdown: "Markdown",
	text: "text file",
	json: "JSON file",
	mcp: "MCP answer",
	keys: "directory of keys",
};

/** Cached, because even importing a loaded module takes time, and pages are read by the thousand. */
const loaded = new Map<ReaderKind, Promise<unknown>>();

export async function loadReader<K extends ReaderKind>(
	kind: K,
): Promise<(input: ReaderInput<K>) => Promise<Reading<K>>> {
	const read = loaded.get(kind) ?? READERS[kind]();
	loaded.set(kind, read);
	return (await read) as (input: ReaderInput<K>) => Promise<Reading<K>>;
}

export async function readHere<K extends ReaderKind>(kind: K, input: ReaderInput<K>): Promise<Reading<K>> {
	return (await loadReader(kind))(input);
}

/** Bytes; parsing less is faster than starting a thread. */
const SMALL_BYTES = 256 * 1024;

/** Excludes compressed bytes and YAML, which may expand to far more. */
export function isSmall(kind: ReaderKind, { body }: { readonly body: Uint8Array }): boolean {
	if (body.byteLength >= SMALL_BYTES) return false;
	if (kind === "description")
		return /^[\s\xef\xbb\xbf]*[{[]/.test(Buffer.from(body.subarray(0, 1024)).toString("latin1"));
	return !(body[0] === 0x1f && body[1] === 0x8b);
}
