import type { PageDigest } from "../../page-digest.ts";
import type { FactReaders, FactStart } from "../fact-readers.ts";

type ContentFacts = Pick<
	PageDigest,
	"text" | "tables" | "media" | "dates" | "bylines" | "insecure" | "inlineState" | "readerLinks" | "paywalls"
>;

/** Text, tables, media, dates and what else the page's content consists of. */
export function contentReaders({ text }: FactStart): FactReaders<ContentFacts> {
	return {
		readers: [],
		finish: () => ({
			text: {
				visible: text.visible.length,
				main: text.mainLength,
				start: text.visible.start,
				words: 0,
				mainOffset: 0,
				noSnippet: 0,
				hidden: 0,
				fingerprint: [],
			},
			tables: [],
			media: [],
			dates: [],
			bylines: [],
			insecure: [],
			inlineState: null,
			readerLinks: { count: 0, bare: [], bareCount: 0 },
			paywalls: [],
		}),
	};
}
