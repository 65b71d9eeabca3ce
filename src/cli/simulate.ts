import { createAuditor } from "#audit/auditor.ts";
import { rootCausesOf, simulate } from "#audit/simulate.ts";
import { CHECKS } from "#checks/registry.ts";
import { readEnvironment } from "#config/environment.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { readHeaderValues } from "#config/request-headers.ts";
import { Failure } from "#core/failure.ts";
import type { Simulation, SimulationStep } from "#core/simulation.ts";
import { plainCount } from "#core/wording.ts";
import { bandOf } from "#site/brief/band.ts";
import { auditTarget, type Io, namedHeaders } from "./arguments.ts";
import type { Given } from "./commands.ts";
import { homeOnly, siteTarget } from "./subject.ts";
import { createInk, createProgressLine, fold, type Ink, report, tame } from "./terminal.ts";

/** Saves nothing. @throws Failure if the site could not be audited; `input-invalid` for an unknown check */
export async function run({ options, argument }: Given<"simulate">, { stdout, stderr, env }: Io): Promise<ExitCode> {
	const { mode, json } = options;
	const site = auditTarget("sightline simulate", argument, options);
	const credentials = readHeaderValues(namedHeaders("sightline simulate", options.header, site), env);
	const fixes = options.fix.length > 0 ? options.fix : undefined;
	stderr.write(homeOnly([site]));
	const progress = createProgressLine(stderr);
	progress.show(`Auditing ${site.domain} …`);
	const onExchange = (count: number) =>
		progress.show(`Auditing ${site.domain}: ${plainCount(count, "response")} read …`);
	try {
		checkFixes(fixes);
		const settings = readEnvironment(env);
		const target = siteTarget(site);
		const auditor = await createAuditor(settings, { load: "lone" });
		const request = { ...site, target, mode, credentials, onExchange };
		const { report } = await auditor.audit(request).finally(() => auditor.close());
		progress.clear();
		if (report.failure) throw new Failure(report.failure.code, { what: report.failure.says });
		const { domain, methodology, findings } = report;
		const result = { domain, methodology, ...simulate(findings, rootCausesOf(CHECKS), fixes) };
		stdout.write(json ? `${JSON.stringify(result, null, 2)}\n` : simulationReport(result, createInk(stdout)));
		return EXIT.fine;
	} finally {
		progress.clear();
	}
}

function checkFixes(fixes: readonly string[] = []): void {
	const known = new Set(CHECKS.map(({ id }) => id));
	const unknown = fixes.find((id) => !known.has(id));
	if (unknown === undefined) return;
	throw new Failure("input-invalid", {
		what: `Unknown check "${unknown}".`,
		todo: "Use the ids that sightline audit prints.",
	});
}

export function simulationReport(outcome: Simulation & Record<"domain" | "methodology", string>, ink: Ink): string {
	const { domain, methodology, current, simulated, sequence } = outcome;
	const head = [ink.strong(domain), ink.quiet(`simulated by methodology ${methodology}, from one audit`)];
	if (sequence.length === 0)
		return report([head, [`${current} of 100. ${ink.good("Nothing to fix: every check that applies passes.")}`]]);
	const last = sequence.at(-1)?.score ?? current;
	const asked = new Set(outcome.fixes);
	const part = asked.size < sequence.length;
	const now = [`Now                ${score(current)}  ${bandOf(current).words}`];
	const then = part
		? [`With ${asked.size === 1 ? "this fix " : "these fixes"}    ${score(simulated)}  ${[...asked].join(", ")}`]
		: [];
	const end = [`With everything    ${score(last)}  ${bandOf(last).words}`];
	const steps = sequence.flatMap((step, index) => lines(step, index + 1, ink));
	return report([head, [...now, ...then, ...end], [ink.strong("Best order"), ...steps]]);
}

function lines({ id, fix, score: after, delta, opens, closed }: SimulationStep, number: number, ink: Ink): string[] {
	const gain = delta > 0 ? ink.good(`+${delta}`.padStart(5)) : ink.quiet("   +0");
	const first = `${String(number).padStart(4)}. ${score(after)} ${gain}  ${ink.strong(id)}`;
	const gates = [
		...opens.map((gate) => `lifts the cap of ${gate}`),
		...(delta === 0 && closed.length > 0 ? [`${closed.join(" and ")} still caps the score`] : []),
	];
	return [
		gates.length > 0 ? `${first}  ${ink.quiet(gates.join("; "))}` : first,
		...fold(tame(fix), ink.width, 6).map(ink.quiet),
	];
}

function score(value: number): string {
	return String(value).padStart(3);
}
