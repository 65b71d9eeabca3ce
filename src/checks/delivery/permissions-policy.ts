import { definePageSignal } from "../shared/define-signal.ts";
import { headerExhibit } from "../shared/exhibits.ts";

export const permissionsPolicy = definePageSignal({
	id: "permissions-policy",
	pillar: "delivery",
	title: "A Permissions-Policy header guards visitors, not rankings",
	look: (page) => headerExhibit(page, "permissions-policy"),
});
