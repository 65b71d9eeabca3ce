import { describe, expect, it } from "vitest";
import { LANGUAGES } from "#core/language.ts";
import { loadLanguage } from "#site/brief/languages.ts";
import { createSiteLinks } from "#site/page/site-links.ts";
import { accessMail, mailsOf } from "./alert-mails.ts";
import type { AlertFault } from "./causes.ts";

const LINKS = createSiteLinks("https://audit.example.com");
const SERIES = { source: "network", mode: "light", kind: "worse" } as const;
const FAULT: AlertFault = {
	check: "noindex",
	level: 1,
	title: "The home page must not be listed",
	says: "The page says noindex.",
	followers: [],
	points: 40,
	caps: true,
	before: 82,
	score: 39,
	since: "2026-11-29T02:10:00.000Z",
	until: "2026-11-28T02:10:00.000Z",
	receipt: "a".repeat(64),
};
const GONE: AlertFault = { ...FAULT, check: "not-audited", code: "name-not-found", title: "Gone", caps: false };
const ENGLISH = /\b(?:the|got worse|costs?|score|email|since|your|this|has|came|began|to)\b/i;

describe.each(LANGUAGES)("alert emails in %s", async (lang) => {
	const words = await loadLanguage(lang);
	const sites = Array.from({ length: 5 }, (_, at) => `site-${at}.example`);
	const worse = (domain: string, fault: AlertFault) => ({ ...SERIES, domain, fault });
	const cases = {
		"a fault": [worse("a.example", FAULT)],
		"a site that cannot be audited": [worse("a.example", GONE)],
		"many faults of a site": sites.map((check) => worse("a.example", { ...FAULT, check })),
		"many sites": sites.map((domain) => worse(domain, FAULT)),
		"a fault that is fixed": [{ ...worse("a.example", FAULT), kind: "recovered" as const }],
		"two that are fixed": [GONE, FAULT].map((fault) => ({ ...worse("a.example", fault), kind: "recovered" as const })),
	};

	it.each(Object.entries(cases))("describe %s with a link", (_, events) => {
		const mails = mailsOf(events, LINKS, words);
		expect(mails).toHaveLength(1);
		const [{ subject = "", text = "" } = {}] = mails;
		expect(text).toMatch(/https:\/\/audit\.example\.com\/dashboard\//);
		expect(`${subject}${text}`).not.toMatch(/[{}]|undefined/);
		// A removal finds by such a line what waits to be sent of many sites.
		if (events === cases["many sites"]) expect(text).toContain("\n- site-0.example (");
		if (lang === "en") return;
		const own = `${subject}\n${text}`.replaceAll(FAULT.says, "").replaceAll(/https:\S+/g, "");
		expect(own.match(ENGLISH)).toBeNull();
	});

	it("name bots that stopped and bots that are refused", () => {
		const changes = [
			"GPTBot came on 12 days, and has not come since 3 June 2026.",
			"Your server began to refuse Bingbot on 4 June 2026: 1,210 of 2,000 verified requests in the last 7 days, 0 of 40 before.",
		].map((says) => ({ kind: "stopped-coming" as const, token: "GPTBot", since: "2026-06-03", says }));
		const { subject, text } = accessMail("a.example", changes, LINKS, words);
		expect(text).toContain("/dashboard/a.example/#bots");
		if (lang !== "en") expect(`${subject}\n${text}`.replaceAll(/https:\S+/g, "").match(ENGLISH)).toBeNull();
	});
});
