import type { PageCheck } from "#checks/define-check.ts";
import { CHECKS } from "#checks/registry.ts";
import { parseTarget } from "#core/target.ts";
import type { Failed } from "#evidence/evidence-map.ts";
import { digestPage } from "#evidence/html/digest-page.ts";
import type { BarrierKind, PageDigest } from "#evidence/page-digest.ts";
import { CHECK_OF_BARRIER, type CheckAgreement, tallyByCheck } from "../check-tally.ts";
import type { ActCase } from "./act-cases.ts";

/** Our result for a rule: a kind of barrier in the page's digest, or a check's verdict. */
type Witness = { readonly barrier: BarrierKind; readonly only?: RegExp } | { readonly check: string };

/** ACT rules that depend only on a page's source, each with our result for it. */
export const ACT_RULES: ReadonlyMap<string, Witness> = new Map<string, Witness>([
	["2779a5", { check: "title" }],
	["b5c3f8", { check: "lang" }],
	["bf051a", { barrier: "lang-invalid", only: /<html/ }],
	["de46e4", { barrier: "lang-invalid" }],
	["23a2a8", { barrier: "image-name" }],
	["59796f", { barrier: "image-button-name" }],
	["c487ae", { barrier: "link-name" }],
	["97a4e1", { barrier: "button-name" }],
	["e086e5", { barrier: "field-name" }],
	["ffd0e9", { barrier: "heading-name" }],
	["cae760", { barrier: "frame-name" }],
	["m6b1q3", { barrier: "menuitem-name" }],
	["7d6734", { barrier: "svg-name" }],
	["8fc3b6", { barrier: "object-name" }],
	["bc659a", { check: "meta-refresh" }],
	["bisz58", { check: "meta-refresh" }],
	["b4f0c3", { check: "viewport-zoom" }],
	["674b10", { barrier: "role-unknown" }],
	["5f99a7", { barrier: "aria-attribute-unknown" }],
	["6a7281", { barrier: "aria-value-invalid" }],
	["4e8ab6", { barrier: "aria-required-missing" }],
	["5c01ea", { barrier: "aria-not-permitted" }],
	["73f2c2", { barrier: "autocomplete-invalid" }],
	["a25f45", { barrier: "table-headers" }],
	["46ca7f", { barrier: "decorative-exposed" }],
	["2t702h", { barrier: "summary-name" }],
]);

export interface Disagreement {
	readonly rule: string;
	readonly title: string;
	readonly url: string;
	readonly expected: ActCase["expected"];
	/** Our result for the page. */
	readonly ours: string;
	readonly excerpt: string;
}

export interface ActJudgement {
	readonly cases: number;
	readonly agreed: number;
	readonly byCheck: ReadonlyMap<string, CheckAgreement>;
	readonly disagreements: readonly Disagreement[];
}

/** Tests the product on every case: it agrees if it finds faults in exactly the failing ones. */
export function judgeActCases(cases: readonly ActCase[]): ActJudgement {
	const answered: { checks: readonly string[]; agreed: boolean }[] = [];
	const disagreements = cases.flatMap((each): Disagreement[] => {
		const faults = faultsOf(each);
		const agreed = faults.length > 0 === (each.expected === "failed");
		answered.push({ checks: checksOf(each), agreed });
		if (agreed) return [];
		const { rule, title, url, expected, body } = each;
		const excerpt = new TextDecoder().decode(body).replaceAll(/\s+/g, " ").slice(0, 600);
		return [{ rule, title, url, expected, ours: faults[0] ?? "no fault", excerpt }];
	});
	const byCheck = tallyByCheck(answered);
	return { cases: cases.length, agreed: cases.length - disagreements.length, byCheck, disagreements };
}

function checksOf({ rule }: ActCase): string[] {
	const witness = ACT_RULES.get(rule);
	if (!witness) return [];
	return ["check" in witness ? witness.check : CHECK_OF_BARRIER[witness.barrier]];
}

/** The product's findings for the case's rule. */
function faultsOf({ rule, url, body, contentType }: ActCase): string[] {
	const witness = ACT_RULES.get(rule);
	if (!witness) throw new Error(`Nothing answers for ACT rule ${rule}.`);
	// As a home page: anything else would not be read.
	if (contentType !== "text/html" && contentType !== "application/xhtml+xml") return [];
	const digest = digestPage({ body, contentType: `${contentType}; charset=utf-8`, url, truncated: false });
	if ("check" in witness) return verdictOf(witness.check, url, digest);
	const { barrier, only } = witness;
	return digest.operability.barriers
		.filter(({ kind, excerpt }) => kind === barrier && (only?.test(excerpt) ?? true))
		.map(({ says }) => says);
}

function verdictOf(id: string, url: string, digest: PageDigest): string[] {
	const check = CHECKS.find((each): each is PageCheck => each.id === id && each.scope === "page");
	if (!check) throw new Error(`There is no check ${id}.`);
	const timings = { dns: 0, connect: 0, ttfb: 0, total: 0 };
	const response = { headers: {}, hops: [], encodedBytes: digest.bytes, timings, tls: undefined };
	const context = {
		target: parseTarget(new URL(url).hostname),
		preset: "general" as const,
		auditedAt: "2026-11-21T06:00:00.000Z",
	};
	if (check.needs.length > 0) throw new Error(`${id} asks for more than the page: ${check.needs.join(", ")}.`);
	const unseen: Failed = { state: "failed", url, code: "not-shown", reason: "A case is one page alone." };
	const evidence = Object.fromEntries((check.wants ?? []).map((key) => [key, unseen]));
	// The engine hands over the whole map; the check reads of it what it named.
	const handed = evidence as unknown as Parameters<PageCheck["evaluate"]>[1];
	const verdict = check.evaluate({ url, response, digest }, handed, context);
	return verdict.outcome === "fail" || verdict.outcome === "partial" ? [verdict.says] : [];
}
