import { readEnvironment } from "#config/environment.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { plainCount } from "#core/wording.ts";
import type { AlertsOutcome } from "#people/alerts/alerts.ts";
import { People } from "#people/open-people.ts";
import { withLiveStore } from "#receipts/store/record-audit.ts";
import { takeTurn } from "#store/night-record.ts";
import type { Io } from "../arguments.ts";
import type { Given } from "../commands.ts";

const NOTHING: AlertsOutcome = { watched: 0, worse: 0, recovered: 0, failed: [], sent: 0, waiting: 0, lost: [] };

/** `sightline alerts` */
export async function run({ options }: Given<"alerts">, { stdout, env }: Io): Promise<ExitCode> {
	const settings = readEnvironment(env);
	const outcome = await withLiveStore(settings, async (database) => {
		if (!database) return NOTHING;
		const turn = await takeTurn(database, "alerts");
		if (!turn) return undefined;
		const people = new People({ database, settings });
		try {
			return await people.alerts.run(Date.now());
		} finally {
			await people.close();
			await turn.release();
		}
	});
	if (options.json) stdout.write(`${JSON.stringify(outcome ?? { busy: true })}\n`);
	else stdout.write(outcome ? report(outcome) : "Another process sends alerts; nothing was done.\n");
	return outcome && outcome.waiting + outcome.failed.length === 0 ? EXIT.fine : EXIT.under;
}

function report({ watched, worse, recovered, failed, sent, waiting, lost }: AlertsOutcome): string {
	if (watched + failed.length === 0 && sent + waiting + lost.length === 0) return "No account watches a site.\n";
	const found = `${plainCount(watched, "watched site")}: ${plainCount(worse, "fault")} and ${plainCount(recovered, "recovery", "recoveries")} to report.`;
	const messages = `${plainCount(sent, "message")} sent, ${waiting} waiting.`;
	return `${[found, messages, ...failed, ...lost].join("\n")}\n`;
}
