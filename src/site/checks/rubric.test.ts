import { expect, test } from "vitest";
import { currentRubric } from "#core/rubrics.ts";
import { addressedRubric } from "./rubric.ts";

test("the rubric in force names the page of each check and of its methodology, and is plain JSON", async () => {
	const rubric = addressedRubric(await currentRubric(), {
		pageOf: (id) => `https://audit.example/checks/${id}/`,
		documentation: "https://audit.example/methodology/",
	});
	expect(rubric.documentation).toBe("https://audit.example/methodology/");
	expect(rubric.checks.find(({ id }) => id === "noindex")).toMatchObject({
		weight: 5,
		page: "https://audit.example/checks/noindex/",
	});
	expect(JSON.parse(JSON.stringify(rubric))).toEqual(rubric);
});
