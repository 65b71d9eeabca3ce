import { counted } from "#core/wording.ts";

export const AUDITING = "Auditing";
export const NOT_DONE = "The audit was not done";
export const UNAUDITED = "This site could not be audited";
export const UNREADABLE = "The server answered with something that this page cannot read.";

export const STAGE_SAYS = {
	connecting: "The audit is asked for.",
	requested: "The audit was taken in.",
	waiting: "It waits for its turn: other audits are under way.",
	robots: "Looking at robots.txt.",
	home: "Reading the home page.",
	files: "Reading the files beside the home page.",
	pages: "Reading further pages.",
	browser: "Looking at the home page in a browser.",
	declared: "Reading what the site declares for agents.",
	evaluated: "Every check is evaluated.",
	recorded: "The receipt is kept.",
	done: "The audit is done.",
} as const;

export function waitWords(seconds: number): string {
	const time = seconds < 90 ? counted(seconds, "second") : counted(Math.ceil(seconds / 60), "minute");
	return `You can ask again in ${time}.`;
}

export function axesWords({ structure, accessibility }: { structure: number; accessibility: number }): string {
	return `Structure ${structure}, accessibility ${accessibility}.`;
}
