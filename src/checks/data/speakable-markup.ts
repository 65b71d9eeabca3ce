import { definePageSignal } from "../shared/define-signal.ts";
import { nodeExhibits } from "../shared/structured-type.ts";

export const speakableMarkup = definePageSignal({
	id: "speakable-markup",
	pillar: "data",
	title: "Speakable markup is there for a loudspeaker, and does no harm",
	look: (page) =>
		nodeExhibits(
			page,
			({ types, properties }) => types.includes("SpeakableSpecification") || "speakable" in properties,
		),
});
