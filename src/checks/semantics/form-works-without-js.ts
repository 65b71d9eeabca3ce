import { plainCount, plural } from "#core/wording.ts";
import type { PageForm } from "#evidence/page-digest.ts";
import { byShare, definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf } from "../shared/exhibits.ts";

interface Fault {
	readonly form: PageForm;
	readonly says: string;
	readonly remedy: string;
	/** Share of the form that is lost: half if the HTML is valid and a script is only likely. */
	readonly loss: number;
}

export const formWorksWithoutJs = definePageCheck({
	id: "form-works-without-js",
	pillar: "semantics",
	engines: ["answers"],
	grade: "standard",
	atStake: "quality",
	weightReason: "The form may work for people, but agents that read the HTML cannot see what it does.",
	tableStakes: true,
	title: "Forms work without JavaScript",
	fault: "Forms do not work without JavaScript",
	problem: "some visitors and assistants cannot use your form",
	consequence:
		"If a script does not load, visitors cannot send an enquiry or an order, and neither can programs that only read the page.",
	hours: 6,
	doneBy: "developer",
	why: "An agent, or a browser without the script, needs the form's action (where to send it), its method and the names of its fields. If only a script knows these, nothing is sent, or the entries end up in the page's address.",
	howToFix:
		"Give the form an action and a method, each field a name, and a submit button. Let the script improve on that.",
	consumer: "Browsers whose script did not load; agents that read the HTML",
	reference: "https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-submission-algorithm",
	reviewed: "2026-11-21",
	note: "HTML allows a form without action and method: it is then sent to the page's own address by GET. If a form has neither and is not a search, it probably relies on a script, so it loses half, like a form without a submit button. A single field needs no button, because Enter sends it. A search that needs a script costs 10 %: links lead to the same pages.",
	evaluate(page) {
		const filled = page.digest.forms.filter(({ fields, method }) => fields > 0 && method !== "dialog");
		const forms = filled.filter((form) => !form.unseen || faultOf(form, page.url));
		if (forms.length === 0) return { outcome: "not-applicable", says: "The page has no forms to fill in." };
		const faults = forms.flatMap((form) => faultOf(form, page.url) ?? []);
		const [first] = faults;
		if (!first) {
			const says = forms.length === 1 ? "1 form, which works" : `${forms.length} forms, each of which works`;
			return { outcome: "pass", says: `${says} without a script.`, exhibits: exhibitsOf(page, forms) };
		}
		const more = faults.length > 1 ? ` Fix ${faults.length - 1} more in the same way.` : "";
		const ratio = 1 - faults.reduce((sum, { loss }) => sum + loss, 0) / forms.length;
		return byShare(ratio, {
			...(faults.every(({ form }) => form.search) ? { fault: "The search does not work without JavaScript" } : {}),
			says: `${faults.length} of ${plainCount(forms.length, "form")} of ${page.url} ${plural(faults.length, "needs", "need")} JavaScript: at ${first.form.at}, ${first.says}.`,
			fix: `${first.remedy} ${clip(first.form.excerpt, 120)} (${first.form.at}).${more}`,
			exhibits: exhibitsOf(
				page,
				faults.map(({ form }) => form),
			),
		});
	},
});

/** Links lead to the same pages, and no enquiry is lost. */
const LOSS_OF_SEARCH = 0.1;

function faultOf(form: PageForm, url: string): Fault | undefined {
	const { action, methodStated, fields, named, submits, search } = form;
	if (action?.startsWith("javascript:")) {
		return { form, says: "the action is a script", remedy: "Put a real address into the action of", loss: 1 };
	}
	// If the form blocks every submission, field names make no difference.
	const held = /\bonsubmit=["']?\s*(?:return\s+false|event\.preventDefault\(\))\s*;?\s*["'\s>]/i.test(form.excerpt);
	if (named === 0) {
		const says = fields === 1 ? "the field has no name" : `none of the ${fields} fields has a name`;
		return {
			form,
			says: `${says}, so nothing would be sent`,
			remedy: held
				? "Add a name attribute to each field, and an action instead of onsubmit, to"
				: "Add a name attribute to each field of",
			loss: search ? LOSS_OF_SEARCH : 1,
		};
	}
	// What scripts use instead of an address.
	if (action === `${url.split("#")[0]}#` && !methodStated && !search) {
		return {
			form,
			says: 'action="#" is not an address, and there is no method',
			remedy: 'Replace action="#" with the address that receives the form, and add method="post", in',
			loss: 0.5,
		};
	}
	if (action === null && !methodStated && !search) {
		return {
			form,
			says: "there is no action and no method",
			remedy: 'Add an action and method="post" to',
			loss: 0.5,
		};
	}
	if (!submits && fields > 1) {
		return { form, says: "no button submits the form", remedy: "Add <button>Send</button> to", loss: 0.5 };
	}
	return undefined;
}
