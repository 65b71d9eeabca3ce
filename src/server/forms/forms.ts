import { ACCOUNT_FORMS } from "./accounts/account.ts";
import { SIGN_IN_FORMS } from "./accounts/sign-in.ts";
import { BRIEF_FORMS } from "./agency/agency-briefs.ts";
import { CLIENT_FORMS } from "./agency/agency-clients.ts";
import type { AgencyForm } from "./agency/agency-form.ts";
import { LEAD_FORMS, OPERATOR_FORMS } from "./agency/agency-leads.ts";
import { MEMBER_FORMS } from "./agency/agency-members.ts";
import { PROFILE_FORMS } from "./agency/agency-profile.ts";
import { OWN_AGENCIES_FORMS } from "./agency/own-agencies.ts";
import { AGENT_CLAIM_FORMS } from "./agents/agent-claim.ts";
import { contactForm } from "./contact/contact.ts";
import { alertsForm, webhookForm, webhookRemoveForm, webhookTestForm } from "./dashboard/alerts.ts";
import { forgetAuditForm } from "./dashboard/forget-audit.ts";
import { rescanForm } from "./dashboard/rescan.ts";
import { trackerForm } from "./dashboard/tracker.ts";
import type { Form } from "./form.ts";
import { API_KEY_FORMS } from "./keys/api-keys.ts";
import { CONSENT_FORMS } from "./oauth/consent.ts";
import { compareForm } from "./scan/compare.ts";
import { scanForm } from "./scan/scan.ts";
import { correctForm, takeDownForm, withdrawForm } from "./watched/owners-word.ts";
import { proveForm } from "./watched/prove.ts";
import { modeForm, unwatchForm, watchForm } from "./watched/watch.ts";

/** Every form of an agency's own pages; each says what it demands of its sender's role. */
export const AGENCY_FORMS: readonly AgencyForm[] = [
	...BRIEF_FORMS,
	...CLIENT_FORMS,
	...LEAD_FORMS,
	...MEMBER_FORMS,
	...PROFILE_FORMS,
];

/** Every form of people's pages. */
export const FORMS: readonly Form[] = [
	...SIGN_IN_FORMS,
	...ACCOUNT_FORMS,
	...AGENCY_FORMS,
	...OWN_AGENCIES_FORMS,
	...OPERATOR_FORMS,
	...API_KEY_FORMS,
	...CONSENT_FORMS,
	...AGENT_CLAIM_FORMS,
	alertsForm,
	compareForm,
	contactForm,
	correctForm,
	forgetAuditForm,
	modeForm,
	proveForm,
	rescanForm,
	scanForm,
	takeDownForm,
	trackerForm,
	unwatchForm,
	watchForm,
	webhookForm,
	webhookRemoveForm,
	webhookTestForm,
	withdrawForm,
];

const FORM_AT: ReadonlyMap<string, Form> = new Map(FORMS.map((form) => [`${form.page}?do=${form.name}`, form]));

/** @param page as the table of people's pages writes its address */
export function formAt(page: string, name: string): Form | undefined {
	return FORM_AT.get(`${page}?do=${name}`);
}
