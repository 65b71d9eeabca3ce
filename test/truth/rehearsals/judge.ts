import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Browser } from "playwright-core";
import { readEnvironment } from "#config/environment.ts";
import type { TaskId } from "#core/rehearsal.ts";
import { parseTarget } from "#core/target.ts";
import { type RehearsalOptions, rehearse } from "#rehearsal/rehearse.ts";
import type { Planted } from "./plant.ts";
import { type Site, type SiteSpec, siteOf } from "./sites.ts";
import { WORDS } from "./words.ts";

const HOST = "rehearsal.example.com";

/** What the rehearsal of a site says of one task: `done`, or `<barrier> on <path>`. */
export async function rehearseTask(
	site: Site,
	spec: SiteSpec,
	task: TaskId,
	browser: Browser | undefined,
): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), "sightline-rehearsal-"));
	try {
		for (const [path, content] of site) {
			await mkdir(dirname(join(folder, path)), { recursive: true });
			await writeFile(join(folder, path), content);
		}
		const options: RehearsalOptions = {
			target: parseTarget(HOST),
			folder,
			browser: browser ?? false,
			pictures: false,
			tasks: [task],
			own: [],
			kind: spec.kind,
		};
		const { rehearsal } = await rehearse(options, readEnvironment(process.env));
		const [journey] = rehearsal.journeys;
		if (journey?.outcome === "done" || journey?.outcome === "stopped") return "done";
		return journey?.stop
			? `${journey.stop.barrier} on ${new URL(journey.stop.page).pathname}`
			: String(journey?.outcome);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
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
