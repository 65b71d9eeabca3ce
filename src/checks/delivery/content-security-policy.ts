import { definePageSignal } from "../shared/define-signal.ts";
import { headerExhibit } from "../shared/exhibits.ts";

export const contentSecurityPolicy = definePageSignal({
	id: "content-security-policy",
	pillar: "delivery",
	title: "A Content-Security-Policy header guards visitors, not rankings",
	look: (page) => headerExhibit(page, "content-security-policy"),
});
