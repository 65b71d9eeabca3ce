import type { Check } from "#checks/define-check.ts";
import { chargeTo, type Judged, toFinding } from "./judged.ts";
import { type PageVerdict, pageMean } from "./page-mean.ts";

/**
 * One finding from what a check said of each page: the mean of the pages whose penalty is its own.
 * @param roots of each page, the root cause that carries its penalty
 */
export function overPages(
	check: Check,
	pages: readonly [PageVerdict, ...PageVerdict[]],
	roots: readonly (string | undefined)[],
	titleOf: (id: string) => string,
): Judged {
	const [home, ...sample] = pages.map((page, index) => withoutCharge(page, roots[index], titleOf));
	const [root] = roots.filter((each) => each !== undefined);
	const left = pageMean(home ?? pages[0], sample);
	if (root !== undefined && left.outcome === "not-applicable") {
		const [rawHome, ...rawSample] = pages;
		return chargeTo(root, titleOf(root), toFinding(check, pageMean(rawHome, rawSample)));
	}
	const own = home?.verdict.outcome ?? left.outcome;
	return toFinding(check, left.outcome === own ? left : { ...left, home: own });
}

function withoutCharge(page: PageVerdict, root: string | undefined, titleOf: (id: string) => string): PageVerdict {
	if (root === undefined) return page;
	return { url: page.url, verdict: { outcome: "not-applicable", says: `Charged to "${titleOf(root)}".` } };
}
