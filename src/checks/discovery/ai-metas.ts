import { definePageSignal } from "../shared/define-signal.ts";
import { exhibitsOf } from "../shared/exhibits.ts";

/** `ai-content-declaration`, `ai:summary`, `llm-instructions`, `llms` and the like. */
const KEY = /^(?:ai|genai|llms?)(?:[-:_.].*)?$/;

export const aiMetas = definePageSignal({
	id: "ai-metas",
	pillar: "discovery",
	title: "Meta tags made for AI are heard by nobody, and do no harm",
	look: (page) =>
		exhibitsOf(
			page,
			page.digest.metas.filter(({ by, key }) => (by === "name" || by === "property") && KEY.test(key)),
		),
});
