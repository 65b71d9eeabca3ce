import { nodeExhibits } from "../structured/structured-type.ts";
import { definePageSignal } from "../unscored/define-signal.ts";

export const searchAction = definePageSignal({
	id: "search-action",
	pillar: "data",
	title: "SearchAction markup is there for nobody, and does no harm",
	look: (page) => nodeExhibits(page, ({ types }) => types.includes("SearchAction")),
});
