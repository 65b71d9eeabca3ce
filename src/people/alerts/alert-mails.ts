import type { AccessChange } from "#core/access/access-report.ts";
import { PRODUCT } from "#core/brand.ts";
import type { Language } from "#core/language.ts";
import type { Series } from "#core/receipt.ts";
import { clipped } from "#core/wording.ts";
import { consequenceIn, headingIn } from "#site/brief/check-texts-in.ts";
import type { Words } from "#site/brief/languages.ts";
import { pointWords, workOf } from "#site/brief/recommendation.ts";
import { accessSentence, failureIn, fixIn, sayIn, titleIn } from "#site/brief/translated-receipt.ts";
import { NOT_AUDITED } from "#site/history/regressions.ts";
import { plainText } from "#site/page/page-text.ts";
import type { SiteLinks } from "#site/page/site-links.ts";
import type { AlertFault } from "./causes.ts";

export interface AlertEvent extends Series {
	readonly kind: "worse" | "recovered";
	readonly fault: AlertFault;
}

interface AlertMail {
	/** Empty for a message about several domains. */
	readonly domain: string;
	readonly lang: Language;
	readonly subject: string;
	readonly text: string;
}

/** From this number, faults of one domain or domains with one fault probably have one cause. */
const TOGETHER = 5;
const SUBJECT = 180;

/** One message per cause; many are combined. Pure. */
export function mailsOf(events: readonly AlertEvent[], links: SiteLinks, words: Words): AlertMail[] {
	const worse = events.filter(({ kind }) => kind === "worse");
	const shared = [...Map.groupBy(worse, ({ fault }) => fault.check).values()].filter(
		(group) => new Set(group.map(({ domain }) => domain)).size >= TOGETHER,
	);
	const rest = worse.filter((event) => !shared.some((group) => group.includes(event)));
	const ofDomain = [...Map.groupBy(rest, ({ domain }) => domain).values()];
	const recovered = Map.groupBy(
		events.filter(({ kind }) => kind === "recovered"),
		({ domain }) => domain,
	);
	return [
		...shared.map((group) => sharedMail(group, links, words)),
		...ofDomain.flatMap((group) =>
			group.length >= TOGETHER ? [manyMail(group, links, words)] : group.map((event) => oneMail(event, links, words)),
		),
		...[...recovered.values()].map((group) => recoveredMail(group, links, words)),
	];
}

/** Translated heading; falls back to the stored one. */
export function alertTitle({ check, title }: Pick<AlertFault, "check" | "title">, words: Words): string {
	return check === NOT_AUDITED ? words.MAILS.alerts.notAudited : titleIn({ id: check, title }, words);
}

/** Falls back to English, because an email has nothing else to show. */
function foundIn({ check, code, says }: AlertFault, words: Words): string {
	if (words.lang === "en") return says;
	return (code === undefined ? sayIn(check, says, words) : failureIn(code, words)) ?? says;
}

function oneMail({ domain: site, fault }: AlertEvent, links: SiteLinks, words: Words): AlertMail {
	const { MAILS, filled, listing, spokenTime } = words;
	const say = MAILS.alerts;
	const title = alertTitle(fault, words);
	const work = workOf({ id: fault.check }, words);
	const consequence = consequenceIn(fault.check, words);
	const fix = fixIn({ id: fault.check, fix: fault.fix }, words);
	const followers = fault.followers.map((each) => plainText(headingIn(each, words) ?? each));
	return mail(words, site, filled(say.worse, { site, fault: title }), [
		filled(say.worse, { site, fault: plainText(title) }),
		costOf(fault, words),
		`${filled(say.found, { when: spokenTime(fault.since) })}\n${plainText(foundIn(fault, words))}`,
		...(consequence === undefined ? [] : [`${say.matters}\n${consequence}`]),
		...(fix === undefined
			? []
			: [`${work === undefined ? say.todo : filled(say.todoBy, { work })}\n${plainText(fix)}`]),
		...(followers.length === 0 ? [] : [filled(say.also, { faults: listing(followers, 5) })]),
		filled(say.see, { url: links.absolute(links.ownBrief(site, fault.receipt)) }),
		filled(say.once, { product: PRODUCT }),
		footOf(site, links, words),
	]);
}

