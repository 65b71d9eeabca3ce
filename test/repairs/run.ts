import { parseArgs } from "node:util";
import { siteFolders } from "#test/truth/sites/site-folders.ts";
import { casesOf, type Outcome, repairBroken } from "./broken-folders.ts";

const HELP = `npm run repairs [-- options]: real sites, each broken by one fault and repaired.

  --count N     broken folders; 300 by default
  --from N      cases to pass over first
  --check ID    faults of one check alone
  --host HOST   one site alone
`;
const { values } = parseArgs({
	options: {
		count: { type: "string", default: "300" },
		from: { type: "string", default: "0" },
		check: { type: "string" },
		host: { type: "string" },
		help: { type: "boolean" },
	},
});
if (values.help) {
	process.stdout.write(HELP);
	process.exit();
}
const sites = siteFolders();
if (!sites) {
	process.stderr.write("The real sites do not stand beside the checkout.\n");
	process.exit(2);
}
/** One folder has pages without a home page, and so no site that could be audited. */
const whole = sites.filter(({ pages }) => pages.includes("/"));
const cases = casesOf(whole.map(({ host, folder }) => ({ host, site: folder })))
	.filter(({ broken, host }) => broken.check === (values.check ?? broken.check) && host === (values.host ?? host))
	.slice(Number(values.from));
const outcomes: Outcome[] = [];
for (const each of cases) {
	if (outcomes.length >= Number(values.count)) break;
	const outcome = await repairBroken(each);
	if (outcome.state === "not broken") continue;
	outcomes.push(outcome);
	process.stdout.write(`${lineOf(outcome)}\n`);
}
process.stdout.write(`${sumOf(outcomes)}\n`);
process.exitCode = outcomes.some(({ faults, state }) => faults.length > 0 || state === "not repaired") ? 1 : 0;

function lineOf({ state, check, did, host, style, lift, faults, takenBack, milliseconds }: Outcome): string {
	const points = lift ? `predicted ${lift.predicted}, realised ${lift.realised}` : "";
	const why = lift?.besides.map(({ id, before, after }) => `${id} ${before} > ${after}`).join("; ") ?? "";
	return [state, check, did, host, style, points, why, `${milliseconds} ms`, ...faults, ...takenBack].join("\t");
}

function sumOf(all: readonly Outcome[]): string {
	const count = (state: Outcome["state"]) => all.filter((each) => each.state === state).length;
	const exact = all.filter(({ lift }) => lift && lift.predicted === lift.realised).length;
	const explained = all.filter(({ lift }) => lift && lift.besides.length > 0).length;
	const faulty = all.filter(({ faults }) => faults.length > 0).length;
	const checks = new Set(all.map(({ check }) => check)).size;
	return `${all.length} broken folders of ${checks} checks: ${count("repaired")} repaired, ${count("as before")} as before the fault, ${count("not repaired")} not; predicted as realised in ${exact}, explained in ${explained}; ${faulty} with faults`;
}
