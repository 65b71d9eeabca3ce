import type { AgencyProfile, BriefClient } from "#core/agency/agency.ts";
import { contactLink } from "#core/agency/contact-link.ts";
import { shownText } from "../page/page-text.ts";

export interface HeadLine {
	readonly text: string;
	/** Undefined for an address that may not be opened. */
	readonly href?: string | undefined;
}

interface HeadOptions {
	readonly client?: BriefClient | undefined;
	/** Address of the agency's contact form, where there is one. */
	readonly form?: HeadLine | undefined;
}

/** What a brief of an agency begins with; a page, a document and the preview of a form lay it out. */
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
		/** `text`: undefined where the agency has no words of its own. */
		lead: lead === undefined ? undefined : { href: lead, text: action && shownText(action.label) },
	};
}

function shownLines(text = ""): string[] {
	return text.split("\n").map(shownText).filter(Boolean);
}
