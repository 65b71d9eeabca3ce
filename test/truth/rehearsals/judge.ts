import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Browser } from "playwright-core";
import { type Auditor, createAuditor } from "#audit/auditor.ts";
import { readEnvironment } from "#config/environment.ts";
import type { TaskId } from "#core/rehearsal.ts";
import { parseTarget } from "#core/target.ts";
import { isFault } from "#core/verdict.ts";
import { BARRIERS, type BarrierId } from "#rehearsal/barriers.ts";
import { type RehearsalOptions, rehearse } from "#rehearsal/rehearse.ts";
import type { JudgeResult } from "../judge-result.ts";
import type { Planted } from "./plant.ts";
import { SITES, type Site, type SiteSpec, siteOf } from "./sites.ts";
import { WORDS } from "./words.ts";

const HOST = "rehearsal.example.com";

/** In a folder of its own, which goes with it. */
async function withFolder<T>(site: Site, use: (folder: string) => Promise<T>): Promise<T> {
	const folder = await mkdtemp(join(tmpdir(), "sightline-rehearsal-"));
	try {
		for (const [path, content] of site) {
			await mkdir(dirname(join(folder, path)), { recursive: true });
			await writeFile(join(folder, path), content);
		}
		return await use(folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** Each planted fault on one site: whether a deep audit finds it by the check that the stop of the rehearsal names. */
export async function judgeRehearsals(
	planted: readonly Planted[],
	onFault: (done: number, total: number) => void,
): Promise<JudgeResult> {
	const auditor = await createAuditor(readEnvironment({}), { load: "lone" });
	const byCheck = new Map<string, { agreed: number; cases: number }>();
	const faults = planted.filter(({ barrier }) => barrier !== undefined);
	try {
		for (const [at, fault] of faults.entries()) {
			onFault(at, faults.length);
			const spec = SITES.find(({ kind }) => fault.kinds.includes(kind));
			if (fault.barrier === undefined || !spec) throw new Error(`${fault.id} has no site.`);
			const { check, outcome } = await checkOf(fault, fault.barrier, spec, auditor);
			const { agreed, cases } = byCheck.get(check) ?? { agreed: 0, cases: 0 };
			byCheck.set(check, { agreed: agreed + Number(isFault(outcome)), cases: cases + 1 });
		}
	} finally {
		await auditor.close();
	}
	const agreed = [...byCheck.values()].reduce((sum, row) => sum + row.agreed, 0);
	// What shows only when a page is used is no disagreement.
	return { judge: "Rehearsals of planted faults", cases: faults.length, agreed, disagreements: [], byCheck };
}

function checkOf(planted: Planted, barrier: BarrierId, spec: SiteSpec, auditor: Auditor) {
	const site = siteOf(spec);
	planted.plant(site, WORDS[spec.lang]);
	const { check } = BARRIERS[barrier];
	return withFolder(site, async (folder) => {
		const { report } = await auditor.audit({ target: parseTarget(HOST), folder, mode: "deep" });
		const outcome = report.findings.find(({ id }) => id === check)?.outcome ?? "not-applicable";
		return { check, outcome };
	});
}

/** What the rehearsal of a site says of one task: `done`, or `<barrier> on <path>`. */
export async function rehearseTask(
	site: Site,
	spec: SiteSpec,
	task: TaskId,
	browser: Browser | undefined,
): Promise<string> {
	const { rehearsal } = await withFolder(site, (folder) => {
		const options: RehearsalOptions = {
			target: parseTarget(HOST),
			folder,
			browser: browser ?? false,
			pictures: false,
			tasks: [task],
			own: [],
			kind: spec.kind,
		};
		return rehearse(options, readEnvironment(process.env));
	});
	const [journey] = rehearsal.journeys;
	if (journey?.outcome === "done" || journey?.outcome === "stopped") return "done";
	return journey?.stop ? `${journey.stop.barrier} on ${new URL(journey.stop.page).pathname}` : String(journey?.outcome);
}

/** @returns what is wrong, or undefined */
export async function judge(
	planted: Planted,
	spec: SiteSpec,
	browser: Browser | undefined,
): Promise<string | undefined> {
	const site = siteOf(spec);
	planted.plant(site, WORDS[spec.lang]);
	const found = await rehearseTask(site, spec, planted.task, browser);
	const expected = planted.barrier === undefined ? "done" : `${planted.barrier} on ${planted.page}`;
	return found === expected ? undefined : `${planted.id} (${spec.kind}, ${spec.lang}): ${found}, expected ${expected}`;
}
