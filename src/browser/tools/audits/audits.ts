import type { AuditResult, CompletedAudit } from "#core/audit-result.ts";
import { bandOf } from "#site/brief/band.ts";
import { failureAdvice } from "#site/brief/failure-texts.ts";
import { SCAN_TEXTS } from "#site/scan/scan-texts.ts";
import { AUDIT_TOOL_TEXTS } from "#site/tools/audit-tool-texts.ts";
import { type AuditEnd, followAudit } from "../../audit-stream.ts";
import { siteInView, siteOf } from "../asked-site.ts";
import type { PageTool, ToolAnswer, ToolCall } from "../page-tool.ts";
import { ToolFault } from "../tool-fault.ts";
import { matrixOf, showPart } from "./page-parts.ts";

const TEXTS = AUDIT_TOOL_TEXTS;

/** Audits the site, says how far it is, and opens its brief. */
export const auditDomain: PageTool = {
	async run(call) {
		const { input, place, signal } = call;
		const site = siteOf(input.domain);
		call.say(TEXTS.audit.begins(site));
		const end = await followAudit(
			{ endpoint: new URL("public/audit", place.api).href, domain: site, mode: "light", signal },
			(stage) => {
				const name = stage.stage === "collecting" ? stage.what : stage.stage;
				call.say(TEXTS.audit.stage(site, SCAN_TEXTS.says[name]));
			},
		);
		return answerOf(resultOf(end), call);
	},
};

/** Opens a brief at its matrix; the page stays where it is the one in view. */
export const openBrief: PageTool = {
	async run({ input, place }) {
		const site = input.domain === undefined ? siteInView() : siteOf(input.domain);
		if (site === undefined) throw new ToolFault("input-invalid", TEXTS.brief.noSite);
		const address = `${place.links.brief(site)}#dual-axis`;
		const data = { domain: site, briefUrl: address };
		const brief = document.querySelector<HTMLElement>("article.brief");
		if (brief?.dataset.domain !== site) return { text: TEXTS.brief.opens(site, address), data, opens: address };
		const matrix = matrixOf();
		showPart(matrix ?? brief);
		return { text: matrix ? TEXTS.brief.here(site) : TEXTS.brief.unscored(site), data };
	},
};

/** Opens the scan page with the address filled in, which begins the audit. */
export const openScan: PageTool = {
	async run({ input: { url = "", mode = "light" }, place }) {
		const site = siteOf(url);
		const query = new URLSearchParams({ url: url.trim(), ...(mode === "deep" && { mode }) });
		const address = `${place.links.scan}?${query}`;
		const text = place.isHere ? TEXTS.scan.opens(site, mode, address) : TEXTS.scan.elsewhere(site, address);
		return { text, data: { domain: site, mode, scanUrl: address }, opens: address };
	},
};

/** @throws ToolFault where the server gave no result */
function resultOf(end: AuditEnd): AuditResult {
	if (end.kind === "result") return end.result;
	if (end.kind === "lost") throw new ToolFault("network", TEXTS.audit.lost);
	if (end.kind === "unreadable") throw new ToolFault("unreadable", `${SCAN_TEXTS.unreadable} (${end.status})`);
	const { problem, waitSeconds } = end;
	if (waitSeconds === undefined) throw new ToolFault(problem.code, problem.detail);
	throw new ToolFault(problem.code, `${problem.detail} ${SCAN_TEXTS.wait(waitSeconds)}`, { waitSeconds });
}

function answerOf(result: AuditResult, { place }: ToolCall): ToolAnswer {
	const { domain, receipt } = result;
	const opens = receipt && place.links.brief(domain);
	const where = opens === undefined ? TEXTS.audit.noPage : TEXTS.audit.opens(opens);
	const lines = result.ok
		? scoreLines(result)
		: [TEXTS.audit.unaudited(domain, result.error), failureAdvice(result.code)];
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
		TEXTS.audit.score(domain, overallScore, bandOf(overallScore).words.toLowerCase()),
		SCAN_TEXTS.axes(axes.structure, axes.accessibility),
		TEXTS.audit.pillars(pillars),
		...gates.map(({ cap, says }) => TEXTS.audit.cap(cap, says)),
		...(firstFixes.length > 0 ? [TEXTS.audit.first] : []),
		...firstFixes.map(({ id, score }, at) => TEXTS.audit.fix(at + 1, id, fixes.get(id) ?? "", score)),
	];
}
