import type { PageDigest } from "../../page-digest.ts";
import type { FactReaders, FactStart } from "../fact-readers.ts";

/** Forms as a whole, buttons, and challenges for humans. */
export function formReaders(_start: FactStart): FactReaders<Pick<PageDigest, "forms" | "buttons" | "captchas">> {
	return { readers: [], finish: () => ({ forms: [], buttons: [], captchas: [] }) };
}
