import { expect, test } from "vitest";
import { homeOnly } from "./subject.ts";

const told = (...domains: readonly string[]) => homeOnly(domains.map((domain) => ({ domain })));

test("a note says what is audited if an address names more than a home page", () => {
	expect(told("example.de", "https://EXAMPLE.de/", "example.de:443")).toBe("");
	expect(told("www.example.de/shop?page=2", "example.de")).toBe(
		"An audit begins at a site's home page: https://www.example.de/ is audited, not /shop?page=2.\n",
	);
	expect(told(`example.de/${"a".repeat(2000)}`).length).toBeLessThan(200);
	expect(homeOnly([{ domain: "someone.github.io/repo", folder: "dist" }, { receipt: "a.json" }])).toBe("");
});
