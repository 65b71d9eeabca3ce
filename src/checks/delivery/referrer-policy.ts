import { definePageSignal } from "../shared/define-signal.ts";
import { headerExhibit } from "../shared/exhibits.ts";

export const referrerPolicy = definePageSignal({
	id: "referrer-policy",
	pillar: "delivery",
	title: "A Referrer-Policy header guards visitors, not rankings",
	look: (page) => headerExhibit(page, "referrer-policy"),
});
