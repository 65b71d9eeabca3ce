import { PACKAGE, VERSION } from "#core/brand.ts";
import type { Brief, ScoredBrief } from "./brief.ts";

/** One sentence for the head of a brief and for link previews. It speaks of the site, never of a rank. */
export function verdictSentence(brief: Brief): string {
	if (!brief.ok) return `${brief.displayDomain} could not be audited. ${brief.failure.says}`;
	const { structure, accessibility } = brief.axes;
	return `${brief.displayDomain}: ${brief.overallScore} of 100, ${brief.band.words.toLowerCase()}. Structure ${structure}, accessibility ${accessibility}.`;
}

/** What the gates did to the score; undefined where they did nothing. */
export function gateSentence(brief: ScoredBrief): string | undefined {
	const { gates, overallScore, ungatedScore } = brief;
	if (gates.length === 0) return undefined;
	const one = gates.length === 1;
	const subject = one ? "A gate is closed" : `${gates.length} gates are closed`;
	if (ungatedScore <= overallScore) return `${subject}, but the score is below the cap in any case.`;
	return `${subject} and ${one ? "caps" : "cap"} the score at ${overallScore}. Without the cap it would be ${ungatedScore}.`;
}

/** Where the evidence came from, for the head of the brief. */
export const SOURCE_WORDS: Readonly<Record<Brief["source"], string>> = {
	network: "Public site, over the network",
	folder: "Folder, before publication",
};

/** The sentence that must stand beside every result of a folder audit. */
export const FOLDER_NOTICE = "Audited from a folder before publication, not from the public site.";

/** `1536` → `1.5 KiB`. */
export function byteWords(bytes: number): string {
	if (bytes < 1024) return `${bytes} B`;
	if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KiB`;
	return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

/** The command that repeats the audit the brief speaks of; a folder is the reader's own. */
export function repeatCommand({ source, clientDomain, cli }: Brief): string {
	return source === "network" ? cli : `npx ${PACKAGE}@${VERSION} audit --dir <folder> --as ${clientDomain}`;
}
