import type { PageImage, PageMedia } from "../../page-digest.ts";
import type { Page } from "../page.ts";
import { MAX_IMAGES, MAX_MEDIA, VALUE_LENGTH } from "../page-caps.ts";
import { attribute, hasAttribute, keptValue } from "../tree/attributes.ts";
import { tidy } from "../tree/fold-text.ts";
import type { PageElementEntry } from "../tree/page-entries.ts";
import type { PageElement } from "../tree/page-tree.ts";

export function collectImages({ elements, names, source }: Page): { images: PageImage[]; count: number } {
	const found = elements.filter(({ element }) => element.tagName === "img");
	const images = found.slice(0, MAX_IMAGES).map(({ element, context, explicitRole: role }) => {
		const alt = attribute(element, "alt");
		return {
			...source.startTag(element),
			src: keptValue(element, "src"),
			// Only alt="" declares an image decorative; blanks do not, and mean nothing either.
			alt: alt === null || alt === "" ? alt : tidy(alt, VALUE_LENGTH) || " ",
			ariaName: names.label(element),
			decorative: role === "presentation" || role === "none" || context.notExposed || context.hiddenBySheet,
		};
	});
	return { images, count: found.length };
}

/** Transcript, in the languages in which dates are read. */
const TRANSCRIPT = /transcript|transkript|transcrip|trascrizion|transcri[cç]/i;
/** Characters of visible text before or behind the player in which it is looked for. */
const NEAR = 1_500;
/** A mention in prose is no transcript; a link, heading or button is this short. */
const SHORT = 80;

interface Player {
	readonly entry: PageElementEntry;
	readonly tag: "video" | "audio";
	readonly tracks: string[];
	src: string | null;
}

/** Players that people see, with what replaces their sound. */
export function collectMedia(page: Page): readonly PageMedia[] {
	const players = findPlayers(page);
	if (players.length === 0) return [];
	const transcripts = findTranscripts(page);
	return players.map(({ entry: { element, textStart }, tag, tracks, src }) => ({
		...page.source.startTag(element),
		tag,
		src,
		tracks,
		background: isBackground(element, tag),
		transcript: hasAttribute(element, "aria-describedby") || transcripts.some((at) => Math.abs(at - textStart) <= NEAR),
	}));
}

function findPlayers({ elements }: Page): Player[] {
	const players: Player[] = [];
	let open: Player | undefined;
	for (const entry of elements) {
		const { element, context, index } = entry;
		const { tagName } = element;
		if (open && index >= open.entry.end) open = undefined;
		if (tagName === "video" || tagName === "audio") {
			if (context.notRendered || players.length === MAX_MEDIA) continue;
			open = { entry, tag: tagName, tracks: [], src: keptValue(element, "src") };
			players.push(open);
		} else if (open) addSource(element, open);
	}
	return players;
}

function addSource(element: PageElement, player: Player): void {
	if (element.tagName === "source") player.src ??= keptValue(element, "src");
	else if (element.tagName === "track") player.tracks.push(kindOf(element));
}

/** Lengths of the visible text up to what names a transcript. */
function findTranscripts({ steps }: Page): number[] {
	const positions: number[] = [];
	for (const step of steps) {
		if (step.kind !== "text" || step.context.notRendered || step.context.notText) continue;
		const { value } = step.node;
		if (value.length > SHORT || !TRANSCRIPT.test(value)) continue;
		positions.push(step.textEnd);
		if (positions.length === MAX_MEDIA) break;
	}
	return positions;
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
