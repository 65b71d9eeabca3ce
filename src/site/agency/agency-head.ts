import type { AgencyProfile, BriefClient } from "#core/agency/agency.ts";
import { contactLink } from "#core/agency/contact-link.ts";
import { shownText } from "../page/page-text.ts";

export interface HeadLine {
	readonly text: string;
	/** Undefined for an unsafe address. */
	readonly href?: string | undefined;
}

interface HeadOptions {
	readonly client?: BriefClient | undefined;
	/** Address of the agency's contact form. */
	readonly form?: HeadLine | undefined;
}

/** Header of an agency's brief, for the page, the document and the form's preview. */
export function agencyHead(agency: Omit<AgencyProfile, "colors" | "sections">, { client, form }: HeadOptions = {}) {
	const { contact, url, action } = agency;
	const site = URL.parse(url ?? "")?.host.replace(/^www\./, "");
	const reach = contact === undefined ? undefined : contactLink(contact);
	const lead = action?.url ?? form?.href ?? reach ?? url;
	const lines: readonly HeadLine[] = [
		...(contact === undefined ? [] : [{ text: shownText(contact), href: reach }]),
		...(site === undefined || site === contact ? [] : [{ text: site, href: contactLink(url ?? "") }]),
		...(form === undefined || form.href === lead ? [] : [form]),
		...shownLines(agency.address).map((text) => ({ text })),
	];
	return {
		name: shownText(agency.name),
		lines,
		client: client?.name === undefined ? undefined : shownText(client.name),
		note: shownLines(client?.note ?? agency.note),
		/** `text` is undefined if the agency uses the default. */
		lead: lead === undefined ? undefined : { href: lead, text: action && shownText(action.label) },
	};
}

function shownLines(text = ""): string[] {
	return text.split("\n").map(shownText).filter(Boolean);
}
