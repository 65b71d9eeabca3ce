import type { Verdict } from "#core/verdict.ts";
import { plainCount, plural } from "#core/wording.ts";
import type { Page } from "#evidence/evidence-map.ts";
import type { PageField } from "#evidence/page-digest.ts";
import { byShare, definePageCheck } from "../define-check.ts";
import { type BarrierTally, describeBarriers, place, tallyBarriers } from "../shared/barriers.ts";
import { andMore, clip, exhibitsOf } from "../shared/exhibits.ts";

export const formLabels = definePageCheck({
	id: "form-labels",
	pillar: "semantics",
	engines: ["answers"],
	grade: "standard",
	atStake: "feature",
	weightReason: "People with a screen reader cannot fill in a field without a label, and agents cannot do it safely.",
	title: "Form fields have a label",
	fault: "Form fields have no label",
	problem: "assistants and screen readers may not know what to enter in your form",
	consequence:
		"People who use a screen reader, and assistants that act for a customer, may not know what to enter and give up on the form.",
	hours: 1,
	doneBy: "developer",
	why: "Screen readers and agents identify a field by its label. Without labels, they cannot use your contact, search or order form.",
	howToFix: "Connect a <label> to every field with for and id, or give the field an aria-label.",
	consumer: "Screen readers (NVDA, JAWS, VoiceOver); ChatGPT's browser agent",
	reference: "https://www.w3.org/TR/WCAG22/#name-role-value",
	reviewed: "2026-11-21",
	note: "Browsers use a placeholder as a name, so such a field earns half. But it disappears on typing, and WCAG 3.3.2 requires a label. Fields identified by their role count as well. As in browsers, a label that is not rendered does not count, but one visually hidden for screen readers does. Radio buttons of one question, and the fields of a fieldset, need a group name (technique H71). A missing one costs at most half. A fieldset around a whole form, and a form that asks nothing else, do not need one.",
	evaluate(page) {
		const tally = tallyBarriers(page, ["field-name"]);
		const fields = page.digest.fields.filter(({ hidden, unseen }) => !hidden && !unseen);
		const total = Math.max(tally.examined, fields.length);
		if (total === 0) return { outcome: "not-applicable", says: "The page has no form fields." };
		const [first] = tally.barriers;
		const loose = fields.filter((field) => field.nameFrom === "placeholder");
		if (first) {
			const ratio = 1 - (tally.found + loose.length / 2) / total;
			return byShare(ratio, {
				says: `${tally.found} of ${plainCount(total, "form field")} of ${page.url} ${plural(tally.found, "has", "have")} no label.`,
				fix: `Give ${place(first)} an id, and a <label for="that id"> that says what to enter.${andMore(tally.found)}`,
				exhibits: exhibitsOf(page, tally.barriers),
			});
		}
		if (loose[0]) return warn(page, loose, loose[0], total);
		const groups = tallyBarriers(page, ["group-unnamed"]);
		if (groups.found > 0) return warnOfGroups(page, groups);
		return { outcome: "pass", says: `${plainCount(total, "form field")}, ${total === 1 ? "" : "each "}with a label.` };
	},
});

function warn(page: Page, loose: readonly PageField[], first: PageField, total: number): Verdict {
	return {
		outcome: "partial",
		ratio: 1 - loose.length / total / 2,
		fault: "Form fields have only a placeholder as their label",
		says: `${loose.length} of ${plainCount(total, "form field")} of ${page.url} ${plural(loose.length, "is", "are")} labelled only by a placeholder, which disappears on typing.`,
		fix: `Put a label with words such as "${clip(first.name, 40)}" around ${clip(first.excerpt, 120)} (${first.at}): <label>… <${first.tag} …></label>.${andMore(loose.length)}`,
		exhibits: exhibitsOf(page, loose),
	};
}

function warnOfGroups(page: Page, groups: BarrierTally): Verdict {
	const [first] = groups.barriers;
	const where = first ? place(first) : page.url;
	return {
		outcome: "partial",
		ratio: 1 - groups.found / groups.examined / 2,
		fault: "Groups of form fields have no name",
		says: `${groups.found} of ${plainCount(groups.examined, "group")} of form fields of ${page.url} ${plural(groups.found, "has", "have")} no name: ${describeBarriers(groups)}.`,
		fix:
			first?.excerpt.toLowerCase().startsWith("<fieldset") === true
				? `Start ${where} with a <legend> that says what its fields have in common.${andMore(groups.found)}`
				: `Put a <fieldset> around the choices that start with ${where}, and start it with a <legend> that contains the question.${andMore(groups.found)}`,
		exhibits: exhibitsOf(page, groups.barriers),
	};
}
