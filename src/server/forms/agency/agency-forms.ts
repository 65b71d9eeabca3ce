import type { Form } from "../form.ts";
import { BRIEF_FORMS } from "./agency-briefs.ts";
import { CLIENT_FORMS } from "./agency-clients.ts";
import type { AgencyForm } from "./agency-form.ts";
import { LEAD_FORMS, OPERATOR_FORMS } from "./agency-leads.ts";
import { MEMBER_FORMS } from "./agency-members.ts";
import { PROFILE_FORMS } from "./agency-profile.ts";
import { OWN_AGENCIES_FORMS } from "./own-agencies.ts";

/** Every form of an agency's own pages; each says what it demands of its sender's role. */
export const AGENCY_FORMS: readonly AgencyForm[] = [
	...BRIEF_FORMS,
	...CLIENT_FORMS,
	...LEAD_FORMS,
	...MEMBER_FORMS,
	...PROFILE_FORMS,
];

/** Every form of the portal. */
export const PORTAL_FORMS: readonly Form[] = [...AGENCY_FORMS, ...OWN_AGENCIES_FORMS, ...OPERATOR_FORMS];
