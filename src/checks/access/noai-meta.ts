import { definePageSignal } from "../shared/define-signal.ts";
import { exhibitsOf, headerExhibit } from "../shared/exhibits.ts";

export const noaiMeta = definePageSignal({
	id: "noai-meta",
	pillar: "access",
	title: "The words noai and noimageai are heard by nobody, and do no harm",
	look: (page) => [
		...exhibitsOf(
			page,
			page.digest.metas.filter(({ by, key, content }) => by === "name" && key.includes("bot") && saysNoai(content)),
		),
		...(saysNoai(page.response.headers["x-robots-tag"] ?? "") ? headerExhibit(page, "x-robots-tag") : []),
	],
});

function saysNoai(directives: string): boolean {
	return directives.split(",").some((each) => /^(?:[a-z_-]+:)?\s*no(?:image)?ai$/i.test(each.trim()));
}
