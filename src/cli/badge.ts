import { join } from "node:path";
import { readEnvironment, type Settings } from "#config/environment.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { Failure } from "#core/failure.ts";
import { removalOf } from "#core/notice.ts";
import { parseTarget } from "#core/target.ts";
import { readPublishedLog } from "#log/published-log.ts";
import { readReceiptFile } from "#log/verify/material.ts";
import { readNotices } from "#receipts/store/notices-file.ts";
import { readPublishedWatchlist, shownAudits } from "#receipts/store/published-watchlist.ts";
import { type ReceiptSummary, summariseReceipt } from "#receipts/store/receipt.ts";
import { readPublishedReceipts } from "#receipts/store/receipt-store.ts";
import { factsOfReceipt, type PictureFacts } from "#site/badge/picture-facts.ts";
import { createSiteLinks } from "#site/page/site-links.ts";
import { type Io, usage } from "./arguments.ts";
import type { Given } from "./commands.ts";

export async function run({ argument, options }: Given<"badge">, { stdout, env }: Io): Promise<ExitCode> {
	const { snippet, seal } = options;
	const settings = readEnvironment(env);
	const facts = await factsOf(argument, settings);
	if (snippet !== undefined && facts.logIndex === undefined)
		throw usage("sightline badge", `The receipt of ${facts.slug} is not sealed yet, so it is not published`);
	stdout.write(
		snippet === undefined ? await draw(facts, seal, settings) : await embed(facts, { snippet, seal }, settings),
	);
	return EXIT.fine;
}

/** A score comes only from a receipt. @throws Failure `input-invalid`, `receipt-invalid`, `removal-asked` */
async function factsOf(named: string, { reports }: Settings): Promise<PictureFacts> {
	const log = await readPublishedLog(join(reports, "log"));
	const position = (id: string) => log?.position(id);
	const summary = named.endsWith(".json") ? await readOne(named, position) : await readNewest(named, reports, position);
	const notices = await readNotices(join(reports, "notices.json"));
	if (removalOf(notices, summary.domain, summary.id))
		throw new Failure("removal-asked", { what: `The owner of ${summary.domain} has asked for the receipt's removal.` });
	return factsOfReceipt(summary, { agencyName: "", log, builtAt: new Date().toISOString() });
}

async function readOne(path: string, position: (id: string) => number | undefined): Promise<ReceiptSummary> {
	const stored = await readReceiptFile(path);
	if (stored.receipt.access !== undefined)
		throw new Failure("input-invalid", {
			what: `${path} is of a site that is not public, so it has no badge.`,
			todo: "Audit the public site.",
		});
	const logIndex = position(stored.id);
	return { ...summariseReceipt(stored), ...(logIndex === undefined ? {} : { logIndex }) };
}

async function readNewest(
	domain: string,
	reports: string,
	position: (id: string) => number | undefined,
): Promise<ReceiptSummary> {
	const { host } = parseTarget(domain);
	const { summaries } = await readPublishedReceipts(join(reports, "receipts"), [host], position);
	const { entries } = await readPublishedWatchlist(reports);
	const audits = shownAudits(summaries, entries.find((entry) => entry.domain === host)?.mode);
	const summary = audits.find(({ logIndex }) => logIndex !== undefined) ?? audits[0];
	if (summary) return summary;
	throw new Failure("input-invalid", {
		what: `There is no receipt of ${host} in ${reports}.`,
		todo: "Name a receipt's file, or set SIGHTLINE_REPORTS to where the receipts are.",
	});
}

async function draw(facts: PictureFacts, seal: boolean, { baseUrl }: Settings): Promise<string> {
	try {
		if (seal) return await (await import("#site/badge/draw-seal.ts")).drawSeal(facts, baseUrl);
		return await (await import("#site/badge/draw-badge.ts")).drawBadge(facts);
	} catch (error) {
		if (!/MODULE_NOT_FOUND/.test(String((error as NodeJS.ErrnoException).code))) throw error;
		throw new Failure("input-invalid", {
			what: "The text of the picture needs two packages that are not installed here.",
			todo: "Run npm install satori @fontsource/source-sans-3, or use --snippet, which needs neither.",
		});
	}
}

async function embed(
	facts: PictureFacts,
	{ snippet, seal }: { readonly snippet: "html" | "markdown" | "react"; readonly seal: boolean },
	{ baseUrl }: Settings,
): Promise<string> {
	const { badgeEmbed, htmlSnippet, markdownSnippet, reactSnippet, sealEmbed } = await import("#site/badge/embed.ts");
	const write = { html: htmlSnippet, markdown: markdownSnippet, react: reactSnippet }[snippet];
	return `${write((seal ? sealEmbed : badgeEmbed)(facts, createSiteLinks(baseUrl)))}\n`;
}
