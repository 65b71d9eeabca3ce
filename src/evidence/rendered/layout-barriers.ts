import { EXCERPT_LENGTH } from "#core/verdict.ts";
import type { LayoutBarrier, RenderedPage } from "../evidence-map.ts";
import { printable } from "../html/tree/fold-text.ts";
import type { IsolatedWorld } from "./page-scripts.ts";

/** Barriers of one kind that are kept. */
const SHOWN = 10;
const RULES = { contrast: "color-contrast", "target-size": "target-size" } as const;
type Kind = keyof typeof RULES;
const KINDS = Object.keys(RULES) as Kind[];

/** What axe-core says of one rule, as it comes out of the page. */
interface RuleAnswer {
	readonly passed: number;
	readonly failed: readonly { readonly target: string; readonly html: string; readonly message: string }[];
	readonly failedCount: number;
}

/**
 * Contrast (WCAG 1.4.3) and target size (2.5.8) as axe-core measures them on the laid-out page. What it cannot decide,
 * such as text on a picture, counts neither way.
 */
export async function readLayoutBarriers(world: IsolatedWorld): Promise<NonNullable<RenderedPage["layout"]>> {
	const { default: axe } = await import("axe-core");
	await world.load(axe.source);
	const answers = await world.call(runAxe, { rules: Object.values(RULES), shown: SHOWN });
	const of = (kind: Kind): RuleAnswer => answers[RULES[kind]] ?? { passed: 0, failed: [], failedCount: 0 };
	const counts = (kind: Kind) => ({
		examined: Number(of(kind).passed) + Number(of(kind).failedCount),
		found: Number(of(kind).failedCount),
	});
	return {
		barriers: KINDS.flatMap((kind) =>
			of(kind)
				.failed.slice(0, SHOWN)
				.map((each) => toBarrier(kind, each)),
		),
		contrast: counts("contrast"),
		targetSize: counts("target-size"),
	};
}

function toBarrier(kind: Kind, { target, html, message }: RuleAnswer["failed"][number]): LayoutBarrier {
	return {
		kind,
		at: printable(String(target), EXCERPT_LENGTH),
		excerpt: printable(String(html), EXCERPT_LENGTH),
		says: printable(String(message), EXCERPT_LENGTH * 2),
	};
}

/** Runs in the page. */
async function runAxe({
	rules,
	shown,
}: {
	rules: readonly string[];
	shown: number;
}): Promise<Record<string, RuleAnswer>> {
	type AxeNode = { target: unknown[]; html: string; any: { message: string }[]; all: { message: string }[] };
	type AxeRule = { id: string; nodes: AxeNode[] };
	const { axe } = globalThis as unknown as {
		axe: { run(root: unknown, options: object): Promise<{ violations: AxeRule[]; passes: AxeRule[] }> };
	};
	const { document } = globalThis as unknown as { document: unknown };
	const options = { runOnly: { type: "rule", values: rules }, resultTypes: ["violations", "passes"] };
	const { violations, passes } = await axe.run(document, options);
	const nodesOf = (list: AxeRule[], rule: string) => list.find(({ id }) => id === rule)?.nodes ?? [];
	return Object.fromEntries(
		rules.map((rule) => {
			const failed = nodesOf(violations, rule);
			const named = failed.slice(0, shown).map(({ target, html, any, all }) => ({
				target: target.flat(3).join(" "),
				html: html.slice(0, 400),
				message: ([...any, ...all][0]?.message ?? "").slice(0, 400),
			}));
			return [rule, { passed: nodesOf(passes, rule).length, failed: named, failedCount: failed.length }];
		}),
	);
}
