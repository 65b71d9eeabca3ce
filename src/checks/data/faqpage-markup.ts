import { nodeExhibits } from "../structured/structured-type.ts";
import { definePageSignal } from "../unscored/define-signal.ts";

export const faqpageMarkup = definePageSignal({
	id: "faqpage-markup",
	pillar: "data",
	title: "FAQPage markup is there for nobody, and does no harm",
	look: (page) => nodeExhibits(page, ({ types }) => types.includes("FAQPage")),
});
