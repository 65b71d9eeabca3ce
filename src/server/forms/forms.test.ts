import { expect, it } from "vitest";
import { LANGUAGES } from "#core/language.ts";
import { LARGEST_BODY_BYTES } from "../api/problems.ts";
import { FORMS, formAt } from "../pages/people-page.ts";
import { PEOPLE_ROUTES } from "../pages/people-routes.ts";

it.each(FORMS.map((form) => [`${form.page}?do=${form.name}`, form] as const))("%s belongs to a page", (_, form) => {
	const route = PEOPLE_ROUTES.find(({ pattern }) => pattern === form.page);
	expect(route).toBeDefined();
	// The name is unique there.
	expect(formAt(form.page, form.name)).toBe(form);
	expect(form.bodyBytes ?? 0).toBeLessThanOrEqual(LARGEST_BODY_BYTES);
	// What an account's page is for, nobody else may change.
	if (route?.access === "account") expect(form.access).toBe("account");
});

it("an account accepts the languages of briefs, and refuses others with a message", () => {
	const input = formAt("/account", "language")?.input;
	expect(LANGUAGES.every((language) => input?.safeParse({ language }).success)).toBe(true);
	for (const language of ["it", "DE", undefined])
		expect(input?.safeParse({ language }).error?.issues.map(({ message }) => message)).toEqual([
			"Choose one of the languages listed.",
		]);
});
