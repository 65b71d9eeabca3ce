// npm run removal: takes down what a domain's owner has asked for, or sets a correction beside a receipt.

import { readEnvironment } from "#app/environment.ts";
import { correct } from "#app/removal/correction.ts";
import { openOwnersPlaces } from "#app/removal/owners-places.ts";
import { remove } from "#app/removal/removal.ts";
import { withdrawRemoval } from "#app/removal/removal-withdrawal.ts";
import { reportFailure } from "#cli/exit-code.ts";
import { removalCommand } from "#cli/removal-command.ts";

try {
	const settings = readEnvironment(process.env);
	const { places, close } = openOwnersPlaces(settings);
	try {
		process.exitCode = await removalCommand(process.argv.slice(2), {
			remove: (request) => remove(request, settings, places),
			withdraw: (domain) => withdrawRemoval(domain, settings, places),
			correct: (request) => correct(request, settings),
		});
	} finally {
		await close();
	}
} catch (error) {
	process.exitCode = reportFailure(error, process.stderr);
}
