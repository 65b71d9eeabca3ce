import { readEnvironment } from "#config/environment.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { spokenTime } from "#core/wording.ts";
import { People } from "#people/open-people.ts";
import { type ContactRequest, KIND_NAMES, OPERATOR, spokenMoment } from "#people/requests/contact-request.ts";
import { withLiveStore } from "#receipts/store/record-audit.ts";
import type { Io } from "./arguments.ts";
import type { Given } from "./commands.ts";
import { createInk, type Ink, report, tame, titled } from "./terminal.ts";

export async function run({ options }: Given<"requests">, { stdout, env }: Io): Promise<ExitCode> {
	const settings = readEnvironment(env);
	const ink = createInk(stdout);
	let count = 0;
	await withLiveStore(settings, async (database) => {
		if (!database) return;
		const { requests } = new People({ database, settings });
		let cursor: string | undefined;
		do {
			const page = await requests.list(OPERATOR, { cursor });
			for (const request of page.requests)
				stdout.write(options.json ? `${JSON.stringify(request)}\n` : `${sheetOf(request, ink)}\n`);
			count += page.requests.length;
			cursor = page.nextCursor;
		} while (cursor !== undefined);
	});
	if (count === 0 && !options.json) stdout.write("No messages from the contact form yet.\n");
	return EXIT.fine;
}

function sheetOf(
	{ kind, name, email, domain, note, receivedAt, answeredAt, startsAt, zone }: ContactRequest,
	ink: Ink,
) {
	const facts = [
		["from", `${name} <${email}>`],
		["domain", domain],
		["time", startsAt === undefined ? "" : spokenMoment(startsAt, zone ?? "UTC")],
		["answered", answeredAt === undefined ? "" : spokenTime(answeredAt)],
	].filter(([, value]) => value !== "");
	const head = facts.map(([label = "", value = ""]) => `${ink.quiet(label.padEnd(9))} ${tame(value)}`);
	const lines = note === "" ? [] : ["", ...note.split("\n").map(tame)];
	return report([titled(ink.strong(`${KIND_NAMES[kind]}, ${spokenTime(receivedAt)}`), [...head, ...lines])]);
}
