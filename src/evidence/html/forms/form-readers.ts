import type { PageDigest } from "../../page-digest.ts";
import type { FactReaders, FactStart } from "../fact-readers.ts";
import { buttonOf, buttonReader } from "./button-reader.ts";
import { CaptchaReader } from "./captcha-reader.ts";
import { FormReader } from "./form-reader.ts";

/** Forms as a whole, buttons, and challenges for humans. */
export function formReaders({
	tape,
	source,
	url,
}: FactStart): FactReaders<Pick<PageDigest, "forms" | "buttons" | "captchas">> {
	const forms = new FormReader(source);
	const buttons = buttonReader(tape);
	const captchas = new CaptchaReader(source, url);
	return {
		readers: [forms, buttons, captchas],
		finish: ({ names, base }) => ({
			forms: forms.finish(base),
			buttons: buttons.found.map((found) => buttonOf(found, names, source)),
			captchas: captchas.captchas,
		}),
	};
}
