import { definePageSignal } from "../define-signal.ts";
import { headerExhibit } from "../exhibits.ts";

export const permissionsPolicy = definePageSignal({
	id: "permissions-policy",
	pillar: "delivery",
	title: "A Permissions-Policy header guards visitors, not rankings",
	look: (page) => headerExhibit(page, "permissions-policy"),
});
