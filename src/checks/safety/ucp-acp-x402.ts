import { listing } from "#core/wording.ts";
import type { DeclaredTarget } from "#evidence/evidence-map.ts";
import { defineSiteCheck } from "../define-check.ts";
import { deadWords } from "../shared/declared-interfaces.ts";
import { clip } from "../shared/exhibits.ts";

const PROTOCOLS: readonly (readonly [RegExp, string])[] = [
	[/^\/\.well-known\/ucp$/, "UCP"],
	[/^\/\.well-known\/acp\.json$/, "ACP"],
	[/^\/\.well-known\/x402(?:\.json)?$/, "x402"],
];

interface Offer {
	readonly protocol: string;
	readonly target: DeclaredTarget;
	readonly fault: string | undefined;
}

export const ucpAcpX402 = defineSiteCheck({
	id: "ucp-acp-x402",
	pillar: "safety",
	axis: "structure",
	engines: ["answers"],
	grade: "draft",
	scored: false,
	weight: 1,
	weightReason:
		"Three drafts compete for the same task, and a shop without any of them loses nothing yet: shown, never scored.",
	title: "The profile for buying agents can be read",
	fault: "The profile for buying agents cannot be read",
	consequence: "Agents that buy for customers stop before the purchase begins.",
	effort: "medium",
	doneBy: "developer",
	why: "Agents that buy for people read a shop's profile first. One that is linked and cannot be read ends the purchase before it begins.",
	howToFix: "Serve the profile as JSON at the address that is linked, without a login, or take the link away.",
	consumer: "Agents that buy by UCP, ACP or x402",
	reference: "https://ucp.dev/latest/specification/overview/",
	reviewed: "2026-11-21",
	note: "Looked at only where the site links to it: nobody's /.well-known/ucp is tried on the off chance. An answer 402 is x402 at work and no fault.",
	needs: ["declared"],
	evaluate({ declared }) {
		const offers = (declared.state === "found" ? declared.value : []).flatMap(offerOf);
		const judged = offers.filter(({ target }) => target.answer.state !== "not-asked");
		if (offers.length === 0)
			return { outcome: "not-applicable", says: "The site links to no profile for buying agents." };
		if (judged.length === 0)
			return {
				outcome: "not-applicable",
				says: `The site links to ${offers[0]?.target.url}, which was not asked for.`,
			};
		const exhibits = judged.map(({ target: { url, at, excerpt } }) => ({ url, at, excerpt: clip(excerpt) }));
		const wrong = judged.filter(({ fault }) => fault !== undefined);
		const [first] = wrong;
		if (!first)
			return {
				outcome: "pass",
				says: `Offered to buying agents: ${listing([...new Set(judged.map(({ protocol, target }) => `${protocol} at ${target.url}`))])}.`,
				exhibits,
			};
		return {
			outcome: "partial",
			ratio: 0.5,
			says: `${listing(wrong.map(({ target, fault }) => `${target.url} ${fault}`))}.`,
			fix: `Serve the ${first.protocol} profile as JSON at ${first.target.url}, or remove the link at ${first.target.at}.`,
			exhibits,
		};
	},
});

function offerOf(target: DeclaredTarget): Offer[] {
	const { pathname } = new URL(target.url);
	const protocol = PROTOCOLS.find(([path]) => path.test(pathname))?.[1];
	return protocol === undefined ? [] : [{ protocol, target, fault: faultOf(target) }];
}

function faultOf(target: DeclaredTarget): string | undefined {
	const { answer } = target;
	const dead = deadWords(target);
	if (dead !== undefined || answer.state !== "asked" || answer.status >= 300) return dead;
	return answer.sniffed === "json" ? undefined : `holds ${WORDS[answer.sniffed] ?? answer.sniffed}, not JSON`;
}

const WORDS: Readonly<Record<string, string>> = { html: "a web page", empty: "nothing", binary: "binary data" };
