import { expect, it } from "vitest";
import { compareAddresses } from "./start-server.ts";

it("prints no warning if the address matches the build", () => {
	expect(compareAddresses("https://a.example.org/x", "https://a.example.org/x")).toBeUndefined();
	expect(compareAddresses("https://a.example.org", "HTTPS://A.example.org")).toBeUndefined();
});

it("warns of another origin in one line, and refuses another path", () => {
	for (const other of ["http://a.example.org/x", "https://www.a.example.org/x", "https://a.example.org:444/x"])
		expect(compareAddresses("https://a.example.org/x", other)).toMatch(new RegExp(`^Pages .*${other}.*$`));
	for (const other of ["https://a.example.org", "https://a.example.org/y", "https://b.example.org/x/y"])
		expect(() => compareAddresses("https://a.example.org/x", other)).toThrow("npm run build");
});
