import { listing } from "#core/wording.ts";
import { defineSiteCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";
import { admitsJson } from "../shared/machine-file.ts";

const PROBLEM = /^application\/problem\+(?:json|xml)$/;

export const machineErrors = defineSiteCheck({
	id: "machine-errors",
	pillar: "interfaces",
	engines: ["answers"],
	grade: "standard",
	mode: "deep",
	atStake: "advice",
	weightReason: "The call has failed in any case; data tells a program what to do next, a page for people does not.",
	tableStakes: true,
	title: "The API answers errors in a form that programs can read",
	fault: "The API answers errors in a form that programs cannot read",
	consequence:
		"Programs that call your interface cannot tell a wrong address from a broken server, and give up or keep trying.",
	effort: "medium",
	doneBy: "developer",
	why: "A program that gets a web page in place of an error cannot tell a wrong address from a broken server, and tries again or gives up without a reason.",
	howToFix: "Answer errors below the API's address as application/problem+json with type, title and status.",
	consumer: "API clients and agents",
	reference: "https://www.rfc-editor.org/rfc/rfc9457#section-3",
	reviewed: "2026-11-21",
	note: "RFC 9457 does not ask for its form where an API has one of its own, so any JSON passes. We ask for one path that cannot exist, in a deep audit only: a light one asks nothing of an API.",
	needs: ["apiError"],
	evaluate({ apiError: seen }) {
		if (seen.state === "absent") return { outcome: "not-applicable", says: "The API was not asked for anything." };
		const { url, status, contentType, sniffed, members, excerpt } = seen.value;
		if (status < 400) {
			return { outcome: "not-applicable", says: `${url} cannot exist and answers ${status}, so no error was seen.` };
		}
		if (status >= 500)
			return { outcome: "not-applicable", says: `${url} answers ${status}: the server has other trouble.` };
		const exhibits = [
			{ url, at: `status ${status} (${clip(contentType, 60) || "no content type"})`, excerpt: clip(excerpt) },
		];
		if (PROBLEM.test(contentType)) {
			const opening = members.length > 0 ? ` with ${listing(members, 5)}` : "";
			return { outcome: "pass", says: `${url} answers ${status} as a problem document${opening}.`, exhibits };
		}
		if (sniffed === "json" && admitsJson(contentType)) {
			return {
				outcome: "pass",
				says: `${url} answers ${status} in JSON of its own form; RFC 9457 has one that clients know.`,
				exhibits,
			};
		}
		const what =
			sniffed === "html"
				? "a web page"
				: sniffed === "empty"
					? "nothing in it"
					: `${sniffed} as ${clip(contentType, 60) || "no type"}`;
		return {
			outcome: "partial",
			ratio: 0.5,
			says: `${url} answers ${status} with ${what}.`,
			fix: `Answer there with Content-Type: application/problem+json and {"type":"about:blank","title":"Not Found","status":${status}}`,
			exhibits,
		};
	},
});
