import { definePageSignal } from "../shared/define-signal.ts";
import { nodeExhibits } from "../shared/structured-type.ts";

export const howtoMarkup = definePageSignal({
	id: "howto-markup",
	pillar: "data",
	title: "HowTo markup is there for nobody, and does no harm",
	look: (page) => nodeExhibits(page, ({ types }) => types.includes("HowTo")),
});
