import { expect, test } from "vitest";
import { isOrganizationType } from "./organization-types.ts";

test.each(["Organization", "NGO", "Plumber", "OnlineStore", "ResearchOrganization", "Winery"])("%s is one", (type) => {
	expect(isOrganizationType(type)).toBe(true);
});

test.each(["Person", "WebSite", "Brand", "Place", "organization", "toString", ""])("%s is none", (type) => {
	expect(isOrganizationType(type)).toBe(false);
});
