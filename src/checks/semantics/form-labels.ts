import { definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf } from "../exhibits.ts";
import { count } from "../phrasing.ts";

export const formLabels = definePageCheck({
	id: "form-labels",
	pillar: "semantics",
	engines: ["answers"],
	grade: "standard",
	mode: "light",
	weight: 3,
	weightReason: "A field without a name cannot be filled in by a person with a screen reader, nor safely by an agent.",
	title: "Every form field has a name",
	why: "Screen readers and agents know a field by its label. Without one, your contact, search or order form cannot be used by them.",
	howToFix: "Tie a <label> to every field by for and id, or put an aria-label on it.",
	reference: "https://www.w3.org/TR/WCAG22/#name-role-value",
	reviewed: "2026-11-21",
	needs: [],
	evaluate(page) {
		const fields = page.digest.fields.filter((field) => !field.hidden);
		if (fields.length === 0) return { outcome: "not-applicable", says: "The page has no form fields." };
		const nameless = fields.filter((field) => field.name.trim() === "" || field.nameFrom === "none");
		const [first] = nameless;
		if (first) {
			const others = nameless.length > 1 ? `; do the same for ${nameless.length - 1} more` : "";
			return {
				outcome: "fail",
				says: `${nameless.length} of ${count(fields.length, "form field")} of ${page.url} ${nameless.length === 1 ? "has" : "have"} no name.`,
				fix: `Give ${clip(first.excerpt, 120)} (${first.at}) an id, and a <label for="that id"> that says what to enter${others}.`,
				exhibits: exhibitsOf(page, nameless),
			};
		}
		const loose = fields.filter((field) => field.nameFrom === "placeholder").length;
		const advice = loose > 0 ? ` ${loose} by a placeholder alone, which vanishes on typing: a label is better.` : "";
		return { outcome: "pass", says: `${count(fields.length, "form field")}, each with a name.${advice}` };
	},
});
