import { type Brief, buildBrief } from "#site/brief/brief.ts";
import type { ShownCorrections } from "#site/brief/brief-content.ts";
import { briefTwin } from "#site/brief/brief-twin.ts";
import { type PeerGroups, peersOf } from "#site/brief/peers.ts";
import { knownAudits, sinceOf } from "#site/brief/since.ts";
import { TWIN_TYPES, type TwinEnding } from "#site/page/page-twins.ts";
import type { SiteLinks } from "#site/page/site-links.ts";
import type { ShownBrief } from "../api/live-app.ts";
import { preferredType } from "../api/negotiation.ts";
import type { KeptPages } from "./kept-pages.ts";
import { answerLivePage, type FoundPage, type LiveBriefFound } from "./live-page.ts";
import { briefNotice } from "./live-texts.ts";

/** What a live brief is shown among. */
export interface ShownAmong {
	/** Where the site lives, without a trailing slash. */
	readonly baseUrl: string;
	/** The wall as it was built: its sites are peers. */
	readonly peers: PeerGroups;
	/** What is said beside a receipt. */
	corrections(receipt: string): ShownCorrections;
}

/** The brief of a live audit with its place on the wall and what came before it. */
export function liveBrief(shown: ShownBrief, { baseUrl, peers: groups }: Pick<ShownAmong, "baseUrl" | "peers">): Brief {
	const { stored, slug, agencyName, agency, place } = shown;
	const { domain, preset, methodology, scores, auditedAt } = stored.receipt;
	// An agency may go on showing an audit after newer ones.
	const past = knownAudits(shown).filter((audit) => audit.auditedAt < auditedAt);
	const since = sinceOf([stored.receipt, ...past]);
	const peers = peersOf({ domain, preset: preset.key, methodology, overall: scores?.overall }, groups);
	return buildBrief(stored, { baseUrl, slug, agencyName, agency, logIndex: place.logIndex, peers, since });
}

const ENDINGS = Object.keys(TWIN_TYPES) as TwinEnding[];

/**
 * The brief as Markdown or data, where its address or the client's Accept field asks for that, kept as pages are; undefined where
 * its page is asked for. Pages say by Vary that they depend on it.
 */
export async function answerTwin(
	request: Pick<Request, "method" | "headers">,
	page: FoundPage<LiveBriefFound>,
	links: SiteLinks,
	kept: Pick<KeptPages, "get" | "peek">,
	among: ShownAmong,
): Promise<Response | undefined> {
	const { shown } = page.found;
	const { headers } = page.init;
	if (shown?.part !== "brief") return undefined;
	if (shown.ending === undefined) headers.append("Vary", "Accept");
	const ending = shown.ending ?? wantedEnding(request.headers.get("accept"));
	if (ending === undefined) return undefined;
	const address = links.brief(shown.live.slug);
	headers.set("Content-Type", `${TWIN_TYPES[ending]}; charset=utf-8`);
	headers.set("Content-Location", links.twin(address, ending));
	headers.set("Link", `<${links.absolute(address)}>; rel="canonical"`);
	const made = async () =>
		new Response(
			briefTwin(liveBrief(shown.live, among), ending, {
				notice: briefNotice(shown.live),
				corrections: among.corrections(shown.live.stored.id),
			}),
		);
	return answerLivePage({ request, routePattern: ending }, page, kept, made);
}

function wantedEnding(accept: string | null): TwinEnding | undefined {
	const wanted = preferredType(accept, ["text/html", ...ENDINGS.map((ending) => TWIN_TYPES[ending])]);
	return ENDINGS.find((ending) => TWIN_TYPES[ending] === wanted);
}
