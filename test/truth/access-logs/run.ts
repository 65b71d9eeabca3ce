// npm run logs:truth: holds the counts of seeded logs in every format against what is known of them. Exit code 1 where one differs.
import { differences, reportOf } from "./judge-log.ts";
import { SEEDED_LOGS, seededLog } from "./seeded-log.ts";

let faults = 0;
for (let seed = 1; seed <= SEEDED_LOGS; seed++) {
	const log = seededLog(seed, 20_000);
	const differing = differences(await reportOf(log), log);
	faults += differing.length;
	process.stdout.write(
		`${log.name.padEnd(26)} ${log.lines.length} lines  ${log.truth.size} counts  ${differing.length} differ\n`,
	);
	for (const words of differing.slice(0, 5)) process.stdout.write(`  ${words}\n`);
}
process.exitCode = faults === 0 ? 0 : 1;
