import type { CheckExamples } from "../shared/example.ts";

const comments = (
	...links: readonly string[]
) => `<section id="comments" class="comments-area"><h2>Comments</h2><ol class="comment-list">
${links.map((link) => `<li class="comment"><article><p class="comment-content">I wrote about that, see ${link}.</p></article></li>`).join("\n")}
</ol></section>`;

export const ugcLinksExamples: CheckExamples = {
	check: "ugc-links",
	examples: [
		{
			name: "Comments with marked links",
			outcome: "pass",
			body: comments('<a href="https://glue.example.net/" rel="external nofollow ugc">my page</a>'),
		},
		{
			name: "A comment with a bare link",
			outcome: "partial",
			body: comments(
				'<a href="https://glue.example.net/" rel="ugc">my page</a>',
				'<a href="https://pills.example.org/">great offers</a>',
			),
		},
		{
			name: "Links of the site's own",
			outcome: "not-applicable",
			body: '<p><a href="https://paper.example.net/">Our paper mill</a></p>',
		},
		{ name: "Comments without links", outcome: "not-applicable", body: comments("the library") },
	],
};
