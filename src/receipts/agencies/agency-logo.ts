import type { AgencyLogo } from "#core/agency.ts";
import { Failure } from "#core/failure.ts";
import { digitGroups } from "#core/wording.ts";
import { isPng, readPng } from "./png-logo.ts";
import { readSvg } from "./svg-logo.ts";

export interface LogoFile extends AgencyLogo {
	/** As they are shown: never those that were given. */
	readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A logo as pages may show it, or why it is none, as a sentence. */
export type ReadLogo = Omit<LogoFile, "format"> | string;

export const LOGO_MAX_BYTES = 64 * 1024;

/**
 * Reads a logo, whatever its name says: a PNG, or else an SVG. What could run, load or reach out of the picture is left
 * behind, since the bytes are written anew from what is known to draw.
 * @param what names it at the beginning of a sentence
 * @throws Failure `input-invalid` that says why it cannot be shown
 */
export async function readLogo(given: Uint8Array, what: string): Promise<LogoFile> {
	const refused = (why: string) =>
		new Failure("input-invalid", { what: `${what} cannot be used.`, why, todo: "Give an SVG or a PNG." });
	if (given.length > LOGO_MAX_BYTES)
		throw refused(`It has ${digitGroups(given.length)} bytes; at most ${digitGroups(LOGO_MAX_BYTES)} are taken.`);
	const format = isPng(given) ? "png" : "svg";
	const read = format === "png" ? await readPng(given) : readSvg(given);
	if (typeof read === "string") throw refused(read);
	return { format, ...read };
}
