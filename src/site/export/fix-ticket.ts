import * as z from "zod";
import { checkOf } from "#checks/registry.ts";
import type { AuditResult } from "#core/audit-result.ts";
import { clipped, counted, shortDigest, spokenTime } from "#core/wording.ts";
import { bandOf } from "../brief/band.ts";
import { fixesInOrder, gainOf, workOf } from "../brief/recommendation.ts";
import { markdownCode, markdownText, plainText } from "../page/page-text.ts";
import type { SiteLinks } from "../page/site-links.ts";

const WRITTEN_FOR_GIT = /^(?:ssh:\/\/)?git@([^:/]+)[:/](.+)$/;

/** Accepts URLs of the repository, of a page in it, or for `git clone`. */
export const repositorySchema = z
	.string()
	.trim()
	.max(300, "An address has at most 300 characters.")
	.transform((typed, context) => {
		const repository = repositoryOf(typed.replace(WRITTEN_FOR_GIT, "https://$1/$2"));
		if (repository !== undefined) return repository;
		context.addIssue("Give the address of a repository, such as https://github.com/octocat/shop.");
		return z.NEVER;
	});

/** Strips paths below the repository; undefined for another address. */
function repositoryOf(typed: string): string | undefined {
	const url = URL.parse(typed.includes("://") ? typed : `https://${typed}`);
	if (url?.protocol !== "https:" || url.username !== "" || !url.hostname.includes(".")) return undefined;
	const [path = ""] = url.pathname.split("/-/");
	const parts = path
		.replace(/\.git\/?$/, "")
		.split("/")
		.filter(Boolean);
	// A GitLab project may be in nested groups.
	const own = isGitLab(url) ? parts : parts.slice(0, 2);
	return own.length < 2 || own.some((part) => !/^[\w.~-]+$/.test(part)) ? undefined : `${url.origin}/${own.join("/")}`;
}

function isGitLab({ hostname }: URL): boolean {
	return hostname.split(".").includes("gitlab");
}

/** GitHub rejects longer URLs; most servers limit the whole request head to 8,192 bytes. */
const LONGEST = 7_500;
const ROOMS = [6_000, 4_500, 3_500, 2_500, 1_500];

/** Needs no token. GitLab's field names differ from those of GitHub, Gitea and Forgejo. @param page absolute URL */
export function newIssueLink(repository: string, result: AuditResult, links: SiteLinks, page?: string): string {
	const base = new URL(repository);
	const [path, title, body] = isGitLab(base)
		? ["/-/issues/new", "issue[title]", "issue[description]"]
		: ["/issues/new", "title", "body"];
	const filled = (ticket: Partial<FixTicket>) =>
		`${repository}${path}?${new URLSearchParams({ [title]: ticket.title ?? "", [body]: ticket.markdown ?? "" })}`;
	for (const room of ROOMS) {
		const link = filled(fixTicket(result, links, { page, room }));
		if (link.length <= LONGEST) return link;
	}
	return filled({ title: fixTicket(result, links).title });
}

interface FixTicket {
	/** One line of plain text. */
	readonly title: string;
	/** Markdown for issue trackers. Quotes of the site are escaped: no markup, no link, no mention. */
	readonly markdown: string;
}

interface TicketOptions {
	readonly page?: string | undefined;
	/** Maximum characters; the page has the rest. */
	readonly room?: number | undefined;
}

type Finding = AuditResult["findings"][number];

/** Characters. GitHub accepts 65,536 in a comment, GitLab many more in an issue. */
const ROOM = 60_000;
const TITLE = 200;
/** Maximum places to list; the page has all of them. */
const PLACES = 3;

