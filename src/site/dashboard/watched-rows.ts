import type { OwnAudit } from "#core/own-audit.ts";
import type { AuditMode } from "#core/preset.ts";
import { parseTarget } from "#core/target.ts";
import { scoreWords } from "../brief/band.ts";
import { shownText } from "../page/page-text.ts";
import { links } from "../site.ts";

/** What the dashboard reads of a domain that an account watches. */
export interface SeenWatch {
	/** ASCII host. */
	readonly domain: string;
	readonly mode: AuditMode;
	/** ISO 8601. */
	readonly addedAt: string;
	/** `since` is when the account proved that the domain is its own. */
	readonly control: { readonly since?: string };
	/** The newest rescan; `says` tells why it came to no score. */
	readonly lastRescan?: { readonly at: string; readonly says?: string };
}

/** One domain in the list of those that are watched. */
export interface WatchedRow {
	readonly domain: string;
	readonly displayDomain: string;
	readonly href: string;
	readonly mode: AuditMode;
	readonly score?: number | undefined;
	/** The score in words, or what stands in its place. */
	readonly words: string;
	/** ISO 8601: when the site was last found so; absent before the first audit. */
	readonly foundAt?: string;
	/** Address of the newest brief; absent before the first audit. */
	readonly briefHref?: string;
	/** Why the newest rescan came to no score; empty where it came to one. */
	readonly note: string;
	/** Whether control is proved, so that the domain's audits are public. */
	readonly isOwned: boolean;
}

/** @param newest the account's newest audit of each domain */
export function watchedRows(watched: readonly SeenWatch[], newest: readonly OwnAudit[]): WatchedRow[] {
	const byDomain = new Map(newest.map((audit) => [audit.domain, audit]));
	return watched.map(({ domain, mode, control, lastRescan }) => {
		const audit = byDomain.get(domain);
		return {
			domain,
			displayDomain: parseTarget(domain).displayHost,
			href: links.ownDomain(domain),
			mode,
			score: audit?.scores?.overall,
			words: audit ? scoreWords(audit.scores?.overall) : "Waits for its first audit",
			...(audit && { foundAt: audit.foundAt, briefHref: links.ownBrief(domain, audit.id) }),
			note: lastRescan?.says === undefined ? "" : shownText(lastRescan.says),
			isOwned: control.since !== undefined,
		};
	});
}
