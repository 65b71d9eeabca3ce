import { describe, expect, it } from "vitest";
import { type AnsweredForm, fieldForAgents, fieldView, formView, typedChoices, typedText } from "./form-view.ts";

const page = "/dashboard/";
const answered: AnsweredForm = {
	name: "watch",
	values: { domain: "exa mple", mode: ["light", "deep"] },
	faults: [{ field: "domain", says: "A space cannot stand in a domain." }, { says: "Too many." }],
};

describe("the view of a form", () => {
	it("has input and faults of the submitted form", () => {
		const form = formView({ page, name: "watch", answered });
		expect(form).toMatchObject({ id: "watch", action: "/dashboard/?do=watch", faults: answered.faults });
		const field = fieldView(form, "domain", true);
		expect(typedText(field, "example.com")).toBe("exa mple");
		expect(field).toMatchObject({
			id: "watch-domain",
			faults: ["A space cannot stand in a domain."],
			describedBy: "watch-domain-hint watch-domain-fault",
		});
		expect(typedChoices(form, "mode", ["light"])).toEqual(["light", "deep"]);
		expect(typedChoices(form, "wall", ["on"])).toEqual([]);
	});

	it("is empty for every other form of the page", () => {
		const form = formView({ page, name: "alerts", answered });
		expect(form.faults).toEqual([]);
		const field = fieldView(form, "domain", false);
		expect(typedText(field, "proposed")).toBe("proposed");
		expect(field).not.toHaveProperty("describedBy");
		expect(typedChoices(form, "mode", ["light"])).toEqual(["light"]);
	});

	it("distinguishes forms of the same name by hidden fields, with unique ids", () => {
		const sent: AnsweredForm = { name: "unwatch", values: { domain: "a.example" }, faults: [{ says: "Not watched." }] };
		const forms = ["a.example", "b.example", 'b"><i>.example'].map((domain) =>
			formView({ page, name: "unwatch", hidden: { domain }, answered: sent }),
		);
		expect(forms.map(({ faults }) => faults.length)).toEqual([1, 0, 0]);
		expect(forms.map(({ id }) => id)).toEqual(["unwatch-a.example", "unwatch-b.example", "unwatch-b-i-.example"]);
	});

	it("describes its fields to agents, under a name not in the tool catalog", () => {
		const form = formView({ page, name: "send-link", tool: "Fills in the address." });
		expect(form.tool).toEqual({ name: "fill_in_send_link", description: "Fills in the address." });
		expect(fieldForAgents(form, "Domain", "Such as example.com")).toBe("Domain: Such as example.com");
		expect(fieldForAgents(form, "Domain")).toBe("Domain");
		expect(fieldForAgents(formView({ page, name: "send-link" }), "Domain")).toBeUndefined();
	});
});
