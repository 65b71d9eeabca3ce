import { siteFolders } from "#test/truth/sites/site-folders.ts";
import { casesOf, type Outcome, repairBroken } from "./broken-folders.ts";

const COUNT = Number(process.argv[2] ?? 300);

const sites = siteFolders();
if (!sites) {
	process.stderr.write("The real sites do not stand beside the checkout.\n");
	process.exit(2);
}
const outcomes: Outcome[] = [];
const cases = casesOf(sites.map(({ host, folder }) => ({ host, site: folder })));
/** Spread over sites and checks. */
const step = Math.max(1, Math.floor(cases.length / (COUNT * 1.6)));
for (const each of cases.filter((_, index) => index % step === 0)) {
	if (outcomes.filter(({ state }) => state !== "not broken").length >= COUNT) break;
	const outcome = await repairBroken(each);
	outcomes.push(outcome);
	const { lift, state, faults, check, host, takenBack } = outcome;
	const points = lift ? `predicted ${lift.predicted}, realised ${lift.realised}` : "";
	const why =
		lift && lift.predicted !== lift.realised
			? lift.besides.map(({ id, before, after }) => `${id} ${before} > ${after}`).join("; ")
			: "";
	process.stdout.write(`${[state, check, host, points, why, ...faults, ...takenBack].join("\t")}\n`);
}
const broken = outcomes.filter(({ state }) => state !== "not broken");
const count = (state: Outcome["state"]) => broken.filter((each) => each.state === state).length;
const exact = broken.filter(({ lift }) => lift && lift.predicted === lift.realised).length;
process.stdout.write(
	`${broken.length} broken folders: ${count("repaired")} repaired, ${count("in part")} in part, ${count("not repaired")} not; predicted as realised in ${exact}; ${broken.filter(({ faults }) => faults.length > 0).length} with faults\n`,
);
process.exitCode = broken.some(({ faults }) => faults.length > 0) ? 1 : 0;
