import type { PageMedia } from "#evidence/digest/content.ts";
import { definePageCheck } from "../define-check.ts";
import { attributeText } from "../words/attribute-text.ts";
import { clip, exhibitsOf } from "../words/exhibits.ts";
import { count } from "../words/phrasing.ts";

const SPOKEN: ReadonlySet<string> = new Set(["captions", "subtitles"]);

export const altMedia = definePageCheck({
	id: "alt-media",
	pillar: "content",
	engines: ["search", "answers"],
	grade: "standard",
	mode: "light",
	weight: 1,
	weightReason: "It concerns few pages; where it does, everything that is said in the recording is lost to readers.",
	title: "What is said in video and audio can be read, too",
	why: "Crawlers and agents hear nothing, and neither do people who are deaf or in a train. What a recording says exists for them only as captions or a transcript.",
	howToFix: 'Add a <track kind="captions"> to each video, and a transcript, or a link to one, next to each recording.',
	reference: "https://www.w3.org/TR/WCAG22/#captions-prerecorded",
	reviewed: "2026-11-21",
	note: "Whether a recording has speech at all cannot be seen in the source. Silent background videos are left out, and players of other sites in frames bring captions of their own.",
	needs: [],
	evaluate(page) {
		const media = page.digest.media.filter(({ background }) => !background);
		if (media.length === 0) return { outcome: "not-applicable", says: "The page has no video or audio of its own." };
		const bare = media.filter((each) => !isTold(each));
		const [first] = bare;
		const number = count(media.length, "recording");
		if (!first) {
			return { outcome: "pass", says: `${number}, with captions or a transcript.`, exhibits: exhibitsOf(page, media) };
		}
		return {
			outcome: "partial",
			ratio: 0.5,
			says: `${bare.length} of ${number} on ${page.url} ${bare.length === 1 ? "has" : "have"} neither captions nor a transcript nearby.`,
			fix: fixFor(first, page.digest.lang?.text ?? "en"),
			exhibits: exhibitsOf(page, bare),
		};
	},
});

function isTold({ tag, tracks, transcript }: PageMedia): boolean {
	return transcript || (tag === "video" && tracks.some((kind) => SPOKEN.has(kind)));
}

function fixFor({ tag, src, at, excerpt }: PageMedia, lang: string): string {
	const name = attributeText((src?.split(/[?#]/, 1)[0] ?? "recording").replace(/\.\w+$/, ""));
	if (tag === "audio")
		return `Put the transcript, or <a href="${name}.txt">Transcript</a>, next to ${clip(excerpt, 80)} (${at}).`;
	return `Add to ${clip(excerpt, 80)} (${at}): <track kind="captions" srclang="${attributeText(lang)}" src="${name}.vtt">.`;
}
