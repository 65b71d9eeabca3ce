import { isFailure } from "#core/failure.ts";
import type { LogFault } from "#core/verification.ts";
import { counted } from "#core/wording.ts";

export const RESTORE_LOG = "Restore the folder log/ from git.";

/** What an audit of the log finds out, in the order in which it is found. */
export class Findings {
	readonly faults: LogFault[] = [];
	/** What a reader should know and nobody has to mend. */
	readonly notes: string[] = [];

	fault(file: string, says: string, todo = "Restore it from git."): undefined {
		this.faults.push({ file, says, todo });
	}

	/** Of each kind of file the first one that is wrong, and how many others there are. */
	firstOfEachKind(): LogFault[] {
		return [...Map.groupBy(this.faults, kindOf).values()].flatMap((alike) => {
			const [first = "", ...others] = new Set(alike.map(({ file }) => file));
			const [fault, ...further] = alike.filter(({ file }) => file === first);
			if (!fault) return [];
			return [others.length > 0 ? { ...fault, more: others.length } : fault, ...further];
		});
	}
}

/** Bundles, tiles by their level, kept checkpoints, time stamps, receipts; any other file is a kind of its own. */
function kindOf({ file }: LogFault): string {
	return file
		.replace(/^(log\/tile\/\w+)\/.*/, "$1")
		.replace(/^log\/checkpoints\/\d+/, "log/checkpoints")
		.replace(/^receipts\/.*/, "receipts");
}

/** A failure's message as one sentence; anything else is thrown. */
export function asSentence(error: unknown): string {
	if (!isFailure(error)) throw error;
	return error.message.replaceAll(/\. ([A-Z])/g, (_, letter: string) => `: ${letter.toLowerCase()}`);
}

/** Why something cannot be read: a failure's message without its first sentence, which says that it cannot. */
export function reasonOf(error: unknown): string {
	if (!isFailure(error)) throw error;
	return error.message.replace(/^.*?\. /s, "");
}

/** The first few of many names. */
export function listed(names: readonly string[]): string {
	const more = names.length - 8;
	return names.slice(0, 8).join(", ") + (more > 0 ? ` and ${counted(more, "more", "more")}` : "");
}
