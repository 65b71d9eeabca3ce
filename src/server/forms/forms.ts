import { ACCOUNT_FORMS } from "./accounts/account.ts";
import { SIGN_IN_FORMS } from "./accounts/sign-in.ts";
import { PORTAL_FORMS } from "./agency/agency-forms.ts";
import { contactForm } from "./contact/contact.ts";
import { alertsForm, webhookForm, webhookRemoveForm, webhookTestForm } from "./dashboard/alerts.ts";
import { forgetAuditForm } from "./dashboard/forget-audit.ts";
import { rescanForm } from "./dashboard/rescan.ts";
import { trackerForm } from "./dashboard/tracker.ts";
import type { Form } from "./form.ts";
import { API_KEY_FORMS } from "./keys/api-keys.ts";
import { correctForm, takeDownForm, withdrawForm } from "./watched/owners-word.ts";
import { proveForm } from "./watched/prove.ts";
import { modeForm, unwatchForm, watchForm } from "./watched/watch.ts";

/** Every form of people's pages. */
export const FORMS: readonly Form[] = [
	...SIGN_IN_FORMS,
	...ACCOUNT_FORMS,
	...PORTAL_FORMS,
	...API_KEY_FORMS,
	alertsForm,
	contactForm,
	correctForm,
	forgetAuditForm,
	modeForm,
	proveForm,
	rescanForm,
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
