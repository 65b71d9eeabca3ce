import type { CheckExamples } from "../shared/example.ts";

export const paginationExamples: CheckExamples = {
	check: "pagination",
	examples: [
		{ name: "No list that goes on", outcome: "not-applicable" },
		{ name: "A text that unfolds is no list", outcome: "not-applicable", body: "<button>Show more</button>" },
		{ name: "Numbered pages", outcome: "pass", body: '<nav><a href="/?page=2">2</a> <a href="/?page=3">3</a></nav>' },
		{
			name: "A button, and a link beside it",
			outcome: "pass",
			body: '<button>Load more</button> <a href="/books/page/2/">Older books</a>',
		},
		{
			name: "The button of a social network's feed",
			outcome: "not-applicable",
			body: '<div class="sbi_feed"><button class="sbi_load_btn">Load More</button></div>',
		},
		{ name: "A link that only script can follow", outcome: "partial", body: '<a href="#">Load more</a>' },
	],
};
