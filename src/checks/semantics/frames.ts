import { definePageCheck } from "../define-check.ts";
import { type BarrierRule, judgeBarriers, place } from "../shared/barriers.ts";

const SHOWS: readonly (readonly [RegExp, string])[] = [
	[/^(?:https?:)?\/\/(?:[\w-]+\.)*(?:youtube|youtube-nocookie)\.com\//i, "Video from YouTube"],
	[/^(?:https?:)?\/\/(?:[\w-]+\.)*vimeo\.com\//i, "Video from Vimeo"],
	[/^(?:https?:)?\/\/(?:[\w-]+\.)*dailymotion\.com\//i, "Video from Dailymotion"],
	[/^(?:https?:)?\/\/(?:[\w-]+\.)*dazn\.com\//i, "Video from DAZN"],
	[/^(?:https?:)?\/\/(?:www\.|maps\.)?google\.[a-z.]+\/maps|\/\/maps\.google\.|openstreetmap\.org\//i, "Map"],
	[/^(?:https?:)?\/\/(?:[\w-]+\.)*(?:spotify|soundcloud)\.com\//i, "Audio player"],
];

const RULE: BarrierRule = {
	kinds: ["frame-name"],
	subject: ["frame", "frames"],
	none: "The page has no visible frames.",
	sound: ["with a name", "each with a name"],
	fault: ["has no name", "have no name"],
	cost: "whole",
	terse: true,
	fix: (first) => `Add to ${place(first)} a title that says what the frame shows${exampleOf(first.excerpt)}.`,
};

function exampleOf(excerpt: string): string {
	const [, address = ""] = /\ssrc\s*=\s*["']?([^"'\s>]+)/i.exec(excerpt) ?? [];
	const name = SHOWS.find(([pattern]) => pattern.test(address))?.[1];
	return name === undefined ? "" : `, such as title="${name}", better with the subject`;
}

export const frames = definePageCheck({
	id: "frames",
	pillar: "semantics",
	engines: ["answers"],
	grade: "standard",
	atStake: "advice",
	weightReason: "People can still read the content after they enter the frame.",
	tableStakes: true,
	title: "Embedded frames have a title",
	fault: "Embedded frames have no title",
	problem: "people with a screen reader cannot tell what your embedded frames hold",
	consequence:
		"People who use a screen reader cannot tell a map or a video from an advertisement before they enter it.",
	hours: 0.25,
	doneBy: "developer",
	why: "A frame is a page inside your page, such as a map, a video, a form or an ad. Screen readers and agents use its title to decide whether to enter it.",
	howToFix: "Give every <iframe> a title that says what it shows.",
	consumer: "Screen readers (NVDA, JAWS, VoiceOver); ChatGPT's browser agent",
	reference: "https://www.w3.org/WAI/standards-guidelines/act/rules/cae760/",
	reviewed: "2026-11-21",
	evaluate: (page) => judgeBarriers(page, RULE),
});
