import { readdirSync } from "node:fs";
import type { CheckExamples } from "#checks/shared/example.ts";
import { PILLAR_KEYS } from "#core/pillar.ts";

const CHECKS_FOLDER = new URL("../../src/checks/", import.meta.url);

/** The examples of all checks, from the files beside them: each exports one `CheckExamples` by any name. */
export async function readExamples(): Promise<CheckExamples[]> {
	const files = PILLAR_KEYS.flatMap((folder) =>
		readdirSync(new URL(`${folder}/`, CHECKS_FOLDER))
			.filter((name) => name.endsWith(".examples.ts"))
			.map((name) => new URL(`${folder}/${name}`, CHECKS_FOLDER)),
	);
	const modules = await Promise.all(files.map((file) => import(file.href) as Promise<Record<string, CheckExamples>>));
	return modules.flatMap((module) => Object.values(module));
}
