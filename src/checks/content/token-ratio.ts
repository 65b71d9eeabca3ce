import { percentAtLeast } from "#core/wording.ts";
import { definePageCheck } from "../define-check.ts";

const LITTLE = 0.05;
/** In scripts without spaces, a word is one character of 3 bytes in UTF-8. */
const BYTES_OF_WORD = 3;

export const tokenRatio = definePageCheck({
	id: "token-ratio",
	pillar: "content",
	engines: ["answers"],
	grade: "convention",
	atStake: "advice",
	weightReason: "No engine asks for this figure. We show it for comparison and do not score it.",
	title: "The page has enough text compared with its code",
	fault: "The page is almost all code and little text",
	consequence: "Assistants that read the page work through a lot of code for very little text.",
	hours: 6,
	doneBy: "developer",
	why: "An agent that reads the source pays for every token (piece of a word). If 5 % or less is text, most of the money goes into markup, styles and scripts.",
	howToFix: "Move inline styles, scripts and drawings into separate files, and remove wrappers that do nothing.",
	consumer: "AI agents that read the page source",
	reference: "https://developers.cloudflare.com/fundamentals/reference/markdown-for-agents/",
	reviewed: "2026-11-21",
	note: "No vendor states a limit. We use 5 % to compare pages. We measure visible text in bytes, without consent requests, repetitions and random letters, and the source in bytes after decompression.",
	yieldsTo: ["text-without-js"],
	evaluate(page) {
		const { bytes, text } = page.digest;
		if (text.visible === 0 || bytes === 0) return { outcome: "not-applicable", says: "The page has no visible text." };
		const saying = 1 - (text.idleWords ?? 0) / Math.max(1, text.words);
		const share = Math.min(1, (Math.max(text.visible, text.words * BYTES_OF_WORD) * saying) / bytes);
		const says = `${percentAtLeast(share)} of the ${bytes} bytes of ${page.url} is visible text.`;
		if (share >= LITTLE) return { outcome: "pass", says };
		return {
			outcome: "partial",
			ratio: 0.5,
			says,
			fix: `Find out what fills the other ${bytes - text.visible} bytes of ${page.url}. Move inline styles, scripts, drawings and data into separate files.`,
		};
	},
});
