import { isOrganizationType } from "#core/schema-org.ts";
import type { Verdict } from "#core/verdict.ts";
import { listing } from "#core/wording.ts";
import type { Page } from "#evidence/evidence-map.ts";
import { byShare, defineSiteCheck, noHomePage } from "../define-check.ts";
import { isPlaceholderAddress, isPlaceholderContact, isPlaceholderNumber } from "../shared/owner-links.ts";
import { graphOf, type StructuredGraph, type Thing, writtenAt } from "../shared/structured-data.ts";

interface Fact {
	readonly name: "address" | "phone number" | "opening hours";
	readonly written: string;
	readonly properties: readonly string[];
	readonly example: string;
}

const FACTS: readonly Fact[] = [
	{
		name: "address",
		written: "your address",
		properties: ["address", "areaServed", "serviceArea", "location"],
		example: '"address": {"@type": "PostalAddress", …}',
	},
	{ name: "phone number", written: "your phone number", properties: ["telephone"], example: '"telephone"' },
	{
		name: "opening hours",
		written: "your opening hours",
		properties: ["openingHours", "openingHoursSpecification", "specialOpeningHoursSpecification"],
		example: '"openingHoursSpecification"',
	},
];

export const businessFacts = defineSiteCheck({
	id: "business-facts",
	pillar: "data",
	engines: ["search", "answers"],
	grade: "vendor",
	presets: ["local-business"],
	atStake: "feature",
	weightReason:
		"People ask where a business is, when it is open and how to reach it, and maps and assistants show exactly that.",
	title: "The home page states address, phone number and opening hours",
	fault: "Address, phone number or opening hours are missing",
	problem: "maps and assistants may miss your address, telephone number or opening hours",
	consequence:
		"Maps, search engines and assistants cannot tell customers where you are, when you are open or how to call.",
	hours: 0.5,
	doneBy: "editor",
	why: "People ask assistants and maps where a business is, whether it is open and how to call. The answer comes from the text of your home page and from its LocalBusiness data.",
	howToFix:
		"Put your address, phone number and opening hours into the text of the home page, and the same facts into one LocalBusiness in its structured data.",
	consumer: "Google Search and Maps, Bing Places, ChatGPT, visitors",
	reference: "https://developers.google.com/search/docs/appearance/structured-data/local-business",
	reviewed: "2026-11-22",
	note: "We check only local businesses. Address and phone number count once as text and once as data. Opening hours count in either form. A phone link and a map link count as text, and an area served counts as an address. If there is no business data at all (another check covers that), we judge only the text. Template placeholders do not count.",
	yieldsTo: ["text-without-js", "auth-gate"],
	needs: ["home"],
	evaluate({ home }, { target }) {
		if (home.state === "absent") return noHomePage(home);
		return judge(home.value, target.registrableDomain);
	},
});

function judge(page: Page, domain: string): Verdict {
	const graph = graphOf(page);
	const businesses = graph.ofType(isOrganizationType);
	const inText = new Map(FACTS.map(({ name }) => [name, isInText(page, name, domain)]));
	const inData = new Map(FACTS.map((fact) => [fact.name, isInData(graph, businesses, fact)]));
	// A business that visits its customers states the area that it serves, and need not show its address.
	const roams = businesses.some((business) => ["areaServed", "serviceArea"].some((by) => graph.has(business, by)));
	const isEnough = ({ name }: Fact) => (name === "opening hours" && inData.get(name)) || (name === "address" && roams);
	const unread = FACTS.filter((fact) => !inText.get(fact.name) && !isEnough(fact));
	const unstated =
		businesses.length === 0 ? [] : FACTS.filter(({ name }) => name !== "opening hours" && !inData.get(name));
	const asked = FACTS.length + (businesses.length === 0 ? 0 : FACTS.length - 1);
	const missing = unread.length + unstated.length;
	if (missing === 0) return { outcome: "pass", says: "The home page states address, phone number and opening hours." };
	const names = (facts: readonly Fact[]) => listing(facts.map(({ name }) => name));
	const says = [
		...(unread.length > 0 ? [`The text of ${page.url} does not state the ${names(unread)}.`] : []),
		...(unstated.length > 0 ? [`Its structured data does not state the ${names(unstated)}.`] : []),
	].join(" ");
	return byShare(1 - missing / asked, { says, fix: fixOf(page, unread, unstated, businesses) });
}

function fixOf(page: Page, unread: readonly Fact[], unstated: readonly Fact[], [business]: readonly Thing[]): string {
	return [
		...(unread.length > 0 ? [`Add ${listing(unread.map(({ written }) => written))} to the text of ${page.url}.`] : []),
		...(unstated.length > 0 && business
			? [
					`Add ${listing(unstated.map(({ example }) => example))} to the business in the ${business.form} ${writtenAt(business)}.`,
				]
			: []),
	].join(" ");
}

function isInData(graph: StructuredGraph, businesses: readonly Thing[], { properties }: Fact): boolean {
	const contacts = businesses.flatMap((business) => graph.follow(business, "contactPoint"));
	return [...businesses, ...contacts].some((thing) => properties.some((property) => graph.has(thing, property)));
}

const MAP =
	/^https?:\/\/(?:maps\.app\.goo\.gl|goo\.gl\/maps|maps\.google\.|www\.google\.[a-z.]{2,6}\/maps|maps\.apple\.com|www\.openstreetmap\.org)/;

function isInText({ digest }: Page, name: Fact["name"], domain: string): boolean {
	const { customer, anchors } = digest;
	const urls = anchors.flatMap(({ url }) => url ?? []);
	if (name === "opening hours") return customer.hours !== null;
	if (name === "phone number") {
		const dials = urls.some(
			(url) => /^(?:tel:|https:\/\/(?:wa\.me|api\.whatsapp\.com)\/)/i.test(url) && !isPlaceholderContact(url, domain),
		);
		return dials || (customer.telephone !== null && !isPlaceholderNumber(customer.telephone));
	}
	const written = customer.address !== null && !isPlaceholderAddress(customer.address);
	return written || urls.some((url) => MAP.test(url));
}
