import type { AuditResult, CompletedAudit } from "#core/audit-result.ts";
import { bandOf } from "#site/brief/band.ts";
import { ADVICE } from "#site/brief/texts.ts";
import { axesWords, STAGE_SAYS, UNREADABLE, waitWords } from "#site/scan/scan.ts";
import { type AuditEnd, followAudit } from "../audit-stream.ts";
import { matrixOf, showPart } from "./highlight.ts";
import { type PageTool, siteInView, siteOf, type ToolAnswer, type ToolCall, ToolFault } from "./page-tool.ts";

export const auditDomain: PageTool = {
	async run(call) {
		const { input, place, signal } = call;
		const site = siteOf(input.domain);
		call.say(`Auditing ${site}.`);
		const end = await followAudit(
			{ endpoint: new URL("public/audit", place.api).href, domain: site, mode: "light", signal },
			(stage) => {
				const name = stage.stage === "collecting" ? stage.what : stage.stage;
				call.say(`Auditing ${site}. ${STAGE_SAYS[name]}`);
			},
		);
		return answerOf(resultOf(end), call);
	},
};

export const openBrief: PageTool = {
	async run({ input, place }) {
		const site = input.domain === undefined ? siteInView() : siteOf(input.domain);
		if (site === undefined)
			throw new ToolFault(
				"input-invalid",
				"The current page is not about a site. Name the domain whose brief to open.",
			);
		const address = `${place.links.brief(site)}#dual-axis`;
		const data = { domain: site, briefUrl: address };
		const brief = document.querySelector<HTMLElement>("article.brief");
		if (brief?.dataset.domain !== site)
			return {
				text: `The brief of ${site} opens at its matrix: ${address} If the site has not been audited here yet, the page says so; audit_domain audits it.`,
				data,
				opens: address,
			};
		const matrix = matrixOf();
		showPart(matrix ?? brief);
		return {
			text: matrix
				? `The page is at the matrix of the brief of ${site}.`
				: `The page is the brief of ${site}. It has no matrix because the site could not be audited.`,
			data,
		};
	},
};

export const openScan: PageTool = {
	async run({ input: { url = "", mode = "light" }, place }) {
		const site = siteOf(url);
		const query = new URLSearchParams({ url: url.trim(), ...(mode === "deep" && { mode }) });
		const address = `${place.links.scan}?${query}`;
		const text = place.isHere
			? `The scan page opens and audits ${site}, ${mode}: ${address} The page shows each step and the result. Call audit_domain to get the result.`
			: `Another server's scan page opens with ${site} filled in: ${address} The person starts the audit there.`;
		return { text, data: { domain: site, mode, scanUrl: address }, opens: address };
	},
};

/** @throws ToolFault without a result */
function resultOf(end: AuditEnd): AuditResult {
	if (end.kind === "result") return end.result;
	if (end.kind === "lost")
		throw new ToolFault(
			"network",
			"The connection to the server was lost before the audit ended. Call the tool again: a running audit continues.",
		);
	if (end.kind === "unreadable") throw new ToolFault("unreadable", `${UNREADABLE} (${end.status})`);
	const { problem, waitSeconds } = end;
	if (waitSeconds === undefined) throw new ToolFault(problem.code, problem.detail);
	throw new ToolFault(problem.code, `${problem.detail} ${waitWords(waitSeconds)}`, { waitSeconds });
}

function answerOf(result: AuditResult, { place }: ToolCall): ToolAnswer {
	const { domain, receipt } = result;
	const opens = receipt && place.links.brief(domain);
	const where = opens === undefined ? "No brief was saved." : `The brief opens now: ${opens}`;
	const lines = result.ok
		? scoreLines(result)
		: [`${domain} could not be audited. ${result.error}`, ADVICE[result.code]];
	return {
		text: [...lines, where].join("\n"),
		data: result,
		about: [domain],
		...(opens !== undefined && { opens }),
	};
}

function scoreLines({
	domain,
	overallScore,
	axes,
	pillars,
	gates,
	firstFixes = [],
	findings,
}: CompletedAudit): string[] {
	const fixes = new Map(findings.map(({ id, fix = "" }) => [id, fix]));
	return [
		`${domain}: ${overallScore} of 100, ${bandOf(overallScore).words.toLowerCase()}.`,
		axesWords(axes),
		`Pillars: ${pillars.map(({ label, score }) => `${label} ${score}`).join(", ")}.`,
		...gates.map(({ cap, says }) => `Capped at ${cap}: ${says}`),
		...(firstFixes.length > 0 ? ["Fix first:"] : []),
		...firstFixes.map(({ id, score }, at) => `${at + 1}. ${id}: ${fixes.get(id) ?? ""} Score after this: ${score}.`),
	];
}
