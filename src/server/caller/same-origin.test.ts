import { expect, it } from "vitest";
import { isOwnVisit } from "./same-origin.ts";

const SITE = "https://audit.example.com";

it.each([
	[true, { "Sec-Fetch-Site": "none" }],
	[true, { "Sec-Fetch-Site": "same-origin", Referer: `${SITE}/` }],
	[true, { Referer: `${SITE}/wall/` }],
	[false, { "Sec-Fetch-Site": "cross-site" }],
	[false, { "Sec-Fetch-Site": "same-site", Referer: `${SITE}/` }],
	[false, { Referer: `${SITE}.evil.example/` }],
	[false, {}],
])("a visit is its visitor's own will: %s for %j", (isOwn, headers) => {
	expect(isOwnVisit(new Headers(headers), SITE)).toBe(isOwn);
});
