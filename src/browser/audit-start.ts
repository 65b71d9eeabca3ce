import { cliCommand } from "#core/brand.ts";
import { siteOfText } from "#site/home/asked-site.ts";

/** @returns false if the text is not a site */
export function nameSite(typed: string): boolean {
	const host = siteOfText(typed);
	if (host === undefined) return false;
	const field = document.getElementById("start-url");
	if (field instanceof HTMLInputElement) field.value = typed;
	const place = document.getElementById("start-command");
	const command = place?.querySelector("code");
	if (command) command.textContent = cliCommand(place?.dataset.program ?? "", host);
	return true;
}
