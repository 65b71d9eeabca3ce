import type { OpenedNote } from "./note.ts";
import { SIGNATURE_TYPES, type VerifierKey } from "./note-key.ts";

/** The log's own keys among those that have signed a note: a witness, who signs for many logs, does not speak for one. */
export function logSigners({ signedBy }: Pick<OpenedNote, "signedBy">, origin: string): VerifierKey[] {
	return signedBy.filter(({ type, name }) => type === SIGNATURE_TYPES.ed25519 && name === origin);
}
