import { confirmed, domainInput, type Listed, signedIn } from "./tool-forms.ts";

/** Tools that need a signed-in browser session. */
export const MEMBER_TOOLS = {
	open_dashboard: signedIn("ops", {
		...confirmed,
		description: "Goes to the dashboard at /dashboard, once the person agrees. Needs a signed-in browser session.",
	}),
	open_agency_portal: signedIn("ops", {
		...confirmed,
		description:
			"Goes to the agency portal at /agency/portal, once the person agrees. Needs a signed-in browser session.",
	}),
	export_ticket: signedIn("checkout", {
		...confirmed,
		description:
			"Copies the fixes of a site as a Markdown ticket to the clipboard and hands it to the page's ticket exporter where there is one. Needs the domain, a signed-in browser session and the person's consent.",
		inputSchema: { type: "object", properties: { domain: domainInput() }, required: ["domain"] },
	}),
	mint_badge: signedIn("checkout", {
		...confirmed,
		description:
			"Makes the Merkle seal, an SVG picture, of a site's logged receipt and shows it on the page. Needs the domain, a signed-in browser session and the person's consent; a score, where given, must be that of the receipt.",
		inputSchema: {
			type: "object",
			properties: {
				domain: domainInput(),
				score: { type: "number", description: "Score that the receipt is expected to have." },
			},
			required: ["domain"],
		},
	}),
	list_recent_audits: signedIn("ops", {
		annotations: { readOnlyHint: true, untrustedContentHint: true },
		description:
			"Lists on the page the recent public wall receipts of this browser session. Needs a signed-in browser session and changes nothing else.",
	}),
	get_session: signedIn("ops", {
		...confirmed,
		annotations: { readOnlyHint: true },
		description:
			"Reads the plan of the signed-in session and shows it on the page. E-mail address and visitor key stay hidden until the person confirms.",
	}),
} as const satisfies Readonly<Record<string, Listed>>;
