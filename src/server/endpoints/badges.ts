import * as z from "zod";
import { domainSchema } from "#core/audit-request.ts";
import { REFUSAL } from "#core/brand.ts";
import type { OwnAudit } from "#core/own-audit.ts";
import { parseTarget } from "#core/target.ts";
import { spokenTime } from "#core/wording.ts";
import { summariseReceipt } from "#receipts/store/receipt.ts";
import { htmlSnippet, markdownSnippet, sealEmbed } from "#site/badge/embed.ts";
import { factsOfReceipt, type PictureFacts } from "#site/badge/picture-facts.ts";
import { createSiteLinks } from "#site/page/site-links.ts";
import { accountOf, type Call, defineEndpoint } from "../api/endpoint.ts";
import { atField, Rejection } from "../api/problems.ts";
import { BOOKSHOP, EXAMPLE_SITE } from "./receipts.examples.ts";

const requestSchema = z
	.strictObject({
		domain: domainSchema,
		score: z
			.number("must be a whole number from 0 to 100")
			.int("must be a whole number from 0 to 100")
			.min(0, "must be a whole number from 0 to 100")
			.max(100, "must be a whole number from 0 to 100")
			.optional()
			.describe("The score that you expect in the receipt; a different one is refused."),
	})
	.meta({ id: "BadgeRequest", description: "Whose seal is asked for." });

const badgeSchema = z
	.strictObject({
		ok: z.literal(true),
		domain: z.string().describe("ASCII host."),
		score: z.number().int().min(0).max(100).describe("The score that the receipt says."),
		auditedAt: z.iso.datetime({ precision: 3 }).describe("Time of the audit."),
		receipt: z
			.strictObject({
				id: z.string().describe("SHA-256 of the receipt's canonical JSON."),
				logIndex: z.number().int().describe("Index of its leaf in the log."),
			})
			.describe("What the seal stands for."),
		receiptUrl: z.url().describe("Page with the proof that the receipt is in the log."),
		svg: z.string().describe("The seal, an SVG document that needs nothing from elsewhere."),
		embed: z
			.strictObject({
				sealUrl: z.url().describe("Address of the seal of this receipt; it never changes."),
				badgeUrl: z.url().describe("Address of the badge, which always shows the newest logged receipt."),
				html: z.string().describe("The seal as HTML."),
				markdown: z.string().describe("The seal as Markdown."),
			})
			.optional()
			.describe("To embed in other pages; absent where the domain is not public."),
		refusal: z.string().describe("What this service sells, and what it does not."),
	})
	.meta({ id: "Badge", description: "The seal of a logged receipt." });

const EXAMPLE_FACTS: PictureFacts & { readonly overallScore: number; readonly logIndex: number } = {
	slug: BOOKSHOP.receipt.domain,
	displayDomain: BOOKSHOP.receipt.domain,
	overallScore: BOOKSHOP.receipt.scores?.overall ?? 0,
	auditedAt: BOOKSHOP.receipt.auditedAt,
	methodology: BOOKSHOP.receipt.methodology,
	agencyName: "",
	receiptId: BOOKSHOP.id,
	logIndex: 1204,
	builtAt: BOOKSHOP.receipt.auditedAt,
};

