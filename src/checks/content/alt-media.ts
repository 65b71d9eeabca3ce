import { plainCount, plural } from "#core/wording.ts";
import type { Page } from "#evidence/evidence-map.ts";
import type { PageMedia } from "#evidence/page-digest.ts";
import { definePageCheck } from "../define-check.ts";
import { attributeText, clip, exhibitsOf } from "../shared/exhibits.ts";

const SPOKEN: ReadonlySet<string> = new Set(["captions", "subtitles"]);

export const altMedia = definePageCheck({
	id: "alt-media",
	pillar: "content",
	engines: ["search", "answers"],
	grade: "standard",
	atStake: "advice",
	weightReason: "Few pages have recordings. Where they do, readers miss everything said in them.",
	tableStakes: true,
	title: "Videos and recordings have captions or a transcript",
	fault: "Videos or recordings have no captions and no transcript",
	problem: "people who cannot listen, and machines, miss what your recordings say",
	consequence:
		"People who cannot listen, and search engines and assistants that only read, miss what your recordings say.",
	hours: 4,
	hoursPerPage: 2,
	doneBy: "editor",
	why: "Crawlers and agents read text, and people who are deaf or on a train cannot hear the sound. They only get the content from captions or a transcript.",
	howToFix: 'Add a <track kind="captions"> to each video, and a transcript, or a link to one, next to each recording.',
	consumer:
		"People who are deaf or cannot listen; crawlers that read text only, such as OAI-SearchBot, Claude-SearchBot, PerplexityBot",
	reference: "https://www.w3.org/TR/WCAG22/#captions-prerecorded",
	reviewed: "2026-11-21",
	note: "The source code does not show whether a recording contains speech. We leave out silent background videos and embedded players of other sites, which have their own captions.",
	evaluate(page) {
		const media = page.digest.media.filter(({ background }) => !background);
		if (media.length === 0) return { outcome: "not-applicable", says: "The page has no video or audio." };
		const bare = media.filter((each) => !hasWords(each));
		const [first] = bare;
		const number = plainCount(media.length, "recording");
		if (!first) {
			return { outcome: "pass", says: `${number}, with captions or a transcript.`, exhibits: exhibitsOf(page, media) };
		}
		return {
			outcome: "partial",
			// Some may have no speech, so each costs half of its share.
			ratio: 1 - bare.length / media.length / 2,
			says: `${bare.length} of ${number} on ${page.url} ${plural(bare.length, "has", "have")} neither captions nor a transcript nearby.`,
			fix: fixFor(first, page),
			exhibits: exhibitsOf(page, bare),
		};
	},
});

function hasWords({ tag, tracks, transcript }: PageMedia): boolean {
	return transcript || (tag === "video" && tracks.some((kind) => SPOKEN.has(kind)));
}

function fixFor({ tag, src, at, excerpt }: PageMedia, { url, digest }: Page): string {
	const player = `${clip(excerpt, 80)} (${at})`;
	if (tag === "audio") return `Put a transcript, or a link to one, next to ${player}.`;
	if (!isOwnFile(src, url)) {
		return `Turn on captions in the player of ${player}, or put a transcript, or a link to one, next to it.`;
	}
	const lang = attributeText(digest.lang?.text ?? "en");
	return `Add to ${player}, with the captions in a file next to the video: <track kind="captions" srclang="${lang}" src="captions.vtt">.`;
}

/** A file on the page's own host, not played by a script or a service. */
function isOwnFile(src: string | null, page: string): boolean {
	const address = src === null ? null : URL.parse(src, page);
	return address?.protocol.startsWith("http") === true && address.hostname === new URL(page).hostname;
}
