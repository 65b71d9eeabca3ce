import { plainCount } from "#core/wording.ts";
import { fold, type Ink, tame } from "./ink.ts";

/** What a seal did; the wiring gives it (app/seal.ts). */
export interface SealOutcome {
	readonly origin: string;
	readonly size: number;
	/** Hex. */
	readonly root: string;
	readonly added: { readonly audits: number; readonly rechecks: number };
	readonly madeKey?: string;
	readonly vkey: string;
	readonly notes: readonly string[];
	readonly faulty: boolean;
}

/** The outcome of a seal for a person at a terminal. */
export function sealReport(outcome: SealOutcome, ink: Ink): string {
	const { origin, size, root, vkey, madeKey, notes } = outcome;
	const facts = [
		["log", origin],
		["leaves", String(size)],
		["root", root],
		["vkey", vkey],
	];
	const sections = [
		[ink.strong(headline(outcome))],
		size > 0 ? facts.map(([name = "", value = ""]) => `  ${ink.quiet(name.padEnd(8))}${tame(value)}`) : [],
		madeKey === undefined ? [] : [ink.strong("A private key was made for this log"), ...madeKeyLines(madeKey, ink)],
		notes.flatMap((note) => fold(tame(note), ink.width, 2).map(outcome.faulty ? ink.middling : ink.quiet)),
	];
	const filled = sections.filter((each) => each.length > 0);
	return `${filled.map((each) => each.join("\n")).join("\n\n")}\n`;
}

function headline({ size, added: { audits, rechecks } }: SealOutcome): string {
	if (audits + rechecks > 0) return `Sealed: ${plainCount(audits, "receipt")} and ${plainCount(rechecks, "recheck")}`;
	return size > 0 ? "Nothing new to seal" : "Nothing to seal: there are no receipts yet";
}

function madeKeyLines(path: string, ink: Ink): string[] {
	const told = [
		`It is in ${tame(path)}, for nobody but you to read. Keep a copy: without it, the log cannot go on under its key.`,
		"To seal on another machine or in continuous integration, give it the file's content as the secret LOG_SIGNING_KEY.",
		"Tell readers the vkey above: with it, they can check the log without trusting this site.",
	];
	return told.flatMap((text) => fold(text, ink.width, 2));
}

/** A fresh pair of keys, and what to do with it. */
export function keyPairReport(pair: { readonly privateKey: string; readonly vkey: string }, ink: Ink): string {
	const advice = [
		"Keep the private key as the secret LOG_SIGNING_KEY where the log is sealed, and a copy where it cannot be lost. Publish the vkey: readers check the log with it.",
		'For a log that has a key already: LOG_SIGNING_KEY="<new> <old>" npm run seal -- --rotate.',
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
		ink.quiet("  Nothing was written: this is the only time that the private key is shown."),
	].join("\n")}\n`;
}
