import type { Failure } from "#core/failure.ts";
import { counted } from "#core/wording.ts";

/** A failure's words as one sentence. */
export function toldBy(failure: Failure): string {
	return failure.message.replaceAll(/\. ([A-Z])/g, (_, letter: string) => `: ${letter.toLowerCase()}`);
}

/** Why something cannot be read, without the first sentence, which says that it cannot. */
export function reasonOf(failure: Failure): string {
	const at = failure.message.indexOf(". ");
	return at < 0 ? failure.message : failure.message.slice(at + 2);
}

/** The first few of many names. */
export function listed(names: readonly string[], most = 8): string {
	const more = names.length - most;
	return names.slice(0, most).join(", ") + (more > 0 ? ` and ${counted(more, "more", "more")}` : "");
}
