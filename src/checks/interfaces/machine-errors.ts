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
	weightReason: "The call has failed either way. Data tells a program what to do next, a web page does not.",
	tableStakes: true,
	title: "The API returns errors that programs can read",
	fault: "The API returns errors that programs cannot read",
	problem: "programs cannot tell what went wrong when your API fails",
	consequence:
		"Programs that call your interface cannot tell a wrong address from a broken server, and give up or keep trying.",
	hours: 4,
	doneBy: "developer",
	why: "A program that gets a web page instead of an error cannot tell a wrong address from a broken server. It tries again or gives up without knowing why.",
	howToFix: "Return errors of the API as application/problem+json with type, title and status.",
	consumer: "API clients and agents",
	reference: "https://www.rfc-editor.org/rfc/rfc9457#section-3",
	reviewed: "2026-11-21",
	note: "RFC 9457 does not require its format if an API has its own, so any JSON passes. We request one path that does not exist, and only in a deep audit. A light audit does not contact an API.",
	needs: ["apiError"],
	evaluate({ apiError: seen }) {
		if (seen.state === "absent") return { outcome: "not-applicable", says: "We did not contact the API." };
		const { url, status, contentType, sniffed, members, excerpt } = seen.value;
		if (status < 400) {
			return { outcome: "not-applicable", says: `${url} does not exist but returns ${status}, so we saw no error.` };
		}
		if (status >= 500)
			return { outcome: "not-applicable", says: `${url} returns ${status}, so the server has another problem.` };
		const exhibits = [
			{ url, at: `status ${status} (${clip(contentType, 60) || "no content type"})`, excerpt: clip(excerpt) },
		];
		if (PROBLEM.test(contentType)) {
			const opening = members.length > 0 ? ` with ${listing(members, 5)}` : "";
			return { outcome: "pass", says: `${url} returns ${status} as a problem document${opening}.`, exhibits };
		}
		if (sniffed === "json" && admitsJson(contentType)) {
			return {
				outcome: "pass",
				says: `${url} returns ${status} as JSON in its own format. RFC 9457 defines one that clients know.`,
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
			says: `${url} returns ${status} with ${what}.`,
			fix: `Return Content-Type: application/problem+json there and {"type":"about:blank","title":"Not Found","status":${status}}`,
			exhibits,
		};
	},
});
