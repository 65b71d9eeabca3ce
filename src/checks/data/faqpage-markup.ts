import { definePageSignal } from "../shared/define-signal.ts";
import { nodeExhibits } from "../shared/structured-type.ts";

export const faqpageMarkup = definePageSignal({
	id: "faqpage-markup",
	pillar: "data",
	title: "FAQPage markup is there for nobody, and does no harm",
	look: (page) => nodeExhibits(page, ({ types }) => types.includes("FAQPage")),
});
