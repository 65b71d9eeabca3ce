import type { OwnAuditEntry } from "#core/own-audit.ts";
import { spokenDate } from "#core/wording.ts";
import { ACCOUNT_TOOL_TEXTS } from "#site/tools/account-tool-texts.ts";
import { questionOf } from "../guards/confirm-dialog.ts";
import { element, factList, quoted } from "../overlays/elements.ts";
import { showOverlay } from "../overlays/overlay.ts";
import type { PageTool, ToolAnswer, ToolCall } from "../page-tool.ts";

const texts = ACCOUNT_TOOL_TEXTS;

export const openDashboard: PageTool = {
	question: () => questionOf("open_dashboard"),
	async run({ place: { links } }) {
		return { text: texts.opens.dashboard(links.dashboard), data: { opens: links.dashboard }, opens: links.dashboard };
	},
};

export const openAgencyPortal: PageTool = {
	question: () => questionOf("open_agency_portal"),
	async run({ place: { links } }) {
		return { text: texts.opens.portal(links.portal), data: { opens: links.portal }, opens: links.portal };
	},
};

/** What GET audits and GET session answer, as far as it is read here. */
interface AuditPage {
	readonly audits: readonly OwnAuditEntry[];
	readonly nextCursor?: string;
}
interface Session {
	readonly plan: keyof typeof texts.session.plans;
	readonly email?: string;
	readonly visitorKey?: string;
}

/** As many as a screen holds. */
const LISTED = 20;

/** Lists the audits of the session's account, and which of them the wall shows. */
export const listRecentAudits: PageTool = {
	async run({ api, place, signal }) {
		const page = (await api.get(`audits?limit=${LISTED}`, signal)) as AuditPage;
		const { audits } = page;
		const older =
			page.nextCursor === undefined ? [] : [element("p", {}, link(place.links.dashboard, texts.audits.more))];
		const shown =
			audits.length === 0
				? [element("p", { text: texts.audits.noneShown })]
				: [auditTable(audits, place.links.dashboard), ...older];
		showOverlay(texts.audits.title, ...shown);
		if (audits.length === 0) return { text: texts.audits.none, data: page };
		const lines = audits.map((audit) =>
			texts.audits.line(audit.domain, audit.overallScore, audit.foundAt, audit.onWall),
		);
		const onWall = audits.filter((audit) => audit.onWall).length;
		const text = [texts.audits.says(audits.length, onWall), ...lines].join("\n");
		return { text, data: page, about: [...new Set(audits.map(({ domain }) => domain))] };
	},
};

function auditTable(audits: readonly OwnAuditEntry[], dashboard: string): HTMLElement {
	const { site, score, found, wall, onWall, notOnWall, noScore } = texts.audits;
	const head = [site, score, found, wall].map((text, at) =>
		element("th", { text, with: { scope: "col" }, ...beside(at) }),
	);
	const rows = audits.map((audit) => {
		const cells = [
			audit.overallScore?.toString() ?? noScore,
			spokenDate(audit.foundAt),
			audit.onWall ? onWall : notOnWall,
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

/** Date and wall go below the name where a screen is narrow. @param at column, from 0 */
function beside(at: number): { readonly kind?: string } {
	return at < 2 ? {} : { kind: "wide" };
}

function link(address: string, text: string): HTMLElement {
	return element("a", { with: { href: address } }, quoted(text));
}

/** Says who is signed in: the plan, and more once the person agrees. */
export const getSession: PageTool = {
	question: () =>
		questionOf("get_session", [
			{ name: texts.session.email, value: texts.session.ofTheAccount },
			{ name: texts.session.visitorKey, value: texts.session.namesYou },
		]),
	run: (call) => tellSession(call, "session?confirmed=true"),
	declined: (call) => tellSession(call, "session"),
};

async function tellSession({ api, signal }: ToolCall, path: string): Promise<ToolAnswer> {
	const session = (await api.get(path, signal)) as Session;
	const { plan, email, visitorKey } = session;
	const { plans, says, named, hidden, all, planAlone } = texts.session;
	const isNamed = email !== undefined && visitorKey !== undefined;
	const facts = [
		{ name: texts.session.plan, value: plans[plan] },
		...(isNamed
			? [
					{ name: texts.session.email, value: email },
					{ name: texts.session.visitorKey, value: visitorKey },
				]
			: []),
	];
	showOverlay(texts.session.title, factList(facts), element("p", { text: isNamed ? all : planAlone }));
	return { text: `${says(plan)} ${isNamed ? named(email, visitorKey) : hidden}`, data: session };
}
