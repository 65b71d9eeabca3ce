import { describe, expect, it } from "vitest";
import { readActionInputs } from "./action-environment.ts";

/** Defaults of action.yml. */
const DEFAULTS = {
	directory: "",
	domain: "",
	base: "",
	url: "",
	mode: "light",
	lang: "en",
	pages: "",
	headers: "",
	baseline: "",
	"fail-on-critical": "true",
	"fail-on-regression": "true",
	"fail-on": "",
	"fail-under": "",
	logs: "",
	"fail-on-bot-change": "true",
	annotations: "true",
	comment: "true",
	sarif: "true",
	fix: "none",
	id: "",
};

const read = (given: Readonly<Record<string, string>>) =>
	readActionInputs({ INPUTS: JSON.stringify({ ...DEFAULTS, ...given }) });

describe("the Action's inputs", () => {
	it("are read into what they stand for", () => {
		const given = {
			url: " https://preview.example.org/ ",
			mode: "deep",
			pages: "50",
			"fail-on": "title, lang\n noindex",
		};
		expect(
			read({ ...given, "fail-under": "0", headers: "Cookie=STAGING_COOKIE\n\nAuthorization=STAGING" }),
		).toMatchObject({
			url: "https://preview.example.org/",
			pages: "50",
			"fail-on": ["title", "lang", "noindex"],
			"fail-under": 0,
			headers: ["Cookie=STAGING_COOKIE", "Authorization=STAGING"],
			comment: true,
			directory: undefined,
		});
	});

	it("name the path that a folder is published below, and all pages of a site", () => {
		const folder = { directory: "dist", domain: "someone.github.io", base: "/repo/" };
		expect(read(folder)).toMatchObject({ domain: "someone.github.io", base: "/repo/" });
		expect(read({ domain: "example.org", mode: "deep", pages: "all" })).toMatchObject({ pages: "all" });
	});

	it.each([
		[{}, "url is empty"],
		[{ directory: "dist" }, "directory needs domain"],
		[{ directory: "dist", domain: "example.org", url: "example.org" }, "url stands alone"],
		[{ domain: "example.org", mode: "Light" }, "mode takes light or deep"],
		[{ domain: "example.org", pages: "9" }, "pages needs mode deep"],
		[{ domain: "example.org", mode: "deep", pages: "1" }, "pages needs a whole number from 2 to 50000, or all"],
		[{ domain: "example.org", base: "/repo/" }, "base is for a folder"],
		[{ directory: "dist", domain: "a.example.org/repo", base: "/repo/" }, "base stands twice"],
		[{ directory: "dist", domain: "a.example.org", base: "repo" }, "base must be a path"],
		[{ domain: "example.org", "fail-under": "101" }, "fail-under needs a whole number from 0 to 100"],
		[{ domain: "example.org", "fail-under": "1e1" }, "fail-under needs"],
		[{ domain: "example.org", comment: "yes" }, "comment must be true or false"],
		[{ domain: "example.org", id: "../../x" }, "id takes up to 80 letters"],
		[{ domain: "example.org", id: ".." }, "id takes up to 80 letters"],
		[{ directory: "dist", domain: "example.org", headers: "Cookie=C" }, "headers is for an address"],
		[{ domain: "example.org", "fail-onn": "title" }, "fail-onn"],
	])("are refused by name: %o", (given, says) => {
		expect(() => read(given)).toThrow(says);
	});
});
