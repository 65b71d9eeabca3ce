import { readFileSync } from "node:fs";
import { sharedPath } from "#evidence/shared-data.testkit.ts";
import { readActCases } from "./act/act-cases.ts";
import { ACT_RULES, judgeActCases } from "./act/judge-act.ts";
import { judgeExemplary } from "./exemplary.ts";
import type { JudgeResult } from "./judge-result.ts";
import { judgePlantedFaults } from "./planted-faults.ts";
import { judgeByEdgeFiles } from "./robots/edge-files.ts";
import { judgeByGoogleCases } from "./robots/google-cases.ts";
import { judgeRootCauses } from "./root-causes.ts";
import { judgeSites } from "./sites/judge-sites.ts";
import { siteFolders } from "./sites/site-folders.ts";
import { judgeExtruct } from "./structured-data/judge-extruct.ts";
import { judgeJsonLdInHtml } from "./structured-data/judge-json-ld-html.ts";
import { judgeSchemaOrgBlocks, judgeSchemaOrgForms, judgeSchemaOrgMarkup } from "./structured-data/judge-schema-org.ts";

export interface JudgesRun {
	readonly results: readonly JudgeResult[];
	/** Judges that could not be asked, and why. */
	readonly missing: readonly string[];
}

export interface JudgesOptions {
	/** Path of a Chrome or Chromium; judges that need one are missing without. */
	readonly executablePath: string | undefined;
	/** Where slow judges' opinions are kept. */
	readonly cache: string;
	readonly onProgress: (words: string, done: number, total: number) => void;
}

/** Asks every judge there is. */
export async function runJudges(options: JudgesOptions): Promise<JudgesRun> {
	const results: JudgeResult[] = [
		await judgePlantedFaults((done, total) => options.onProgress("planted faults", done, total)),
	];
	results.push(await judgeExemplary(), await judgeRootCauses());
	const missing: string[] = [];
	const ask = (path: string, judge: (whole: string) => JudgeResult) => {
		const whole = sharedPath(path);
		if (whole === undefined) missing.push(`${path} is not beside the checkout`);
		else results.push(judge(whole));
	};
	ask("data/robots/google-robots_test-cases.json", judgeByGoogleCases);
	ask("data/robots/crawler-commons/robots", judgeByEdgeFiles);
	const cases = await readActCases(new Set(ACT_RULES.keys()));
	if (cases) results.push(toResult(cases));
	else missing.push("data/a11y is not beside the checkout");
	const examples = "data/jsonld/schemaorg/schemaorg-all-examples.txt";
	for (const judge of [judgeSchemaOrgBlocks, judgeSchemaOrgMarkup, judgeSchemaOrgForms]) {
		ask(examples, (path) => judge(readFileSync(path, "utf8")));
	}
	ask("data/jsonld/extruct", judgeExtruct);
	ask("data/jsonld/w3c-json-ld-html", judgeJsonLdInHtml);
	const sites = siteFolders();
	const { executablePath, cache } = options;
	if (!sites) missing.push("sites is not beside the checkout");
	else if (executablePath === undefined) missing.push("no Chrome or Chromium is installed for axe-core and Lighthouse");
	else {
		const onPage = (judge: string, done: number, total: number) => options.onProgress(judge, done, total);
		results.push(...(await judgeSites({ sites, executablePath, cache, onPage })));
	}
	return { results, missing };
}

function toResult(cases: Parameters<typeof judgeActCases>[0]): JudgeResult {
	const { disagreements, ...counts } = judgeActCases(cases);
	return {
		judge: "W3C ACT, 26 static rules",
		...counts,
		disagreements: disagreements.map(({ rule, title, expected, ours }) => ({
			case: `${rule} ${title}`,
			expected,
			ours,
		})),
	};
}
