import { listing, plainCount } from "#core/wording.ts";
import type { DeclaredTarget, Observation, PageVisit } from "#evidence/evidence-map.ts";
import { defineSiteCheck } from "../define-check.ts";
import { deadWords } from "../shared/declared-interfaces.ts";
import { isGone } from "../shared/duplicate-pages.ts";
import { clip } from "../shared/exhibits.ts";

/** Agents read the whole file, and it uses up their context. */
const CHARACTERS_MAX = 50_000;
const TEXT_TYPE = /^text\/(?:plain|(?:x-)?markdown)$/;

export const llmsTxtIfPresent = defineSiteCheck({
	id: "llms-txt-if-present",
	pillar: "interfaces",
	engines: ["answers"],
	grade: "convention",
	atStake: "advice",
	weightReason: "We know of no answer engine that needs the file, so we show it and deduct nothing.",
	tableStakes: true,
	title: "The file llms.txt is Markdown with working links",
	fault: "The file llms.txt is not Markdown",
	consequence: "The few assistants that read this file waste their first step on it.",
	hours: 0.5,
	doneBy: "developer",
	why: "An agent that reads llms.txt uses it as a map of your site. A web page instead, or dead links, waste its first step.",
	howToFix: "Serve Markdown with a first-level heading and links to existing pages, or remove llms.txt.",
	consumer: "Some coding agents; Lighthouse",
	counterEvidence: {
		says: "Google says that its search, including its AI features, does not use Markdown or text files made for AI.",
		source: "https://developers.google.com/search/docs/fundamentals/ai-optimization-guide",
	},
	reference: "https://llmstxt.org/index.html",
	reviewed: "2026-11-22",
	note: "You do not need llms.txt: Google says so, and Lighthouse treats a 404 as not applicable.",
	needs: ["llmsTxt"],
	wants: ["declared", "visits"],
	evaluate({ llmsTxt, declared, visits }) {
		if (llmsTxt.state === "absent" || llmsTxt.value.softNotFound) {
			return { outcome: "not-applicable", says: "The site has no llms.txt and does not need one." };
		}
		const { url, value } = llmsTxt;
		const { text } = value;
		const exhibits = [{ url, at: "beginning", excerpt: clip(value.excerpt) }];
		const half = { outcome: "partial", ratio: 0.5, exhibits } as const;
		if ((value.sniffed !== "text" && value.sniffed !== "markdown") || !text) {
			return {
				...half,
				says: `${url} ${value.sniffed === "html" ? "is a web page" : `contains ${value.sniffed === "empty" ? "nothing" : value.sniffed}`} instead of Markdown.`,
				fix: `Serve Markdown at ${url}, or return 404 there.`,
			};
		}
		if (text.h1 === null) {
			return {
				...half,
				fault: "The file llms.txt has no heading",
				says: `${url} has no first-level heading, the only part that the format requires.`,
				fix: `Start ${url} with the site's name: # …`,
			};
		}
		if (text.truncated || text.characters > CHARACTERS_MAX) {
			return {
				...half,
				fault: "The file llms.txt is too long",
				says: `${url} has ${text.characters} characters, more than an agent can use at once.`,
				fix: `Shorten ${url} to under ${CHARACTERS_MAX} characters, and link to the rest.`,
			};
		}
		const dead = deadLinks(text.links, declared, visits);
		if (dead.length > 0) {
			return {
				...half,
				fault: "The file llms.txt has broken links",
				says: `${url} has broken links: ${listing(dead)}.`,
				fix: `Correct or remove ${dead[0]} in ${url}.`,
			};
		}
		return {
			outcome: "pass",
			says: `${url} has the heading "${clip(text.h1, 60)}" and ${plainCount(text.links.length, "link")}.${typeRemark(value.contentType)}`,
			exhibits,
		};
	},
});

/** The convention requires no type, but a text type tells programs more. */
function typeRemark(contentType: string): string {
	if (contentType === "" || TEXT_TYPE.test(contentType)) return "";
	return ` It is served as ${clip(contentType, 60)}, but text/plain or text/markdown is right.`;
}

function deadLinks(
	links: readonly string[],
	declared: Observation<readonly DeclaredTarget[]>,
	visits: Observation<readonly PageVisit[]>,
): string[] {
	const dead = new Set([
		...(declared.state === "found" ? declared.value : []).filter((each) => deadWords(each)).map(({ url }) => url),
		...(visits.state === "found" ? visits.value : []).filter(isGone).map(({ url }) => url),
	]);
	return links.filter((link) => dead.has(link));
}
