import { definePageSignal } from "../shared/define-signal.ts";
import { exhibitsOf } from "../shared/exhibits.ts";

export const metaAuthor = definePageSignal({
	id: "meta-author",
	pillar: "discovery",
	title: "An author tag is there for nobody, and does no harm",
	look: (page) =>
		exhibitsOf(
			page,
			page.digest.metas.filter(({ by, key }) => by === "name" && key === "author"),
		),
});
