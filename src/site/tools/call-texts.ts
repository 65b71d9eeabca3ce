import { counted } from "#core/wording.ts";

/** What an agent is answered where a tool of a page did not do what it was asked to: what happened, and what to do. */
export const CALL_TEXTS = {
	unknown: (name: string) => `There is no tool ${name}. The tools are listed at /.well-known/webmcp.json.`,
	invalid: (name: string, faults: readonly string[]) =>
		`The input of ${name} does not hold by its schema: ${faults.join("; ")}. Correct it and call again.`,
	missing: (property: string) => `${property} is missing`,
	wrong: (place: string, says: string) => `${place}: ${says}`,
	tooLarge: (most: number) =>
		`The input is longer than ${most} characters. Call again with less; nothing long is needed.`,
	declined:
		"The person did not agree, so nothing was done. Do not ask again unless they tell you to; say what you wanted it for.",
	/** By what took the time. */
	tooSlow: {
		waiting: "Another call had not ended within a minute, so this one was not begun. Call again when that is answered.",
		asking:
			"The person has not answered within a minute, so nothing was done. Ask them whether they want it, then call once more.",
		running: "The tool was not done within a minute and was stopped. Wait half a minute and call again.",
		auditing:
			"The tool was not done within a minute and was stopped; its audit may go on at the service. Wait half a minute and call again: a finished audit is answered at once.",
	},
	cancelled: "The call was cancelled before it was answered. Call again if it is still wanted.",
	leaving: (address: string) =>
		`This page is leaving for ${address} which an earlier call opens, so nothing was done here. Call again there.`,
	stays: (address: string) =>
		`The page stays where it is, since a form on it is filled in and not sent: the person finds a link to ${address} over the page. What would have opened:`,
	unreachable:
		"The service did not answer: the network may be down, or the service is. Check the connection, wait a few seconds and call again.",
	unreadable: (status: number) =>
		`The answer, with status ${status}, is not one of the service's: something between here and there may have given it. Wait a moment and call again.`,
	wait: (seconds: number) => `Wait ${spoken(seconds)} before calling again.`,
	signedOut:
		"Nobody is signed in in this browser any more, so the tool has nothing to work with. Ask the person to sign in at the page Sign in, and call again.",
	broken:
		"The tool failed by a fault of the page. Calling again may help once the page was loaded anew; if it does not, tell the person.",
} as const;

/** In the largest unit of which there are more than two. */
function spoken(seconds: number): string {
	if (seconds <= 120) return counted(seconds, "second");
	return seconds <= 7_200 ? counted(Math.ceil(seconds / 60), "minute") : counted(Math.ceil(seconds / 3_600), "hour");
}
