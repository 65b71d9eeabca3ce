import { expect, test } from "vitest";
import { METHODOLOGY } from "#core/methodology.ts";
import { currentRubric } from "#core/rubrics.ts";
import { addressedRubric, checkOfGate } from "./methodologies.ts";

test("a gate leads to its check, in a known version only", () => {
	expect(checkOfGate(METHODOLOGY, "noindex")).toBe("noindex");
	expect(checkOfGate(METHODOLOGY, "tls-invalid")).toBe("https");
	expect(checkOfGate("9.9.9", "noindex")).toBeUndefined();
});

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
