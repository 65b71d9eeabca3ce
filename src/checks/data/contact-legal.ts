import { alternatives, listing, plural } from "#core/wording.ts";
import type { Page, PageVisit } from "#evidence/evidence-map.ts";
import type { PageAnchor } from "#evidence/page-digest.ts";
import { defineSiteCheck, noHomePage } from "../define-check.ts";
import { isGone } from "../shared/duplicate-pages.ts";
import { clip, exhibitsOf } from "../shared/exhibits.ts";
import { knowsOwnerLinks, OWNER_PAGES, type OwnerPage, ownerLinks, placeholderLinks } from "../shared/owner-links.ts";
import { sureLanguage } from "../shared/text-language.ts";

const CALLED: Readonly<Record<OwnerPage, string>> = {
	about: "who is behind the site",
	contact: "how to reach its owner",
	privacy: "what happens to visitors' data",
};

export const contactLegal = defineSiteCheck({
	id: "contact-legal",
	pillar: "data",
	engines: ["search", "answers"],
	grade: "vendor",
	atStake: "advice",
	weightReason:
		"Google tells its reviewers to look for these pages. No source documents that they affect ranking on their own.",
	title: "The home page links to about, contact and privacy pages",
	fault: "The home page lacks a link to about, contact or privacy",
	problem: "your home page has no link to about, contact or privacy",
	consequence:
		"Visitors and search engines look on the home page for who you are, how to reach you and what happens to personal data.",
	hours: 1,
	doneBy: "editor",
	why: "People and the quality reviewers of search engines check who is behind a site before they trust it. So do assistants when a user asks whether a company is real.",
	howToFix:
		"Link from the home page, for example in the footer, to a page about you, to your contact details and to your privacy notice.",
	consumer: "Visitors; Google's search quality raters; agents that look for a way to reach you",
	reference: "https://developers.google.com/search/docs/fundamentals/creating-helpful-content",
	reviewed: "2026-11-21",
	note: "Google asks for background on who is behind a site but prescribes no page. We read link texts and addresses in some 70 languages and do not judge pages in others. An imprint (legal notice) counts as about and contact, an email or phone link counts as contact, and a section of the same page counts as a page. Links without an address and unfilled template values (mail to example.com, 555 numbers) do not count.",
	yieldsTo: ["text-without-js", "soft-404", "auth-gate"],
	needs: ["home"],
	wants: ["visits"],
	evaluate({ home, visits }, { target }) {
		if (home.state === "absent") return noHomePage(home);
		const page = home.value;
		const dead = visits.state === "found" ? deadOnes(visits.value) : new Set<string>();
		const kinds = OWNER_PAGES.map((kind) => findOwnerPage(page, kind, target.registrableDomain, dead));
		const missing = kinds.filter(({ reached }) => !reached);
		const exhibits = exhibitsOf(page, [...new Set(kinds.flatMap(({ link }) => link ?? []))]);
		if (missing.length === 0) {
			return { outcome: "pass", says: "The home page links to about, contact and privacy pages.", exhibits };
		}
		const unread = unreadLanguage(page);
		if (unread !== undefined) {
			return {
				outcome: "unknown",
				says: `The page is in a language (${clip(unread, 20)}) for which we do not know the usual names of about, contact and privacy pages.`,
				exhibits,
			};
		}
		const notFound = visits.state === "found" ? visits.value.filter((visit) => visit.softNotFound) : [];
		const soft = addressesOf(notFound);
		const causedBySoft404 = missing.every(({ link }) => link?.url && soft.has(withoutHash(link.url)));
		const notes = missing.flatMap(noteOf);
		const ratio = (OWNER_PAGES.length - missing.length) / OWNER_PAGES.length;
		const details = {
			says: `${page.url} has no such link${notes.length > 0 ? `: ${listing(notes)}` : ""}.`,
			fix: fixOf(page, missing),
			exhibits,
			...(causedBySoft404 ? {} : { ownCause: ["soft-404"] }),
		};
		const fault = `No link on the home page says ${alternatives(missing.map(({ kind }) => CALLED[kind]))}`;
		if (ratio > 0) return { outcome: "partial", ratio, fault, ...details };
		return { outcome: "fail", fault: "The home page has no link to an about, contact or privacy page", ...details };
	},
});

/** The page's language, unless its text is certainly in one whose words we know. */
function unreadLanguage({ digest }: Page): string | undefined {
	const stated = digest.lang?.text.trim().toLowerCase() ?? "";
	const [language = ""] = stated.split(/[-_]/);
	if (language === "" || knowsOwnerLinks(language)) return undefined;
	const written = sureLanguage(digest.text.language)?.group.split(" ") ?? [];
	return written.some(knowsOwnerLinks) ? undefined : stated;
}

interface Looked {
	readonly kind: OwnerPage;
	readonly reached: boolean;
	readonly link: PageAnchor | undefined;
	readonly placeholder: PageAnchor | undefined;
}

function findOwnerPage(page: Page, kind: OwnerPage, domain: string, dead: ReadonlySet<string>): Looked {
	const links = ownerLinks(page, kind, domain);
	const live = links.find(({ url }) => url === null || !dead.has(withoutHash(url)));
	const [placeholder] = placeholderLinks(page, kind);
	return { kind, reached: live !== undefined, link: live ?? links[0], placeholder };
}

function noteOf({ link, placeholder }: Looked): string[] {
	if (link) return [`${link.url} does not exist`];
	return placeholder ? [`"${clip(placeholder.name, 40)}" has no target`] : [];
}

/** Includes the addresses of existing links, and new ones in the site's own words. */
function fixOf(page: Page, missing: readonly Looked[]): string {
	const there = missing.flatMap(({ placeholder, link }) => (placeholder && !link ? placeholder : []));
	const rest = missing.filter(({ placeholder, link }) => link !== undefined || placeholder === undefined);
	const filled = there.map(({ name, at }) => `"${clip(name, 40)}" (${at})`);
	const sentences = [
		...(filled.length > 0 ? [`Link ${listing(filled)} to the right ${plural(filled.length, "page", "pages")}.`] : []),
		...(rest.length > 0
			? [`Link from the footer of ${page.url} to a page that says ${listing(rest.map(({ kind }) => CALLED[kind]))}.`]
			: []),
	];
	return sentences.join(" ");
}

function deadOnes(visits: readonly PageVisit[]): ReadonlySet<string> {
	return addressesOf(visits.filter(isGone));
}

function addressesOf(visits: readonly PageVisit[]): ReadonlySet<string> {
	return new Set(visits.map(({ url }) => withoutHash(url)));
}

function withoutHash(url: string): string {
	return url.split("#")[0] ?? url;
}
