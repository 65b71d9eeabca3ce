import { programAt } from "#config/program.ts";
import { languageOf } from "../brief/brief.ts";
import { loadLanguage, type Words } from "../brief/languages.ts";
import { judgedEvidence } from "../publication/judged-evidence.ts";
import { pageKeys } from "../publication/page-keys.ts";
import { publication } from "../publication/publication.ts";
import { twinsOf } from "../publication/published-brief.ts";
import type { PublicSite } from "../publication/published-sites.ts";
import { baseUrl } from "../site.ts";
import { type RepairPair, type RepairProof, repairPairs, repairProof } from "./repair-proof.ts";
import { repairCommand } from "./repair-words.ts";

/** @param pages all, or only those with a Markdown twin */
export async function repairPaths(pages: "all" | "twins") {
	const published = await publication();
	const keys = pageKeys(published);
	const sites = published.sites.filter((site) => pages === "all" || twinsOf(site, published).includes("md"));
	return sites.flatMap((site) =>
		repairPairs(site.history).map(({ from, to }) => {
			const cacheKey = keys.repair(site, from, to);
			const path = { params: { slug: site.domain, pair: `${from.id}..${to.id}` }, props: { site, from, to } };
			return cacheKey === undefined ? path : { ...path, cacheKey };
		}),
	);
}

export type PublishedRepair = RepairPair & { readonly site: PublicSite };

export async function publishedRepair({
	site,
	from,
	to,
}: PublishedRepair): Promise<{ readonly proof: RepairProof; readonly command: string; readonly words: Words }> {
	const { receipts, evidence } = await publication();
	const [before, after] = await Promise.all([receipts.read(from.id), receipts.read(to.id)]);
	const judged = await judgedEvidence(before.receipt, after.receipt, evidence);
	const marks = [
		{ ...before, logIndex: from.logIndex },
		{ ...after, logIndex: to.logIndex },
	] as const;
	const proof = repairProof(...marks, judged);
	return { proof, command: repairCommand(programAt(baseUrl), proof), words: await loadLanguage(languageOf(site)) };
}
