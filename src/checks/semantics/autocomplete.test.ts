import { expect, test } from "vitest";
import { aPage, ask } from "../page.testkit.ts";
import { aBarredPage, aBarrier } from "../shared/barriers.testkit.ts";
import { autocomplete } from "./autocomplete.ts";

test("silence, a known purpose, an unknown one", () => {
	expect(ask(autocomplete, {}, aPage()).outcome).toBe("not-applicable");
	expect(ask(autocomplete, {}, aBarredPage({ "autocomplete-invalid": 2 }, [])).outcome).toBe("pass");
	const wrong = aBarrier("autocomplete-invalid", '<input autocomplete="mail">', '"mail" is no purpose');
	expect(ask(autocomplete, {}, aBarredPage({ "autocomplete-invalid": 1 }, [wrong])).outcome).toBe("fail");
	expect(ask(autocomplete, {}, aBarredPage({ "autocomplete-invalid": 2 }, [wrong]))).toMatchObject({
		outcome: "partial",
		ratio: 0.5,
		says: expect.stringContaining('"mail" is no purpose (line 20, column 3)'),
		fix: expect.stringContaining('in <input autocomplete="mail"> (line 20, column 3),'),
	});
});

test.each([
	["nope", true],
	["new-off", true],
	["do-not-autofill", true],
	["notes", false],
	["office", false],
])("%s is a refusal: %s", (value, refusal) => {
	const barrier = aBarrier(
		"autocomplete-invalid",
		"<input>",
		`autocomplete="${value}" on <input> is not a valid HTML value`,
	);
	const verdict = ask(autocomplete, {}, aBarredPage({ "autocomplete-invalid": 1 }, [barrier]));
	expect(verdict).toHaveProperty("fix", expect.stringContaining(refusal ? 'autocomplete="off"' : '"email"'));
});
