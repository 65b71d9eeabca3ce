import { ACCOUNT_FORMS, API_KEY_FORMS, PERMISSION_FORMS } from "./account.ts";
import { type AgencyForm, MEMBER_FORMS, OWN_AGENCIES_FORMS, PROFILE_FORMS } from "./agency.ts";
import { BRIEF_FORMS, CLIENT_FORMS, LEAD_FORMS, OPERATOR_FORMS } from "./agency-work.ts";
import { contactForm } from "./contact.ts";
import { DASHBOARD_FORMS } from "./dashboard.ts";
import type { Form } from "./form.ts";
import { compareForm, scanForm } from "./scan.ts";
import { SIGN_IN_FORMS } from "./sign-in.ts";

export const AGENCY_FORMS: readonly AgencyForm[] = [
	...BRIEF_FORMS,
	...CLIENT_FORMS,
	...LEAD_FORMS,
	...MEMBER_FORMS,
	...PROFILE_FORMS,
];

export const FORMS: readonly Form[] = [
	...SIGN_IN_FORMS,
	...ACCOUNT_FORMS,
	...AGENCY_FORMS,
	...OWN_AGENCIES_FORMS,
	...OPERATOR_FORMS,
	...API_KEY_FORMS,
	...PERMISSION_FORMS,
	...DASHBOARD_FORMS,
	compareForm,
	contactForm,
	scanForm,
];

const FORM_AT: ReadonlyMap<string, Form> = new Map(FORMS.map((form) => [`${form.page}?do=${form.name}`, form]));

export function formAt(page: string, name: string): Form | undefined {
	return FORM_AT.get(`${page}?do=${name}`);
}
