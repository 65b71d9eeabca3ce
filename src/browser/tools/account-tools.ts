import { REFUSAL } from "#core/brand.ts";
import type { OwnAuditEntry } from "#core/own-audit.ts";
import { counted, spokenDate, spokenTime } from "#core/wording.ts";
import { questionOf } from "./confirm-dialog.ts";
import { copyForPerson, copyOutcome, element, factList, quoted, showOverlay } from "./overlays.ts";
import { type PageTool, siteOf, type ToolAnswer, type ToolCall, ToolFault } from "./page-tool.ts";

/** Dispatched on `document` with a `Ticket` as `detail`; a listener that takes it calls `preventDefault`. */
const TICKET_EVENT = "sightline:ticket";

interface Ticket {
	readonly domain: string;
	/** One line of plain text. */
	readonly title: string;
	readonly markdown: string;
}

export const exportTicket: PageTool = {
	question: ({ input }) => questionOf("export_ticket", [{ name: "Domain", value: siteOf(input.domain) }]),
	async run({ input, api, signal }) {
		const domain = siteOf(input.domain);
		const listed = await api.get(`audits?limit=1&domain=${encodeURIComponent(domain)}`, signal);
		const [newest] = (listed as { readonly audits: readonly OwnAuditEntry[] }).audits;
		if (!newest)
			throw new ToolFault(
				"not-found",
				`The account has no audit of ${domain}. Call audit_domain first, then export_ticket.`,
			);
		const found = (await api.get(`audits/${newest.id}`, signal)) as { readonly ticket: Omit<Ticket, "domain"> };
		const { title, markdown } = found.ticket;
		const isCopied = await copyForPerson(`Fixes of ${newest.domain} as a ticket`, markdown);
		const detail: Ticket = { domain: newest.domain, title, markdown };
		const isTaken = !document.dispatchEvent(new CustomEvent(TICKET_EVENT, { detail, cancelable: true }));
		const outcome = copyOutcome(isCopied, { copied: "The ticket is in the clipboard:", text: markdown });
		return {
			text: isTaken ? `The page's ticket exporter received it.\n${outcome}` : outcome,
			data: { ok: true, ...detail, receipt: newest.receipt, isCopied, isTaken, refusal: REFUSAL },
			about: [newest.domain],
		};
	},
};

interface Badge {
	readonly domain: string;
	readonly score: number;
	readonly auditedAt: string;
	readonly receipt: { readonly id: string; readonly logIndex: number };
	readonly receiptUrl: string;
	readonly svg: string;
	readonly embed?: { readonly html: string };
}

/** If the expected score is wrong, the API returns the right one. */
export const mintBadge: PageTool = {
	question: ({ input: { domain, score } }) =>
		questionOf("mint_badge", [
			{ name: "Domain", value: siteOf(domain) },
			{ name: "Score", value: score?.toString() },
		]),
	async run({ input: { domain, score }, api, signal }) {
		const asked = { domain: siteOf(domain), ...(score !== undefined && { score }) };
		const badge = (await api.post("badges", asked, signal)) as Badge;
		const { svg, ...data } = badge;
		const picture = sealPicture(svg);
		if (!picture)
			throw new ToolFault("answer-unreadable", "The server's seal cannot be shown: it is not a valid seal.");
		const proof = element("a", { text: "Receipt and proof", with: { href: badge.receiptUrl } });
		const says = `The seal of ${badge.domain} says ${badge.score} of 100, audited ${spokenTime(badge.auditedAt)}, leaf ${badge.receipt.logIndex} of the log.`;
		const embed = badge.embed && [
			element("p", { text: "For other pages (HTML)" }),
			element("pre", {
				text: badge.embed.html,
				kind: "tool-copy",
				with: { tabindex: "0", "aria-label": "For other pages (HTML)" },
			}),
		];
		showOverlay(
			`Seal of ${badge.domain}`,
			picture,
			element("p", { text: says }),
			element("p", {}, proof),
			...(embed ?? []),
		);
		return { text: `${says}\n${badge.receiptUrl}`, data, about: [badge.domain] };
	},
};

const SVG = "http://www.w3.org/2000/svg";
const DRAWN_WITH = ["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-dasharray", "transform", "d"];