export const mintBadge = defineEndpoint({
	operationId: "mintBadge",
	method: "POST",
	path: "/api/v1/badges",
	tag: "Account",
	summary: "Get the seal of a logged receipt",
	description: `The seal of the newest light audit of a domain that is in the log: as the public wall has it, or else one of the
account's own. It shows the score of the receipt, when it was found, and where anyone can check it.

A \`score\` that is not the receipt's is refused with the right one. Until the receipt is in the log, it has no seal;
\`Retry-After\` says when to come back.`,
	account: "required",
	scope: "audit:read",
	quota: "form",
	input: requestSchema,
	output: badgeSchema,
	examples: {
		input: { newest: { domain: "example.com" }, thisScore: { domain: "example.com", score: 86 } },
		output: {
			public: answerOf(EXAMPLE_FACTS, '<svg xmlns="http://www.w3.org/2000/svg" width="384" height="152">…</svg>', {
				baseUrl: EXAMPLE_SITE,
				isPublic: true,
			}),
		},
	},
	async handle({ domain, score }, call) {
		const host = await atField("#/domain", async () => parseTarget(domain).host);
		const published = await call.app.published({ slug: host });
		const own = isSealed(published) ? [] : await ownAudits(host, call);
		const facts = [published, await ownFacts(own, call)].find(isSealed);
		if (!facts) throw await whyNone(host, [published?.overallScore, ...own.map(({ scores }) => scores?.overall)], call);
		const { overallScore, auditedAt } = facts;
		if (score !== undefined && score !== overallScore)
			throw new Rejection("score-differs", {
				detail: `The logged receipt of ${host} says ${overallScore}, not ${score}; it was audited ${spokenTime(auditedAt)}. Send ${overallScore}, or omit \`score\`.`,
			});
		const { baseUrl } = call.app;
		// Lazy: loads the letter outlines with the first seal.
		const { drawSeal } = await import("#site/badge/draw-seal.ts");
		return { body: answerOf(facts, await drawSeal(facts, baseUrl), { baseUrl, isPublic: facts === published }) };
	},
});

type SealedFacts = typeof EXAMPLE_FACTS;

function isSealed(facts: PictureFacts | undefined): facts is SealedFacts {
	return facts?.logIndex !== undefined && facts.overallScore !== undefined;
}

function answerOf(
	facts: SealedFacts,
	svg: string,
	{ baseUrl, isPublic }: { readonly baseUrl: string; readonly isPublic: boolean },
) {
	const { slug, overallScore, auditedAt, receiptId, logIndex } = facts;
	const links = createSiteLinks(baseUrl);
	const seal = sealEmbed(facts, links);
	const embed = {
		sealUrl: seal.source,
		badgeUrl: links.absolute(links.badge(slug)),
		html: htmlSnippet(seal),
		markdown: markdownSnippet(seal),
	};
	return {
		ok: true as const,
		domain: slug,
		score: overallScore,
		auditedAt,
		receipt: { id: receiptId, logIndex },
		receiptUrl: seal.target,
		svg,
		...(isPublic && { embed }),
		refusal: REFUSAL,
	};
}

const LOOKED_AT = 50;

/** Newest first. */
async function ownAudits(domain: string, call: Call): Promise<readonly OwnAudit[]> {
	return (await call.people.audits.list(accountOf(call), { limit: LOOKED_AT, domain })).audits;
}

/** Facts of the newest logged audit with a score; of a deep one only if there is no light one. */
async function ownFacts(audits: readonly OwnAudit[], call: Call): Promise<PictureFacts | undefined> {
	const logged = audits.filter(({ scores, place }) => scores && place.logIndex !== undefined);
	const newest = logged.find(({ mode }) => mode === "light") ?? logged[0];
	const found = newest && (await call.people.audits.get(accountOf(call), newest.id));
	if (!found) return undefined;
	const builtAt = new Date().toISOString();
	const facts = factsOfReceipt(summariseReceipt(found.stored), { agencyName: "", log: undefined, builtAt });
	const { logIndex } = found.audit.place;
	return { ...facts, ...(logIndex === undefined ? {} : { logIndex }) };
}

/** Seconds. Without a schedule, a night is expected within a day. */
const A_DAY = 86_400;

/** @param scores known scores of the domain; if there are any, it will get a seal */
async function whyNone(
	domain: string,
	scores: readonly (number | undefined)[],
	{ app }: Pick<Call, "app">,
): Promise<Rejection> {
	if (scores.every((score) => score === undefined)) return new Rejection("nothing-to-seal");
	const { nextRun } = (await app.health()).checks.schedule;
	// A missed run may be in the past.
	const wait = nextRun === null ? 0 : Math.ceil((Date.parse(nextRun) - Date.now()) / 1000);
	const when =
		nextRun === null || wait <= 0
			? "after the next seal of the log, usually within a day"
			: `after ${spokenTime(nextRun)}`;
	return new Rejection("receipt-pending", {
		detail: `The receipt of ${domain} is not in the log yet, so readers could not check its seal. Try again ${when}.`,
		headers: { "Retry-After": String(wait > 0 ? Math.max(60, wait) : A_DAY) },
	});
}