/** Pure: no clock, no locale. */
export function fixTicket(result: AuditResult, links: SiteLinks, { page, room = ROOM }: TicketOptions = {}): FixTicket {
	const faults = result.ok ? fixesInOrder(result) : [];
	const begin = [aboutOf(result, faults), ...capsOf(result)].join("\n\n");
	const end = endOf(result, links, page);
	const items: string[] = [];
	let left = room - begin.length - end.length - 200;
	for (const fault of faults) {
		const item = itemOf(fault, result, links);
		if (item.length > left) break;
		left -= item.length + 1;
		items.push(item);
	}
	const missing = faults.length - items.length;
	if (missing > 0) items.push(`- [ ] ${counted(missing, "more fault")}: see the whole audit.`);
	const list = items.length === 0 ? [] : [`## To do\n\n${items.join("\n")}`];
	return { title: titleOf(result, faults.length), markdown: `${[begin, ...list, end].join("\n\n")}\n` };
}

function titleOf(result: AuditResult, faults: number): string {
	const what = !result.ok
		? "the site could not be audited"
		: faults === 0
			? "nothing costs points"
			: `${counted(faults, "fault")} to fix`;
	const score = result.ok ? ` (${result.overallScore} of 100)` : "";
	return clipped(plainText(`${result.domain}: ${what}${score}`), TITLE);
}

function aboutOf(result: AuditResult, faults: readonly Finding[]): string {
	const audit = `${markdownCode(result.domain)} was audited on ${spokenTime(result.auditedAt)}`;
	const kind = `${result.mode} audit, methodology ${markdownText(result.methodology)}`;
	if (!result.ok) return `${audit} and has no score (${kind}).\n\n${markdownText(result.error)}`;
	const { words, means } = bandOf(result.overallScore);
	const fine = faults.length === 0 ? " Every check that applies passes." : "";
	return `${audit}: **${result.overallScore} of 100, ${words.toLowerCase()}** (${kind}). ${means}${fine}`;
}

function capsOf(result: AuditResult): string[] {
	if (result.gates.length === 0) return [];
	const lines = result.gates.map(({ cap, says }) => `- At most ${cap}: ${markdownText(says)}`);
	return [`These faults cap the score, whatever else is fixed:\n\n${lines.join("\n")}`];
}

function itemOf(finding: Finding, result: AuditResult, links: SiteLinks): string {
	const { id, title, says, fix, evidence, reference } = finding;
	const notes = [workOf(finding), gainOf(finding, result)].filter((note) => note !== undefined);
	const consequence = checkOf(id)?.consequence;
	const lines = [
		`Found: ${markdownText(says)}`,
		...(consequence === undefined ? [] : [`Why it matters: ${markdownText(consequence)}`]),
		...(fix === undefined ? [] : [`To do: ${markdownText(fix)}`]),
		...evidence.slice(0, PLACES).map(placeOf),
		...(evidence.length > PLACES ? [`And ${counted(evidence.length - PLACES, "more place")}.`] : []),
		`[Source](<${addressOf(reference)}>), [about the check](<${links.absolute(links.check(id))}>)`,
	];
	return [`- [ ] **${markdownText(title)}** (${notes.join("; ")})`, ...lines.map((line) => `  - ${line}`)].join("\n");
}

function placeOf({ url, at, excerpt }: Finding["evidence"][number]): string {
	const place = `Where: ${markdownCode(url)}${at === undefined ? "" : `, ${markdownText(at)}`}`;
	return excerpt === "" ? place : `${place}: ${markdownCode(excerpt)}`;
}

/** Escapes characters that would end a link target in angle brackets. */
function addressOf(url: string): string {
	return encodeURI(url).replace(/[<>]/g, encodeURIComponent);
}

function endOf(result: AuditResult, links: SiteLinks, page: string | undefined): string {
	const { receipt, cli, refusal } = result;
	const isKept = receipt?.state === "pending" || receipt?.state === "logged";
	const lines = [
		`Audit again: ${markdownCode(cli)}`,
		...(page === undefined ? [] : [`The whole audit: <${addressOf(page)}>`]),
		...(isKept
			? [`Receipt ${markdownCode(shortDigest(receipt.id))}: <${links.absolute(links.receipt(receipt.id))}>`]
			: []),
	];
	return `## To check\n\n${lines.map((line) => `- ${line}`).join("\n")}\n\n${markdownText(refusal)}`;
}
