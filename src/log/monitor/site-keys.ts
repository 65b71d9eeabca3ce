import { isFailure } from "#core/failure.ts";
import { type Checkpoint, logSigners, parseCheckpoint } from "#log/tlog/checkpoint.ts";
import {
	formatVerifierKey,
	type Note,
	openNote,
	parseNote,
	parseVerifierKey,
	type VerifierKey,
} from "#log/tlog/note.ts";
import { hasKey } from "../seal/log-folder.ts";
import type { SeenStates } from "../verify/seen-states.ts";
import type { ReaderOfSite } from "../verify/site-reader.ts";
import { chooseTrust, readOwnKeys, readSiteKeys, type Trust } from "../verify/trusted-keys.ts";

const KEYS = "vkeys";
/** Those that the log has given up since, by what its leaves bind. */
const RETIRED = "retired-vkeys";

export interface OpenedState extends Trust {
	readonly note: Note;
	readonly checkpoint: Checkpoint;
	readonly signedBy: readonly VerifierKey[];
	/** Keys that have signed it beside these and are trusted from here on. */
	readonly joined: readonly VerifierKey[];
	/** With witnesses. */
	readonly signers: readonly VerifierKey[];
	readonly notes: readonly string[];
	readonly keep: (retired: readonly string[]) => Promise<void>;
}

/**
 * Trusts the given keys, else those that this program knows, else those of the last look, and the first time the site's
 * own. A key that signs beside a trusted one is trusted too, as in a rotation.
 * @throws Failure `log-malformed`, `signature-invalid`, `signature-missing`, `input-invalid`, `not-fetched`
 */
export async function openShownState(
	text: string,
	keys: readonly string[],
	{ site, seen, reports }: { readonly site: ReaderOfSite; readonly seen: SeenStates; readonly reports: string },
): Promise<OpenedState> {
	const parsed = parseNote(text);
	const { origin } = parseCheckpoint(parsed.text);
	const isOfLog = (line: string) => line.startsWith(`${origin}+`);
	const lines = (await linesOf(seen, KEYS)).filter(isOfLog);
	const own = await readOwnKeys(reports);
	const gone = await linesOf(seen, RETIRED);
	const retired = [...own.retired, ...(await Promise.all(gone.map(parseVerifierKey)))];
	const isOwn = own.lines.some(isOfLog) || lines.length === 0;
	const known = isOwn ? { ...own, retired } : { ...own, retired, lines, from: "remembered" as const };
	const trust = await chooseTrust({ origin, note: parsed }, { keys, trustSiteKey: lines.length === 0 }, known, site);
	const note = await openNote(text, trust.keys);
	const signedBy = logSigners(note, origin);
	const ofLog = logSigners({ signedBy: trust.keys }, origin);
	const stranger = parsed.signatures.find((each) => each.name === origin && !hasKey(ofLog, each));
	const joined = stranger && signedBy.length > 0 ? await findJoined(text, ofLog, origin, site) : [];
	const names = joined.map(({ name, keyId }) => `${name}+${keyId}`).join(", ");
	const says = `${names} signs the log beside a key that is trusted here: it is being rotated. From now on that key will do.`;
	const kept = [...joined, ...(stranger ? signedBy : ofLog)].map(formatVerifierKey);
	return {
		...trust,
		note,
		checkpoint: parseCheckpoint(note.text),
		signedBy,
		joined,
		signers: note.signedBy,
		notes: joined.length > 0 && trust.source === "remembered" ? [says] : [],
		async keep(given) {
			const all = new Set([...gone, ...given]);
			if (all.size > gone.length) await seen.keep(RETIRED, asLines([...all]));
			await seen.keep(KEYS, asLines(kept.filter((key) => !all.has(key))));
		},
	};
}

async function linesOf(seen: SeenStates, name: string): Promise<string[]> {
	return ((await seen.read(name)) ?? "").split("\n").filter(Boolean);
}

function asLines(keys: readonly string[]): string {
	return keys.map((key) => `${key}\n`).join("");
}

async function findJoined(text: string, known: readonly VerifierKey[], origin: string, site: ReaderOfSite) {
	const listed = (await readSiteKeys(site)).filter((key) => key.name === origin && !hasKey(known, key));
	if (listed.length === 0) return [];
	try {
		return logSigners(await openNote(text, listed), origin);
	} catch (error) {
		// A wrong signature of a key that is not trusted yet says nothing about the log.
		if (isFailure(error)) return [];
		throw error;
	}
}
