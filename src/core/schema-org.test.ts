import { expect, test } from "vitest";
import { isKindOf, isLocalBusinessType, isOrganizationType } from "./schema-org.ts";

test.each(["Organization", "NGO", "Plumber", "OnlineStore", "ResearchOrganization", "Winery", "SkiResort"])(
	"%s is an organization",
	(type) => {
		expect(isOrganizationType(type)).toBe(true);
	},
);

test.each(["Person", "WebSite", "Brand", "Place", "organization", "toString", "__proto__", ""])(
	"%s is none",
	(type) => {
		expect(isOrganizationType(type)).toBe(false);
	},
);

test.each(["LocalBusiness", "Dentist", "SkiResort", "Attorney", "TireShop", "MedicalClinic"])(
	"%s is a local business, at whatever depth",
	(type) => {
		expect(isLocalBusinessType(type)).toBe(true);
	},
);

test.each(["Organization", "OnlineStore", "DiagnosticLab", "Airline", "Place"])("%s is no local business", (type) => {
	expect(isLocalBusinessType(type)).toBe(false);
});

test("a type with two parents is a kind of both", () => {
	expect(isKindOf("Dentist", "MedicalOrganization")).toBe(true);
	expect(isKindOf("Dentist", "MedicalBusiness")).toBe(true);
	expect(isKindOf("Dentist", "Store")).toBe(false);
	expect(isKindOf("AggregateOffer", "Offer")).toBe(true);
	expect(isKindOf("Article", "NewsArticle")).toBe(false);
	expect(isKindOf("toString", "Thing")).toBe(false);
});
