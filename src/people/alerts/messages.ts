import { checkOf } from "#checks/registry.ts";
import { PRODUCT } from "#core/brand.ts";
import type { Series } from "#core/receipt.ts";
import { clipped, counted, listing, spokenDate, spokenTime } from "#core/wording.ts";
import { pointWords, workOf } from "#site/brief/recommendation.ts";
import { NOT_AUDITED } from "#site/history/regressions.ts";
import { plainText } from "#site/page/page-text.ts";
import type { SiteLinks } from "#site/page/site-links.ts";
import type { AlertFault } from "./causes.ts";

export interface AlertEvent extends Series {
	readonly kind: "worse" | "recovered";
	readonly fault: AlertFault;
}

export interface AlertMail {
	readonly domain: string;
	readonly subject: string;
	readonly text: string;
}

/** So many faults of one domain, or domains with one fault, more likely have one cause than many. */
const TOGETHER = 5;
const SUBJECT = 180;

/** One message for each cause; many become one. Pure. */
export function mailsOf(events: readonly AlertEvent[], links: SiteLinks): AlertMail[] {
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
		...shared.map((group) => sharedMail(group, links)),
		...ofDomain.flatMap((group) =>
			group.length >= TOGETHER ? [manyMail(group, links)] : group.map((event) => oneMail(event, links)),
		),
		...[...recovered.values()].map((group) => recoveredMail(group, links)),
	];
}

function oneMail({ domain, fault }: AlertEvent, links: SiteLinks): AlertMail {
	const { check, title, says, fix, followers, since } = fault;
	const work = workOf(check);
	const consequence = checkOf(check)?.consequence;
	return mail(domain, `${domain} got worse: ${title}`, [
		`${domain} got worse: ${said(title)}`,
		costOf(fault),
		`What was found on ${spokenTime(since)}:\n${said(says)}`,
		...(consequence === undefined ? [] : [`Why it matters:\n${consequence}`]),
		...(fix === undefined ? [] : [`What to do${work === undefined ? "" : ` (${work.toLowerCase()})`}:\n${said(fix)}`]),
		...(followers.length === 0 ? [] : [`It brought with it: ${listing(followers.map(said), 5)}.`]),
		`The audit that found it: ${links.absolute(links.ownBrief(domain, fault.receipt))}`,
		ONCE,
		foot(domain, links),
	]);
}

function manyMail(group: readonly AlertEvent[], links: SiteLinks): AlertMail {
	const domain = group[0]?.domain ?? "";
	return mail(domain, `${domain} got worse: ${counted(group.length, "fault")} at once`, [
		`${domain} got worse: ${counted(group.length, "fault")} appeared at once. So many at a time mostly have one cause, such as a new release.`,
		lines(group.map(({ fault }) => `${said(fault.title)} (${shortCost(fault)})`)),
		ONCE,
		foot(domain, links),
	]);
}

function sharedMail(group: readonly AlertEvent[], links: SiteLinks): AlertMail {
	const title = group[0]?.fault.title ?? "";
	const count = counted(group.length, "site");
	return mail("", `${count} got worse alike: ${title}`, [
		`${count} that you watch got worse alike: ${said(title)}. So many at once point to one cause, such as a supplier that they share, or a fault of ours.`,
		lines(group.map(({ domain, fault }) => `${domain} (${shortCost(fault)})`)),
		`Your sites: ${links.absolute(links.dashboard)}\n${ONCE} You get this message because you watch these sites. You can end such messages on the page of each.`,
	]);
}

function recoveredMail(group: readonly AlertEvent[], links: SiteLinks): AlertMail {
	const domain = group[0]?.domain ?? "";
	const [first] = group;
	const what = group.length === 1 ? (first?.fault.title ?? "") : counted(group.length, "fault");
	return mail(domain, `${domain} is in order again: ${what}`, [
		`${domain} is in order again. Two audits in a row have not found this any more:`,
		lines(group.map(({ fault }) => `${said(fault.title)} (since ${spokenDate(fault.since)})`)),
		foot(domain, links),
	]);
}

/** The site's own words stay on their line. */
function said(text: string): string {
	return plainText(text);
}

function costOf(fault: AlertFault): string {
	const { check, caps, before, score, until } = fault;
	if (check === NOT_AUDITED)
		return `There is no score any more${before === undefined ? "" : `; it was ${before} on ${spokenDate(until)}`}.`;
	const then =
		before === undefined || score === undefined
			? ""
			: ` It was ${before} of 100 on ${spokenDate(until)}, and is ${score} now.`;
	const cap = caps ? " It caps the score: until it is gone, other fixes gain little." : "";
	return `It costs ${pointWords(fault.points)}.${then}${cap}`;
}

function shortCost({ check, points, caps }: AlertFault): string {
	if (check === NOT_AUDITED) return "no score";
	return caps ? `caps the score, ${pointWords(points)}` : pointWords(points);
}

function lines(texts: readonly string[]): string {
	return texts.map((text) => `- ${text}`).join("\n");
}

const ONCE = `${PRODUCT} says this once, for as long as it lasts.`;

function foot(domain: string, links: SiteLinks): string {
	const page = links.absolute(links.ownDomain(domain));
	return `You get this message because you watch the site. You can change or end such messages on its page: ${page}`;
}

function mail(domain: string, subject: string, parts: readonly string[]): AlertMail {
	return { domain, subject: clipped(plainText(subject), SUBJECT), text: `${parts.join("\n\n")}\n` };
}

/** JSON with `type`, `timestamp` and `data`. Pure. */
export function webhookPayload(
	{ kind, domain, source, mode, fault }: AlertEvent,
	at: string,
	links: SiteLinks,
): string {
	const { receipt, until, ...data } = fault;
	// A receipt may have no page, or a short-lived one; its account sees the brief as long as the audit.
	const pages = {
		page: links.absolute(links.ownDomain(domain)),
		brief: links.absolute(links.ownBrief(domain, receipt)),
	};
	return JSON.stringify({
		type: `site.${kind}`,
		timestamp: at,
		data: { domain, source, mode, ...data, lastWithout: until, receipt, ...pages },
	});
}
