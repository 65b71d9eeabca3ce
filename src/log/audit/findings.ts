import { isFailure } from "#core/failure.ts";
import type { LogFault } from "#core/verification.ts";
import { counted } from "#core/wording.ts";

export const RESTORE_LOG = "Restore the folder log/ from git.";

/** What an audit of the log finds out, in the order in which it is found. */
export class Findings {
	readonly faults: LogFault[] = [];
	/** What a reader should know and nobody has to mend. */
	readonly notes: string[] = [];

	/** @param leaf the one that says how the file must be */
	fault(file: string, says: string, todo = "Restore it from git.", leaf?: number): undefined {
		this.faults.push({ file, says, todo, ...(leaf === undefined ? {} : { leaf }) });
	}

	/** Of each kind of file the first one that is wrong, and the names of the others. */
	firstOfEachKind(): LogFault[] {
		return [...Map.groupBy(this.faults, kindOf).values()].flatMap((alike) => {
			const [first = ""] = alike.map(({ file }) => file);
			const [own, rest] = [alike.filter(({ file }) => file === first), alike.filter(({ file }) => file !== first)];
			// Where nobody knows whose a receipt was, several may bear the same name: then their leaves tell them apart.
			const names = rest.map(({ file, leaf }) => (leaf === undefined ? { file } : { file, leaf }));
			const others = [...new Map(names.map((name) => [JSON.stringify(name), name])).values()];
			const [fault, ...further] = own;
			if (!fault) return [];
			return [others.length > 0 ? { ...fault, more: others.length, others } : fault, ...further];
		});
	}
}

/** Bundles, tiles by their level, kept checkpoints, receipts; any other file is a kind of its own. */
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
