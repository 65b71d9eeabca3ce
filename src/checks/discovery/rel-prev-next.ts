import { definePageSignal } from "../shared/define-signal.ts";
import { exhibitsOf } from "../shared/exhibits.ts";

export const relPrevNext = definePageSignal({
	id: "rel-prev-next",
	pillar: "discovery",
	title: "Links with rel=prev and rel=next are there for browsers",
	look: (page) =>
		exhibitsOf(
			page,
			page.digest.links.filter(({ rel }) => rel.includes("prev") || rel.includes("next")),
		),
});
