import * as z from "zod";
import type { AuditResult } from "#core/audit-result.ts";
import type { SiteLinks } from "../page/site-links.ts";
import { type FixTicket, fixTicket } from "./fix-ticket.ts";

const WRITTEN_FOR_GIT = /^(?:ssh:\/\/)?git@([^:/]+)[:/](.+)$/;

/** Address of a repository as people copy it: that of its pages, of a page in it, or of `git clone`. */
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

/** Without what stands below the repository itself; undefined for an address that is none. */
function repositoryOf(typed: string): string | undefined {
	const url = URL.parse(typed.includes("://") ? typed : `https://${typed}`);
	if (url?.protocol !== "https:" || url.username !== "" || !url.hostname.includes(".")) return undefined;
	const [path = ""] = url.pathname.split("/-/");
	const parts = path
		.replace(/\.git\/?$/, "")
		.split("/")
		.filter(Boolean);
	// A project of GitLab may lie in groups of groups.
	const own = isGitLab(url) ? parts : parts.slice(0, 2);
	return own.length < 2 || own.some((part) => !/^[\w.~-]+$/.test(part)) ? undefined : `${url.origin}/${own.join("/")}`;
}

function isGitLab({ hostname }: URL): boolean {
	return hostname.split(".").includes("gitlab");
}

/** Longer addresses are refused by GitHub; most servers stop at 8,192 bytes with the rest of the request's head. */
const LONGEST = 7_500;
const ROOMS = [6_000, 4_500, 3_500, 2_500, 1_500];

/**
 * Address of a form for a new issue, filled in with the ticket of an audit: whoever follows it needs no token, and sends it
 * or not. GitLab names the form's fields otherwise than GitHub, Gitea and Forgejo do.
 * @param repository as `repositorySchema` gives it
 * @param page absolute address of a page about the audit, which has what the address is too short for
 */
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
