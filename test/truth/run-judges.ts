import { findSharedData, readVector, vectorPath } from "#test/vectors/vectors.ts";
import { readActCases } from "./act/act-cases.ts";
import { ACT_RULES, judgeActCases } from "./act/judge-act.ts";
import { judgeExemplary } from "./exemplary.ts";
import type { JudgeResult } from "./judge-result.ts";
import { climbLadder, judgeLadder } from "./ladder/ladder.ts";
import { judgeMutations, measureMutations } from "./mutations/measure.ts";
import { ownSites, realSites } from "./mutations/mutated-sites.ts";
import { judgePlantedFaults } from "./planted-faults.ts";
import { PLANTED } from "./rehearsals/barriers.ts";
import { judgeRehearsals } from "./rehearsals/judge.ts";
import { judgeByEdgeFiles } from "./robots/edge-files.ts";
import { judgeByGoogleCases } from "./robots/google-cases.ts";
import { judgeRootCauses } from "./root-causes.ts";
import { judgeSites } from "./sites/judge-sites.ts";
import { judgeOrder, scoreSites } from "./sites/order-of-sites.ts";
import { siteFolders } from "./sites/site-folders.ts";
import { judgeExtruct } from "./structured-data/judge-extruct.ts";
import { judgeJsonLdInHtml } from "./structured-data/judge-json-ld-html.ts";
import { judgeSchemaOrgBlocks, judgeSchemaOrgForms, judgeSchemaOrgMarkup } from "./structured-data/judge-schema-org.ts";
import { judgeWcxbStatements } from "./wcxb/judge-statements.ts";
import { judgeWcxb } from "./wcxb/judge-wcxb.ts";
import { WCXB, WCXB_PAGES } from "./wcxb/read-cases.ts";

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
	results.push(judgeLadder(await climbLadder()), await judgeAllMutations());
	results.push(await judgeRehearsals(PLANTED, (done, total) => options.onProgress("rehearsals", done, total)));
	const missing: string[] = [];
	results.push(judgeByGoogleCases(vectorPath("robots/google-robots_test-cases.json")));
	results.push(judgeByEdgeFiles(vectorPath("robots/crawler-commons")));
	results.push(toResult(await readActCases(new Set(ACT_RULES.keys()))));
	const examples = readVector("schema-org/schemaorg-all-examples.txt");
	for (const judge of [judgeSchemaOrgBlocks, judgeSchemaOrgMarkup, judgeSchemaOrgForms]) results.push(judge(examples));
	const extruct = findSharedData("data/jsonld/extruct");
	if (extruct.path) results.push(judgeExtruct(extruct.path));
	else missing.push("data/jsonld/extruct is not beside the checkout");
	results.push(judgeJsonLdInHtml(vectorPath("json-ld")));
	const wcxb = findSharedData(WCXB);
	if (wcxb.path) {
		results.push(...judgeWcxbStatements(wcxb.path));
		results.push(...judgeWcxb(wcxb.path, (done) => options.onProgress("WCXB", done, WCXB_PAGES)));
	} else missing.push(`${WCXB} is not beside the checkout`);
	const sites = siteFolders();
	const { executablePath, cache } = options;
	if (!sites) missing.push("sites is not beside the checkout");
	else if (executablePath === undefined) missing.push("no Chrome or Chromium is installed for axe-core and Lighthouse");
	else {
		const onPage = (judge: string, done: number, total: number) => options.onProgress(judge, done, total);
		results.push(...(await judgeSites({ sites, executablePath, cache, onPage })));
		results.push(judgeOrder(await scoreSites((await realSites()) ?? [], sites, executablePath)));
	}
	return { results, missing };
}

/** Of our own sites, and of the real ones where they are beside the checkout. */
async function judgeAllMutations(): Promise<JudgeResult> {
	return judgeMutations(await measureMutations([...(await ownSites()), ...((await realSites()) ?? [])]));
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
