import { nodeExhibits } from "../structured/structured-type.ts";
import { definePageSignal } from "../unscored/define-signal.ts";

export const howtoMarkup = definePageSignal({
	id: "howto-markup",
	pillar: "data",
	title: "HowTo markup is there for nobody, and does no harm",
	look: (page) => nodeExhibits(page, ({ types }) => types.includes("HowTo")),
});
