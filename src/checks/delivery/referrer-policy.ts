import { definePageSignal } from "../define-signal.ts";
import { headerExhibit } from "../exhibits.ts";

export const referrerPolicy = definePageSignal({
	id: "referrer-policy",
	pillar: "delivery",
	title: "A Referrer-Policy header guards visitors, not rankings",
	look: (page) => headerExhibit(page, "referrer-policy"),
});
