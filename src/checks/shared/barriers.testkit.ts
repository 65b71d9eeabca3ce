/** Hand-made barriers for tests of checks. */

import type { Page } from "#evidence/evidence-map.ts";
import type { Barrier, BarrierKind, Operability, PageDigest } from "#evidence/page-digest.ts";
import { aPage } from "../page.testkit.ts";

type Examined = Operability["examined"];

export function aBarrier(kind: BarrierKind, excerpt = "<i>", says = `${excerpt} has it`): Barrier {
	return { kind, says, excerpt, at: "line 20, column 3" };
}

export function operability(examined: Examined, ...barriers: readonly Barrier[]): Operability {
	const found: Partial<Record<BarrierKind, number>> = {};
	for (const { kind } of barriers) found[kind] = (found[kind] ?? 0) + 1;
	return { examined, found, barriers };
}

/** A page with these barriers among the examined elements. */
export function aBarredPage(examined: Examined, barriers: readonly Barrier[], digest: Partial<PageDigest> = {}): Page {
	return aPage({ digest: { operability: operability(examined, ...barriers), ...digest } });
}
