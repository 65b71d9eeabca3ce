import { Failure } from "#core/failure.ts";
import { type Checkpoint, logSigners, parseCheckpoint } from "#log/checkpoint.ts";
import { openNote } from "#log/note.ts";
import { isPrefix } from "./check-tree.ts";
import { getBytes } from "./configured-host.ts";
import { readRetiredKeys } from "./log-files.ts";
import type { OpenLog } from "./open-log.ts";

/**
 * Looks at the checkpoint that readers are shown, where the operator has said where that is: what is signed here must go on
 * from it. A site without one has published no log yet.
 * @param site the published site's address
 * @throws Failure `log-inconsistent` where it is ahead of the log here, or beside it; `connection-failed` and the like where
 * the site does not answer, since nobody can tell then
 */
export async function expectToGoOnFromLive(site: string, directory: string, log: OpenLog): Promise<void> {
	const address = new URL("log/checkpoint", site.endsWith("/") ? site : `${site}/`);
	const { status, body } = await getBytes(address);
	if (status === 404 || status === 410) return;
	if (status !== 200)
		throw new Failure("connection-failed", {
			what: `Whether the log here goes on from the published one could not be seen, so nothing was signed.`,
			why: `${address.href} answers with status ${status}.`,
			todo: "Seal again when the site answers, or take LOG_PUBLISHED_URL away for this once.",
		});
	const live = await openLive(new TextDecoder().decode(body), directory, log);
	const here = log.before?.checkpoint;
	if (live.size > (here?.size ?? 0))
		throw new Failure("log-inconsistent", {
			what: `The published log is ahead of this one: it has ${live.size} leaves, and here are ${here?.size ?? 0}. Nothing was signed.`,
			why: "Another machine has sealed and published since, or this copy is an old one.",
			todo: "Bring the published reports here (git pull, or sightline publish), then seal again: what is new is not lost.",
		});
	if (here && (await isPrefix(directory, live, here))) return;
	throw new Failure("log-inconsistent", {
		what: `The published log is another than this one, so nothing was signed.`,
		why: `Its ${live.size} leaves are not the first ${live.size} here: two machines have sealed one log.`,
		todo: "The published one goes on: restore log/ from what was published; receipts stay and are sealed anew.",
	});
}

async function openLive(text: string, directory: string, log: OpenLog): Promise<Checkpoint> {
	const keys = [...(log.before?.keys ?? []), ...log.keys, ...(await readRetiredKeys(directory))];
	const opened = await openNote(text, keys);
	const checkpoint = parseCheckpoint(opened.text);
	if (logSigners(opened, checkpoint.origin).length > 0) return checkpoint;
	throw new Failure("signature-missing", { what: "No key of this log has signed the published checkpoint." });
}
