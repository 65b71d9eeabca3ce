import { crawlersOf } from "#core/crawlers.ts";
import { decide, namesAgent, type RobotsGroup, type RobotsRule } from "#core/robots-rules.ts";
import { plainCount } from "#core/wording.ts";
import { defineSiteCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";

const CRAWLERS = crawlersOf("answer-index", "user-fetch", "training");
const SHOWN = 4;
/** Rules of the default group to examine: a hostile file has tens of thousands. */
const RULES_MAX = 100;

interface Shadowed {
	readonly token: string;
	readonly group: RobotsGroup;
	readonly rules: readonly RobotsRule[];
}

export const groupShadowing = defineSiteCheck({
	id: "group-shadowing",
	pillar: "access",
	engines: ["answers"],
	grade: "standard",
	atStake: "advice",
	weightReason:
		"A few crawlers can read pages that you meant to block. Pages that you meant to be read are not affected.",
	tableStakes: true,
	title: "Rules for single crawlers repeat the rules for all crawlers",
	fault: "Rules for single crawlers leave out the rules for all crawlers",
	problem: "AI crawlers may read pages that you meant to close",
	consequence: "The AI crawlers that you name can read pages that you meant to block for everyone.",
	hours: 0.5,
	doneBy: "developer",
	why: 'A crawler that robots.txt names follows only its own group (the lines below its name). The rules for all crawlers ("User-agent: *") no longer apply to it. Most people who add "User-agent: GPTBot" do not expect that.',
	howToFix:
		'Repeat the Disallow lines of "User-agent: *" in the group of every crawler that you name, or add the crawler\'s name above the group for all crawlers.',
	consumer: "crawlers that follow RFC 9309, such as GPTBot, ClaudeBot and PerplexityBot",
	reference: "https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1",
	reviewed: "2026-11-21",
	note: "We ask this only about AI crawlers. We skip a group for all crawlers that blocks the whole site, because naming a crawler next to it is the way to let that crawler in. We also skip paths that the crawler's own group allows. If that group allows the whole site, we count only areas without public content (login, basket, drafts and similar), because the rest may be intended. We skip rules for styles, scripts, images and machine-readable files.",
	yieldsTo: ["robots-fetch"],
	needs: ["robots"],
	evaluate({ robots }) {
		const { url } = robots;
		if (robots.state === "absent" || robots.value.kind === "html") {
			return {
				outcome: "not-applicable",
				says: "There is no robots.txt, so no groups can conflict.",
			};
		}
		const { groups } = robots.value;
		const named = CRAWLERS.filter(({ token }) => namesAgent(groups, token)).map(({ token }) => token);
		const closed = (named.length === 0 ? [] : closedToAll(groups)).filter(
			({ pattern }) => !HELPS_READING.test(pattern),
		);
		if (named.length === 0 || closed.length === 0) {
			const why = named.length === 0 ? "names no AI crawler" : "blocks nothing for all crawlers";
			return { outcome: "not-applicable", says: `robots.txt ${why}, so no group overrides another.` };
		}
		const [first, ...others] = shadowedIn(groups, named, closed);
		const rule = first?.rules[0];
		if (!first || !rule) {
			return {
				outcome: "pass",
				says: `Every path blocked for all crawlers is also blocked, or allowed by name, for the ${plainCount(named.length, "AI crawler")} that robots.txt names.`,
			};
		}
		const more = others.length === 0 ? "" : ` The same applies to ${plainCount(others.length, "more crawler")}.`;
		const wrong = [first, ...others].reduce((sum, { rules }) => sum + rules.length, 0);
		return {
			outcome: "partial",
			// The harm is small: one more crawler reads what was meant to be disallowed.
			ratio: 1 - wrong / (named.length * closed.length) / 2,
			says: `${first.token} has a group of its own (line ${first.group.line}), so it does not follow line ${rule.line}, "${clip(rule.text, 60)}", of the group for all crawlers${andMore(first)}.${more}`,
			fix: `If ${first.token} is not meant to read it either, add to its group in ${url}: ${first.rules
				.slice(0, SHOWN)
				.map(({ text }) => `"${text}"`)
				.join(", ")}. If you do want to allow it, add an "Allow" line for the same path there.`,
			exhibits: [
				{ url, at: `line ${first.group.line}`, excerpt: `User-agent: ${first.token}` },
				...first.rules.slice(0, SHOWN).map(({ line, text }) => ({ url, at: `line ${line}`, excerpt: clip(text) })),
			],
		};
	},
});

/** Disallow rules of the default group for parts of the site; empty if it disallows everything. */
function closedToAll(groups: readonly RobotsGroup[]): readonly RobotsRule[] {
	if (!decide(groups, "*", "/").allowed) return [];
	const rules = groups.filter(({ agents }) => agents.includes("*")).flatMap((group) => group.rules);
	const closing = rules.filter(({ allow }) => !allow).slice(0, RULES_MAX);
	return closing.filter((rule) => !decide(groups, "*", pathLike(rule)).allowed);
}

function shadowedIn(
	groups: readonly RobotsGroup[],
	named: readonly string[],
	closed: readonly RobotsRule[],
): readonly Shadowed[] {
	return named.flatMap((token) => {
		const group = groups.find(({ agents }) => agents.includes(token.toLowerCase()));
		const opensAll = groups.some(({ agents, rules: own }) => agents.includes(token.toLowerCase()) && opensSite(own));
		const rules = closed.filter(
			(rule) => isOpenBySilence(groups, token, rule) && (!opensAll || FOR_NO_READER.test(rule.pattern)),
		);
		return group && rules.length > 0 ? [{ token, group, rules }] : [];
	});
}

/** A site may allow one crawler what it disallows for all, but not places meant for no reader. */
const FOR_NO_READER =
	/(?:^|[/_.*-])(?:admin|wp-admin|wp-login|administrator|login|logout|signin|signup|register|account|my-account|cart|basket|checkout|order|orders|cgi-bin|tmp|temp|private|internal|intranet|drafts?|staging|preview|test|backup|search)(?:[/_.?*$-]|$)/i;
/** Styles, scripts, images and files for machines: disallowing them for one more crawler would do harm. */
const HELPS_READING =
	/\.(?:css|m?js|json|svg|png|jpe?g|webp|avif|gif|woff2?|md|txt|xml)\b|\/(?:_next|_nuxt|static|assets|dist|css|js|images|img|fonts|media|wp-content|wp-includes|themes|llms|\.well-known)\b/i;

/** `Allow: /`, or only an empty `Disallow:`: the group exists to allow the crawler. */
function opensSite(rules: readonly RobotsRule[]): boolean {
	return rules.length === 0 || rules.some(({ allow, pattern }) => allow && /^\/?\*?$/.test(pattern));
}

/** Allowed, but not by a rule of the crawler's own group for this very path. */
function isOpenBySilence(groups: readonly RobotsGroup[], token: string, closed: RobotsRule): boolean {
	const { allowed, rule } = decide(groups, token, pathLike(closed));
	return allowed && (rule === undefined || /^\/?\*?$/.test(rule.pattern));
}

/** An example path that matches the pattern: `/a*b$` → `/axb`. */
function pathLike({ pattern }: RobotsRule): string {
	const path = pattern.replace(/\$$/, "").replaceAll("*", "x");
	return path.startsWith("/") ? path : `/${path}`;
}

function andMore({ rules }: Shadowed): string {
	return rules.length === 1 ? "" : `, or ${plainCount(rules.length - 1, "more rule")} of it`;
}
