import { fingerprintOf } from "../../fingerprint.ts";
import type { PageDigest } from "../../page-digest.ts";
import type { FactReaders, FactStart } from "../fact-readers.ts";
import { BylineReader } from "./byline-reader.ts";
import { DateReader } from "./date-reader.ts";
import { HiddenShareReader } from "./hidden-share-reader.ts";
import { InlineStateReader } from "./inline-state-reader.ts";
import { InsecureReader } from "./insecure-reader.ts";
import { MediaReader } from "./media-reader.ts";
import { NameMarks } from "./name-marks.ts";
import { NoSnippetReader } from "./no-snippet-reader.ts";
import { PaywallReader } from "./paywall-reader.ts";
import { ReaderLinkReader } from "./reader-link-reader.ts";
import { TableReader } from "./table-reader.ts";
import { Whereabouts } from "./whereabouts.ts";

type ContentFacts = Pick<
	PageDigest,
	"text" | "tables" | "media" | "dates" | "bylines" | "insecure" | "inlineState" | "readerLinks" | "paywalls"
>;

/** Text, tables, media, dates and what else the page's content consists of. */
export function contentReaders({ text, source, url }: FactStart): FactReaders<ContentFacts> {
	const where = new Whereabouts(new NameMarks());
	const noSnippet = new NoSnippetReader(text, source.text);
	const hidden = new HiddenShareReader(where);
	const tables = new TableReader();
	const media = new MediaReader(text);
	const dates = new DateReader(source, where, text);
	const bylines = new BylineReader(source, where);
	const insecure = new InsecureReader(url);
	const inlineState = new InlineStateReader(source);
	const readerLinks = new ReaderLinkReader(where, url);
	const paywalls = new PaywallReader(where, source);
	const content = [noSnippet, hidden, tables, media, dates, bylines, insecure, inlineState, readerLinks, paywalls];
	return {
		// The others ask where the walk is, also on leaving.
		readers: [where, ...content, { leave: (element) => where.close(element) }],
		finish: ({ names }) => ({
			text: {
				visible: text.visible.length,
				main: text.mainLength,
				frame: text.frameLength,
				start: text.visible.start,
				words: text.words,
				mainOffset: text.mainOffset,
				noSnippet: noSnippet.finish(),
				hidden: hidden.finish(),
				fingerprint: fingerprintOf(text.mainWords),
			},
			tables: tables.finish(names, source),
			media: media.finish(source),
			dates: dates.finish(),
			bylines: bylines.finish(),
			insecure: insecure.finish(source),
			inlineState: inlineState.finish(),
			readerLinks: readerLinks.finish(source),
			paywalls: paywalls.finish(),
		}),
	};
}
