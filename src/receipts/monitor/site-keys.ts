import { isFailure } from "#core/failure.ts";
import { type Checkpoint, logSigners, parseCheckpoint } from "#log/checkpoint.ts";
import { type Note, openNote, parseNote } from "#log/note.ts";
import { formatVerifierKey, type VerifierKey } from "#log/note-key.ts";
import { hasKey } from "../seal/log-files.ts";
import type { ReaderOfSite } from "../verify/site-reader.ts";
import { chooseTrust, readOwnKeys, readSiteKeys, type Trust } from "../verify/trusted-keys.ts";
import type { SeenStates } from "./seen-states.ts";

/** The keys that the log of a site was checked with, one a line. */
const KEYS = "vkeys";

export interface OpenedState extends Trust {
	readonly note: Note;
	readonly checkpoint: Checkpoint;
	/** The log's keys that are trusted and have signed it. */
	readonly signedBy: readonly VerifierKey[];
	/** All that have: witnesses too. */
	readonly signers: readonly VerifierKey[];
	readonly notes: readonly string[];
	/** Remembers the keys. */
	readonly keep: () => Promise<void>;
}

/**
 * Checks who has signed the state that a site shows: by the keys that were given, else those that this program knows by
 * itself, else those that it was checked with before; the first time, by the site's own. A key that signs beside one that
 * is trusted takes its place in time, as in a rotation.
 * @throws Failure `log-malformed` for what is no checkpoint, `signature-invalid`, `signature-missing`, `input-invalid`,
 * `not-fetched`
 */
export async function openShownState(
	text: string,
	keys: readonly string[],
	{ site, seen, reports }: { readonly site: ReaderOfSite; readonly seen: SeenStates; readonly reports: string },
): Promise<OpenedState> {
	const parsed = parseNote(text);
	const { origin } = parseCheckpoint(parsed.text);
	const own = await readOwnKeys(reports);
	const isOfLog = (line: string) => line.startsWith(`${origin}+`);
	const lines = ((await seen.read(KEYS)) ?? "").split("\n").filter(isOfLog);
	const known = own.lines.some(isOfLog) || lines.length === 0 ? own : { ...own, lines, from: "remembered" as const };
	const trust = await chooseTrust({ origin, note: parsed }, { keys, trustSiteKey: lines.length === 0 }, known, site);
	const note = await openNote(text, trust.keys);
	const signedBy = logSigners(note, origin);
	const ofLog = logSigners({ signedBy: trust.keys }, origin);
	const stranger = parsed.signatures.find((each) => each.name === origin && !hasKey(ofLog, each));
	const joined = stranger && signedBy.length > 0 ? await findJoined(text, ofLog, origin, site) : [];
	const names = joined.map(({ name, keyId }) => `${name}+${keyId}`).join(", ");
	const says = `${names} signs the log beside a key that is trusted here: it is being rotated. From now on that key will do.`;
	const kept = [...joined, ...(stranger ? signedBy : ofLog)].map((key) => `${formatVerifierKey(key)}\n`).join("");
	return {
		...trust,
		note,
		checkpoint: parseCheckpoint(note.text),
		signedBy,
		signers: note.signedBy,
		notes: joined.length > 0 && trust.source === "remembered" ? [says] : [],
		keep: () => seen.keep(KEYS, kept),
	};
}

/** Keys of the site's list that have signed this state and are not known yet. */
async function findJoined(text: string, known: readonly VerifierKey[], origin: string, site: ReaderOfSite) {
	const listed = (await readSiteKeys(site)).filter((key) => key.name === origin && !hasKey(known, key));
	if (listed.length === 0) return [];
	try {
		return logSigners(await openNote(text, listed), origin);
	} catch (error) {
		// A wrong signature of a key that nobody trusts yet says nothing about the log.
		if (isFailure(error)) return [];
		throw error;
	}
}