function manyMail(group: readonly AlertEvent[], links: SiteLinks, words: Words): AlertMail {
	const { MAILS, filled } = words;
	const values = { site: group[0]?.domain ?? "", count: group.length };
	return mail(words, values.site, filled(MAILS.alerts.manySubject, values), [
		filled(MAILS.alerts.many, values),
		lines(group.map(({ fault }) => withCost(plainText(alertTitle(fault, words)), fault, words))),
		filled(MAILS.alerts.once, { product: PRODUCT }),
		footOf(values.site, links, words),
	]);
}

function sharedMail(group: readonly AlertEvent[], links: SiteLinks, words: Words): AlertMail {
	const { MAILS, filled } = words;
	const say = MAILS.alerts;
	const fault = group[0] ? alertTitle(group[0].fault, words) : "";
	return mail(words, "", filled(say.sharedSubject, { count: group.length, fault }), [
		filled(say.shared, { count: group.length, fault: plainText(fault) }),
		lines(group.map(({ domain, fault }) => withCost(domain, fault, words))),
		`${filled(say.sites, { url: links.absolute(links.dashboard) })}\n${filled(say.once, { product: PRODUCT })} ${say.sharedFoot}`,
	]);
}

function recoveredMail(group: readonly AlertEvent[], links: SiteLinks, words: Words): AlertMail {
	const { MAILS, filled, spokenDate } = words;
	const say = MAILS.alerts;
	const [first] = group;
	const site = first?.domain ?? "";
	const subject =
		first && group.length === 1
			? filled(say.fixedSubject, { site, fault: alertTitle(first.fault, words) })
			: filled(say.fixedManySubject, { site, count: group.length });
	const since = ({ fault }: AlertEvent) =>
		filled(say.since, { fault: plainText(alertTitle(fault, words)), day: spokenDate(fault.since) });
	return mail(words, site, subject, [filled(say.fixed, { site }), lines(group.map(since)), footOf(site, links, words)]);
}

/** About bots that stopped coming or are now refused, according to the server's logs. */
export function accessMail(site: string, changes: readonly AccessChange[], links: SiteLinks, words: Words): AlertMail {
	const { MAILS, filled, pluralOf } = words;
	const says = changes.map(({ says }) => accessSentence(says, words) || says);
	const page = `${links.absolute(links.ownDomain(site))}#bots`;
	const subject = filled(pluralOf(MAILS.alerts.access, changes.length), { site });
	return mail(words, site, subject, [...says, filled(MAILS.alerts.see, { url: page }), footOf(site, links, words)]);
}

function costOf(fault: AlertFault, words: Words): string {
	const { MAILS, filled, spokenDate } = words;
	const say = MAILS.alerts;
	const { check, caps, points, before, score, until } = fault;
	const day = spokenDate(until);
	if (check === NOT_AUDITED) return before === undefined ? say.noScore : filled(say.noScoreWas, { before, day });
	return [
		filled(say.cost, { points: pointWords(points, words) }),
		...(before === undefined || score === undefined ? [] : [filled(say.scores, { before, day, score })]),
		...(caps ? [say.caps] : []),
	].join(" ");
}

function withCost(what: string, { check, points, caps }: AlertFault, words: Words): string {
	const { MAILS, filled } = words;
	const say = MAILS.alerts;
	const cost = pointWords(points, words);
	const short = caps ? filled(say.shortCaps, { points: cost }) : cost;
	return filled(say.withCost, { what, cost: check === NOT_AUDITED ? say.shortNoScore : short });
}

function lines(texts: readonly string[]): string {
	return texts.map((text) => `- ${text}`).join("\n");
}

function footOf(site: string, links: SiteLinks, { MAILS, filled }: Words): string {
	return filled(MAILS.alerts.foot, { url: links.absolute(links.ownDomain(site)) });
}

function mail({ lang }: Words, domain: string, subject: string, parts: readonly string[]): AlertMail {
	return { domain, lang, subject: clipped(plainText(subject), SUBJECT), text: `${parts.join("\n\n")}\n` };
}
