import { definePageSignal } from "../shared/define-signal.ts";
import { exhibitsOf } from "../shared/exhibits.ts";

export const metaKeywords = definePageSignal({
	id: "meta-keywords",
	pillar: "discovery",
	title: "A keywords tag is there for nobody, and does no harm",
	look: (page) =>
		exhibitsOf(
			page,
			page.digest.metas.filter(({ by, key }) => by === "name" && key === "keywords"),
		),
});
