import { definePageSignal } from "../shared/define-signal.ts";
import { nodeExhibits } from "../shared/structured-type.ts";

export const searchAction = definePageSignal({
	id: "search-action",
	pillar: "data",
	title: "SearchAction markup is there for nobody, and does no harm",
	look: (page) => nodeExhibits(page, ({ types }) => types.includes("SearchAction")),
});
