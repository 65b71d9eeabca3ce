import { siteOfPath, siteOfText } from "#site/home/asked-site.ts";
import { AUDIT_TOOL_TEXTS } from "#site/tools/audit-tool-texts.ts";
import { ToolFault } from "./tool-fault.ts";

/**
 * ASCII host of the site that an agent names.
 * @throws ToolFault `input-invalid`
 */
export function siteOf(typed = ""): string {
	const host = siteOfText(typed.trim());
	if (host === undefined) throw new ToolFault("input-invalid", AUDIT_TOOL_TEXTS.notASite(typed));
	return host;
}

/** ASCII host of the site that the page in view is about; undefined for a page about none or many. */
export function siteInView(): string | undefined {
	const { domain, host } = document.querySelector<HTMLElement>("[data-domain], #scan-panel")?.dataset ?? {};
	return domain ?? host ?? siteOfPath(location.pathname, homePath());
}

/** Path of the home page in view, which is not that of a server elsewhere. */
function homePath(): string {
	const { home = "/" } = document.querySelector<HTMLElement>("meta[name=sightline-tools]")?.dataset ?? {};
	return new URL(home, location.origin).pathname;
}
