import type { AccessibleNames } from "./names/accessible-names.ts";
import type { LabelReader } from "./names/label-reader.ts";
import type { NameTape } from "./names/name-tape.ts";
import type { TextReader } from "./text-reader.ts";
import type { PageSource } from "./tree/page-source.ts";
import type { Reader } from "./tree/walk.ts";

/** What readers know before the walk. */
export interface FactStart {
	readonly tape: NameTape;
	readonly labels: LabelReader;
	readonly source: PageSource;
	readonly text: TextReader;
	/** Address that the page came from. */
	readonly url: string;
}

/** What is known once the walk is over. */
export interface FactEnd {
	readonly names: AccessibleNames;
	/** Address that relative ones begin from. */
	readonly base: string;
}

/** Readers of one group of facts, for the page's one walk. */
export interface FactReaders<T> {
	readonly readers: readonly Reader[];
	finish(end: FactEnd): T;
}
