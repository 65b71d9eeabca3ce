import { contactForm } from "./contact/contact.ts";
import { forgetAuditForm } from "./dashboard/forget-audit.ts";
import { rescanForm } from "./dashboard/rescan.ts";
import { trackerForm } from "./dashboard/tracker.ts";
import type { Form } from "./form.ts";

/** Every form of people's pages. */
export const FORMS: readonly Form[] = [contactForm, forgetAuditForm, rescanForm, trackerForm];

const FORM_AT: ReadonlyMap<string, Form> = new Map(FORMS.map((form) => [`${form.page}?do=${form.name}`, form]));

/** @param page as the table of people's pages writes its address */
export function formAt(page: string, name: string): Form | undefined {
	return FORM_AT.get(`${page}?do=${name}`);
}
