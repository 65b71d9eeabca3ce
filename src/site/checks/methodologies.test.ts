import { expect, test } from "vitest";
import { checkOfGate } from "./methodologies.ts";

test("a gate leads to its check, in a known version only", () => {
	expect(checkOfGate("0.1.0", "noindex")).toBe("noindex");
	expect(checkOfGate("0.1.0", "tls-invalid")).toBe("https");
	expect(checkOfGate("9.9.9", "noindex")).toBeUndefined();
});
