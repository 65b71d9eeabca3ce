import type { CheckExamples } from "../shared/example.ts";

export const altMediaExamples: CheckExamples = {
	check: "alt-media",
	examples: [
		{
			name: "A video with captions",
			outcome: "pass",
			body: '<video controls src="/tour.mp4"><track kind="captions" srclang="en" src="/tour.vtt"></video>',
		},
		{
			name: "A talk with a transcript beside it",
			outcome: "pass",
			body: '<audio controls src="/talk.mp3"></audio><p><a href="/talk/">Transcript of the talk</a></p>',
		},
		{ name: "A video without either", outcome: "partial", body: '<video controls src="/tour.mp4"></video>' },
		{
			name: "A silent background",
			outcome: "not-applicable",
			body: '<video autoplay muted loop src="/press.mp4"></video>',
		},
		{ name: "No recording", outcome: "not-applicable" },
	],
};
