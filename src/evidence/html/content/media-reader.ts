import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import type { PageMedia } from "../../digest/content.ts";
import { MAX_MEDIA } from "../page-caps.ts";
import type { TextReader } from "../text-reader.ts";
import { attribute, hasAttribute, keptValue } from "../tree/attributes.ts";
import type { PageSource } from "../tree/page-source.ts";
import type { PageElement } from "../tree/page-tree.ts";
import type { Standing } from "../tree/standing.ts";
import type { Reader } from "../tree/walk.ts";

/** Transcript, in the languages in which dates are read. */
const TRANSCRIPT = /transcript|transkript|transcrip|trascrizion|transcri[cç]/i;
/** Characters of visible text before or behind the player in which it is looked for. */
const NEAR = 1_500;
/** A mention in prose is no transcript; a link, heading or button is this short. */
const SHORT = 80;

interface Player {
	readonly element: PageElement;
	readonly tag: "video" | "audio";
	readonly tracks: string[];
	/** Characters of visible text before it. */
	readonly position: number;
	src: string | null;
}

/** Players that people see, with what stands in for their sound. */
export class MediaReader implements Reader {
	readonly #players: Player[] = [];
	readonly #transcripts: number[] = [];
	readonly #text: TextReader;
	#open: Player | undefined;

	constructor(text: TextReader) {
		this.#text = text;
	}

	finish(source: PageSource): readonly PageMedia[] {
		return this.#players.map(({ element, tag, tracks, src, position }) => ({
			...source.startTag(element),
			tag,
			src,
			tracks,
			background: isBackground(element, tag),
			transcript:
				hasAttribute(element, "aria-describedby") || this.#transcripts.some((at) => Math.abs(at - position) <= NEAR),
		}));
	}

	enter(element: PageElement, here: Standing): void {
		const { tagName } = element;
		if (tagName === "video" || tagName === "audio") this.#begin(element, tagName, here);
		else if (this.#open && tagName === "source") this.#open.src ??= keptValue(element, "src");
		else if (this.#open && tagName === "track") this.#open.tracks.push(kindOf(element));
	}

	leave(element: PageElement): void {
		if (element === this.#open?.element) this.#open = undefined;
	}

	text(node: Tree.TextNode, here: Standing): void {
		if (here.unseen || here.muted || node.value.length > SHORT) return;
		if (this.#transcripts.length < MAX_MEDIA && TRANSCRIPT.test(node.value)) {
			this.#transcripts.push(this.#text.visible.length);
		}
	}

	#begin(element: PageElement, tag: Player["tag"], here: Standing): void {
		if (here.unseen || this.#players.length === MAX_MEDIA) return;
		const src = keptValue(element, "src");
		this.#open = { element, tag, tracks: [], position: this.#text.visible.length, src };
		this.#players.push(this.#open);
	}
}

/** HTML section 4.8.11.11: subtitles where the attribute is missing, metadata where its word is unknown. */
function kindOf(track: PageElement): string {
	const kind = attribute(track, "kind")?.trim().toLowerCase();
	if (kind === undefined) return "subtitles";
	return ["subtitles", "captions", "descriptions", "chapters", "metadata"].includes(kind) ? kind : "metadata";
}

function isBackground(element: PageElement, tag: Player["tag"]): boolean {
	return (
		tag === "video" &&
		hasAttribute(element, "muted") &&
		hasAttribute(element, "autoplay") &&
		!hasAttribute(element, "controls")
	);
}
