/** Everything foreign that is read, by kind: its reader stands beside its format and is loaded when it is first asked for. */
const READERS = {
	page: async () => (await import("../html/digest-page.ts")).digestPage,
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
/** What a reader takes: bytes, where they came from, and what its format needs beside them. Plain data. */
export type ReaderInput<K extends ReaderKind> = Parameters<Reader<K>>[0];
/** What a reader gives: plain data whose size does not grow with that of the bytes beyond its caps. */
export type Reading<K extends ReaderKind> = Awaited<ReturnType<Reader<K>>>;

export interface ForeignReader {
	/**
	 * Reads what a stranger wrote, without trusting it.
	 * @throws Failure `page-too-complex` when it takes too much time or memory; the signal's reason when it aborts.
	 */
	read<K extends ReaderKind>(kind: K, input: ReaderInput<K>, signal?: AbortSignal): Promise<Reading<K>>;
}

export const NAMES: Readonly<Record<ReaderKind, string>> = {
	page: "page",
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

export async function loadReader<K extends ReaderKind>(
	kind: K,
): Promise<(input: ReaderInput<K>) => Promise<Reading<K>>> {
	const read: unknown = await READERS[kind]();
	return read as (input: ReaderInput<K>) => Promise<Reading<K>>;
}

export async function readHere<K extends ReaderKind>(kind: K, input: ReaderInput<K>): Promise<Reading<K>> {
	return (await loadReader(kind))(input);
}

/** Starting a thread takes longer than reading so much, decoded. Bytes. */
const SMALL_BYTES = 256 * 1024;

/** Whether reading it costs less than starting a thread; packed bytes and YAML may hold far more than they look. */
export function isSmall(kind: ReaderKind, { body }: { readonly body: Uint8Array }): boolean {
	if (body.byteLength >= SMALL_BYTES) return false;
	if (kind === "description")
		return /^[\s\xef\xbb\xbf]*[{[]/.test(Buffer.from(body.subarray(0, 1024)).toString("latin1"));
	return !(body[0] === 0x1f && body[1] === 0x8b);
}