/** Copies only paths and words, so that nothing else in the SVG is inserted. Undefined for any other picture. */
function sealPicture(svg: string): SVGElement | undefined {
	// The CSP blocks style elements; the paths have their colours as attributes.
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

export const openDashboard: PageTool = {
	question: () => questionOf("open_dashboard"),
	async run({ place: { links } }) {
		return {
			text: `The dashboard opens at ${links.dashboard}`,
			data: { opens: links.dashboard },
			opens: links.dashboard,
		};
	},
};

export const openAgencyPortal: PageTool = {
	question: () => questionOf("open_agency_portal"),
	async run({ place: { links } }) {
		return { text: `The agency portal opens at ${links.portal}`, data: { opens: links.portal }, opens: links.portal };
	},
};

interface AuditPage {
	readonly audits: readonly OwnAuditEntry[];
	readonly nextCursor?: string;
}
interface Session {
	readonly plan: "free" | "agency";
	readonly email?: string;
	readonly visitorKey?: string;
}

const LISTED = 20;

export const listRecentAudits: PageTool = {
	async run({ api, place, signal }) {
		const page = (await api.get(`audits?limit=${LISTED}`, signal)) as AuditPage;
		const { audits } = page;
		const older =
			page.nextCursor === undefined
				? []
				: [element("p", {}, link(place.links.dashboard, "Older ones are on your dashboard."))];
		const shown =
			audits.length === 0
				? [element("p", { text: "No audits yet." })]
				: [auditTable(audits, place.links.dashboard), ...older];
		showOverlay("Your recent audits", ...shown);
		if (audits.length === 0)
			return { text: "This account has no audits yet. Call audit_domain to make one.", data: page };
		const lines = audits.map(lineOf);
		const onWall = audits.filter((audit) => audit.onWall).length;
		const text = [
			`${counted(audits.length, "audit")} of this session's account, ${onWall} of them on the public wall:`,
			...lines,
		].join("\n");
		return { text, data: page, about: [...new Set(audits.map(({ domain }) => domain))] };
	},
};

function lineOf({ domain, overallScore, foundAt, onWall }: OwnAuditEntry): string {
	const score = overallScore === undefined ? "no score" : `${overallScore} of 100`;
	return `${domain}: ${score}, audited ${spokenTime(foundAt)}, ${onWall ? "on the wall" : "not on the wall"}`;
}

function auditTable(audits: readonly OwnAuditEntry[], dashboard: string): HTMLElement {
	const head = ["Site", "Score", "Audited", "Wall"].map((text, at) =>
		element("th", { text, with: { scope: "col" }, ...beside(at) }),
	);
	const rows = audits.map((audit) => {
		const cells = [
			audit.overallScore?.toString() ?? "none",
			spokenDate(audit.foundAt),
			audit.onWall ? "on the wall" : "not there",
		];
		const name = link(`${dashboard}${encodeURIComponent(audit.domain)}/`, audit.domain);
		const below = element("span", { kind: "narrow", text: cells.slice(1).join(", ") });
		return element(
			"tr",
			{},
			element("th", { with: { scope: "row" } }, name, below),
			...cells.map((text, at) => element("td", { text, ...beside(at + 1) })),
		);
	});
	return element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows));
}

/** On narrow screens, date and wall are below the name. @param at column, from 0 */
function beside(at: number): { readonly kind?: string } {
	return at < 2 ? {} : { kind: "wide" };
}

function link(address: string, text: string): HTMLElement {
	return element("a", { with: { href: address } }, quoted(text));
}

export const getSession: PageTool = {
	question: () =>
		questionOf("get_session", [
			{ name: "Email address", value: "the signed-in account's address" },
			{ name: "Visitor key", value: "identifies the account on this site only" },
		]),
	run: (call) => describeSession(call, "session?confirmed=true"),
	declined: (call) => describeSession(call, "session"),
};

async function describeSession({ api, signal }: ToolCall, path: string): Promise<ToolAnswer> {
	const session = (await api.get(path, signal)) as Session;
	const { plan, email, visitorKey } = session;
	const isNamed = email !== undefined && visitorKey !== undefined;
	const facts = [
		{ name: "Plan", value: plan },
		...(isNamed
			? [
					{ name: "Email address", value: email },
					{ name: "Visitor key", value: visitorKey },
				]
			: []),
	];
	const says = isNamed ? "The agent now has all of this." : "Your email address and your visitor key stay hidden.";
	showOverlay("Who is signed in", factList(facts), element("p", { text: says }));
	const named = isNamed
		? `Email address: ${email}. Visitor key: ${visitorKey}.`
		: "Email address and visitor key stay hidden: the person did not agree.";
	return { text: `Plan: ${plan}. ${named}`, data: session };
}
