import { plainCount, plural } from "#core/wording.ts";
import type { PageForm } from "#evidence/page-digest.ts";
import { byShare, definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf } from "../shared/exhibits.ts";

interface Fault {
	readonly form: PageForm;
	readonly says: string;
	readonly remedy: string;
	/** Share of the form that is lost: half where HTML allows what is written, and a script is only likely. */
	readonly loss: number;
}

export const formWorksWithoutJs = definePageCheck({
	id: "form-works-without-js",
	pillar: "semantics",
	engines: ["answers"],
	grade: "standard",
	atStake: "quality",
	weightReason: "The form may well work for people; agents that read the HTML do not learn what it does.",
	tableStakes: true,
	title: "Forms can be sent without scripts",
	fault: "Forms do not work without JavaScript",
	consequence:
		"Where a script does not load, and for programs that only read the page, an enquiry or an order cannot be sent.",
	effort: "medium",
	doneBy: "developer",
	why: "An agent, and a browser whose script did not load, know a form by its action, its method and the names of its fields. Where only a script knows them, nothing is sent, or the entries end up in the page's own address.",
	howToFix:
		"Give the form an action and a method, each field a name, and a submit button; let the script improve on that.",
	consumer: "Browsers whose script did not load; agents that read the HTML",
	reference: "https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-submission-algorithm",
	reviewed: "2026-11-21",
	note: "HTML lets action and method be left out: the form is then sent to the page's own address by GET. We take a form that states neither, and is no search, as one that probably waits for a script, and lets it lose half, as one without a submit button. One field needs no button, since Enter sends it. A search that only a script sends costs a tenth: links lead to the same pages.",
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
		const more = faults.length > 1 ? ` Look at ${faults.length - 1} more.` : "";
		const ratio = 1 - faults.reduce((sum, { loss }) => sum + loss, 0) / forms.length;
		return byShare(ratio, {
			...(faults.every(({ form }) => form.search) ? { fault: "The search cannot be used without scripts" } : {}),
			says: `${faults.length} of ${plainCount(forms.length, "form")} of ${page.url} ${plural(faults.length, "waits", "wait")} for a script: at ${first.form.at}, ${first.says}.`,
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
		return { form, says: "the action is a script", remedy: "Put an address into the action of", loss: 1 };
	}
	// What holds every submission back leaves nothing to a name alone.
	const held = /\bonsubmit=["']?\s*(?:return\s+false|event\.preventDefault\(\))\s*;?\s*["'\s>]/i.test(form.excerpt);
	if (named === 0) {
		const says = fields === 1 ? "the field has no name" : `none of the ${fields} fields has a name`;
		return {
			form,
			says: `${says}, so nothing would be sent`,
			remedy: held
				? "Give a name attribute to each field, and an action in place of onsubmit, to"
				: "Give a name attribute to each field of",
			loss: search ? LOSS_OF_SEARCH : 1,
		};
	}
	// What scripts put in place of an address.
	if (action === `${url.split("#")[0]}#` && !methodStated && !search) {
		return {
			form,
			says: 'action="#" names no address, and no method is stated',
			remedy: 'Write the address that takes the form in place of action="#", and method="post", into',
			loss: 0.5,
		};
	}
	if (action === null && !methodStated && !search) {
		return {
			form,
			says: "neither action nor method is stated",
			remedy: 'Add an action and method="post" to',
			loss: 0.5,
		};
	}
	if (!submits && fields > 1) {
		return { form, says: "no button submits the form", remedy: "Add <button>Send</button> to", loss: 0.5 };
	}
	return undefined;
}
