import { REFUSAL } from "#core/brand.ts";
import type { OwnAuditEntry } from "#core/own-audit.ts";
import { ACCOUNT_TOOL_TEXTS } from "#site/tools/account-tool-texts.ts";
import { siteOf } from "../asked-site.ts";
import { questionOf } from "../guards/confirm-dialog.ts";
import { copyForPerson, copyOutcome } from "../overlays/clipboard.ts";
import { element } from "../overlays/elements.ts";
import { showOverlay } from "../overlays/overlay.ts";
import type { PageTool } from "../page-tool.ts";
import { ToolFault } from "../tool-fault.ts";

const texts = ACCOUNT_TOOL_TEXTS;

/** Where a page takes tickets: dispatched on `document`, `detail` a `Ticket`; whoever takes it calls `preventDefault`. */
const TICKET_EVENT = "sightline:ticket";

/** A site's faults for whoever fixes them. */
interface Ticket {
	readonly domain: string;
	/** One line of plain text. */
	readonly title: string;
	readonly markdown: string;
}

/** Copies the fixes of the account's newest audit of a site, and hands them to a ticket exporter. */
export const exportTicket: PageTool = {
	question: ({ input }) => questionOf("export_ticket", [{ name: texts.domain, value: siteOf(input.domain) }]),
	async run({ input, api, signal }) {
		const domain = siteOf(input.domain);
		const listed = await api.get(`audits?limit=1&domain=${encodeURIComponent(domain)}`, signal);
		const [newest] = (listed as { readonly audits: readonly OwnAuditEntry[] }).audits;
		if (!newest) throw new ToolFault("not-found", texts.ticket.noAudit(domain));
		const found = (await api.get(`audits/${newest.id}`, signal)) as { readonly ticket: Omit<Ticket, "domain"> };
		const { title, markdown } = found.ticket;
		const isCopied = await copyForPerson(texts.ticket.title(newest.domain), markdown);
		const detail: Ticket = { domain: newest.domain, title, markdown };
		const isTaken = !document.dispatchEvent(new CustomEvent(TICKET_EVENT, { detail, cancelable: true }));
		const outcome = copyOutcome(isCopied, { copied: texts.ticket.copied, text: markdown });
		return {
			text: isTaken ? `${texts.ticket.taken}\n${outcome}` : outcome,
			data: { ok: true, ...detail, receipt: newest.receipt, isCopied, isTaken, refusal: REFUSAL },
			about: [newest.domain],
		};
	},
};

/** What POST badges answers, as far as it is read here. */
interface Badge {
	readonly domain: string;
	readonly score: number;
	readonly auditedAt: string;
	readonly receipt: { readonly id: string; readonly logIndex: number };
	readonly receiptUrl: string;
	readonly svg: string;
	readonly embed?: { readonly html: string };
}

/** Shows the seal of the newest logged receipt of a site; where another score is expected, the API says the right one. */
export const mintBadge: PageTool = {
	question: ({ input: { domain, score } }) =>
		questionOf("mint_badge", [
			{ name: texts.domain, value: siteOf(domain) },
			{ name: texts.score, value: score?.toString() },
		]),
	async run({ input: { domain, score }, api, signal }) {
		const asked = { domain: siteOf(domain), ...(score !== undefined && { score }) };
		const badge = (await api.post("badges", asked, signal)) as Badge;
		const { svg, ...data } = badge;
		const picture = sealPicture(svg);
		if (!picture) throw new ToolFault("answer-unreadable", texts.badge.unreadable);
		const proof = element("a", { text: texts.badge.proof, with: { href: badge.receiptUrl } });
		const says = texts.badge.says(badge.domain, badge.score, badge.auditedAt, badge.receipt.logIndex);
		const embed = badge.embed && [
			element("p", { text: texts.badge.embed }),
			element("pre", {
				text: badge.embed.html,
				kind: "tool-copy",
				with: { tabindex: "0", "aria-label": texts.badge.embed },
			}),
		];
		showOverlay(
			texts.badge.title(badge.domain),
			picture,
			element("p", { text: says }),
			element("p", {}, proof),
			...(embed ?? []),
		);
		return { text: `${says}\n${badge.receiptUrl}`, data, about: [badge.domain] };
	},
};

const SVG = "http://www.w3.org/2000/svg";
/** What the paths of a seal are drawn with. */
const DRAWN_WITH = ["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-dasharray", "transform", "d"];

/**
 * A seal as the API has drawn it, drawn again: its paths and its words, and nothing else that might stand in the text. Undefined for
 * what is no such picture.
 */
function sealPicture(svg: string): SVGElement | undefined {
	// The page's policy refuses style sheets in elements, and says so aloud: the paths have their colours as attributes.
	const unstyled = svg.replace(/<style>[^<]*<\/style>/, "");
	const read = new DOMParser().parseFromString(unstyled, "image/svg+xml").documentElement;
	if (read.localName !== "svg" || read.namespaceURI !== SVG) return undefined;
	const paths = [...read.children].filter(({ localName }) => localName === "path");
	if (paths.length === 0) return undefined;
	const picture = drawn("svg", read, ["width", "height", "viewBox"]);
	picture.setAttribute("role", "img");
	picture.setAttribute("aria-label", wordsOf(read, "title"));
	picture.append(...paths.map((path) => drawn("path", path, DRAWN_WITH)));
	return picture;
}

function drawn(name: "svg" | "path", from: Element, attributes: readonly string[]): SVGElement {
	const made = document.createElementNS(SVG, name);
	for (const attribute of attributes) {
		const value = from.getAttribute(attribute);
		if (value !== null) made.setAttribute(attribute, value);
	}
	return made;
}

function wordsOf(read: Element, name: string): string {
	return [...read.children].find(({ localName }) => localName === name)?.textContent ?? "";
}
