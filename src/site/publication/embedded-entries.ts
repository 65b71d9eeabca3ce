import { join } from "node:path";
import * as z from "zod";
import { activeRemovals } from "#core/notice.ts";
import type { PublishedLog } from "#log/published-log.ts";
import { readAgencyFiles } from "#receipts/agencies/agency-files.ts";
import { namesIn, readIfThere } from "#receipts/store/if-there.ts";
import { readPublishedWatchlist, type WatchEntry } from "#receipts/store/published-watchlist.ts";
import type { ReceiptSummary } from "#receipts/store/receipt.ts";
import type {
	EmbeddedEntry,
	EmbeddedLeaves,
	EmbeddedReceipt,
	EmbeddedSite,
	EmbeddedState,
} from "./embedded-publication.ts";
import { type PublishedSites, readPublishedSites } from "./published-sites.ts";

/** Without a watchlist no domain is public. @param most as in `readPublishedWatchlist` @throws as the readers */
export async function readEmbeddedEntries(reports: string, most?: number): Promise<EmbeddedEntry[]> {
	const [{ entries }, { brands }, lastRun] = await Promise.all([
		readPublishedWatchlist(reports, most),
		readAgencyFiles(join(reports, "agencies")),
		newestRun(join(reports, "runs")),
	]);
	const published = await readPublishedSites(reports, { entries, agencies: brands });
	const embedded = embeddedEntries(published, entries, { builtAt: new Date().toISOString(), lastRun });
	return [...embedded, ...[...brands.values()].map((brand) => ({ kind: "agency" as const, brand }))];
}

/** Domains by newest audit. */
export function embeddedEntries(
	published: PublishedSites,
	entries: readonly WatchEntry[],
	moment: Pick<EmbeddedState, "builtAt" | "lastRun">,
): EmbeddedEntry[] {
	const { sites, withdrawn, receipts, log } = published;
	const walls = new Map(entries.map(({ domain, wall }) => [domain, wall]));
	const known = new Map(sites.map((site) => [site.domain, site]));
	const embedded = [...Map.groupBy(receipts.summaries, ({ domain }) => domain)].map(([domain, summaries]) => {
		const site = known.get(domain);
		const shown = site?.history[0].mode ?? "light";
		const about = { domain, listed: walls.get(domain) ?? false, agencyName: site?.agency?.name ?? "", shown };
		return embeddedSite(about, summaries, log);
	});
	const gone = new Map(withdrawn.map(({ domain, at }) => [domain, { kind: "withdrawn" as const, domain, at }]));
	return [...embedded, ...gone.values(), ...embeddedLeaves(log), embeddedState(published, moment)];
}

type AboutSite = Pick<EmbeddedSite, "domain" | "listed" | "agencyName" | "shown">;

function embeddedSite(about: AboutSite, summaries: readonly ReceiptSummary[], log: PublishedLog | undefined) {
	const inMode = (mode: ReceiptSummary["mode"]) => summaries.filter((summary) => summary.mode === mode);
	const [light, deep] = [inMode("light"), inMode("deep")];
	const [newest] = inMode(about.shown);
	const axes = newest?.scores?.axes;
	return {
		kind: "site" as const,
		...about,
		...(newest ? { newest: { preset: newest.preset, ...(axes ? { axes } : {}) } } : {}),
		light: light.map((summary) => embeddedReceipt(summary, log)),
		deep: deep.map((summary) => embeddedReceipt(summary, log)),
	};
}

function embeddedReceipt(summary: ReceiptSummary, log: PublishedLog | undefined): EmbeddedReceipt {
	const { id, source, auditedAt, methodology, scores, logIndex } = summary;
	const recheckedAt = logIndex === undefined ? undefined : log?.rechecks(id).at(-1)?.auditedAt;
	return {
		id,
		source,
		auditedAt,
		methodology,
		...(scores ? { overall: scores.overall } : {}),
		...(logIndex === undefined ? {} : { logIndex }),
		...(recheckedAt === undefined ? {} : { recheckedAt }),
	};
}

/** Combines consecutive leaves. */
function embeddedLeaves(log: PublishedLog | undefined): EmbeddedLeaves[] {
	const runs: { kind: "unlisted"; first: number; receipts: string[] }[] = [];
	for (const [index, leaf] of log?.leaves.entries() ?? []) {
		if (leaf.kind !== "audit" || !log?.isUnlisted(index)) continue;
		const { receipt } = leaf;
		const run = runs.at(-1);
		if (run && run.first + run.receipts.length === index) run.receipts.push(receipt);
		else runs.push({ kind: "unlisted", first: index, receipts: [receipt] });
	}
	return runs;
}

function embeddedState(
	{ notices, log }: PublishedSites,
	moment: Pick<EmbeddedState, "builtAt" | "lastRun">,
): EmbeddedState {
	const removals = notices.notices.filter((notice) => notice.kind === "removal");
	const single = removals.flatMap(({ receipts, at }) => (receipts === "all" ? [] : receipts.map((id) => ({ id, at }))));
	return {
		kind: "state",
		...moment,
		logSize: log?.size ?? 0,
		removed: [...new Set(activeRemovals(notices).map(({ domain }) => domain))],
		removedReceipts: single.map(({ id, at }) => {
			const logIndex = log?.position(id);
			return { id, at, ...(logIndex === undefined ? {} : { logIndex }) };
		}),
		corrections: notices.notices.filter((notice) => notice.kind === "correction"),
	};
}

/** Other members may be of another version. */
const lineSchema = z.object({ run: z.iso.datetime({ precision: 3 }) });

/** From the run files (`reports/runs`), ISO 8601; null without a run. */
export async function newestRun(directory: string): Promise<string | null> {
	const names = await namesIn(directory);
	// A file is named by the day on which its runs began.
	const nights = names.filter((name) => /^\d{4}-\d{2}-\d{2}\.jsonl$/.test(name));
	for (const name of nights.reverse()) {
		const lines = ((await readIfThere(join(directory, name))) ?? "").split("\n");
		const newest = lines.flatMap(startOf).sort().at(-1);
		if (newest !== undefined) return newest;
	}
	return null;
}

function startOf(line: string): string[] {
	try {
		const { success, data } = lineSchema.safeParse(JSON.parse(line));
		return success ? [data.run] : [];
	} catch {
		// Not JSON: an empty or foreign line.
		return [];
	}
}
