import type { Target } from "#core/target.ts";
import type { Fail, PartialPass, Verdict } from "#core/verdict.ts";
import { percentAtLeast } from "#core/wording.ts";
import type { Page } from "#evidence/evidence-map.ts";
import type { PlaceholderText } from "#evidence/page-digest.ts";
import { definePageCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";
import { lettersOf } from "../shared/text-language.ts";
import notices from "./placeholder-notices.json" with { type: "json" };

/** Share of placeholders in a page's own words: from the first it is a flaw, from the second it is the whole page. */
const SOME = 0.1;
const MOST = 0.5;
/** Words besides a consent dialog that are content, as in main-text. */
const BESIDE_CONSENT = 20;
/** Fewer words are a forgotten button. */
const ENOUGH_WORDS = 6;
/** Share of repetitions in its own words, and in all its words, because a list's teasers may be alike. */
const REPEATED = 0.7;
const REPEATED_OF_ALL = 0.5;
const REPEATED_WORDS = 60;
/** A monotonous page has at most √length distinct words; others have twice as many. */
const MONOTONE_WORDS = 20;
const SAMPLE = 2_000;
/** A page about filler text shows some. */
const ABOUT_FILLER =
	/lorem ipsum|dummy text|placeholder text|filler text|blindtext|faux[ -]texte|texto de relleno|ダミーテキスト/i;

type Fault = Pick<Fail, "fault" | "fix"> & { readonly says: string };

export const placeholderText = definePageCheck({
	id: "placeholder-text",
	pillar: "content",
	engines: ["search", "answers"],
	grade: "vendor",
	atStake: "page",
	weightReason: "A page without its real content gives people nothing to find, quote or trust.",
	tableStakes: true,
	title: "The page has real content, not placeholders",
	fault: "Part of the page is placeholder text",
	problem: "visitors find placeholder text on your site",
	consequence: "Visitors see an unfinished site and leave; search engines and AI answers have nothing to show for it.",
	hours: 2,
	hoursPerPage: 0.5,
	doneBy: "editor",
	needsWriting: true,
	consumer: "Google Search, Bing, ChatGPT, Claude, Perplexity",
	why: 'Lorem ipsum, a builder\'s "Add your text here", a server\'s default page or a "coming soon" notice does not say who you are or what you offer.',
	howToFix: "Replace all sample text with your own, and delete sections that you do not need yet.",
	reference: "https://developers.google.com/search/docs/fundamentals/creating-helpful-content",
	reviewed: "2026-11-22",
	note: "Google asks for original content and has said since 2011 that it prefers not to show parked domains. It sets no number. Ours: the page fails if its title, heading or few sentences are such a notice, if the home page shows a consent dialog and fewer than 20 other words, if at least half of its words are filler or a builder's prompts, or if nearly all of it repeats one sentence. From 10 % it passes in part. Quotations and code do not count.",
	needs: ["home"],
	yieldsTo: ["auth-gate"],
	evaluate(page, { home }, { target }) {
		const isHome = home.state === "found" && home.value.url === page.url;
		const notice = noticeOf(page, target, isHome);
		if (notice) return failed(page, NOTICES[notice.kind](page, notice));
		if (isHome && isConsentWall(page)) return failed(page, consentWall(page));
		const { placeholder, visible } = page.digest.text;
		if (visible === 0) return { outcome: "not-applicable", says: "The page has no text." };
		if (!placeholder)
			return { outcome: "not-applicable", says: "The stored evidence does not separate placeholders from text." };
		return isMonotone(page, placeholder) ? failed(page, monotone(page)) : unfilled(page, placeholder);
	},
});

function unfilled(page: Page, { words, filler, prompts, repeated }: PlaceholderText): Verdict {
	const empty = filler + prompts;
	const share = empty / Math.max(1, words - repeated);
	const { titles, headings } = page.digest;
	const isAbout = [...titles, ...headings.slice(0, 1)].some(({ text }) => ABOUT_FILLER.test(text));
	if (empty < ENOUGH_WORDS || share < SOME || (isAbout && share < MOST))
		return { outcome: "pass", says: `${page.url} has real text, not placeholders.` };
	const what = filler >= prompts ? "filler such as lorem ipsum" : "a site builder's sample text";
	const says = `${percentAtLeast(share)} of the words of ${page.url} are ${what}.`;
	const fix = `Replace the ${filler >= prompts ? "filler" : "sample text"} of ${page.url} with your own words, or delete the empty sections.`;
	if (share >= MOST) return failed(page, { fault: "The page is an unfilled template", says, fix });
	return { outcome: "partial", ratio: 1 - share / MOST, says, fix, exhibits: startOf(page) } satisfies PartialPass;
}

/** Content that scripts have yet to render is another check's. */
function isConsentWall({ digest: { text, appRoot } }: Page): boolean {
	const { consent, words } = text;
	return consent !== undefined && !appRoot && consent.words >= words / 2 && consent.beside < BESIDE_CONSENT;
}

function consentWall({ url, digest: { text } }: Page): Fault {
	return {
		fault: "The page is a consent dialog",
		says: `${url} asks for consent and shows almost nothing else: "${clip(text.start, 80)}"`,
		fix: `Send the content of ${url} in its HTML to every visitor, and show the consent dialog on top of it.`,
	};
}

function isMonotone({ digest: { text } }: Page, { words, repeated }: PlaceholderText): boolean {
	const isRepeated = repeated >= REPEATED * words && repeated >= REPEATED_OF_ALL * text.words;
	if (words >= REPEATED_WORDS && isRepeated) return true;
	const { contentWords = 0, contentUniqueWords = contentWords } = text;
	return contentWords >= MONOTONE_WORDS && contentUniqueWords <= Math.sqrt(Math.min(contentWords, SAMPLE));
}

function monotone(page: Page): Fault {
	return {
		fault: "The page repeats the same text",
		says: `The text of ${page.url} repeats a few words or sentences: "${clip(page.digest.text.contentStart ?? "", 80)}"`,
		fix: `Write on ${page.url} what visitors are looking for, and say each thing once.`,
	};
}

const NOTICES: Readonly<Record<Placeholder, (page: Page, notice: Notice) => Fault>> = {
	server: ({ url }, { text }) => ({
		fault: "The page is a server's default page",
		says: `${url} shows the default page of its server or software: "${clip(text, 80)}".`,
		fix: `Replace the default page at ${url} with your own home page.`,
	}),
	listing: ({ url }, { text }) => ({
		fault: "The page is a list of the server's files",
		says: `${url} lists files and folders: "${clip(text, 80)}".`,
		fix: `Put a home page (index.html) at ${url}, and turn directory listings off in the server's configuration.`,
	}),
	parked: ({ url }, { text }) => ({
		fault: "The page is a parked domain",
		says: `${url} says that its domain is parked or for sale: "${clip(text, 80)}".`,
		fix: `Connect the domain to your website at your registrar, so that ${url} shows it.`,
	}),
	suspended: ({ url }, { text }) => ({
		fault: "The hosting account is suspended",
		says: `${url} shows a notice from its host instead of your site: "${clip(text, 80)}".`,
		fix: `Ask your host why ${url} is suspended, and have the account reactivated.`,
	}),
	soon: ({ url }, { text }) => ({
		fault: "The page only says that the site is coming soon",
		says: `${url} only says that it is not ready: "${clip(text, 80)}".`,
		fix: `Publish at ${url} at least who you are, what you offer and how to reach you. The rest can follow.`,
	}),
};

function failed(page: Page, { fault, says, fix }: Fault): Fail {
	return { outcome: "fail", ...(fault === undefined ? {} : { fault }), says, fix, exhibits: startOf(page) };
}

function startOf({ url, digest: { text, parts } }: Page) {
	const start = text.contentStart || text.start;
	return start === "" ? [] : [{ url, at: parts.body.at, excerpt: clip(start) }];
}

type Placeholder = "server" | "listing" | "parked" | "suspended" | "soon";

export interface Notice {
	readonly kind: Placeholder;
	readonly text: string;
}

/** Characters of visible text, weighted for dense scripts; a longer page has text of its own. */
const SHORT: Readonly<Record<Placeholder, number>> = {
	server: 5_000,
	listing: 20_000,
	parked: 5_000,
	suspended: 900,
	soon: 900,
};
/** Characters; in shorter text, a sentence anywhere is the page's message. */
const SENTENCE: Readonly<Record<Placeholder, number>> = {
	server: 900,
	listing: 0,
	parked: 1_500,
	suspended: 600,
	soon: 600,
};
const LONGEST_SENTENCE = Math.max(...Object.values(SENTENCE));
/** `It works!` may be a name or a slogan, but then more text follows. */
const SLOGANS = /^(?:it works|es funktioniert|¡?funciona|ça marche|funziona|het werkt)$/;
const SLOGAN_LENGTH = 400;
const TITLE_JOINTS = /\s+[|–—·•»-]\s+|\s*[|:]\s+/;
const ENDS = /^[\s.…!?。！¡*_-]+|[\s.…!?。！*_-]+$/gu;

interface Rule {
	readonly kind: Placeholder;
	readonly exact: ReadonlySet<string>;
	readonly says: readonly RegExp[];
}

const KINDS: readonly Placeholder[] = ["listing", "server", "parked", "suspended", "soon"];
const OFFER = new RegExp(`^["'”»]* ${notices.sale}`, "u");
const RULES: readonly Rule[] = KINDS.map((kind) => ({
	kind,
	exact: new Set(notices[kind].exact.map(plain)),
	says: notices[kind].says.map((pattern) => new RegExp(pattern, "u")),
}));

/**
 * Null if the page has content. Inner pages may list files and announce things, so only notices about the site or
 * domain count there.
 */
export function noticeOf(page: Page, { host, registrableDomain }: Target, isHome: boolean): Notice | null {
	const { titles, headings, text } = page.digest;
	const length = lettersOf(page);
	const [title = ""] = titles.map((each) => each.text);
	const heads = [title, ...headings.slice(0, 2).map((each) => each.text)];
	const start = length <= LONGEST_SENTENCE ? plain(text.start) : "";
	for (const each of heads) if (isOwnSale(each, [host, registrableDomain])) return { kind: "parked", text: each };
	for (const rule of RULES) {
		if (length > SHORT[rule.kind] || (!isHome && rule.kind === "listing")) continue;
		const head = heads.find((each, index) => isNotice(each, rule, isHome && index < 2, length));
		if (head !== undefined) return { kind: rule.kind, text: head };
		const said = length <= SENTENCE[rule.kind] && says(rule, start);
		if (said) return { kind: rule.kind, text: text.start };
	}
	return null;
}

/** A second heading may be one announcement among others, so it counts only if it is about the site. */
function isNotice(head: string, rule: Rule, isMain: boolean, length: number): boolean {
	const whole = plain(head);
	const parts = [whole, ...head.split(TITLE_JOINTS).map(plain)];
	const exact =
		isMain && parts.some((part) => rule.exact.has(part) && (length <= SLOGAN_LENGTH || !SLOGANS.test(part)));
	return exact || says(rule, whole);
}

function says(rule: Rule, text: string): boolean {
	return rule.says.some((pattern) => pattern.test(text));
}

/** `example.com is for sale`: the domain itself, not goods that its owner sells. */
function isOwnSale(head: string, hosts: readonly string[]): boolean {
	const text = plain(head);
	return hosts.some((host) => {
		const at = text.indexOf(host);
		return at >= 0 && OFFER.test(text.slice(at + host.length));
	});
}

function plain(text: string): string {
	return text.toLowerCase().replaceAll(/[’‘]/g, "'").replaceAll(/\s+/g, " ").replaceAll(ENDS, "");
}
