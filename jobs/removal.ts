// npm run removal: takes down what a domain's owner has asked for, or sets a correction beside a receipt.

import { removalCommand } from "#cli/removal-command.ts";
import { readEnvironment } from "#config/environment.ts";
import { reportFailure } from "#config/exit-code.ts";
import { correct } from "#receipts/removal/correction.ts";
import { openOwnersPlaces } from "#receipts/removal/owners-places.ts";
import { remove } from "#receipts/removal/removal.ts";
import { withdrawRemoval } from "#receipts/removal/removal-withdrawal.ts";

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
