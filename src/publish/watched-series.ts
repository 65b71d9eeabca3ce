import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Settings } from "#config/environment.ts";
import { Failure } from "#core/failure.ts";
import { DAY_MS } from "#core/kept-for.ts";
import { activeRemovals, removalOf } from "#core/notice.ts";
import type { Series, StoredReceipt } from "#core/receipt.ts";
import { byCodeUnits, listing } from "#core/wording.ts";
import { readAgencyFiles } from "#receipts/agencies/agency-files.ts";
import { readNotices } from "#receipts/store/notices-file.ts";
import { type Publication, readPublishedWatchlist } from "#receipts/store/published-watchlist.ts";
import { readReceipt } from "#receipts/store/receipt.ts";
import { receiptFileNames } from "#receipts/store/receipt-store.ts";
import { openRecords } from "#receipts/store/record-audit.ts";
import { findRegressions, type Regression } from "#site/history/regressions.ts";
import { judgedEvidence } from "#site/publication/judged-evidence.ts";

export interface SiteRegression extends Series, Regression {
	/** Empty without an agency. */
	readonly agency: string;
}

export interface WatchedSeries {
	readonly regressions: readonly SiteRegression[];
	readonly count: number;
	readonly withdrawn: readonly string[];
	/** `withdrawn`: removed at the owner's request; `gone`: not watched. */
	status(domain: string): "watched" | "withdrawn" | "gone";
	newest(series: Series): Promise<StoredReceipt | undefined>;
}

/** Days. A site without a newer receipt has not changed since, so its issues are up to date. */
const RECENT_DAYS = 14;
/** Maximum receipts per series; consecutive ones differ. */
const LOOKED_AT = 12;

/** @throws Failure `input-invalid` if the watchlist has faults, and as the files' readers */
export async function readWatchedSeries(settings: Settings, now: Date): Promise<WatchedSeries> {
	const { reports } = settings;
	const list = existsSync(join(reports, "watchlist.json")) ? await readPublishedWatchlist(reports) : undefined;
	const entries = list ? entriesOf(list) : [];
	const [notices, { brands }] = await Promise.all([
		readNotices(join(reports, "notices.json")),
		readAgencyFiles(join(reports, "agencies")),
	]);
	const { archive } = await openRecords(settings);
	const earliest = fileTime(new Date(now.getTime() - RECENT_DAYS * DAY_MS).toISOString());
	const byDomain = new Map(entries.map((entry) => [entry.domain, entry]));
	const status = (domain: string) => {
		if (removalOf(notices, domain)) return "withdrawn";
		// Without a watchlist, no site counts as unwatched.
		return list === undefined || byDomain.has(domain) ? "watched" : "gone";
	};
	const regressions: SiteRegression[] = [];
	let count = 0;
	for (const { domain, agency = "" } of entries.filter((entry) => status(entry.domain) === "watched")) {
		const all = await seriesOf(reports, domain);
		count += all.length;
		for (const names of all.filter((each) => each.length > 1 && (each.at(-1) ?? "") >= earliest)) {
			const receipts: StoredReceipt[] = [];
			for (const name of names.slice(-LOOKED_AT)) receipts.push(await readFrom(reports, domain, name));
			const found = await findRegressions(receipts, (before, after) => judgedEvidence(before, after, archive));
			regressions.push(...found.map((each) => toSiteRegression(each, brands.get(agency)?.name ?? "")));
		}
	}
	return {
		regressions,
		count,
		withdrawn: activeRemovals(notices).map(({ domain }) => domain),
		status,
		async newest({ domain, source, mode }) {
			for (const names of await seriesOf(reports, domain)) {
				const name = names.at(-1);
				const stored = name === undefined ? undefined : await readFrom(reports, domain, name);
				if (stored?.receipt.source === source && stored.receipt.mode === mode) return stored;
			}
			return undefined;
		},
	};
}

/** @throws Failure `input-invalid`, so that a mistake does not look like sites no longer watched */
function entriesOf({ entries, faults }: Publication): Publication["entries"] {
	if (faults.length === 0) return entries;
	throw new Failure("input-invalid", {
		what: "Issues were not changed: the watchlist has faults, so we cannot tell which sites are watched.",
		why: listing(faults, 3),
		todo: "Correct watchlist.json, then publish again.",
	});
}

function toSiteRegression(regression: Regression, agency: string): SiteRegression {
	const { domain, source, mode } = regression.since.receipt;
	return { ...regression, domain, source, mode, agency };
}

/** Oldest first. File names are the time, then the series. */
async function seriesOf(reports: string, domain: string): Promise<string[][]> {
	const names = (await receiptFileNames(join(reports, "receipts", domain))).sort(byCodeUnits);
	return [...Map.groupBy(names, (name) => name.slice(fileTime(new Date(0).toISOString()).length)).values()];
}

async function readFrom(reports: string, domain: string, name: string): Promise<StoredReceipt> {
	const path = join(reports, "receipts", domain, name);
	return readReceipt(await readFile(path, "utf8"), path);
}

function fileTime(iso: string): string {
	return iso.replaceAll(":", "-");
}
