import { Failure } from "#core/failure.ts";
import { type Checkpoint, logSigners, openNote, parseCheckpoint } from "#log/tlog/note.ts";
import { isPrefix, readRetiredKeys } from "./log-folder.ts";
import type { OpenLog } from "./seal.ts";
import { getBytes } from "./witnesses.ts";

/** A place that publishes a checkpoint of this log, on which readers or other machines rely. */
export interface PublishedPlace {
	/** For messages: an address or a branch. */
	readonly name: string;
	readonly todo: string;
	/** What to do if the log has leaves and this place is empty. Undefined if that need not stop the seal. */
	readonly mustHave?: string;
	/** @throws Failure if it cannot be read and signing without it is not allowed */
	look(): Promise<Look>;
}

/** The checkpoint file, undefined if nothing is published yet; or why it could not be read. */
export type Look = { readonly text: string | undefined } | { readonly unseen: string };

/**
 * Makes sure that the log here extends the published one.
 * @returns `with`: the place that was read
 * @throws Failure `log-changed` if the published log is ahead of or diverges from the log here; and as `look`
 */
export async function expectToContinueFromPublished(
	places: readonly PublishedPlace[] | undefined,
	directory: string,
	log: OpenLog,
) {
	const notes: string[] = [];
	for (const place of places ?? []) {
		const found = await place.look();
		if ("unseen" in found) {
			notes.push(`We could not check whether the log at ${place.name} has grown. ${found.unseen}`);
			continue;
		}
		if (found.text !== undefined) {
			await expectPrefix(found.text, place, directory, log);
			return { with: place.name, notes };
		}
		if (log.before && place.mustHave !== undefined)
			throw refuseEmpty(place.name, log.before.checkpoint, place.mustHave);
		notes.push(`No log is published at ${place.name} yet, so there was nothing to compare with.`);
	}
	if (places?.length === 0 && log.before) notes.push(NOWHERE);
	return { notes };
}

/** A note, because no other check detects 2 machines that seal without a published place. */
const NOWHERE =
	"The log was signed without a look at the published one. If another machine may seal this log, set LOG_PUBLISHED_URL to the site's address.";

/** A wrong address always looks empty and would protect nothing. */
function refuseEmpty(name: string, { size }: Checkpoint, todo: string): Failure {
	return new Failure("log-changed", {
		what: `Nothing is published at ${name}, but the log here has ${size} leaves. Nothing was signed.`,
		why: "The address is wrong, or the site has lost its log.",
		todo,
	});
}

async function expectPrefix(text: string, place: PublishedPlace, directory: string, log: OpenLog): Promise<void> {
	const live = await openLive(text, directory, log);
	const here = log.before?.checkpoint;
	if (live.size > (here?.size ?? 0))
		throw new Failure("log-changed", {
			what: `The published log is ahead of this one: it has ${live.size} leaves, this one has ${here?.size ?? 0}. Nothing was signed.`,
			why: `Another machine has sealed and published since, or this copy is old. We compared with ${place.name}.`,
			todo: place.todo,
		});
	if (here && (await isPrefix(directory, live, here))) return;
	throw new Failure("log-changed", {
		what: `The published log differs from this one, so nothing was signed.`,
		why: `Its ${live.size} leaves are not the first ${live.size} here: two machines have sealed the same log. We compared with ${place.name}.`,
		todo: "Run sightline publish: it fetches the published log from git and seals your new receipts into it. Or restore log/ from the published one. No receipt is lost.",
	});
}

async function openLive(text: string, directory: string, log: OpenLog): Promise<Checkpoint> {
	const keys = [...(log.before?.keys ?? []), ...log.keys, ...(await readRetiredKeys(directory))];
	const opened = await openNote(text, keys);
	const checkpoint = parseCheckpoint(opened.text);
	if (logSigners(opened, checkpoint.origin).length > 0) return checkpoint;
	throw new Failure("signature-missing", { what: "No key of this log has signed the published checkpoint." });
}

/** An unreachable site stops the seal, because the operator has configured it. @param site its address */
export function publishedSite(site: string): PublishedPlace {
	const address = new URL("log/checkpoint", site.endsWith("/") ? site : `${site}/`);
	return {
		name: address.href,
		todo: "Bring the published reports here (sightline publish, or git pull), then seal again: no receipt is lost.",
		mustHave: "Correct LOG_PUBLISHED_URL, or unset it until the log is published there for the first time.",
		async look() {
			const { status, body } = await getBytes(address);
			if (status === 404 || status === 410) return { text: undefined };
			if (status === 200) return { text: new TextDecoder().decode(body) };
			throw new Failure("connection-failed", {
				what: `We could not compare this log with the published one, so nothing was signed.`,
				why: `${address.href} answers with status ${status}.`,
				todo: "Seal again when the site answers, or unset LOG_PUBLISHED_URL for this seal.",
			});
		},
	};
}
