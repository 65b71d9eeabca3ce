import { EXCERPT_LENGTH } from "#core/verdict.ts";
import type { UsageStatement } from "../digest/usage-statement.ts";
import { printable } from "../html/tree/fold-text.ts";
import { readUsage, USAGE_FIELDS } from "./robots-usage.ts";

/** What the headers of a page say about its use; undefined where they say nothing. */
export function usageInHeaders(headers: Readonly<Record<string, string>>): readonly UsageStatement[] | undefined {
	const said = USAGE_FIELDS.flatMap((field): UsageStatement[] => {
		const value = headers[field];
		if (value === undefined) return [];
		const excerpt = printable(value, EXCERPT_LENGTH);
		return [{ field, agents: [], at: `header ${field}`, excerpt, ...readUsage(field, value, false) }];
	});
	return said.length === 0 ? undefined : said;
}
