import type { Verdict } from "#core/verdict.ts";
import { listing, plainCount, plural } from "#core/wording.ts";
import type { ApiDescription } from "#evidence/evidence-map.ts";
import { defineSiteCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";

/** Share of names and descriptions that is good enough: one forgotten summary is not a fault. */
const ENOUGH = 0.9;
const UNREAD = "The API description is not valid";

export const openapi = defineSiteCheck({
	id: "openapi",
	pillar: "interfaces",
	engines: ["answers"],
	grade: "standard",
	atStake: "feature",
	weightReason: "Programs use an API through its description. If they cannot read it, they cannot use the API.",
	tableStakes: true,
	title: "The API description is valid and names its operations",
	fault: "The API description has errors",
	problem: "programs that follow your API description call it wrongly",
	consequence: "Agents and tools that use the description call your interface wrongly, or not at all.",
	hours: 4,
	doneBy: "developer",
	why: "Agents and code generators build their calls from the description. They call an operation by its operationId, choose it by its description, and stop at a broken reference.",
	howToFix:
		"Publish OpenAPI 3 that parses, with an operationId and a summary for every operation, and check it with a linter before each release.",
	consumer: "Code generators and agents that read OpenAPI",
	reference: "https://spec.openapis.org/oas/v3.1.1.html#operation-object",
	reviewed: "2026-11-21",
	note: "In OpenAPI, operationId and descriptions are optional. From 90 % we deduct nothing. A description without servers means the root of the host, which is allowed.",
	needs: ["apiDescription"],
	evaluate({ apiDescription: seen }) {
		if (seen.state === "absent") {
			return {
				outcome: "not-applicable",
				says: `${seen.url} is declared but returns ${seen.status}, which another check reports.`,
			};
		}
		const { url, value } = seen;
		const exhibits = [{ url, at: "beginning", excerpt: clip(value.excerpt) }];
		// An HTML page instead of the description is reported as a broken promise.
		if (/^<!?(?:doctype|html|head|body)\b/i.test(value.excerpt)) {
			return { outcome: "not-applicable", says: `${url} is a web page, which "declared-is-real" reports.` };
		}
		return { ...judge(value, url), exhibits };
	},
});

function judge(value: ApiDescription, url: string): Verdict {
	if (value.error !== null) {
		const says = `${url} is not valid: ${clip(value.error, 120)}`;
		return {
			outcome: "fail",
			fault: UNREAD,
			says,
			fix: `Correct the syntax of ${url}. Any OpenAPI linter shows the place.`,
		};
	}
	if (value.version === "") return judgeOther(url);
	const what = `${url} describes ${plainCount(value.operations, "operation")} (OpenAPI ${clip(value.version, 20)})`;
	const [fault] = faultsOf(value);
	const named = nameShare(value);
	if (fault)
		return { outcome: "partial", ratio: Math.min(0.5, named || 0.25), says: `${what}: ${fault.says}.`, fix: fault.fix };
	if (named >= ENOUGH) return { outcome: "pass", says: `${what}, with names and descriptions.` };
	return {
		outcome: "partial",
		ratio: Math.max(0.25, named),
		fault: "Operations in the API description lack a name or description",
		says: `${what}: ${plainCount(value.withoutIdCount, "operation")} without operationId, ${value.withoutDescriptionCount} without a description.`,
		fix: `Add operationId and summary to ${listing([...new Set([...value.withoutId, ...value.withoutDescription])], 5)}.`,
	};
}

/** `service-desc` may link to another kind of description; a file named openapi may not be one. */
function judgeOther(url: string): Verdict {
	if (!/openapi|swagger/i.test(new URL(url).pathname)) {
		return { outcome: "not-applicable", says: `${url} is an API description in a format other than OpenAPI.` };
	}
	const says = `${url} has no "openapi" or "swagger" version, so programs cannot tell its format.`;
	return { outcome: "fail", fault: UNREAD, says, fix: `Start ${url} with its version: "openapi": "3.1.1"` };
}

function faultsOf(value: ApiDescription): { says: string; fix: string }[] {
	const { version, servers, operations, others, brokenRefs, duplicateIds } = value;
	const faults: { says: string; fix: string }[] = [];
	const add = (says: string, fix: string) => faults.push({ says, fix });
	if (brokenRefs.length > 0) {
		add(
			`${listing(brokenRefs)} ${plural(brokenRefs.length, "does", "do")} not exist`,
			`Define ${brokenRefs[0]}, or correct the $ref.`,
		);
	}
	if (duplicateIds.length > 0) {
		add(
			`${listing(duplicateIds)} is the operationId of more than one operation`,
			`Give each operation a unique operationId instead of ${duplicateIds[0]}.`,
		);
	}
	const local = servers.find(isLocal);
	if (local !== undefined)
		add(
			`its server ${clip(local, 80)} is not public`,
			`Replace ${clip(local, 80)} under servers with the public address of the API.`,
		);
	if (operations === 0 && others === 0) add("it describes no operations", "Describe the operations under paths.");
	if (!version.startsWith("3."))
		add(
			"that version has been outdated since 2017",
			"Convert the description to OpenAPI 3.1, which current tools expect.",
		);
	return faults;
}

function nameShare({ operations, withoutIdCount, withoutDescriptionCount }: ApiDescription): number {
	return operations === 0 ? 1 : 1 - (withoutIdCount + withoutDescriptionCount) / (2 * operations);
}

function isLocal(server: string): boolean {
	return /^(?:localhost|127\.|0\.0\.0\.0|\[::1\]|10\.|192\.168\.)|\.(?:local|internal|localhost)$/.test(
		new URL(server).hostname,
	);
}
