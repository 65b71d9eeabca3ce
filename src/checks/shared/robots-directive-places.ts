import type { Exhibit } from "#core/verdict.ts";
import type { Page } from "#evidence/evidence-map.ts";
import { exhibitsOf, headerExhibit } from "./exhibits.ts";
import { directivesOfHeader, directivesOfMeta, type RobotsDirective } from "./robots-directives.ts";

const HEADER = "x-robots-tag";

/** A directive, and the tag or header that says it. */
export interface PlacedDirective {
	readonly directive: RobotsDirective;
	/** `The meta tag "robots" (line 3, column 1)`; the same for all directives of one place. */
	readonly where: string;
	/** Opening of a fix: `Delete <meta …> from https://…`. */
	readonly removal: string;
	readonly exhibits: readonly Exhibit[];
}

/** Every directive of a page that is addressed to one of the agents (`robots` for all crawlers), tags first. */
export function placedDirectives(page: Page, agents: readonly string[]): readonly PlacedDirective[] {
	return [...inMetas(page), ...inHeader(page)].filter(({ directive }) => agents.includes(directive.agent));
}

/** One directive for each place that says it. */
export function onePerPlace(placed: readonly PlacedDirective[]): readonly PlacedDirective[] {
	return [...new Map(placed.toReversed().map((each) => [each.where, each])).values()].toReversed();
}

function inMetas(page: Page): readonly PlacedDirective[] {
	return page.digest.metas
		.filter(({ by }) => by === "name")
		.flatMap((meta) =>
			directivesOfMeta(meta).map((directive) => ({
				directive,
				where: `The meta tag "${meta.key}" (${meta.at})`,
				removal: `Delete ${meta.excerpt} from ${page.url}`,
				exhibits: exhibitsOf(page, [meta]),
			})),
		);
}

function inHeader(page: Page): readonly PlacedDirective[] {
	const value = page.response.headers[HEADER];
	if (value === undefined) return [];
	return directivesOfHeader(value).map((directive) => ({
		directive,
		where: "The header X-Robots-Tag",
		removal: `Stop sending "X-Robots-Tag: ${value}" with ${page.url}`,
		exhibits: headerExhibit(page, HEADER),
	}));
}
