import type { Failure } from "#core/failure.ts";
import type { LogFault } from "#core/verification.ts";
import { counted } from "#core/wording.ts";

export const RESTORE = "Restore it from git.";
export const RESTORE_LOG = "Restore the folder log/ from git.";

/** A failure's message as one sentence. */
export function asSentence(failure: Failure): string {
	return failure.message.replaceAll(/\. ([A-Z])/g, (_, letter: string) => `: ${letter.toLowerCase()}`);
}

/** Why something cannot be read: the message without its first sentence, which says that it cannot. */
export function reasonOf(failure: Failure): string {
	const at = failure.message.indexOf(". ");
	return at < 0 ? failure.message : failure.message.slice(at + 2);
}

/** The first few of many names. */
export function listed(names: readonly string[], most = 8): string {
	const more = names.length - most;
	return names.slice(0, most).join(", ") + (more > 0 ? ` and ${counted(more, "more", "more")}` : "");
}

/** Of each kind of file the first one that is wrong, and how many others there are. */
export function firstOfEachKind(faults: readonly LogFault[]): LogFault[] {
	return [...Map.groupBy(faults, kindOf).values()].flatMap((alike) => {
		const [first = "", ...others] = new Set(alike.map(({ file }) => file));
		const [fault, ...further] = alike.filter(({ file }) => file === first);
		if (!fault) return [];
		return [others.length > 0 ? { ...fault, more: others.length } : fault, ...further];
	});
}

/** Bundles, tiles by their level, kept checkpoints, time stamps, receipts; any other file is a kind of its own. */
function kindOf({ file }: LogFault): string {
	return file
		.replace(/^(log\/tile\/\w+)\/.*/, "$1")
		.replace(/^log\/checkpoints\/\d+/, "log/checkpoints")
		.replace(/^receipts\/.*/, "receipts");
}
