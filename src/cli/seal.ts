import { readEnvironment } from "#config/environment.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { requireFolder } from "#config/named-file.ts";
import { isFailure } from "#core/failure.ts";
import type { LogProgress } from "#core/verification.ts";
import { counted, plainCount } from "#core/wording.ts";
import { type SealResult, seal } from "#log/seal/seal.ts";
import { createKeyPair } from "#log/seal/signing-keys.ts";
import { publishedPlaces } from "#publish/publish-checkout.ts";
import { type Io, usage } from "./arguments.ts";
import type { Given } from "./commands.ts";
import { createInk, createProgressLine, fold, type Ink, report, tame } from "./terminal.ts";

export async function run({ options }: Given<"seal">, { stdout, stderr, env }: Io): Promise<ExitCode> {
	const { rotate, witness: witnesses, json, "new-log": newLog, "accept-lost-key": acceptLostKey } = options;
	if (options["new-key"]) {
		const pair = await createKeyPair(readEnvironment(env).log.origin);
		stdout.write(json ? `${JSON.stringify(pair)}\n` : keyPairReport(pair, createInk(stdout)));
		return EXIT.fine;
	}
	if (acceptLostKey && !rotate) throw usage("sightline seal", "--accept-lost-key needs --rotate");
	const settings = readEnvironment(env);
	await requireFolder(settings.reports, "SIGHTLINE_REPORTS");
	const progress = createProgressLine(stderr);
	const request = {
		newLog,
		rotate,
		acceptLostKey,
		witnesses,
		onProgress: ({ done, total, step }: LogProgress) => progress.bar(done, total, step),
	};
	const elsewhere = await publishedPlaces(settings, env);
	const result = await seal(request, settings, elsewhere)
		.finally(() => progress.clear())
		.catch((error: unknown) => {
			if (isFailure(error) && error.code === "log-changed") return error.message;
			throw error;
		});
	// Nothing was signed and nothing is lost: publishing takes over the other log and seals.
	if (typeof result === "string") {
		stderr.write(`sightline: ${result}\n`);
		return EXIT.under;
	}
	const { writeKeptProofs } = await import("#log/verify/verify-kept.ts");
	await writeKeptProofs(settings.reports);
	stdout.write(json ? `${JSON.stringify(result)}\n` : sealReport(result, createInk(stdout)));
	return result.faulty || result.waiting !== undefined ? EXIT.under : EXIT.fine;
}

export function sealReport(outcome: SealResult, ink: Ink): string {
	const { origin, size, root, vkey, madeKey, notes, comparedWith } = outcome;
	const isWhole = !outcome.faulty && outcome.waiting === undefined;
	const facts = [
		["log", origin],
		["leaves", String(size)],
		["root", root],
		["vkey", vkey],
		...(comparedWith === undefined ? [] : [["goes on from", comparedWith]]),
	];
	const sections = [
		[ink.strong(headline(outcome))],
		size > 0
			? facts.map(
					([name = "", value = ""]) => `  ${ink.quiet(name.padEnd(comparedWith === undefined ? 8 : 14))}${tame(value)}`,
				)
			: [],
		madeKey === undefined ? [] : [ink.strong("Generated a private key for this log"), ...madeKeyLines(madeKey, ink)],
		notes.flatMap((note) => fold(tame(note), ink.width, 2).map(isWhole ? ink.quiet : ink.middling)),
	];
	return report(sections);
}

function headline({ size, waiting, added: { audits, rechecks, files } }: SealResult): string {
	if (waiting !== undefined)
		return `Not published yet: witnesses must cosign a tree of ${counted(waiting, "leaf", "leaves")}`;
	if (audits + rechecks === 0 && files > 0)
		return `Sealed: the content of ${counted(files, "file", "files")} next to the log`;
	if (audits + rechecks > 0) return `Sealed: ${plainCount(audits, "receipt")} and ${plainCount(rechecks, "recheck")}`;
	return size > 0 ? "Nothing new to seal" : "Nothing to seal: no receipts yet";
}

function madeKeyLines(path: string, ink: Ink): string[] {
	const advice = [
		`It is in ${tame(path)}, readable only by you. Keep a copy: without it, you cannot sign the log with its key.`,
		"To seal on another machine or in CI, set the secret LOG_SIGNING_KEY to the file's content.",
		"Give readers the vkey above: with it, they can check the log without trusting this site.",
	];
	return advice.flatMap((text) => fold(text, ink.width, 2));
}

export function keyPairReport(pair: { readonly privateKey: string; readonly vkey: string }, ink: Ink): string {
	const advice = [
		"Store the private key as the secret LOG_SIGNING_KEY where you seal the log, and keep a safe copy. Publish the vkey: readers check the log with it.",
		'If the log already has a key: LOG_SIGNING_KEY="<new> <old>" npm run seal -- --rotate.',
	];
	return `${[
		ink.strong("Private key (secret)"),
		`  ${pair.privateKey}`,
		"",
		ink.strong("Public key (vkey)"),
		`  ${pair.vkey}`,
		"",
		...advice.flatMap((text) => fold(text, ink.width, 2)),
		"",
		ink.quiet("  Nothing was saved: the private key is shown only this once."),
	].join("\n")}\n`;
}
