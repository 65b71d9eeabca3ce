import type { OwnAudit, OwnAuditEntry } from "#core/own-audit.ts";
import type { SiteLinks } from "#site/page/site-links.ts";
import type { LiveApp } from "../api/live-app.ts";

/** Absolute address of the page of an audit, for its account alone. */
export function addressOfOwn({ domain, id }: Pick<OwnAuditEntry, "domain" | "id">, links: SiteLinks): string {
	return `${links.absolute(links.ownDomain(domain))}?audit=${id}`;
}

/** Audits of an account as answers and exports list them, each with whether the public wall shows this very one. */
export async function ownAuditEntries(
	audits: readonly OwnAudit[],
	{ wall }: Pick<LiveApp, "wall">,
): Promise<OwnAuditEntry[]> {
	const onWall = new Set((await wall()).map(({ receipt }) => receipt.id));
	return audits.map(({ id, scores, failure, place, source, mode, publicUntil, ...rest }) => {
		return {
			id,
			...rest,
			mode,
			source,
			...(scores && { overallScore: scores.overall, axes: scores.axes }),
			...(failure !== undefined && { code: failure as NonNullable<OwnAuditEntry["code"]> }),
			onWall: onWall.has(id),
			...(publicUntil !== undefined && { publicUntil }),
			receipt: { id, ...place },
		};
	});
}
